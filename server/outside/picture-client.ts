import type { PictureFault } from '#contract/business/import/import-pictures.ts';
import { AnswerTooLarge, type RemoteAnswer, requestRemote } from './http.ts';
import { createPublicHosts, type Resolve } from './public-hosts.ts';

/** Downloads pictures from addresses that people wrote into spreadsheets: none of them may lead into our own network. */
export type PictureClient = {
  download(url: string): Promise<FetchedPicture>;
};

export type FetchedPicture =
  | { bytes: Buffer }
  /** `again`: another attempt later may succeed. */
  | { fault: PictureFault; again: boolean };

type Options = {
  /** Only while developing: pictures on this machine. */
  allowLoopback: boolean;
  maxBytes: number;
  resolve?: Resolve;
  timeoutMs?: number;
};

/** Stores often redirect to where their pictures are kept; each address is checked like the first. */
const mostRedirects = 3;

export function createPictureClient({
  allowLoopback,
  maxBytes,
  resolve,
  timeoutMs = 8000,
}: Options): PictureClient {
  const hosts = createPublicHosts({ allowLoopback, allowHttp: true, resolve, timeoutMs });

  async function request(url: string): Promise<RemoteAnswer> {
    const dispatcher = await hosts.connect(url);
    try {
      return await requestRemote(url, { dispatcher, maxBytes, timeoutMs });
    } finally {
      await dispatcher.destroy();
    }
  }

  return {
    async download(first) {
      let url = first;
      for (let n = 0; n <= mostRedirects; n++) {
        if (!hosts.accepts(url)) return { fault: 'address_not_public', again: false };
        const answer = await request(url).catch(faultOf);
        if ('fault' in answer) return answer;
        const { location } = answer.headers;
        if (answer.status < 300 || answer.status >= 400 || !location) return resultOf(answer);
        url = URL.canParse(location, url) ? withoutHash(new URL(location, url)) : '';
      }
      return { fault: 'refused', again: false };
    },
  };
}

function withoutHash(url: URL): string {
  url.hash = '';
  return url.href;
}

function faultOf(error: unknown): Exclude<FetchedPicture, { bytes: Buffer }> {
  if (error instanceof AnswerTooLarge) return { fault: 'image_too_big', again: false };
  const text = error instanceof Error ? error.message : '';
  if (/^address not (public|allowed)$/.test(text)) return { fault: 'address_not_public', again: false };
  return { fault: 'unreachable', again: true };
}

function resultOf({ status, bytes }: RemoteAnswer): FetchedPicture {
  if (status >= 200 && status < 300) return { bytes };
  if (status === 404 || status === 410) return { fault: 'not_found', again: false };
  if (status === 429 || status >= 500) return { fault: 'unreachable', again: true };
  return { fault: 'refused', again: false };
}
