import type { TypedRow } from '#contract/supply/supply-request-line.ts';

/** A row and the line of the sheet or text that it stood in, by which a fault is found again. */
export type ReadRow = TypedRow & { at: number };

/** A sheet of 1,000 rows has some 50 kB; what is much larger is something else, or is made to fill the memory. */
export const maxSheetBytes = 5_000_000;

/** Cells of text as a spreadsheet copies them (tabs), or as CSV with semicolons or commas; an empty row is none. */
export function rowsOfText(text: string): ReadRow[] {
  return rowsOfCells(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map(cellsOf),
  );
}

/** The first sheet of a workbook, or a CSV file; throws where it is neither. */
export async function rowsOfFile(file: File): Promise<ReadRow[]> {
  if (file.size > maxSheetBytes) throw new Error('too big');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const { readSheet } = await import('read-excel-file/browser');
    const sheet = await readSheet(file);
    return rowsOfCells(sheet.map((cells) => cells.map((cell) => textOf(cell))));
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

/** Columns by their titles, where the first row has them; else in the order that the dialog names. */
const titles = {
  code: /^(c[óo]digo|code|sku|gtin|ean)/i,
  quantityPerVolume: /volume|caixa|box|pack/i,
  quantity: /^(quant|qtd|qty)/i,
  price: /pre[çc]o|price|valor|custo|cost/i,
} as const;
type Column = keyof typeof titles;
const inOrder: Record<Column, number> = { code: 0, quantity: 1, quantityPerVolume: 2, price: 3 };
const longest: Record<Column, number> = { code: 60, quantity: 20, quantityPerVolume: 20, price: 30 };

function rowsOfCells(sheet: readonly string[][]): ReadRow[] {
  const filled = sheet
    .map((cells, index) => ({ cells, at: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = filled;
  const columns = (first && columnsOf(first.cells)) ?? inOrder;
  // Titles have no figure where the quantity stands; only the first row can be titles, any other is somebody's mistake.
  const isTitled = first && !/\d/.test(first.cells[columns.quantity] ?? '');
  return filled.slice(isTitled ? 1 : 0).map(({ cells, at }) => {
    const cell = (column: Column) => (cells[columns[column]] ?? '').slice(0, longest[column]);
    return {
      at,
      code: cell('code'),
      quantity: cell('quantity'),
      quantityPerVolume: cell('quantityPerVolume'),
      price: cell('price'),
    };
  });
}

/** Null unless the row names a code and a quantity; a column that it does not name is empty. */
function columnsOf(cells: readonly string[]): Record<Column, number> | null {
  const found = { code: -1, quantity: -1, quantityPerVolume: -1, price: -1 };
  for (const [index, title] of cells.entries()) {
    const column = (Object.keys(titles) as Column[]).find(
      (name) => found[name] < 0 && titles[name].test(title),
    );
    if (column) found[column] = index;
  }
  return found.code >= 0 && found.quantity >= 0 ? found : null;
}
