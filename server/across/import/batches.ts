import { type CheckedRow, type ReadRow, wrong as wrongRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { columnsFor } from './match-columns.ts';
import { readRow } from './read-rows.ts';
import type { RunningImport, StagedRow } from './running-import.ts';

/** Lines that one batch reaches over: records that begin in them are whole in it. */
const batchLines = 500;

export async function readBatch(tx: Tx, importId: number, from: number, which: 'unchecked' | 'approved') {
  const rows = () =>
    tx.db
      .selectFrom('import_rows')
      .where('import_id', '=', importId)
      .where('record', '>', from)
      .$if(which === 'unchecked', (query) => query.where('fate', 'is', null))
      .$if(which === 'approved', (query) => query.where('fate', 'in', ['new', 'changed', 'unchanged']));
  const first = await rows().select('record').orderBy('record').limit(1).executeTakeFirst();
  if (!first) return null;
  const next = first.record + batchLines - 1;
  const found = await rows()
    .select(['id', 'line', 'record', 'cells', 'fate', 'changes', 'seen'])
    .where('record', '<=', next)
    .orderBy('record')
    .orderBy('line')
    .execute();
  return { next, rows: found as StagedRow[] };
}

const incompleteRow = (line: number): CheckedRow => wrongRow(line, { sku: 'kit_incomplete' });

/** Rows whose cells are understood, and those with a cell that is not. */
export function understand(running: RunningImport, rows: readonly StagedRow[]) {
  const columns = columnsFor(running.actor, running.kind);
  const good: ReadRow[] = [];
  const wrong: CheckedRow[] = [];
  const sign = running.row.decimal_sign;
  const decimal = sign === ',' || sign === '.' ? sign : null;
  for (const { line, cells } of rows) {
    const read = readRow(columns, line, cells, decimal);
    if ('fate' in read) wrong.push(read);
    else good.push(read);
  }
  if (!running.definition.whole) return { good, wrong };
  const recordOf = new Map(rows.map(({ line, record }) => [line, record]));
  const refused = new Set(wrong.map(({ line }) => recordOf.get(line)));
  const isWhole = ({ line }: ReadRow) => !refused.has(recordOf.get(line));
  const incomplete = good.filter((row) => !isWhole(row)).map(({ line }) => incompleteRow(line));
  return { good: good.filter(isWhole), wrong: [...wrong, ...incomplete] };
}
