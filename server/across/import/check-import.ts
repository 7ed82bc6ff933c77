import { sql } from 'kysely';
import type { Prepared } from '#server/business/import/import-rule.ts';
import { SheetFault } from '#server/business/import/sheet/sheet-fault.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { readBatch, understand } from './batches.ts';
import { importRule } from './kinds.ts';
import { earlierOfMove, inMoveOrder } from './move-order.ts';
import { rehearse } from './rehearse.ts';
import {
  contextOf,
  countedFates,
  keepNewCategories,
  openRun,
  type RunningImport,
  type StagedRow,
  stop,
  storeFates,
} from './running-import.ts';
import { stageRows } from './stage-rows.ts';

/** Task `business.check-import`: from the beginning whenever it is begun. */
export const checkImportTask = (job: JobContext, input: unknown): Promise<void> =>
  inMoveOrder(job, input, 'checking', () => checkOne(job, input));

async function checkOne(job: JobContext, input: unknown): Promise<void> {
  const running = await openRun(job, input, 'checking');
  if (!running || (await earlierOfMove(job, running, 'checking')).length > 0) return;
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
  const earlier = await earlierOfMove(job, renewed, 'checked');
  if (earlier.length > 0) await rehearse(job, renewed, earlier);
  else if (!(await checkBatches(job, renewed))) return;
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

/** Returns whether every batch was checked; false if the check was canceled meanwhile. */
async function checkBatches(job: JobContext, running: RunningImport): Promise<boolean> {
  for (let from = 0; ; ) {
    const checked = await job.inBusiness(running.businessId, (tx) => checkBatch(tx, running, from));
    if (checked === 'over') return false;
    if (checked === null) return true;
    const refused = (await checked.judge?.(job)) ?? [];
    await job.inBusiness(running.businessId, (tx) => storeFates(tx, refused, checked.rows));
    from = checked.next;
  }
}

type Batch = Pick<Prepared, 'judge'> & { next: number; rows: readonly StagedRow[] };

/** Returns the batch with the start of the next one, or that there is none, or that the check was canceled. */
async function checkBatch(tx: Tx, running: RunningImport, from: number): Promise<Batch | null | 'over'> {
  const { row, kind, actor } = running;
  const batch = await readBatch(tx, row.id, from, 'unchecked');
  if (!batch) return null;
  const { good, wrong } = understand(running, batch.rows);
  const prepared = await importRule(kind).prepare(tx, actor, good, contextOf(running));
  await storeFates(tx, [...wrong, ...prepared.rows], batch.rows);
  await keepNewCategories(tx, row, prepared.newCategories);
  const going = await tx.db
    .updateTable('imports')
    .set({ finished: sql`least(total, finished + ${batch.rows.length})` })
    .where('id', '=', row.id)
    .where('run', '=', row.run)
    .where('state', '=', 'checking')
    .returning('id')
    .executeTakeFirst();
  tx.changed(running.businessId, 'imports');
  return going ? { next: batch.next, rows: batch.rows, judge: prepared.judge } : 'over';
}
