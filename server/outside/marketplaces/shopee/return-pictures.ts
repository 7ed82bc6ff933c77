import { RemoteFailure, requestRemote } from '../../http.ts';
import { createPublicHosts, type Resolve } from '../../public-hosts.ts';
import type { MessageFile, OpenFile } from '../conversations.ts';

type Options = { apiUrl: string; timeoutMs: number; resolve?: Resolve };

export type ReturnPictures = {
  /** The pictures of a return, as in its answer. */
  filesOf(urls: readonly string[]): MessageFile[];
  openFile: OpenFile;
};

const longestAddress = 1000;

/**
 * Pictures are addresses, mostly at a host that only stores pictures. Such an address must not lead into our own
 * network, and gets neither token nor signature.
 */
export function createReturnPictures({ apiUrl, timeoutMs, resolve }: Options): ReturnPictures {
  const { origin } = new URL(apiUrl);
  const hosts = createPublicHosts({ allowLoopback: false, timeoutMs, resolve });
  const isOwn = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  const isTaken = (url: string) => url.length <= longestAddress && (isOwn(url) || hosts.accepts(url));

  return {
    filesOf: (urls) =>
      urls.filter(isTaken).map((url, index) => ({
        remoteId: url,
        name: `${index + 1}.jpg`,
        contentType: 'image/jpeg',
        bytes: null,
      })),
    async openFile(_session, _returnId, url) {
      if (!isTaken(url)) return null;
      const dispatcher = isOwn(url) ? undefined : await connect(url);
      try {
        const { status, bytes } = await requestRemote(url, { timeoutMs, ...(dispatcher && { dispatcher }) });
        if (status === 404 || status === 410) return null;
        if (status !== 200) throw new RemoteFailure(`${status} from ${new URL(url).host}`);
        return { bytes };
      } finally {
        await dispatcher?.destroy();
      }
    },
  };

  async function connect(url: string) {
    try {
      return await hosts.connect(url);
    } catch (error) {
      throw new RemoteFailure(`picture of a return at ${new URL(url).host}`, { cause: error });
    }
  }
}
