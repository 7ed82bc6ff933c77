import { strToU8, zipSync } from 'fflate';

/** A workbook from given XML, for content that no library writes. */
export function sheetBook(rows: string, strings = '', before = ''): Uint8Array {
  return zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="x"><sheets><sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });
}

export type BookCell = string | number | null | { formula: string; value?: string };
export type BookRow = readonly BookCell[] | { hidden: true; cells: readonly BookCell[] };
export type BookSheet = {
  name: string;
  state?: 'hidden' | 'visible';
  rows: readonly BookRow[];
  merged?: string;
  /** By number, from 1. */
  hiddenColumns?: readonly number[];
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function cellOf(cell: BookCell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  const value = cell.value === undefined ? '' : `<v>${escaped(cell.value)}</v>`;
  return `<c r="${place}"><f>${escaped(cell.formula)}</f>${value}</c>`;
}

function sheetOf({ rows, merged, hiddenColumns = [] }: BookSheet): string {
  const lines = rows.map((row, at) => {
    const cells = 'hidden' in row ? row.cells : row;
    const hidden = 'hidden' in row ? ' hidden="1"' : '';
    return `<row r="${at + 1}"${hidden}>${cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${at + 1}`)).join('')}</row>`;
  });
  const merges = merged ? `<mergeCells count="1"><mergeCell ref="${merged}"/></mergeCells>` : '';
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('');
  const cols = columns ? `<cols>${columns}</cols>` : '';
  return `<worksheet>${cols}<sheetData>${lines.join('')}</sheetData>${merges}</worksheet>`;
}

/** A workbook of several sheets, some hidden, with rows that are hidden. */
export function workbookOf(sheets: readonly BookSheet[]): Buffer {
  const named = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(`<workbook xmlns:r="x"><sheets>${named.join('')}</sheets></workbook>`),
      'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${links.join('')}</Relationships>`),
      ...Object.fromEntries(
        sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(sheetOf(sheet))]),
      ),
    }),
  );
}
