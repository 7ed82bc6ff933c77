import { gunzipSync } from 'node:zlib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { unzip } from '#server/unzip.ts';
import { RemoteFailure } from '../http.ts';
import { parseRemoteJson } from '../json.ts';
import type { LabelFormat } from './capabilities.ts';

/** Unpacked bytes of one answer, all entries together; and entries. */
const maxUnpacked = 20 * 1024 * 1024;
const maxEntries = 100;

/** A PDF may have other bytes before its header, which readers search in the first 1,024 (ISO 32000, annex H). */
const headerWithin = 1024;

/** Maximum nesting of packages; everything in them counts towards the same limits. */
const maxDepth = 4;

export type LabelDocument = { pdf: Buffer | null; zpl: Buffer | null };

const none: LabelDocument = { pdf: null, zpl: null };

/**
 * Documents of an answer, in its order, and whether they were in a package, which may contain other documents than
 * labels.
 */
type Found = { pdfs: Buffer[]; texts: Buffer[]; isPackage: boolean };

const nothing = (): Found => ({ pdfs: [], texts: [], isPackage: false });

/** Remaining bytes that may be unpacked, over all levels. */
type Budget = { bytes: number; entries: number };

/**
 * The label in a marketplace's answer, recognized by its bytes alone: a PDF, commands for a label printer, a ZIP of
 * them, or JSON with one in Base64. Names, content types and first bytes are not trusted. Both null: no label, for
 * example an error page behind a 200. `asked`: the requested format.
 */
export async function readLabelDocument(bytes: Buffer, asked: LabelFormat): Promise<LabelDocument> {
  return choose(find(bytes, { bytes: maxUnpacked, entries: maxEntries }, maxDepth), asked);
}

function find(bytes: Buffer, budget: Budget, depth: number): Found {
  if (depth === 0) return nothing();
  const inside = (part: Buffer) => find(part, budget, depth - 1);
  const entries = isPackage(bytes) ? unpack(bytes, budget) : [];
  if (entries.length > 0) return { ...joined(entries.map(inside)), isPackage: true };
  if (bytes.subarray(0, 2).toString('hex') === '1f8b') return inside(inflate(bytes, budget));
  const pdf = readPdf(bytes);
  if (pdf) return { ...nothing(), pdfs: [pdf] };
  const text = asUtf8(bytes);
  const start = text.subarray(0, 100).toString('latin1').trimStart();
  // Some printer drivers wrap their commands in a mark-up of their own.
  if (start.startsWith('<') && !/^<xpml/i.test(start)) return nothing();
  if (/^[[{"]/.test(start)) return findInJson(text, inside);
  if (isZpl(text)) return { ...nothing(), texts: [text] };
  const inner = fromBase64(text.toString('latin1'));
  return inner ? inside(inner) : nothing();
}

/** The same document twice is one. */
function joined(parts: readonly Found[]): Found {
  const once = (files: Buffer[]) =>
    files.filter((file, at) => files.findIndex((other) => other.equals(file)) === at);
  return {
    pdfs: once(parts.flatMap(({ pdfs }) => pdfs)),
    texts: once(parts.flatMap(({ texts }) => texts)),
    isPackage: parts.some((part) => part.isPackage),
  };
}

/** Whether it is a ZIP. */
const isPackage = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** From the header on, because bytes before it shift the offsets of the document. */
function readPdf(bytes: Buffer): Buffer | null {
  const at = bytes.subarray(0, headerWithin).indexOf('%PDF-');
  return at < 0 ? null : bytes.subarray(at);
}

/** Text as UTF-8 without a byte order mark: UTF-16, which no label printer reads, is turned into it. */
function asUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return bytes.subarray(3);
  const isMarked = mark.startsWith('fffe') || mark.startsWith('feff');
  // Without a mark every second byte of its first letters is zero.
  const start = bytes.subarray(0, 8).toString('latin1');
  const littleEndian = mark.startsWith('fffe') || /^([^\0]\0){4}/.test(start);
  if (!littleEndian && !mark.startsWith('feff') && !/^(\0[^\0]){4}/.test(start)) return bytes;
  const text = new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(isMarked ? text.replace(/^\ufeff/, '') : text);
}

/** Commands that print something. A format with only other commands sets up the printer or clears its memory. */
const draws = /\^(xg|xf|gf|fd|fv|im|il|b[0-9a-xz])/;

/**
 * Commands of ZPL II may be anywhere in a text and in either case: a graphic is loaded (`~DG`) before the format (`^XA`
 * … `^XZ`) that prints it.
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
 * Commands for a label printer are the label; a list of parcels, a declaration or instructions in other formats may be
 * next to them. A PDF has priority only if it was requested and is as small as a label. Of several PDFs, those with
 * pages as small as a label are used; if there are none, no page is left out. If commands were requested, a larger PDF
 * in the package is not the label but is kept with it.
 */
async function choose({ pdfs, texts, isPackage }: Found, asked: LabelFormat): Promise<LabelDocument> {
  const documents = isPackage || texts.length > 0 ? await Promise.all(pdfs.map(openPdf)) : [];
  const small = pdfs.filter((_, index) => documents[index]?.pages.every(isAsSmallAsLabel));
  if (texts.length > 0 && (asked === 'zpl' || small.length === 0))
    return { pdf: null, zpl: texts.length === 1 ? (texts[0] ?? null) : joinTexts(texts) };
  const labels = small.length > 0 || (isPackage && asked === 'zpl') ? small : pdfs;
  return labels.length > 0 ? { pdf: await joinPdfs(labels), zpl: null } : none;
}

const joinTexts = (texts: readonly Buffer[]) => Buffer.concat(texts.flatMap((text) => [text, newLine]));

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

function unpack(bytes: Buffer, budget: Budget): Buffer[] {
  try {
    const limits = { maxEntries: budget.entries, maxBytes: budget.bytes };
    const entries = unzip(bytes, { ...limits, isWanted: (name) => !name.endsWith('/') });
    budget.entries -= entries.length;
    budget.bytes -= entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
    return entries.map((entry) => entry.bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no ZIP';
    throw new RemoteFailure(`a label: ${why}`, { cause: error });
  }
}

function inflate(bytes: Buffer, budget: Budget): Buffer {
  try {
    const inflated = gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.bytes) });
    budget.bytes -= inflated.length;
    return inflated;
  } catch (error) {
    throw new RemoteFailure('a label: no readable gzip', { cause: error });
  }
}

/** A body in JSON with labels in its texts, in Base64 or as they are. */
function findInJson(text: Buffer, inside: (part: Buffer) => Found): Found {
  const parts = textsOf(parse(text)).map((value) => {
    const plain = Buffer.from(value);
    if (isZpl(plain)) return { ...nothing(), texts: [plain] };
    const inner = fromBase64(value);
    return inner ? inside(inner) : nothing();
  });
  return joined(parts);
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

/** Null if it is none. Both alphabets of RFC 4648 are read, and a `data:` address. */
function fromBase64(text: string): Buffer | null {
  const code = text.trim().replace(/^data:[^,]{0,100},/, '');
  // One sign at a time: a repetition over megabytes of text overflows the stack of the regular expression.
  if (code.length < shortestBase64 || /[^A-Za-z0-9+/_\-\s]/.test(code.replace(/={1,2}$/, ''))) return null;
  return Buffer.from(code, 'base64');
}
