import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { dropFiles } from '#server/business/files/kept-file.ts';
import type { CheckedRow } from '#server/business/import/import-rule.ts';
import { refreshStatistics } from '#server/db/statistics.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { readBatch, understand } from './batches.ts';
import { importRule } from './kinds.ts';
import { earlierOfMove, inMoveOrder } from './move-order.ts';
import {
  contextOf,
  countedFates,
  openRun,
  type RunningImport,
  type StagedRow,
  storeFates,
} from './running-import.ts';

/** Rows whose records changed after the check: nothing is written, and the rows show their current effect. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly rows: readonly CheckedRow[];
  readonly staged: readonly StagedRow[];

  constructor(rows: readonly CheckedRow[], staged: readonly StagedRow[]) {
    super('rows changed since they were checked');
    this.rows = rows;
    this.staged = staged;
  }
}

/** Task `business.apply-import`: one transaction, so a process that dies, or a wrong row, leaves nothing. */
export const applyImportTask = (job: JobContext, input: unknown): Promise<void> =>
  inMoveOrder(job, input, 'applying', () => applyOne(job, input));

async function applyOne(job: JobContext, input: unknown): Promise<void> {
  const running = await openRun(job, input, 'applying');
  if (!running || (await earlierOfMove(job, running, 'applying')).length > 0) return;
  const { businessId } = running;
  try {
    await job.inBusiness(businessId, (tx) => applyAll(job, tx, running));
  } catch (error) {
    const isRefused = error instanceof ChangedMeanwhile || error instanceof Fault;
    if (!isRefused && job.attempt < job.maxAttempts) throw error;
    await job.inBusiness(businessId, async (tx) => {
      if (error instanceof ChangedMeanwhile) await storeFates(tx, error.rows, error.staged, true);
      await takeBack(tx, running, isRefused ? 'changed_meanwhile' : 'internal');
    });
    if (!isRefused) throw error;
  }
}

async function takeBack(tx: Tx, { businessId, row }: RunningImport, fault: string): Promise<void> {
  await tx.db
    .updateTable('imports')
    .set({ state: 'checked', fault, finished: 0, fates: countedFates })
    .where('id', '=', row.id)
    .where('run', '=', row.run)
    .where('state', '=', 'applying')
    .execute();
  tx.changed(businessId, 'imports');
}

async function applyAll(job: JobContext, tx: Tx, running: RunningImport): Promise<void> {
  const { row, kind, actor, businessId } = running;
  // A job that is run a second time meanwhile waits here, and then finds that it is over.
  await sql`select pg_advisory_xact_lock(hashtextextended('import', ${row.id}))`.execute(tx.db);
  const rule = importRule(kind);
  await assertAsChecked(tx, running);
  let written = 0;
  for (let from = 0; ; ) {
    const batch = await readBatch(tx, row.id, from, 'approved');
    if (!batch) break;
    const { good, wrong } = understand(running, batch.rows);
    const prepared = await rule.prepare(tx, actor, good, contextOf(running));
    // Records that an earlier row of this file has written exist already.
    const refused = [...wrong, ...prepared.rows].filter(({ fate }) => fate === 'wrong');
    if (refused.length > 0) throw new ChangedMeanwhile(refused, batch.rows);
    await prepared.write();
    written += batch.rows.length;
    await refreshStatistics(tx, rule.fills, written);
    await report(job, running, batch.rows.length);
    from = batch.next;
  }
  const applied = await tx.db
    .updateTable('imports')
    .set({ state: 'applied', applied_at: tx.now(), finished: sql`total` })
    .where('id', '=', row.id)
    .where('run', '=', row.run)
    .where('state', '=', 'applying')
    .returning('id')
    .executeTakeFirst();
  if (!applied) throw new Error('an import that is not being applied any more');
  for (const entity of ['imports', ...rule.touches]) tx.changed(businessId, entity);
}

/**
 * Every row's records must be unchanged since the check, and stay locked until the end of the transaction. This is a
 * separate pass, because once rows are written, a record differs through this file itself.
 */
async function assertAsChecked(tx: Tx, running: RunningImport): Promise<void> {
  const { row, kind, actor } = running;
  const moved: CheckedRow[] = [];
  const among: StagedRow[] = [];
  for (let from = 0; ; ) {
    const batch = await readBatch(tx, row.id, from, 'approved');
    if (!batch) break;
    const { good, wrong } = understand(running, batch.rows);
    const prepared = await importRule(kind).prepare(tx, actor, good, contextOf(running));
    const staged = new Map(batch.rows.map((one) => [one.line, one]));
    const others = [...wrong, ...prepared.rows].filter((now) => !isAsChecked(now, staged.get(now.line)));
    moved.push(...others);
    if (others.length > 0) among.push(...batch.rows);
    from = batch.next;
  }
  if (moved.length > 0) throw new ChangedMeanwhile(moved, among);
}

const isAsChecked = (now: CheckedRow, then: StagedRow | undefined): boolean =>
  then !== undefined &&
  now.fate === then.fate &&
  isDeepStrictEqual(now.changes, then.changes) &&
  isDeepStrictEqual(now.seen ?? null, then.seen);

/** Progress, written by another transaction, because the main one is invisible before its end. */
function report(job: JobContext, { businessId, row }: RunningImport, rows: number): Promise<void> {
  return job.inBusiness(businessId, async (tx) => {
    await tx.db
      .updateTable('imports')
      .set({ finished: sql`least(total, finished + ${rows})` })
      .where('id', '=', row.id)
      .where('state', '=', 'applying')
      .execute();
    tx.changed(businessId, 'imports');
  });
}

const forgetting = z.object({ businessId: z.number(), importId: z.number() });

/** Task `business.forget-import`: deletes file and rows, keeps the outcome. */
export async function forgetImport(job: JobContext, input: unknown): Promise<void> {
  const { businessId, importId } = forgetting.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const found = await tx.db
      .selectFrom('imports')
      .select(['file_id', 'state'])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    await tx.db.deleteFrom('import_rows').where('import_id', '=', importId).execute();
    await tx.db
      .updateTable('imports')
      .set({ file_id: null, sample: '[]', ...(found.state !== 'applied' && { state: 'canceled' }) })
      .where('id', '=', importId)
      .execute();
    if (found.file_id !== null) await dropFiles(tx, businessId, [found.file_id]);
    tx.changed(businessId, 'imports');
  });
}
