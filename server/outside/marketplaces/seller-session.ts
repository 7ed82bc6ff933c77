import type { UnreadableAnswer } from './sale.ts';

/** Calls as the seller of one account; a renewed token is the caller's concern. */
export type SellerSession = {
  readonly remoteUserId: string;
  readonly siteId: string;
  /** The marketplace's data about the seller, in its own words. */
  readonly tags: readonly string[];
  call(path: string, options?: SellerCall): Promise<SellerAnswer>;
  /**
   * Records that something could not be read, for people to see; the work goes on without it. Absent: it is a failure.
   */
  readonly setAside?: (answer: UnreadableAnswer) => void;
  /** A file; some calls for it need a body. */
  download(path: string, call?: FileCall): Promise<{ bytes: Buffer; contentType: string }>;
};

export type FileCall = Pick<SellerCall, 'method' | 'json'>;

export type SellerCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  json?: unknown;
  form?: Record<string, string>;
  raw?: { bytes: Buffer; contentType: string };
  file?: { name: string; bytes: Buffer; contentType: string };
  headers?: Record<string, string>;
};

export type SellerAnswer = {
  status: number;
  json: unknown;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
};
