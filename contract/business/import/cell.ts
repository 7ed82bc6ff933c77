import { isCnpj, isCpf } from '../../brazil.ts';
import { isGtin, isNoGtin, normalGtin } from '../../codes.ts';
import { type Day, isOfThisCentury, parseDay } from '../../dates.ts';
import { isHtml, textOfHtml } from '../../html-text.ts';
import { productUnits, unitWritings } from '../../products/product-units.ts';

/** A cell as a file has it: text, a spreadsheet's number, flag or date, or the error of a formula. */
export type Cell = string | number | boolean | null | { day: Day } | { error: string };

/**
 * The content of a column, which decides how its cells are parsed: how a spreadsheet writes it, and whether a cell may be
 * a sentence.
 */
export const cellKinds = {
  text: { written: 'text', wordy: true },
  /** Text that other systems write as HTML. */
  prose: { written: 'text', wordy: true },
  code: { written: 'text', wordy: true },
  gtin: { written: 'text', wordy: false },
  document: { written: 'text', wordy: true },
  zip: { written: 'text', wordy: true },
  money: { written: 'money', wordy: false },
  decimal: { written: 'number', wordy: false },
  /** A weight or a length: 0 means not measured. */
  measure: { written: 'number', wordy: false },
  whole: { written: 'number', wordy: false },
  /** The unit of goods. */
  unit: { written: 'text', wordy: true },
  /** Codes of a tax table, which other systems write with dots, or followed by their meaning. */
  ncm: { written: 'text', wordy: false },
  cest: { written: 'text', wordy: false },
  taxCode: { written: 'text', wordy: true },
  taxUnit: { written: 'text', wordy: true },
  origin: { written: 'text', wordy: true },
  day: { written: 'text', wordy: false },
  flag: { written: 'text', wordy: false },
} as const satisfies Record<string, { written: 'text' | 'number' | 'money'; wordy: boolean }>;
export type CellKind = keyof typeof cellKinds;
type NumericKind = {
  [Kind in CellKind]: (typeof cellKinds)[Kind]['written'] extends 'text' ? never : Kind;
}[CellKind];

/** A spreadsheet writes the cells of these kinds as numbers. */
export const isNumeric = (kind: CellKind): kind is NumericKind => cellKinds[kind].written !== 'text';

/** The decimal separator of a file; null if it uses both. */
export type DecimalSign = ',' | '.' | null;

/** Errors of parsing a cell, in addition to those of its field. */
export const cellFaults = [
  'scientific',
  'digits_lost',
  'number_ambiguous',
  'turned_into_date',
  'formula_error',
  'formula_uncomputed',
  'flag_invalid',
] as const;
export type CellFault =
  | (typeof cellFaults)[number]
  | 'not_a_number'
  | 'not_whole'
  | 'money_invalid'
  | 'date_invalid'
  | 'gtin_invalid'
  | 'document_invalid'
  | 'too_big';

/** A formula whose value the file does not have: a program wrote it that does not compute. */
export const uncomputed = '#?';

export type ReadCell = { value: unknown } | { fault: CellFault };

const nothing: ReadCell = { value: undefined };

/** Text as it was meant: without the apostrophe and the `="…"` by which spreadsheets keep a text a text. */
export function plainText(text: string): string {
  const trimmed = text.normalize('NFC').trim();
  const quoted = /^="(.*)"$/s.exec(trimmed);
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"').trim();
  return /^'[=+\-@＝＋－＠]/.test(trimmed) ? trimmed.slice(1) : trimmed;
}

/** A cell as it is displayed. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return plainText(cell);
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.error;
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  return Number.isInteger(cell) && Math.abs(cell) < 1e21 ? BigInt(cell).toString() : String(cell);
}

export const isBlank = (cell: Cell | undefined): boolean => textOfCell(cell) === '';

/** In other cells a dash alone says that there is nothing. */
const freeTexts: ReadonlySet<CellKind> = new Set(['text', 'prose', 'code', 'unit', 'taxUnit']);

/** Understands a cell; a blank one is no value. */
export function readCell(kind: CellKind, cell: Cell | undefined, decimal: DecimalSign): ReadCell {
  if (cell === null || cell === undefined || isBlank(cell)) return nothing;
  if (typeof cell === 'object' && 'error' in cell)
    return { fault: cell.error === uncomputed ? 'formula_uncomputed' : 'formula_error' };
  if (!freeTexts.has(kind) && /^[-–—]+$/.test(textOfCell(cell))) return nothing;
  if (kind === 'day') return readDay(cell);
  if (kind === 'flag') return readFlag(cell);
  if (typeof cell === 'object') return { fault: 'turned_into_date' };
  if (isNumeric(kind)) return readFigure(kind, cell, decimal);
  if (kind === 'ncm' || kind === 'cest' || kind === 'taxCode' || kind === 'origin')
    return readTaxCode(kind, textOfCell(cell));
  return readCode(kind, cell);
}

/** Beyond this a spreadsheet's number has lost digits. */
const wholeDigits = 1e15;

function readCode(
  kind: 'text' | 'prose' | 'unit' | 'taxUnit' | 'code' | 'gtin' | 'document' | 'zip',
  cell: string | number | boolean,
): ReadCell {
  if (typeof cell === 'number' && Math.abs(cell) >= wholeDigits) return { fault: 'digits_lost' };
  const text = textOfCell(cell);
  if (kind === 'text') return { value: text };
  if (kind === 'prose') return { value: isHtml(text) ? textOfHtml(text) : text };
  if (kind === 'unit') return { value: unitOf(text) };
  if (kind === 'taxUnit') return lengthWords.includes(foldTitle(text)) ? nothing : { value: text };
  if (kind === 'gtin' && isNoGtin(text)) return nothing;
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(text) && (kind !== 'code' || text.includes('+')))
    return { fault: 'scientific' };
  if (kind === 'code') return { value: text };
  const bare = text
    .replace(/[.,]0+$/, '')
    .replace(/[.\-/\s]/g, '')
    .toUpperCase();
  if (kind === 'gtin') return readGtin(bare);
  if (kind === 'document') return readDocument(bare);
  return { value: /^\d{6,7}$/.test(bare) ? bare.padStart(8, '0') : bare };
}

/** Under the title of the tax unit, some catalogues have the unit of their lengths. */
const lengthWords = ['metro', 'centimetro', 'milimetro', 'metros', 'centimetros', 'milimetros'];

/** The stored word of a unit, in either language or abbreviated. */
function unitOf(text: string): string {
  const folded = foldTitle(text);
  return productUnits.find((unit) => unitWritings[unit].includes(folded)) ?? text;
}

/** Digits that a table of codes gives: NCM 8, CEST 7. */
const tableDigits = { ncm: 8, cest: 7 };

/** `6912.00.00`, `0 - Nacional, exceto …`, and a number whose zero in front the spreadsheet dropped. */
function readTaxCode(kind: 'ncm' | 'cest' | 'taxCode' | 'origin', text: string): ReadCell {
  const [code = ''] = /^\d[\d.]*(?=$|\s*[-–—:]|\s)/.exec(text) ?? [];
  const digits = code.replaceAll('.', '');
  if (kind === 'origin')
    return /^\d{1,2}$/.test(digits) ? { value: Number(digits) } : { fault: 'not_a_number' };
  if (digits === '') return { value: text };
  const length = kind === 'taxCode' ? 0 : tableDigits[kind];
  return { value: digits.length === length - 1 ? `0${digits}` : digits };
}

/** Restores leading zeros that a spreadsheet dropped, if the check digit is then valid. */
function readGtin(bare: string): ReadCell {
  const whole = normalGtin(bare);
  if (whole !== null) return { value: whole };
  const length = [8, 12, 13, 14].find((digits) => digits > bare.length);
  const padded = length === undefined ? '' : bare.padStart(length, '0');
  return bare !== '' && isGtin(padded) ? { value: normalGtin(padded) ?? padded } : { fault: 'gtin_invalid' };
}

function readDocument(bare: string): ReadCell {
  const found = [bare, bare.padStart(11, '0'), bare.padStart(14, '0')].find(
    (candidate) => isCpf(candidate) || isCnpj(candidate),
  );
  return found ? { value: found } : { fault: 'document_invalid' };
}

function readFigure(kind: NumericKind, cell: string | number | boolean, decimal: DecimalSign): ReadCell {
  if (typeof cell === 'boolean') return { fault: 'not_a_number' };
  const factor = kind === 'measure' && typeof cell === 'string' ? factorOf(cell) : 1;
  const figure = typeof cell === 'number' ? cell : readNumber(cell, decimal);
  if (typeof figure === 'string') return { fault: figure };
  const read = factor === 1 ? figure : Number((figure * factor).toPrecision(12));
  if (!Number.isFinite(read) || Math.abs(read) >= wholeDigits) return { fault: 'too_big' };
  if (kind === 'whole') return Number.isInteger(read) ? { value: read } : { fault: 'not_whole' };
  if (kind === 'measure' && read === 0) return nothing;
  if (kind === 'decimal' || kind === 'measure') return { value: read };
  const centavos = Math.round(read * 100);
  return Math.abs(read * 100 - centavos) < 1e-4 ? { value: centavos } : { fault: 'money_invalid' };
}

/** Texts that may surround a figure. */
const bareFigure = (text: string) => plainText(text).replace(/R\$|\s|kg$|cm$|mm$|(?<=\d\s*)gr?$/gi, '');

/** Weights are stored in kilograms and lengths in centimeters. */
const factorOf = (text: string): number =>
  /\dgr?$/i.test(text.replace(/\s/g, '')) ? 0.001 : /mm\s*$/i.test(text) ? 0.1 : 1;

/** The unit in which a title says that its column is: `Peso (g)`, `Altura em mm`; empty: ours. */
export function unitOfTitle(title: string): '' | ' g' | ' mm' {
  const [, unit = ''] = /(?:\(|\bem )\s*(g|gr|gramas?|mm|mil[ií]metros?)\s*\)?\s*$/i.exec(title) ?? [];
  if (unit === '') return '';
  return /^g/i.test(unit) ? ' g' : ' mm';
}

/** The decimal separator that a figure certainly uses; null if it is ambiguous or absent. */
export function decimalSignOf(text: string): DecimalSign {
  const bare = bareFigure(text);
  if (!/^-?[\d.,]+$/.test(bare)) return null;
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const [sign, other] = comma >= 0 ? ([',', '.'] as const) : (['.', ','] as const);
  if (bare.indexOf(sign) !== bare.lastIndexOf(sign)) return other;
  return isThousands(bare, sign) ? null : sign;
}

/** `1.234`: a thousand and more, or one and a fraction. */
const isThousands = (bare: string, sign: ',' | '.') =>
  new RegExp(`^-?[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(bare);

function readNumber(
  text: string,
  decimal: DecimalSign,
): number | 'not_a_number' | 'number_ambiguous' | 'scientific' {
  const bare = bareFigure(text);
  if (/^-?\d+([.,]\d+)?E[+-]?\d+$/i.test(bare)) return 'scientific';
  if (/^-?\d{1,15}$/.test(bare)) return Number(bare);
  if (!/^-?[\d.,]{1,30}$/.test(bare)) return 'not_a_number';
  const sure = decimalSignOf(bare);
  if (sure === null && decimal === null) return 'number_ambiguous';
  const sign = sure ?? decimal ?? ',';
  const [whole = '', fraction = '', ...rest] = bare.split(sign);
  const thousands = sign === ',' ? '.' : ',';
  const isGrouped = whole.includes(thousands) ? isThousands(whole, thousands) : /^-?\d+$/.test(whole);
  if (!isGrouped || rest.length > 0 || !/^\d*$/.test(fraction)) return 'not_a_number';
  return Number(`${whole.replaceAll(thousands, '')}.${fraction || '0'}`);
}

const dayMs = 86_400_000;
const lastSerial = 2_958_465;

/** Excel's day 1 is the first of 1900, and it believes that 1900 was a leap year. */
export function dayOfSerial(serial: number, is1904 = false): Day | null {
  const days = Math.floor(serial) + (is1904 ? 1462 : 0);
  if (days < 61 || days > lastSerial) return null;
  return new Date(Date.UTC(1899, 11, 30) + days * dayMs).toISOString().slice(0, 10);
}

function readDay(cell: Exclude<Cell, null>): ReadCell {
  if (typeof cell === 'object' && 'day' in cell)
    return isOfThisCentury(cell.day) ? { value: cell.day } : { fault: 'date_invalid' };
  if (typeof cell === 'boolean') return { fault: 'date_invalid' };
  const text = textOfCell(cell);
  // A CSV saved from a column without a date format has the serial number as text.
  const serial = typeof cell === 'number' ? cell : /^\d{5}$/.test(text) ? Number(text) : null;
  if (serial !== null) {
    const found = dayOfSerial(serial);
    return found && isOfThisCentury(found) ? { value: found } : { fault: 'date_invalid' };
  }
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [, date = '', month = '', year = ''] = short ?? [];
  const found = parseDay(
    short
      ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
      : text.replace(/[T ]\d{2}:\d{2}.*$/, ''),
  );
  return found && isOfThisCentury(found) ? { value: found } : { fault: 'date_invalid' };
}

// The last ones are the words for the visibility of an offer in an export of offers.
const yes = [
  'so vendedores aprovados',
  'approved sellers only',
  'sim',
  's',
  'yes',
  'y',
  'true',
  'verdadeiro',
  '1',
  'x',
  'ativo',
  'ativa',
  'active',
  'a',
];
const no = [
  'todos os vendedores',
  'all sellers',
  'every seller',
  'nao',
  'n',
  'no',
  'false',
  'falso',
  '0',
  'inativo',
  'inativa',
  'inactive',
  'i',
];

function readFlag(cell: Exclude<Cell, null>): ReadCell {
  const word = foldTitle(textOfCell(cell));
  if (yes.includes(word)) return { value: true };
  return no.includes(word) ? { value: false } : { fault: 'flag_invalid' };
}

/** Text as names are compared: without accents and case, and with single spaces. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** A title for comparison: without accents, case, punctuation and text in brackets. */
export function foldTitle(title: string): string {
  return title
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
