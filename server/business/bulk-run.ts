import { sql } from 'kysely';
import { z } from 'zod';
import type { BulkRun, BulkRunKind, BulkRunRow } from '#contract/business/bulk-run.ts';
import { addMinutes } from '#contract/dates.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { dropFiles } from '#server/business/files/kept-file.ts';
import { type FileRow, findFile } from '#server/business/files/stored-file.ts';
import type { Job, Tx } from '#server/db/transaction.ts';
import type { JsonObject } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';

export type RunFailure = { id: number | null; name: string; code: ErrorCode; reason: string };

export type NewRun = {
  kind: BulkRunKind;
  /** The task that does it, a step at a time (`stepBulkRun`). */
  task: string;
  items: readonly (number | JsonObject)[];
  input: JsonObject;
  /** Ids of its rows, which the audit trail names; empty if the run finds them. */
  records: readonly number[];
  /** The former values are needed until then, if that is later than usual. */
  neededUntil?: Date;
};

/** A step is tried this many times; then its records have failed, and the next step begins. */
export const stepTries = 3;

export function stepOf(task: string, businessId: number, runId: number): Job {
  return { task, payload: { businessId, runId }, key: `bulk-run:${runId}`, maxAttempts: stepTries };
}

/** Starts long work on many rows: a job does it in steps, and the person who started it may leave. */
export async function startBulkRun(tx: Tx, actor: Actor, run: NewRun): Promise<BulkRunRow> {
  const { id } = await tx.db
    .insertInto('bulk_runs')
    .values({
      business_id: actor.businessId,
      user_id: actor.userId,
      api_key_id: actor.keyId,
      kind: run.kind,
      task: run.task,
      items: JSON.stringify(run.items),
      input: JSON.stringify(run.input),
      total: run.items.length,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.enqueue(stepOf(run.task, actor.businessId, id));
  tx.enqueue({
    task: 'business.forget-bulk-run',
    payload: { businessId: actor.businessId, runId: id },
    key: `forget-bulk-run:${id}`,
    runAt: addMinutes(later(tx.now(), run.neededUntil), keptMinutes),
  });
  tx.changed(actor.businessId, 'bulkRuns');
  tx.noteRecords(run.records);
  return viewRun(await findRow(tx, actor, id));
}

/** Adds items to the run that the first rows of an import have started, or starts it. */
export async function addToImportRun(
  tx: Tx,
  actor: Actor,
  importId: number,
  run: Omit<NewRun, 'input' | 'neededUntil'>,
): Promise<void> {
  if (run.items.length === 0) return;
  const { numUpdatedRows } = await tx.db
    .updateTable('bulk_runs')
    .set({
      items: sql`items || ${JSON.stringify(run.items)}::jsonb`,
      total: sql`total + ${run.items.length}::int`,
    })
    .where('task', '=', run.task)
    .where('state', '=', 'running')
    .where(sql<boolean>`input ->> 'import' = ${String(importId)}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await startBulkRun(tx, actor, { ...run, input: { import: importId } });
}

const later = (one: Date, other: Date | undefined) => (other && other > one ? other : one);

const shown = [
  'id',
  'kind',
  'state',
  'total',
  'finished',
  'succeeded',
  'failed',
  'file_id',
  'created_at',
  'finished_at',
] as const;
/** An undo is not undone: it looks like the work that it took back, and would repeat it. */
const undoable = sql<boolean>`state = 'done' and before <> '[]' and not input ? 'undoes'`;
const canUndo = undoable.as('can_undo');
const undoes = sql<number | null>`(input ->> 'undoes')::bigint`.as('undoes');

/** A key acts in its creator's name, and neither sees the long work that the other started. */
const begunBy = ({ userId, keyId }: Actor) =>
  sql<boolean>`user_id = ${userId} and api_key_id is not distinct from ${keyId}::bigint`;

const shownMinutes = 24 * 60;
/** The results and failures of long work are kept for some days. */
const keptMinutes = 7 * 24 * 60;

export async function listRuns(tx: Tx, actor: Actor) {
  const rows = await tx.db
    .selectFrom('bulk_runs')
    .select([...shown, canUndo, undoes])
    .where(begunBy(actor))
    .where('created_at', '>', addMinutes(tx.now(), -shownMinutes))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return { items: rows.map(viewRun) };
}

type Row = Awaited<ReturnType<typeof findRow>>;

async function findRow(tx: Tx, actor: Actor, id: number) {
  const row = await tx.db
    .selectFrom('bulk_runs')
    .select([...shown, canUndo, undoes])
    .where('id', '=', id)
    .where(begunBy(actor))
    .executeTakeFirst();
  return row ?? fail('not_found');
}

const failuresOf = (row: Pick<Row, 'failed'>) => row.failed as RunFailure[];

function viewRun(row: Row) {
  return {
    id: row.id,
    kind: row.kind as BulkRunKind,
    state: row.state as BulkRunRow['state'],
    total: row.total,
    finished: row.finished,
    succeeded: row.succeeded,
    failures: failuresOf(row).length,
    hasFile: row.file_id !== null,
    canUndo: row.can_undo,
    undoes: row.undoes,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export async function readRun(tx: Tx, actor: Actor, id: number): Promise<BulkRun> {
  const row = await findRow(tx, actor, id);
  return { ...viewRun(row), failed: failuresOf(row) };
}

/** The former value of each changed row becomes the desired one. */
export async function undoRun(tx: Tx, actor: Actor, id: number): Promise<BulkRunRow> {
  await findRow(tx, actor, id);
  const undone = await tx.db
    .updateTable('bulk_runs')
    .set({ state: 'undone' })
    .where('id', '=', id)
    .where(undoable)
    .returning(['kind', 'task', 'before'])
    .executeTakeFirst();
  if (!undone) fail('state_conflict');
  const items = undone.before as JsonObject[];
  return startBulkRun(tx, actor, {
    kind: undone.kind as BulkRunKind,
    task: undone.task,
    items,
    input: { undoes: id },
    records: [],
  });
}

export async function findRunFile(tx: Tx, actor: Actor, id: number): Promise<FileRow> {
  return findFile(tx, (await findRow(tx, actor, id)).file_id);
}

const forgetting = z.object({ businessId: z.number(), runId: z.number() });

/** Task `business.forget-bulk-run`. */
export async function forgetBulkRun(job: JobContext, input: unknown): Promise<void> {
  const { businessId, runId } = forgetting.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const gone = await tx.db
      .deleteFrom('bulk_runs')
      .where('id', '=', runId)
      .returning(['file_id', 'part_ids'])
      .executeTakeFirst();
    if (!gone) return;
    await dropFiles(tx, businessId, [...gone.part_ids, ...(gone.file_id === null ? [] : [gone.file_id])]);
  });
}
