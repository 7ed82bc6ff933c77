import { inflateSync } from 'node:zlib';
import { type Picture, readBars } from '#server/test/read-codes.ts';

/** One printed label: its readable text and its scannable codes. */
export type PrintedLabel = { texts: string[]; codes: string[] };

type Graphic = { bits: Buffer; bytesPerRow: number };

/** ZPL II has numbered code pages; 28 is UTF-8, the others used for Portuguese are those of Windows. */
const encodingOf = (page: number) => (page === 28 ? 'utf-8' : 'windows-1252');

/**
 * Reads commands for a label printer as the printer does (Zebra ZPL II Programming Guide): commands in either case, a
 * graphic that is loaded before the format that prints it, field text in the code page and with the escapes that are set.
 */
export function readZpl(bytes: Buffer): PrintedLabel[] {
  const stored = new Map<string, Graphic>();
  const printed: PrintedLabel[] = [];
  let page: PrintedLabel | null = null;
  let encoding = encodingOf(0);
  let field = { symbol: '', escape: '' };
  const commands = bytes.toString('latin1').matchAll(/[\^~]([a-z0-9@]{2})([^^~]*)/gi);
  for (const [, letters = '', rest = ''] of commands) {
    const name = letters.toUpperCase();
    if (name === 'XA') page = { texts: [], codes: [] };
    if (name === 'XZ' && page) {
      if (page.texts.length + page.codes.length > 0) printed.push(page);
      page = null;
    }
    if (name === 'DG') stored.set(nameOf(rest), graphicOf(rest.slice(rest.indexOf(',') + 1)));
    if (name === 'CI') encoding = encodingOf(Number(rest.trim()));
    if (name === 'FH') field.escape = rest.trim()[0] ?? '_';
    if (/^B[CQE]$/.test(name)) field.symbol = name;
    if (name === 'XG') page?.codes.push(...codesOn(stored.get(nameOf(rest))));
    if (name === 'GF') page?.codes.push(...codesOn(graphicOf(rest.split(',').slice(2).join(','))));
    if (name === 'FD' && page) {
      const text = decode(rest, encoding, field.escape);
      if (field.symbol) page.codes.push(codeOf(field.symbol, text));
      else if (text !== '') page.texts.push(text);
    }
    if (name === 'FS') field = { symbol: '', escape: '' };
  }
  return printed;
}

const nameOf = (rest: string) => (rest.split(',')[0] ?? '').trim().toUpperCase();

function decode(text: string, encoding: string, mark: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = text[at] === mark ? /^[0-9a-f]{2}/i.exec(text.slice(at + 1))?.[0] : undefined;
    bytes.push(hex ? Number.parseInt(hex, 16) : text.charCodeAt(at));
    if (hex) at += 2;
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes)).trim();
}

/** `>:` and its like choose a subset of Code 128, `QA,` the correction and input of a QR code: neither is in the code. */
const codeOf = (symbol: string, text: string) =>
  symbol === 'BQ' ? text.replace(/^[HQML][AM],/, '') : text.replace(/^>[:;9]/, '').replaceAll(/>[5-8]/g, '');

/** `total,bytes per row,data`: the data in hexadecimal, or compressed and in Base64 with a checksum. */
function graphicOf(definition: string): Graphic {
  const [, perRow = '', ...data] = definition.split(',');
  const text = data.join(',').trim();
  const packed = /^:Z64:([^:]*):/i.exec(text)?.[1];
  const bits = packed ? inflateSync(Buffer.from(packed, 'base64')) : Buffer.from(text, 'hex');
  return { bits, bytesPerRow: Number(perRow) };
}

/** The bar code in a graphic of black and white dots. */
function codesOn(graphic: Graphic | undefined): string[] {
  if (!graphic) return [];
  const { bits, bytesPerRow } = graphic;
  const width = bytesPerRow * 8;
  const height = Math.floor(bits.length / bytesPerRow);
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at++) grey[at] = ((bits[at >> 3] ?? 0) >> (7 - (at & 7))) & 1 ? 0 : 255;
  const picture: Picture = { grey, width, height };
  const code = readBars(picture);
  return code === null ? [] : [code];
}
