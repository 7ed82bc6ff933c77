import { Unzip, UnzipInflate } from 'fflate';
import { SheetFault, type Source } from './sheet-fault.ts';

/** One chunk grows at most a thousandfold when it is unpacked. */
const sliceBytes = 1024;
const maxEntries = 1000;

/**
 * One entry of a ZIP while it is unpacked, never all of it at once. The sizes in the archive are not trusted: the
 * output is counted.
 */
export async function* zipEntry(source: Source, name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  let entries = 0;
  let isOver = false;
  let chunks: Uint8Array[] = [];
  const zip = new Unzip((entry) => {
    if (++entries > maxEntries) throw new SheetFault('sheet_too_big');
    if (entry.name !== name) return;
    entry.ondata = (error, chunk, final) => {
      if (error) throw error;
      total += chunk.length;
      if (total > maxBytes) throw new SheetFault('sheet_too_big');
      chunks.push(chunk);
      isOver = final;
    };
    entry.start();
  });
  zip.register(UnzipInflate);
  const push = (slice: Uint8Array, final: boolean) => {
    try {
      zip.push(slice, final);
    } catch (error) {
      if (error instanceof SheetFault) throw error;
      throw new SheetFault('sheet_unreadable', { cause: error });
    }
    const unpacked = chunks;
    chunks = [];
    return unpacked;
  };
  for await (const bytes of await source()) {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      yield* push(bytes.subarray(at, at + sliceBytes), false);
      if (isOver) return;
    }
  }
  yield* push(new Uint8Array(), true);
  if (total === 0) throw new SheetFault('sheet_unreadable');
}

/** A small entry as text; null if it does not exist. */
export async function zipText(source: Source, name: string, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of zipEntry(source, name, maxBytes))
      text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (error instanceof SheetFault && error.code === 'sheet_unreadable' && !error.cause) return null;
    throw error;
  }
  return text + decoder.decode();
}
