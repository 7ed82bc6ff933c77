import { sql } from 'kysely';
import { type Cell, textOfCell } from '#contract/business/import/cell.ts';
import {
  type CheckedRow,
  importRowFilter,
  importRowSorts,
  type RowMargin,
} from '#contract/business/import/import.ts';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Changes } from '#server/business/import/import-rule.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { findImport, isBelowFloor } from './import-record.ts';
import { columnsFor } from './match-columns.ts';

const spec = listSpec({
  fields: importRowFilter,
  sortedBy: importRowSorts,
  sql: { fate: sql`r.fate`, row: sql`r.line`, moved: sql`r.moved`, belowFloor: isBelowFloor },
  search: null,
  sorts: { row: sql`r.line` },
  required: ['row'],
  defaultSort: 'row',
  id: sql`r.id`,
});

/** Rows of an import with their fates; price columns are left out for readers without the right to see prices. */
export async function listImportRows(
  tx: Tx,
  actor: Actor,
  importId: number,
  query: ListQuery,
): Promise<Page<CheckedRow>> {
  const { kind } = await findImport(tx, actor, importId);
  const shown: ReadonlySet<string> = new Set(columnsFor(actor, kind as ImportKind).map(({ key }) => key));
  const only = <T>(found: Record<string, T>) =>
    Object.fromEntries(Object.entries(found).filter(([key]) => shown.has(key)));
  const priced = actorCan(actor, 'prices.read');
  const rows = tx.db
    .selectFrom('import_rows as r')
    .select(['r.id', 'r.line', 'r.fate', 'r.cells', 'r.changes', 'r.errors', 'r.details', 'r.moved'])
    .where('r.import_id', '=', importId)
    .where('r.fate', 'is not', null);
  const found = await listPage(tx, rows, spec, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      row: row.line,
      fate: row.fate as CheckedRow['fate'],
      moved: row.moved,
      cells: Object.fromEntries(
        Object.entries(only(row.cells as Record<string, Cell>)).map(([key, cell]) => [key, textOfCell(cell)]),
      ),
      changes: only(row.changes as Changes),
      errors: only(row.errors as CheckedRow['errors']),
      details: only(row.details as CheckedRow['details']),
      margin: priced ? ((row.details as { margin?: RowMargin }).margin ?? null) : null,
    })),
  };
}
