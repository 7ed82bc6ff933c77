import { readFile } from 'node:fs/promises';
import type { NfeFault } from '#contract/orders/order.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import { unzip, ZipFault } from '#server/unzip.ts';
import { type Nfe, readNfe } from './nfe.ts';

export type NfeFile = { name: string; bytes: Buffer };

/** The maximum number of documents of a call, and their total unpacked size. */
export const mostDocuments = 2000;
const maxUnpacked = 200 * 1024 * 1024;

/** The uploaded XML files, plain or in ZIPs. */
export async function readNfeFiles(uploads: readonly Upload[]): Promise<NfeFile[]> {
  const files: NfeFile[] = [];
  for (const upload of uploads) {
    const bytes = await readFile(upload.path);
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') files.push(...unpack(bytes));
    else files.push({ name: upload.name, bytes });
    if (files.length > mostDocuments) fail('payload_too_large');
  }
  return files.length > 0 ? files : fail('invoice_required');
}

/** The single uploaded XML; portals provide an NF-e in a ZIP. */
export async function readNfeFile(uploads: readonly Upload[]): Promise<NfeFile> {
  const [file, ...others] = await readNfeFiles(uploads);
  if (others.length > 0) fail('invoice_invalid', { facts: { reason: 'several_notes' satisfies NfeFault } });
  return file ?? fail('invoice_required');
}

/** The document of a file; refused with the reason if it is invalid. */
export async function checkNfe(bytes: Buffer): Promise<Nfe> {
  const nfe = await readNfe(bytes);
  return typeof nfe === 'string' ? fail('invoice_invalid', { facts: { reason: nfe } }) : nfe;
}

function unpack(bytes: Buffer): NfeFile[] {
  try {
    const found = unzip(bytes, {
      maxEntries: mostDocuments + 100,
      maxBytes: maxUnpacked,
      isWanted: (name) => /\.xml$/i.test(name) && !name.startsWith('__MACOSX/'),
    });
    return found.map((entry) => ({ name: entry.name.split('/').at(-1) ?? entry.name, bytes: entry.bytes }));
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    return fail(error.reason === 'unreadable' ? 'unsupported_media_type' : 'payload_too_large', {
      cause: error,
    });
  }
}
