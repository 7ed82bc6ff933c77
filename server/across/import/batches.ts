import { type CheckedRow, type ReadRow, wrong as wrongRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { columnsFor } from './match-columns.ts';
import { isLoose, readRow } from './read-rows.ts';
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
  const { whole } = running.definition;
  if (!whole) return { good, wrong };
  const bound = rows.filter(({ cells }) => !isLoose(running.definition, cells));
  const recordOf = new Map(bound.map(({ line, record }) => [line, record]));
  const refused = new Set(wrong.flatMap(({ line }) => recordOf.get(line) ?? []));
  const isWhole = ({ line }: ReadRow) => !refused.has(recordOf.get(line) ?? 0);
  const incomplete = good.filter((row) => !isWhole(row)).map(({ line }) => wrongRow(line, { sku: whole }));
  return { good: good.filter(isWhole), wrong: [...wrong, ...incomplete] };
}
