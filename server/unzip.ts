import { Unzip, UnzipInflate } from 'fflate';

export type ZipLimits = {
  maxEntries: number;
  /** Of all that is unpacked, together. */
  maxBytes: number;
  /** By the entry's name: of others nothing is unpacked. */
  isWanted: (name: string) => boolean;
};

/** The contents of a ZIP exceed the limit, or it is not a ZIP. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
  readonly reason: 'entries' | 'bytes' | 'unreadable';

  constructor(reason: ZipFault['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A block grows at most a thousandfold when it is unpacked. */
const sliceBytes = 1024;

/** Reads the wanted entries of a ZIP. Paths are only names, and declared sizes are ignored: unpacked bytes are counted. */
export function unzip(bytes: Buffer, { maxEntries, maxBytes, isWanted }: ZipLimits) {
  const found: { name: string; bytes: Buffer }[] = [];
  let total = 0;
  let entries = 0;
  const zip = new Unzip((entry) => {
    if (++entries > maxEntries) throw new ZipFault('entries', `more than ${maxEntries} files`);
    if (!isWanted(entry.name)) return;
    const chunks: Uint8Array[] = [];
    entry.ondata = (error, chunk, final) => {
      if (error) throw error;
      total += chunk.length;
      if (total > maxBytes) throw new ZipFault('bytes', `more than ${maxBytes} bytes`);
      chunks.push(chunk);
      if (final) found.push({ name: entry.name, bytes: Buffer.concat(chunks) });
    };
    entry.start();
  });
  zip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes)
      zip.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  } catch (error) {
    if (error instanceof ZipFault) throw error;
    throw new ZipFault('unreadable', 'no readable ZIP', { cause: error });
  }
  return found;
}
