import type { TypedRow } from '#contract/supply/supply-request-line.ts';

/** Cells of text as a spreadsheet copies them (tabs), or as CSV with semicolons or commas; an empty row is none. */
export function rowsOfText(text: string): TypedRow[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => rowOfCells(cellsOf(line)))
    .filter(isRow);
}

/** The first sheet of a workbook, or a CSV file; throws where it is neither. */
export async function rowsOfFile(file: File): Promise<TypedRow[]> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const { readSheet } = await import('read-excel-file/browser');
    const sheet = await readSheet(file);
    return sheet.map((cells) => rowOfCells(cells.map((cell) => textOf(cell)))).filter(isRow);
  }
  const text = await file.text();
  if (text.includes('\0') || text.includes('\uFFFD')) throw new Error('no text');
  return rowsOfText(text);
}

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  // A sheet's number has a point; whoever typed it would have written a comma.
  return typeof cell === 'number' ? String(cell).replace('.', ',') : String(cell).trim();
};

/** One line's cells: by tab, else by semicolon, else by comma; quotes hold a cell together. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? '\t';
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

function rowOfCells([code = '', quantity = '', quantityPerVolume = '', price = '']: string[]): TypedRow {
  return {
    code: code.slice(0, 60),
    quantity: quantity.slice(0, 20),
    quantityPerVolume: quantityPerVolume.slice(0, 20),
    price: price.slice(0, 30),
  };
}

/** Titles of columns have no figure where the quantity stands. */
const isRow = (row: TypedRow) => row.code !== '' && /\d/.test(row.quantity);
