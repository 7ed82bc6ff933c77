import { cellKinds, type DecimalSign, readCell } from '#contract/business/import/cell.ts';
import type { CheckedRow, ImportCellError } from '#contract/business/import/import.ts';
import {
  columnsOfKind,
  type ImportColumnKey,
  type ImportKind,
  type KeyedColumn,
} from '#contract/business/import/kinds.ts';
import type { FieldError } from '#contract/errors.ts';
import { type Messages, messages } from '#contract/messages/index.ts';
import { wordsOfColumn } from '#contract/messages/labels.ts';
import type { Locale } from '#contract/messages/locale.ts';
import type { Transact } from '#server/db/transaction.ts';
import { type ExportColumn, sheetFile } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { findImport, requireKind } from './import-record.ts';
import { listImportRows } from './import-rows.ts';
import { columnsFor } from './match-columns.ts';

type Format = 'csv' | 'xlsx';

const wordsOf = (words: Messages, kind: ImportKind, key: ImportColumnKey) =>
  wordsOfColumn(words.business.imports.columns, kind, key);

/** The columns of a kind in the reader's language, and a row as an example. */
export function importTemplate(actor: Actor, kind: ImportKind, format: Format, locale: Locale) {
  requireKind(actor, kind);
  const decimal: DecimalSign = locale === 'pt' ? ',' : '.';
  const own = columnsFor(actor, kind).filter((column) => !column.foreign);
  const columns = own.map(
    (column): ExportColumn<null> => ({
      label: (words) => wordsOf(words, kind, column.key).label,
      value: (_, words) => exampleOf(column, wordsOf(words, kind, column.key).example, decimal),
      kind: cellKinds[column.kind].written,
    }),
  );
  const name = messages[locale].business.imports.kinds[kind];
  return sheetFile({ name, format, batches: [[null]] }, columns, locale);
}

function exampleOf(column: KeyedColumn, example: string | undefined, decimal: DecimalSign): string | number {
  const read = readCell(column.kind, example, decimal);
  return 'value' in read && typeof read.value === 'number' ? read.value : (example ?? '');
}

type Asked = { actor: Actor; id: number; format: Format; locale: Locale; transact: Transact };

/** The errors are next to each row, so that the file can be corrected and sent again. */
export async function wrongRowsFile({ actor, id, format, locale, transact }: Asked) {
  const { kind, chosen } = await transact(async (tx) => {
    const row = await findImport(tx, actor, id);
    return { kind: row.kind as ImportKind, chosen: row.columns as Record<string, number> };
  });
  const columns = columnsFor(actor, kind).filter(({ key }) => Object.hasOwn(chosen, key));
  const label = (words: Messages, key: ImportColumnKey) => wordsOf(words, kind, key).label;
  const sheet = [
    ...columns.map(
      ({ key }): ExportColumn<CheckedRow> => ({
        label: (words) => label(words, key),
        value: (row) => row.cells[key],
      }),
    ),
    {
      label: (words: Messages) => words.business.imports.row,
      value: (row: CheckedRow) => row.row,
      kind: 'number' as const,
    },
    {
      label: (words: Messages) => words.business.imports.errorColumn,
      value: (row: CheckedRow, words: Messages) =>
        columnsOfKind(kind)
          .flatMap(({ key }) => {
            const error = row.errors[key];
            const detail = row.details[key] ? `: ${row.details[key]}` : '';
            return error ? [`${label(words, key)}: ${wordOfError(words, error)}${detail}`] : [];
          })
          .join('; '),
    },
  ];
  async function* batches(): AsyncGenerator<CheckedRow[]> {
    for (let after: string | undefined; ; ) {
      const query = { query: 'fate:wrong', size: 100, uncounted: true as const, ...(after && { after }) };
      const page = await transact((tx) => listImportRows(tx, actor, id, query));
      yield page.items;
      if (!page.next) return;
      after = page.next;
    }
  }
  const name = messages[locale].business.imports.wrongRowsName;
  return sheetFile({ name: `${name} ${id}`, format, batches: batches() }, sheet, locale);
}

function wordOfError(words: Messages, error: ImportCellError): string {
  const own: Record<string, string> = words.business.imports.cellErrors;
  return own[error] ?? words.fields[error as FieldError];
}
