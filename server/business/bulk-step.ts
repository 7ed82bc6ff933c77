import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { BusinessType, Permission, Role } from '#contract/permissions.ts';
import { dropFiles } from '#server/business/files/kept-file.ts';
import { insertFile, type StoredFile } from '#server/business/files/stored-file.ts';
import { refreshStatistics } from '#server/db/statistics.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { BulkRuns, DB, JsonObject } from '#server/db/types.ts';
import { Fault } from '#server/fault.ts';
import { type Actor, actorCan, reachOf } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { rolesOfKey } from './api-key/api-key.ts';
import { type RunFailure, stepOf } from './bulk-run.ts';

export type RunRow = Pick<Selectable<BulkRuns>, 'id' | 'items' | 'input' | 'finished' | 'part_ids'>;

export type StepOutcome = {
  succeeded: number;
  failed: RunFailure[];
  /** Of a file that this step made. */
  partIds?: number[];
  /** The former values, by row. */
  before?: JsonObject[];
};

export type BulkWork<I> = {
  task: string;
  /** Checked before each step: a permission that was removed ends the work. */
  permission: Permission;
  item: z.ZodType<I>;
  batchSize: number;
  /** How a person calls an item that could not even be tried. */
  nameOf: (item: I) => { id: number | null; name: string };
  /** Talks to the outside; answers what writes the effect, in the transaction in which the step is over. */
  work: (
    job: JobContext,
    step: { runId: number; actor: Actor; input: JsonObject; items: readonly I[] },
  ) => Promise<(tx: Tx) => Promise<StepOutcome>>;
  /** Tables that get a row or more for each item. */
  fills?: readonly (keyof DB)[];
  /** After the last step: makes one file of the parts. */
  join?: (job: JobContext, actor: Actor, run: RunRow) => Promise<StoredFile>;
};

const payload = z.object({ businessId: z.number(), runId: z.number() });

/** One step of long work. It may run twice: it counts only if the run is still at its beginning. */
export async function stepBulkRun<I>(job: JobContext, input: unknown, work: BulkWork<I>): Promise<void> {
  const { businessId, runId } = payload.parse(input);
  const found = await job.inBusiness(businessId, async (tx) => {
    const run = await findRunning(tx, runId);
    return run && { run, actor: await actorOfAsker(tx, businessId, run) };
  });
  if (!found) return;
  const { run, actor } = found;
  if (!actor || !actorCan(actor, work.permission)) {
    await job.inBusiness(businessId, (tx) => finish(tx, businessId, run.id, 'stopped', null));
    return;
  }
  const all = z.array(work.item).parse(run.items);
  const items = all.slice(run.finished, run.finished + work.batchSize);
  if (items.length === 0) {
    const file = work.join && run.part_ids.length > 0 ? await work.join(job, actor, run) : null;
    await job.inBusiness(businessId, (tx) => finish(tx, businessId, run.id, 'done', file));
    return;
  }
  const effect = await tryStep(job, { runId, actor, input: run.input as JsonObject, items }, work);
  await job.inBusiness(businessId, async (tx) => {
    const locked = await findRunning(tx, runId, true);
    if (locked?.finished !== run.finished) return;
    await writeStep(tx, runId, items.length, await effect(tx));
    if (work.fills) await refreshStatistics(tx, work.fills, run.finished + items.length);
    tx.enqueue(stepOf(work.task, businessId, runId));
    tx.changed(businessId, 'bulkRuns');
  });
}

/**
 * A marketplace that does not answer is called again by the job's own tries; after the last one the step has failed.
 */
async function tryStep<I>(
  job: JobContext,
  step: Parameters<BulkWork<I>['work']>[1] & { items: readonly I[] },
  work: BulkWork<I>,
): ReturnType<BulkWork<I>['work']> {
  try {
    return await work.work(job, step);
  } catch (error) {
    const isOutage = error instanceof RemoteFailure || isMarketplaceError(error) || error instanceof Fault;
    if (!isOutage || circuitOpenErrorOf(error) || job.attempt < job.maxAttempts) throw error;
    const code = error instanceof Fault ? error.code : 'marketplace_unavailable';
    const failed = step.items.map((item) => ({ ...work.nameOf(item), code, reason: '' }));
    return async () => ({ succeeded: 0, failed });
  }
}

async function findRunning(tx: Tx, id: number, lock = false) {
  return tx.db
    .selectFrom('bulk_runs')
    .select(['id', 'user_id', 'api_key_id', 'items', 'input', 'finished', 'part_ids'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

async function writeStep(tx: Tx, id: number, count: number, outcome: StepOutcome): Promise<void> {
  const { succeeded, failed, partIds = [], before = [] } = outcome;
  await tx.db
    .updateTable('bulk_runs')
    .set({
      finished: sql`finished + ${count}::int`,
      succeeded: sql`succeeded + ${succeeded}::int`,
      failed: sql`failed || ${JSON.stringify(failed)}::jsonb`,
      part_ids: sql`part_ids || ${partIds}::bigint[]`,
      before: sql`before || ${JSON.stringify(before)}::jsonb`,
    })
    .where('id', '=', id)
    .execute();
}

async function finish(
  tx: Tx,
  businessId: number,
  id: number,
  state: 'done' | 'stopped',
  file: StoredFile | null,
): Promise<void> {
  const run = await findRunning(tx, id, true);
  if (!run) return;
  const fileId = file && (await insertFile(tx, businessId, file));
  await tx.db
    .updateTable('bulk_runs')
    .set({ state, file_id: fileId, part_ids: [], finished_at: tx.now() })
    .where('id', '=', id)
    .execute();
  await dropFiles(tx, businessId, run.part_ids);
  tx.changed(businessId, 'bulkRuns');
}

type Asker = Pick<Selectable<BulkRuns>, 'user_id' | 'api_key_id'>;

/**
 * The person who started it, with their current permissions, or a key with its own; null: no longer of this business.
 */
export async function actorOfAsker(tx: Tx, businessId: number, asker: Asker): Promise<Actor | null> {
  const { user_id: userId, api_key_id: keyId } = asker;
  const row = await tx.db
    .selectFrom('staff as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['b.type', 'm.roles', 'm.warehouse_ids'])
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const roles = keyId === null ? (row.roles as Role[]) : await rolesOfKey(tx, keyId);
  return {
    sessionId: 0,
    userId,
    businessId,
    businessType: row.type as BusinessType,
    roles,
    supplierMay: [],
    warehouseIds: keyId === null ? reachOf(roles, row.warehouse_ids) : null,
    stage: 'full',
    stationId: null,
    keyId,
    freshUntil: null,
    twoStepDue: null,
    locale: 'pt',
  };
}
