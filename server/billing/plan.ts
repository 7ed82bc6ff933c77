import {
  type CurrentPlan,
  comparePlans,
  type OfferedPlan,
  type PlanName,
  planNames,
  planTerms,
} from '#contract/billing/plan.ts';
import { dayOf, firstOfNextMonth, startOfDay } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { countPublications } from './plan-room.ts';

export const listPlans = async (): Promise<{ items: OfferedPlan[] }> => ({
  items: planNames.map((name) => ({ name, ...planTerms[name] })),
});

export type PlanRow = {
  plan: PlanName;
  plan_since: Date | null;
  next_plan: PlanName | null;
  next_plan_on: string | null;
};

/** The row of the business, locked; a downgrade whose day has come is recorded first. */
export async function lockPlan(tx: Tx, businessId: number): Promise<PlanRow & { storage_bytes: number }> {
  const row = await tx.db
    .selectFrom('businesses')
    .select(['plan', 'plan_since', 'next_plan', 'next_plan_on', 'storage_bytes'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .$narrowType<PlanRow>()
    .executeTakeFirstOrThrow();
  if (row.next_plan === null || row.next_plan_on === null || row.next_plan_on > dayOf(tx.now())) return row;
  const since = startOfDay(row.next_plan_on);
  await changePlan(tx, businessId, row.next_plan, since);
  return { ...row, plan: row.next_plan, plan_since: since, next_plan: null, next_plan_on: null };
}

async function changePlan(tx: Tx, businessId: number, plan: PlanName, since: Date): Promise<void> {
  await tx.db
    .updateTable('businesses')
    .set({ plan, plan_since: since, next_plan: null, next_plan_on: null })
    .where('id', '=', businessId)
    .execute();
  await tx.db
    .insertInto('plan_changes')
    .values({ business_id: businessId, plan, at: since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readCurrentPlan(tx: Tx, { businessId }: Actor): Promise<CurrentPlan> {
  const row = await tx.db
    .selectFrom('businesses')
    .select(['plan', 'next_plan', 'next_plan_on', 'storage_bytes'])
    .select(({ fn }) => fn.coalesce('plan_since', 'created_at').as('since'))
    .where('id', '=', businessId)
    .$narrowType<PlanRow>()
    .executeTakeFirstOrThrow();
  const next =
    row.next_plan !== null && row.next_plan_on !== null
      ? { plan: row.next_plan, on: row.next_plan_on }
      : null;
  const used = {
    storageBytes: row.storage_bytes,
    publications: await countPublications(tx, businessId),
  };
  // Its day has come, and the nightly job has not recorded it yet.
  if (next && next.on <= dayOf(tx.now()))
    return { plan: next.plan, since: startOfDay(next.on).toISOString(), next: null, ...used };
  return { plan: row.plan, since: row.since.toISOString(), next, ...used };
}

/** Upgrades apply at once, downgrades next month; choosing the current plan takes a downgrade back. */
export async function choosePlan(tx: Tx, actor: Actor, wanted: PlanName): Promise<CurrentPlan> {
  const { plan, next_plan: planned } = await lockPlan(tx, actor.businessId);
  if (comparePlans(wanted, plan) > 0) await changePlan(tx, actor.businessId, wanted, tx.now());
  else
    await tx.db
      .updateTable('businesses')
      .set(
        wanted === plan
          ? { next_plan: null, next_plan_on: null }
          : { next_plan: wanted, next_plan_on: firstOfNextMonth(dayOf(tx.now())) },
      )
      .where('id', '=', actor.businessId)
      .execute();
  tx.changed(actor.businessId, 'plans');
  const current = await readCurrentPlan(tx, actor);
  tx.noteChange('plan', plan, current.plan);
  tx.noteChange('nextPlan', planned, current.next?.plan ?? null);
  return current;
}
