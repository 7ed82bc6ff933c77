import { type CsvFormat, csvRows, separatorOf } from './csv.ts';
import { encodingOf } from './encoding.ts';
import { SheetFault, type SheetRow, type Source } from './sheet-fault.ts';
import { hiddenColumns, shownSheets, xlsxRows } from './xlsx.ts';

export type SheetFormat = CsvFormat | { type: 'xlsx'; sheet?: string };

/** The type of a file, by its bytes and never by its name or declared type. */
export async function formatOf(source: Source): Promise<SheetFormat> {
  const start = await startOf(source);
  if (start.length === 0) throw new SheetFault('sheet_empty');
  if (start.startsWith('PK\x03\x04')) return { type: 'xlsx' };
  if (start.startsWith('\xd0\xcf\x11\xe0')) throw new SheetFault('sheet_old_format');
  if (/^(%PDF-|\{\\rtf|<\?xml|<!DOCTYPE|<html)/i.test(start)) throw new SheetFault('sheet_unreadable');
  const encoding = await encodingOf(source);
  return { type: 'csv', encoding, separator: await separatorOf(source, encoding) };
}

async function startOf(source: Source): Promise<string> {
  let start = '';
  for await (const chunk of await source()) {
    start += Buffer.from(chunk).toString('latin1');
    if (start.length >= 16) break;
  }
  return start;
}

/** Each sheet that a person may mean: all visible ones of a workbook, because some begin with help and instructions. */
export async function sheetsOf(source: Source, format: SheetFormat): Promise<SheetFormat[]> {
  if (format.type === 'csv') return [format];
  return (await shownSheets(source)).map((sheet) => ({ type: 'xlsx', sheet }));
}

/** Columns that a sheet hides, by their index; a CSV hides none. */
export const hiddenColumnsOf = async (source: Source, format: SheetFormat): Promise<readonly number[]> =>
  format.type === 'xlsx' ? hiddenColumns(source, format.sheet) : [];

export function sheetRows(source: Source, format: SheetFormat): AsyncGenerator<SheetRow> {
  return format.type === 'xlsx' ? xlsxRows(source, format.sheet) : csvRows(source, format);
}
