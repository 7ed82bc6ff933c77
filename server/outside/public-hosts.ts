import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Addresses written by others: none of them may lead into our own network. */
export type PublicHosts = {
  /** Whether such an address is accepted at all; its name is resolved when it is called. */
  accepts(url: string): boolean;
  /** Connects only to the resolved address. Throws if that is not public. */
  connect(url: string): Promise<Dispatcher>;
};

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

type Options = {
  /** Only while developing: receivers on this machine, without TLS. */
  allowLoopback: boolean;
  /** Also addresses without TLS. */
  allowHttp?: boolean;
  resolve?: Resolve | undefined;
  timeoutMs: number;
};

export function createPublicHosts({
  allowLoopback,
  allowHttp = false,
  resolve = lookUp,
  timeoutMs,
}: Options): PublicHosts {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  function accepts(text: string): boolean {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || url.username || url.password || url.hash) return false;
    const host = bareHost(url);
    const isLocal = isLoopback(host) || host === 'localhost';
    if (url.protocol === 'http:' && !allowHttp) return allowLoopback && isLocal;
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
    if (isIP(host) !== 0) return isAllowed(host);
    return isLocal ? allowLoopback : host.includes('.') && !/\.(local|internal|localhost)\.?$/.test(host);
  }

  /** The name is resolved once; each of its addresses is checked, and the connection uses only those. */
  async function findAddresses(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    const found = family === 0 ? await within(resolve(host)) : [{ address: host, family }];
    if (found.length === 0) throw new Error('address not found');
    if (!found.every(({ address }) => isAllowed(address))) throw new Error('address not public');
    return found;
  }

  /** A name look-up cannot be canceled, but its result is not awaited after the time limit. */
  function within<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('name not found in time')), timeoutMs);
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  }

  return {
    accepts,
    async connect(url) {
      if (!accepts(url)) throw new Error('address not allowed');
      const addresses = await findAddresses(bareHost(new URL(url)));
      const { default: undici } = await import('undici');
      const lookup: LookupFunction = (_host, options, found) => {
        const [first] = addresses;
        if (options.all) found(null, [...addresses]);
        else found(null, first?.address ?? '', first?.family);
      };
      return new undici.Agent({ connect: { lookup } });
    },
  };
}

const lookUp: Resolve = (host) => dns.lookup(host, { all: true });

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
