import { type Cell, dayOfSerial, uncomputed } from '#contract/business/import/cell.ts';
import { maxImportColumns } from '#contract/business/import/import.ts';
import { longestCell, SheetFault, type SheetRow, type Source } from './sheet-fault.ts';
import { openWorkbook, unescapeText, type Workbook } from './workbook.ts';
import { attribute, createXmlReader, type XmlToken } from './xml-tokens.ts';
import { zipEntry } from './zip-entry.ts';

/** Of one sheet, unpacked: 50,000 rows of thirty columns have some 100 MB. */
const sheetBytes = 268_435_456;
/** Empty rows cost too. */
const maxLines = 1_048_576;

/** The paths of the visible sheets of a workbook, up to a limit. */
export const shownSheets = async (source: Source): Promise<string[]> =>
  (await openWorkbook(source)).sheets.slice(0, 30);

/**
 * Rows of a workbook's sheet while it is unpacked, of the first sheet if none is named. Libraries for workbooks build a
 * whole sheet in memory; here a row is discarded before the next. The last value of a formula is used, and nothing is
 * computed.
 */
export async function* xlsxRows(source: Source, sheet?: string): AsyncGenerator<SheetRow> {
  const book = await openWorkbook(source);
  const read = createXmlReader();
  const decoder = new TextDecoder();
  const rows = createRows(book);
  for await (const chunk of zipEntry(source, sheet ?? book.sheets[0] ?? '', sheetBytes)) {
    for (const token of read(decoder.decode(chunk, { stream: true }))) {
      const row = rows.take(token);
      if (row) yield row;
    }
  }
}

/** Indexes of the hidden columns of a sheet, which precede its first row. */
export async function hiddenColumns(source: Source, sheet?: string): Promise<number[]> {
  const book = await openWorkbook(source);
  const read = createXmlReader();
  const decoder = new TextDecoder();
  const hidden: number[] = [];
  for await (const chunk of zipEntry(source, sheet ?? book.sheets[0] ?? '', sheetBytes)) {
    for (const token of read(decoder.decode(chunk, { stream: true }))) {
      if (token.type !== 'open') continue;
      if (token.name === 'sheetData') return hidden;
      if (token.name !== 'col' || !/^(1|true)$/.test(attribute(token.attributes, 'hidden') ?? '')) continue;
      const last = Math.min(Number(attribute(token.attributes, 'max') ?? 0), maxImportColumns);
      for (let column = Number(attribute(token.attributes, 'min') ?? 1); column <= last; column++)
        hidden.push(column - 1);
    }
  }
  return hidden;
}

type Draft = {
  type: string;
  style: number;
  column: number;
  text: string;
  /** Of a formula that the file has no value of yet. */
  isUncomputed: boolean;
};

function createRows(book: Workbook) {
  let line = 0;
  let cells: Cell[] = [];
  let draft: Draft | null = null;
  let column = -1;
  let inValue = false;
  let isHidden = false;

  const open = ({ name, attributes, isEmpty }: Extract<XmlToken, { type: 'open' }>) => {
    if (name === 'row') {
      line = Number(attribute(attributes, 'r') ?? line + 1);
      if (!(line > 0 && line <= maxLines)) throw new SheetFault('sheet_too_big');
      cells = [];
      column = -1;
      isHidden = /^(1|true)$/.test(attribute(attributes, 'hidden') ?? '');
    } else if (name === 'c') {
      column = columnOf(attribute(attributes, 'r')) ?? column + 1;
      const style = Number(attribute(attributes, 's') ?? 0);
      draft = isEmpty
        ? null
        : { type: attribute(attributes, 't') ?? 'n', style, column, text: '', isUncomputed: false };
    } else if (name === 'f' && draft) draft.isUncomputed = true;
    else if (name === 'v' || name === 't') {
      inValue = !isEmpty;
      if (draft) draft.isUncomputed = false;
    }
  };
  const close = (name: string): SheetRow | null => {
    if (name === 'v' || name === 't') inValue = false;
    if (name === 'c' && draft) {
      const value = cellOf(draft, book);
      if (value !== null && value !== '') {
        if (draft.column >= maxImportColumns) throw new SheetFault('sheet_too_wide');
        while (cells.length < draft.column) cells.push(null);
        cells[draft.column] = value;
      }
      draft = null;
    }
    if (name !== 'row' || cells.length === 0) return null;
    return isHidden ? { line, cells, isHidden } : { line, cells };
  };
  return {
    take(token: XmlToken): SheetRow | null {
      if (token.type === 'open') open(token);
      else if (token.type === 'close') return close(token.name);
      else if (inValue && draft) {
        draft.text += token.text;
        if (draft.text.length > longestCell) throw new SheetFault('sheet_too_big');
      }
      return null;
    },
  };
}

/** `AB12` is column 27. */
function columnOf(place: string | undefined): number | null {
  const letters = /^([A-Z]{1,4})\d+$/.exec(place ?? '')?.[1];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf({ type, style, text, isUncomputed }: Draft, book: Workbook): Cell {
  if (isUncomputed) return { error: uncomputed };
  if (text === '') return null;
  if (type === 's') return (book.strings[Number(text)] ?? '').trim();
  if (type === 'str' || type === 'inlineStr') return unescapeText(text).trim();
  if (type === 'b') return text === '1';
  if (type === 'e') return { error: text };
  if (type === 'd') return { day: text.slice(0, 10) };
  const value = Number(text);
  if (!Number.isFinite(value)) return text.trim();
  const day = book.dates[style] ? dayOfSerial(value, book.is1904) : null;
  return day ? { day } : value;
}
