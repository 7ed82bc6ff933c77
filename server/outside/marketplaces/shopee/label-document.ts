import { unzip } from '#server/unzip.ts';
import { RemoteFailure } from '../../http.ts';

/** Unpacked bytes of one answer, all entries together; and entries. */
const maxUnpacked = 5 * 1024 * 1024;
const maxEntries = 100;

export type LabelDocument = { pdf: Buffer | null; zpl: Buffer | null };

/** What was sent is told from its first bytes: the one for label printers is a ZIP of texts, with a PDF that declares the contents. */
export function readDocument(bytes: Buffer): LabelDocument {
  const start = bytes.subarray(0, 200).toString('latin1');
  if (start.startsWith('%PDF-')) return { pdf: bytes, zpl: null };
  if (start.startsWith('PK')) {
    const texts = unpack(bytes).filter((text) => text.subarray(0, 400).toString('utf8').includes('^XA'));
    return { pdf: null, zpl: texts.length > 0 ? joined(texts) : null };
  }
  return { pdf: null, zpl: start.includes('^XA') ? bytes : null };
}

const joined = ([first, ...others]: readonly Buffer[]): Buffer =>
  Buffer.concat([first ?? Buffer.alloc(0), ...others.flatMap((text) => [Buffer.from('\n'), text])]);

function unpack(bytes: Buffer): Buffer[] {
  const isWanted = (name: string) => /\.(txt|zpl)$/i.test(name);
  try {
    return unzip(bytes, { maxEntries, maxBytes: maxUnpacked, isWanted }).map((entry) => entry.bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no ZIP';
    throw new RemoteFailure(`a label: ${why}`, { cause: error });
  }
}
