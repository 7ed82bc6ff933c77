import { sql } from 'kysely';
import type { CheckedRow, ReadRow } from '#server/business/import/import-rule.ts';
import { SheetFault } from '#server/business/import/sheet/sheet-fault.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { importRule } from './kinds.ts';
import { columnsFor } from './match-columns.ts';
import { readRow } from './read-rows.ts';
import {
  countedFates,
  keepFates,
  openRun,
  type RunningImport,
  type StagedRow,
  stop,
} from './running-import.ts';
import { stageRows } from './stage-rows.ts';

/** Task `business.check-import`: from the beginning whenever it is begun. */
export async function checkImportTask(job: JobContext, input: unknown): Promise<void> {
  const running = await openRun(job, input, 'checking');
  if (!running) return;
  const { businessId, row } = running;
  const total = await stageRows(job, running).catch((error: unknown) => {
    if (!(error instanceof SheetFault)) throw error;
    return error.code === 'sheet_old_format' ? ('sheet_unreadable' as const) : error.code;
  });
  if (typeof total === 'string' || total === 0) {
    const fault = total === 0 ? 'sheet_empty' : total;
    await job.inBusiness(businessId, (tx) =>
      stop(tx, businessId, row, fault as Exclude<typeof fault, number>),
    );
    return;
  }
  const renewed = await openRun(job, input, 'checking');
  if (!renewed) return;
  for (let from = 0; ; ) {
    const next = await job.inBusiness(businessId, (tx) => checkBatch(tx, renewed, from));
    if (next === 'over') return;
    if (next === null) break;
    from = next;
  }
  await job.inBusiness(businessId, async (tx) => {
    await tx.db
      .updateTable('imports')
      .set({ state: 'checked', fates: countedFates, finished: sql`total` })
      .where('id', '=', row.id)
      .where('run', '=', row.run)
      .where('state', '=', 'checking')
      .execute();
    tx.changed(businessId, 'imports');
  });
}

/** Returns where the next batch begins, or that there is none, or that the check was given up. */
async function checkBatch(tx: Tx, running: RunningImport, from: number): Promise<number | null | 'over'> {
  const { row, kind, actor } = running;
  const batch = await readBatch(tx, row.id, from, 'unchecked');
  if (!batch) return null;
  const { good, wrong } = understand(running, batch.rows);
  const prepared = await importRule(kind).prepare(tx, actor, good, row.file_name);
  await keepFates(tx, [...wrong, ...prepared.rows], batch.rows);
  const going = await tx.db
    .updateTable('imports')
    .set({ finished: sql`least(total, finished + ${batch.rows.length})` })
    .where('id', '=', row.id)
    .where('run', '=', row.run)
    .where('state', '=', 'checking')
    .returning('id')
    .executeTakeFirst();
  tx.changed(running.businessId, 'imports');
  return going ? batch.next : 'over';
}

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
    .select(['id', 'line', 'cells', 'fate', 'changes', 'seen'])
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
  return { good, wrong };
}
