import { maxImportColumns } from '#contract/business/import/import.ts';
import type { Encoding } from './encoding.ts';
import { longestCell, SheetFault, type SheetRow, type Source } from './sheet-fault.ts';

export const separators = [';', ',', '\t', '|'] as const;
export type Separator = (typeof separators)[number];
export type CsvFormat = { type: 'csv'; encoding: Encoding; separator: Separator };

async function* textOf(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of await source()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const told = /^sep=([;,|\t])\r?\n?$/i;
const startLength = 65_536;

/** Lines among which the titles are looked for: above them some sheets have a heading. */
const firstLines = 10;

/** The separator of the cells: that of `sep=`, else the most frequent one outside quotes in one of the first lines. */
export async function separatorOf(source: Source, encoding: Encoding): Promise<Separator> {
  let start = '';
  for await (const text of textOf(source, encoding)) {
    start += text;
    if (start.length >= startLength) break;
  }
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const said = told.exec(lines[0] ?? '')?.[1];
  if (said) return said as Separator;
  // The first line that holds a separator decides, since the lines below it hold free text.
  const bare = lines.slice(0, firstLines).map((line) => line.replace(/"(?:[^"]|"")*"/g, ''));
  const telling = bare.find((line) => separators.some((sign) => line.includes(sign))) ?? '';
  const counted = separators.map((sign) => ({ sign, count: telling.split(sign).length - 1 }));
  const [most] = counted.toSorted((one, other) => other.count - one.count);
  return most && most.count > 0 ? most.sign : ';';
}

/** Rows of a CSV file as its bytes arrive; quotes hold a cell together, over lines too. */
export async function* csvRows(source: Source, { encoding, separator }: CsvFormat): AsyncGenerator<SheetRow> {
  const reader = createReader(separator);
  for await (const text of textOf(source, encoding)) yield* filled(reader.push(text));
  yield* filled(reader.end());
}

function* filled(rows: readonly SheetRow[]): Generator<SheetRow> {
  for (const row of rows) {
    if (row.line === 1 && /^sep=.?$/i.test(row.cells.join(''))) continue;
    if (row.cells.some((cell) => cell !== '')) yield row;
  }
}

type State = 'before' | 'plain' | 'quoted' | 'closed';

function createReader(separator: Separator) {
  let state: State = 'before';
  let cell = '';
  let cells: string[] = [];
  let line = 0;
  let skipsFeed = false;
  let rows: SheetRow[] = [];
  const endCell = () => {
    if (cells.length >= maxImportColumns && cell.trim() !== '') throw new SheetFault('sheet_too_wide');
    if (cells.length < maxImportColumns) cells.push(cell.trim());
    cell = '';
    state = 'before';
  };
  const endRow = () => {
    endCell();
    line += 1;
    rows.push({ line, cells });
    cells = [];
  };
  const add = (sign: string) => {
    cell += sign;
    if (cell.length > longestCell) throw new SheetFault('sheet_too_big');
  };
  const take = (sign: string) => {
    if (state === 'quoted') {
      if (sign === '"') state = 'closed';
      else add(sign);
    } else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') endRow();
    else if (sign === '"' && state === 'closed') {
      add('"');
      state = 'quoted';
    } else if (sign === '"' && state === 'before' && cell.trim() === '') {
      cell = '';
      state = 'quoted';
    } else {
      add(sign);
      if (state === 'before' && sign.trim() !== '') state = 'plain';
    }
  };
  return {
    push(text: string): SheetRow[] {
      rows = [];
      for (const sign of text) {
        // A return and a feed are one end of a line.
        const isSecond = skipsFeed && sign === '\n';
        skipsFeed = sign === '\r' && state !== 'quoted';
        if (!isSecond && sign !== '\uFEFF') take(sign);
      }
      return rows;
    },
    end(): SheetRow[] {
      rows = [];
      if (cell !== '' || cells.length > 0) endRow();
      return rows;
    },
  };
}
