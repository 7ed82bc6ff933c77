import { gunzipSync } from 'node:zlib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { unzip } from '#server/unzip.ts';
import { RemoteFailure } from '../http.ts';
import { parseRemoteJson } from '../json.ts';
import type { LabelFormat } from './capabilities.ts';

/** Unpacked bytes of one answer, all entries together; and entries. */
const maxUnpacked = 20 * 1024 * 1024;
const maxEntries = 100;

/** A PDF may have other bytes before its header, which readers look for in the first 1,024 (ISO 32000, annex H). */
const headerWithin = 1024;

export type LabelDocument = { pdf: Buffer | null; zpl: Buffer | null };

const none: LabelDocument = { pdf: null, zpl: null };

/**
 * The label in what a marketplace sent, told from the bytes alone: a PDF, commands for a label printer, a ZIP of them, or
 * JSON that carries one in Base64. Neither a name, nor a content type, nor the first bytes are relied on. Both null: it is
 * no label, as an error page behind a 200. `asked`: the format that was asked for.
 */
export async function readLabelDocument(bytes: Buffer, asked: LabelFormat): Promise<LabelDocument> {
  const entries = isPackage(bytes) ? unpack(bytes) : [];
  if (entries.length > 0) return readPackage(entries, asked);
  if (bytes.subarray(0, 2).toString('hex') === '1f8b') return readLabelDocument(inflate(bytes), asked);
  const pdf = readPdf(bytes);
  if (pdf) return { pdf, zpl: null };
  const text = withoutMark(bytes);
  const start = text.subarray(0, 100).toString('latin1').trimStart();
  if (start.startsWith('<')) return none;
  if (/^[[{"]/.test(start)) return readJson(text, asked);
  if (isZpl(text)) return { pdf: null, zpl: text };
  const inner = fromBase64(text.toString('latin1'));
  return inner ? readLabelDocument(inner, asked) : none;
}

/** Whether it is a ZIP. */
const isPackage = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** From the header on: what stands before it shifts the offsets that the document is read by. */
function readPdf(bytes: Buffer): Buffer | null {
  const at = bytes.subarray(0, headerWithin).indexOf('%PDF-');
  return at < 0 ? null : bytes.subarray(at);
}

/** Text as UTF-8 without a byte order mark: UTF-16, which no label printer reads, is turned into it. */
function withoutMark(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return bytes.subarray(3);
  if (mark.startsWith('fffe')) return Buffer.from(bytes.subarray(2).toString('utf16le'));
  if (mark.startsWith('feff')) return Buffer.from(new TextDecoder('utf-16be').decode(bytes));
  return bytes;
}

/** Commands that put something on paper. A format of others only sets the printer up, or clears its memory. */
const draws = /\^(xg|gf|fd|fv|im|b[0-9a-z])/;

/**
 * Commands of ZPL II may stand anywhere in a text and in either case: a graphic is loaded (`~DG`) before the format
 * (`^XA` … `^XZ`) that prints it.
 */
export function isZpl(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  let from = text.indexOf('^xa');
  while (from >= 0) {
    const to = text.indexOf('^xz', from);
    if (to < 0) return false;
    if (draws.test(text.slice(from, to))) return true;
    from = text.indexOf('^xa', to);
  }
  return false;
}

/** Label pages are at most so wide, in points: 10 × 15 cm and A6 are, a list of contents on A4 is not. */
const widestLabel = 330;

/**
 * What is for the printer is the label, whatever else lies beside it (a list of the parcels, a declaration, instructions).
 * Of several PDFs it is those with pages as small as a label; where none are, no page is left out. Where the package was
 * asked for as commands, a larger PDF in it is not the label but goes with it.
 */
async function readPackage(entries: readonly Buffer[], asked: LabelFormat): Promise<LabelDocument> {
  // A package in a package is not opened: its bytes were not counted.
  const files = entries.filter((entry) => !isPackage(entry));
  const found = await Promise.all(files.map((entry) => readLabelDocument(entry, asked)));
  const texts = found.flatMap(({ zpl }) => zpl ?? []);
  if (texts.length > 0) return { pdf: null, zpl: Buffer.concat(texts.flatMap((text) => [text, newLine])) };
  const pdfs = found.flatMap(({ pdf }) => pdf ?? []);
  const documents = await Promise.all(pdfs.map(openPdf));
  const small = pdfs.filter((_, index) => documents[index]?.pages.every(isAsSmallAsLabel));
  const labels = small.length > 0 || asked === 'zpl' ? small : pdfs;
  return { pdf: labels.length > 0 ? await joinPdfs(labels) : null, zpl: null };
}

const newLine = Buffer.from('\n');

const isAsSmallAsLabel = (page: PDFPage) => Math.min(page.getWidth(), page.getHeight()) <= widestLabel;

type OpenPdf = { document: PDFDocument; pages: PDFPage[] };

/** Null: it cannot be read here; a printer may be able to. */
async function openPdf(bytes: Buffer): Promise<OpenPdf | null> {
  // Slow to load, and not every process reads one.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  try {
    const document = await PDFDocument.load(bytes);
    return { document, pages: document.getPages() };
  } catch {
    return null;
  }
}

async function joinPdfs([first, ...others]: readonly Buffer[]): Promise<Buffer | null> {
  if (!first || others.length === 0) return first ?? null;
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const all = await PDFDocument.create();
  for (const bytes of [first, ...others]) {
    const one = await openPdf(bytes);
    if (!one) throw new RemoteFailure('a label: a PDF that cannot be read');
    for (const page of await all.copyPages(one.document, one.document.getPageIndices())) all.addPage(page);
  }
  return Buffer.from(await all.save());
}

function unpack(bytes: Buffer): Buffer[] {
  try {
    const limits = { maxEntries, maxBytes: maxUnpacked, isWanted: (name: string) => !name.endsWith('/') };
    return unzip(bytes, limits).map((entry) => entry.bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no ZIP';
    throw new RemoteFailure(`a label: ${why}`, { cause: error });
  }
}

function inflate(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
  } catch (error) {
    throw new RemoteFailure('a label: no readable gzip', { cause: error });
  }
}

/** A body in JSON with the label in one of its texts, in Base64 or as it is. */
async function readJson(text: Buffer, asked: LabelFormat): Promise<LabelDocument> {
  for (const value of textsOf(parse(text))) {
    const plain = Buffer.from(value);
    if (isZpl(plain)) return { pdf: null, zpl: plain };
    const inner = fromBase64(value.replace(/^data:[^,]*,/, ''));
    const found = inner ? await readLabelDocument(inner, asked) : none;
    if (found.pdf || found.zpl) return found;
  }
  return none;
}

function parse(text: Buffer): unknown {
  try {
    return parseRemoteJson(text.toString('utf8'));
  } catch {
    return null;
  }
}

/** Every text in it, in its order. */
function textsOf(json: unknown): string[] {
  const texts: string[] = [];
  const open = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value).toReversed());
  }
  return texts;
}

/** Shorter ones are words. */
const shortestBase64 = 40;

/** Null where it is none. What it holds is smaller each time: Base64 in Base64 comes to an end. */
function fromBase64(text: string): Buffer | null {
  const code = text.trim();
  // One sign at a time: a repetition over megabytes of text overflows the stack of the regular expression.
  if (code.length < shortestBase64 || /[^A-Za-z0-9+/\s]/.test(code.replace(/={1,2}$/, ''))) return null;
  return Buffer.from(code, 'base64');
}
