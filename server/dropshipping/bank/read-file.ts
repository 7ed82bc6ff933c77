import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { foldTitle } from '#contract/business/import/cell.ts';
import type { BankStatementLook, StatementColumns } from '#contract/dropshipping/bank-statement.ts';
import { encodingOf } from '#server/business/import/sheet/encoding.ts';
import { SheetFault, type Source } from '#server/business/import/sheet/sheet-fault.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import { isOfx, readOfx } from './ofx.ts';
import { isComplete, readSheet, readSheetHead, type SheetHead } from './sheet-statement.ts';
import { type ReadStatement, StatementFault } from './statement-values.ts';

/** The format of a file, with its text if it is OFX, otherwise its titles. */
export type StatementFile =
  | { format: 'ofx'; text: string }
  | { format: 'sheet'; source: Source; head: SheetHead };

/** Detects the format by the bytes, not by name or declared type; refuses other files with the reason. */
export async function openStatement(upload: Upload): Promise<StatementFile> {
  return refusing(async () => {
    const source: Source = async () => createReadStream(upload.path);
    const bytes = await readFile(upload.path);
    // The header of an OFX file often declares another encoding than that of the file.
    if (isOfx(bytes.toString('latin1')))
      return { format: 'ofx', text: new TextDecoder(await encodingOf(source)).decode(bytes) };
    return { format: 'sheet', source, head: await readSheetHead(source) };
  });
}

export async function readStatementFile(
  file: StatementFile,
  columns: StatementColumns,
): Promise<ReadStatement> {
  return refusing(async () => {
    const read =
      file.format === 'ofx' ? readOfx(file.text) : await readSheet(file.source, file.head, columns);
    if (read.rows.length + read.balanceCount === 0) throw new StatementFault('statement_unreadable');
    return read;
  });
}

const isNoTable = (code: SheetFault['code']) => code === 'sheet_unreadable' || code === 'sheet_empty';

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StatementFault) fail(error.code, { cause: error });
    // An empty table, and a file that is neither a table nor OFX, are not statements.
    if (error instanceof SheetFault)
      fail(isNoTable(error.code) ? 'statement_unreadable' : error.code, { cause: error });
    throw error;
  }
}

/** The titles identify a layout. */
export const layoutOf = ({ titles }: SheetHead): string => titles.map(foldTitle).join('|').slice(0, 2000);

/** The columns found by titles, and those that a person chose for the same titles before. */
export const columnsOf = ({ columns }: SheetHead, kept: StatementColumns | null): StatementColumns =>
  kept ?? columns;

export function shapeLook(file: StatementFile, kept: StatementColumns | null): BankStatementLook {
  if (file.format === 'ofx') return { format: 'ofx', titles: [], sample: [], columns: {}, isComplete: true };
  const { titles, sample } = file.head;
  const columns = columnsOf(file.head, kept);
  return { format: 'sheet', titles, sample, columns, isComplete: isComplete(columns) };
}
