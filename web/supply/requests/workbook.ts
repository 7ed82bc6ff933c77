import { strFromU8, unzipSync } from 'fflate';

/** A row of a sheet and its number, counted from 1. */
export type SheetRow = { at: number; cells: string[] };

/** Unpacked, a sheet of 1,000 rows has about 300 kB. */
const maxPartBytes = 50_000_000;
const maxColumns = 100;
const neededParts =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** Rows of the first visible sheet of an XLSX file. Formulas give the value that was stored last. */
export function firstSheetRows(bytes: Uint8Array): SheetRow[] {
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => neededParts.test(name) && originalSize <= maxPartBytes,
  });
  const read = (path: string) => {
    const part = parts[path];
    return part && new DOMParser().parseFromString(strFromU8(part), 'application/xml');
  };
  const sheet = read(firstSheetPath(read('xl/workbook.xml'), read('xl/_rels/workbook.xml.rels')));
  if (!sheet) throw new Error('no sheet');
  const strings = all(read('xl/sharedStrings.xml'), 'si').map(textOf);
  return all(sheet, 'row').map((row, index) => ({
    at: Number(row.getAttribute('r') ?? index + 1),
    cells: cellsOf(row, strings),
  }));
}

function firstSheetPath(book: Document | undefined, links: Document | undefined): string {
  const sheets = all(book, 'sheet');
  const first = sheets.find((sheet) => (sheet.getAttribute('state') ?? 'visible') === 'visible') ?? sheets[0];
  const id = [...(first?.attributes ?? [])].find(({ localName }) => localName === 'id')?.value;
  const link = all(links, 'Relationship').find((each) => each.getAttribute('Id') === id);
  const target = link?.getAttribute('Target') ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

function cellsOf(row: Element, strings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of all(row, 'c')) {
    const column = columnOf(cell.getAttribute('r')) ?? cells.length;
    if (column >= maxColumns) continue;
    while (cells.length < column) cells.push('');
    cells[column] = cellText(cell, strings);
  }
  return cells;
}

function cellText(cell: Element, strings: readonly string[]): string {
  const type = cell.getAttribute('t') ?? 'n';
  if (type === 'inlineStr') return textOf(cell);
  const value = all(cell, 'v')[0]?.textContent ?? '';
  if (type === 's') return strings[Number(value)] ?? '';
  // A stored number has a decimal point; a typed one would have a comma.
  return type === 'n' && value !== '' ? String(Number(value)).replace('.', ',') : value.trim();
}

/** Pieces of rich text are joined; phonetic hints (`rPh`) are left out. */
function textOf(element: Element): string {
  const pieces = all(element, 't').filter((piece) => piece.parentElement?.localName !== 'rPh');
  return pieces
    .map((piece) => piece.textContent)
    .join('')
    .trim();
}

/** `AB12` is column 27. */
function columnOf(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const all = (within: Document | Element | undefined, name: string): Element[] =>
  within ? [...within.getElementsByTagNameNS('*', name)] : [];
