import { SheetFault, type Source } from './sheet-fault.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const startBytes = 4096;

/** The encoding of a text file: by its byte order mark, by its zero bytes, UTF-8 if valid, otherwise Windows-1252. */
export async function encodingOf(source: Source): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let start = Buffer.alloc(0);
  for await (const chunk of await source()) {
    if (start.length < startBytes) {
      start = Buffer.concat([start, chunk]);
      const marked = markOf(start);
      if (marked) return marked;
    }
    if (isUtf8) isUtf8 = isDecodable(decoder, chunk);
    if (!isUtf8 && start.length >= startBytes) break;
  }
  // A character that the file's end cuts off is none.
  if (isUtf8) isUtf8 = isDecodable(decoder, null);
  const found = unmarked(start.subarray(0, startBytes)) ?? (isUtf8 ? 'utf-8' : 'windows-1252');
  if ((found === 'utf-8' || found === 'windows-1252') && hasControls(start))
    throw new SheetFault('sheet_unreadable');
  return found;
}

function markOf(start: Buffer): Encoding | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return null;
}

/** Western text in UTF-16 has a zero in every second byte. */
function unmarked(start: Buffer): Encoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 4;
  if (odd > many && even < many / 8) return 'utf-16le';
  return even > many && odd < many / 8 ? 'utf-16be' : null;
}

function isDecodable(
  decoder: { decode(bytes: Uint8Array, options: { stream: boolean }): string },
  chunk: Uint8Array | null,
): boolean {
  try {
    decoder.decode(chunk ?? new Uint8Array(), { stream: chunk !== null });
    return true;
  } catch {
    return false;
  }
}

/** Of no text: a picture, a program, a document of another kind. */
function hasControls(start: Buffer): boolean {
  return start.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}
