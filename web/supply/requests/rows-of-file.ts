import type { TypedRow } from '#contract/supply/supply-request-line.ts';
import type { SheetRow } from './workbook.ts';

/** A row with the line of the sheet or text that it comes from, which an error message names. */
export type ReadRow = TypedRow & { at: number };

/** A sheet of 1,000 rows has about 50 kB; a much larger file is something else, or an attempt to fill the memory. */
export const maxSheetBytes = 5_000_000;

/** Cells of text as a spreadsheet copies them (tabs), or as CSV with semicolons or commas. Empty rows are left out. */
export function rowsOfText(text: string): ReadRow[] {
  return rowsOfCells(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line, index) => ({ at: index + 1, cells: cellsOf(line) })),
  );
}

/** The first sheet of a workbook, or a CSV file; throws if it is neither. */
export async function rowsOfFile(file: File): Promise<ReadRow[]> {
  if (file.size > maxSheetBytes) throw new Error('too big');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const { firstSheetRows } = await import('./workbook.ts');
    return rowsOfCells(firstSheetRows(new Uint8Array(await file.arrayBuffer())));
  }
  const text = await file.text();
  if (text.includes('\0') || text.includes('\uFFFD')) throw new Error('no text');
  return rowsOfText(text);
}

/** Cells of one line, separated by tabs, else by semicolons, else by commas; quotes keep a cell together. */
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

/** Columns by their titles if the first row has them, otherwise in the order that the dialog names. */
const titles = {
  code: /^(c[óo]digo|code|sku|gtin|ean)/i,
  quantityPerVolume: /volume|caixa|box|pack/i,
  quantity: /^(quant|qtd|qty)/i,
  price: /pre[çc]o|price|valor|custo|cost/i,
} as const;
type Column = keyof typeof titles;
const inOrder: Record<Column, number> = { code: 0, quantity: 1, quantityPerVolume: 2, price: 3 };
const longest: Record<Column, number> = { code: 60, quantity: 20, quantityPerVolume: 20, price: 30 };

function rowsOfCells(sheet: readonly SheetRow[]): ReadRow[] {
  const filled = sheet.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = filled;
  const columns = (first && columnsOf(first.cells)) ?? inOrder;
  // The first row is a row of titles if its quantity has no digit; a later row without digits is an error to show.
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

/** Null unless the row has titles for code and quantity; columns without a title are empty. */
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
