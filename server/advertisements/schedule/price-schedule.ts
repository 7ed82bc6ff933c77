import { sql } from 'kysely';
import { z } from 'zod';
import { canAct } from '#contract/acts.ts';
import {
  type PriceSchedule,
  priceScheduleActs,
  type priceSchedules,
} from '#contract/advertisements/price-schedule.ts';
import type { PriceRule } from '#contract/advertisements/repricing.ts';
import { addMinutes } from '#contract/dates.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { undoRun } from '#server/business/bulk-run.ts';
import { actorOfAsker } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { findPriced } from '../reprice.queries.ts';
import { startPriceRun } from '../reprice.ts';
import { findOverlapping, findSchedule, lockSchedule, publicationsOf } from './price-schedule.queries.ts';

const payload = z.object({
  businessId: z.number(),
  scheduleId: z.number(),
  step: z.enum(['begin', 'end', 'forget']),
});
type Step = z.output<typeof payload>['step'];

function enqueueStep(tx: Tx, businessId: number, scheduleId: number, step: Step, runAt: Date): void {
  tx.enqueue({
    task: 'prices.schedule',
    payload: { businessId, scheduleId, step },
    key: `price-schedule:${scheduleId}`,
    runAt,
  });
}

const keptMinutes = 90 * 24 * 60;
/** Nobody plans prices for longer, and a typing mistake in the year is found. */
const longestMinutes = 366 * 24 * 60;

export async function createSchedule(
  tx: Tx,
  actor: Actor,
  { rule, ending, beginsAt, endsAt, ...selection }: BodyOf<typeof priceSchedules.create>,
): Promise<PriceSchedule> {
  const begins = beginsAt === null ? tx.now() : new Date(beginsAt);
  const ends = endsAt === null ? null : new Date(endsAt);
  const latest = addMinutes(tx.now(), longestMinutes);
  if (beginsAt !== null && begins < tx.now()) invalidField('beginsAt', 'date_past');
  if (begins > latest) invalidField('beginsAt', 'date_invalid');
  if (ends && ends <= begins) invalidField('endsAt', 'ends_before_start');
  if (ends && ends > latest) invalidField('endsAt', 'date_invalid');
  const found = await findPriced(tx, selection);
  if (found.length === 0) fail('not_published');
  const publications = found.map(({ id }) => id);
  const names = await findOverlapping(tx, publications, begins, ends);
  if (names.length > 0) fail('price_already_scheduled', { facts: { names } });
  const { id } = await tx.db
    .insertInto('price_schedules')
    .values({
      business_id: actor.businessId,
      user_id: actor.userId,
      api_key_id: actor.keyId,
      rule: JSON.stringify(rule),
      ending,
      begins_at: begins,
      ends_at: ends,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into price_schedule_publications (business_id, schedule_id, publication_id)
    select app_business(), ${id}, p from unnest(${publications}::bigint[]) p`.execute(tx.db);
  enqueueStep(tx, actor.businessId, id, 'begin', begins);
  tx.noteRecords([...new Set(found.map(({ advertisementId }) => advertisementId))]);
  return (await findSchedule(tx, id)) ?? fail('not_found');
}

/** One that waits is canceled; one that has begun ends now. */
export async function cancelSchedule(tx: Tx, actor: Actor, id: number): Promise<PriceSchedule> {
  const row = (await lockSchedule(tx, id)) ?? fail('not_found');
  if (!canAct(priceScheduleActs, 'cancel', row.state)) fail('state_conflict');
  const isWaiting = row.state === 'waiting';
  await tx.db
    .updateTable('price_schedules')
    .set(isWaiting ? { state: 'canceled' } : { ends_at: tx.now() })
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute();
  if (isWaiting) enqueueStep(tx, actor.businessId, id, 'forget', addMinutes(tx.now(), keptMinutes));
  else enqueueStep(tx, actor.businessId, id, 'end', tx.now());
  return (await findSchedule(tx, id)) ?? fail('not_found');
}

/** Task `prices.schedule`: each step acts only on the state before it, so a repeated job changes nothing. */
export async function stepSchedule(job: JobContext, input: unknown): Promise<void> {
  const { businessId, scheduleId, step } = payload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const row = await lockSchedule(tx, scheduleId);
    if (!row) return;
    if (step === 'begin' && row.state === 'waiting') await begin(tx, businessId, row);
    if (step === 'end' && row.state === 'running') await end(tx, businessId, row);
    if (step === 'forget' && row.state !== 'waiting' && row.state !== 'running')
      await tx.db
        .deleteFrom('price_schedules')
        .where('business_id', '=', businessId)
        .where('id', '=', scheduleId)
        .execute();
    tx.changed(businessId, 'priceSchedules');
  });
}

type Row = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>;

/** The prices are computed from those of this moment, as the person who asked, with their current permissions. */
async function begin(tx: Tx, businessId: number, row: Row): Promise<void> {
  const actor = await actorOfAsker(tx, businessId, row);
  const found = await findPriced(tx, { publications: await publicationsOf(tx, row.id) });
  if (!actor || found.length === 0) return settle(tx, businessId, row.id, null);
  const rule = row.rule as PriceRule;
  const run = await startPriceRun(tx, actor, found, { rule, ending: row.ending, endsAt: row.ends_at });
  if (row.ends_at === null) return settle(tx, businessId, row.id, run.id);
  await tx.db
    .updateTable('price_schedules')
    .set({ state: 'running', run_id: run.id })
    .where('business_id', '=', businessId)
    .where('id', '=', row.id)
    .execute();
  enqueueStep(tx, businessId, row.id, 'end', row.ends_at);
}

/** Prices that nobody changed since go back, as by the undo of the long work that set them. */
async function end(tx: Tx, businessId: number, row: Row): Promise<void> {
  const run = await tx.db
    .selectFrom('bulk_runs')
    .select(['state', sql<boolean>`before <> '[]'`.as('has_former')])
    .where('business_id', '=', businessId)
    .where('id', '=', row.run_id)
    .executeTakeFirst();
  if (run?.state === 'running') return enqueueStep(tx, businessId, row.id, 'end', addMinutes(tx.now(), 1));
  const actor = await actorOfAsker(tx, businessId, row);
  if (actor && row.run_id !== null && run?.state === 'done' && run.has_former)
    await undoRun(tx, actor, row.run_id);
  await settle(tx, businessId, row.id, row.run_id);
}

async function settle(tx: Tx, businessId: number, id: number, runId: number | null): Promise<void> {
  await tx.db
    .updateTable('price_schedules')
    .set({ state: 'ended', run_id: runId })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  enqueueStep(tx, businessId, id, 'forget', addMinutes(tx.now(), keptMinutes));
}
