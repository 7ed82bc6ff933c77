import { sql } from 'kysely';
import { type PlanName, planNames, planTerms } from '#contract/billing/plan.ts';
import { dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

/** The plan in force: a downgrade acts on its day, whether or not the night's job has written it down. */
const planOn = (today: string) =>
  sql<PlanName>`case when next_plan_on <= ${today}::date then next_plan else plan end`;

const storageLimit = (today: string) =>
  sql<number>`case ${planOn(today)} ${sql.join(
    planNames.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(planTerms[name].storageBytes)}::bigint`),
    sql` `,
  )} end`;

/**
 * Locks the row of the business until the transaction ends, so that simultaneous publications and changes of plan see
 * each other. The day is read afterwards: a transaction that waited past midnight uses the plan of the new day.
 */
async function lockPlace(tx: Tx, businessId: number): Promise<void> {
  await tx.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Refuses a publication that the plan has no room for. Everything that inserts a publication calls it
 * (`rules/plan-room.test.ts`).
 */
export async function requirePublicationRoom(tx: Tx, businessId: number): Promise<void> {
  await lockPlace(tx, businessId);
  const { plan } = await tx.db
    .selectFrom('businesses')
    .select(planOn(dayOf(tx.now())).as('plan'))
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const limit = planTerms[plan].publications;
  if (limit === null) return;
  if ((await countPublications(tx, businessId)) >= limit) fail('plan_full');
}

/** Those that are not closed. */
export async function countPublications(tx: Tx, businessId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('publications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('state', '<>', sql.lit('closed'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Checked before pictures are sent: a business without storage left need not send any. */
export async function requireStorageLeft(tx: Tx, businessId: number): Promise<void> {
  const full = await tx.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .where('storage_bytes', '>=', storageLimit(dayOf(tx.now())))
    .executeTakeFirst();
  if (full) fail('storage_full');
}

/**
 * Adds stored bytes to the count, or subtracts them. `refusable`: pictures, which need room. Labels, NF-e, proofs and
 * files of jobs are counted and never refused, because sales do not stop for a plan.
 */
export async function countStorage(
  tx: Tx,
  businessId: number,
  change: number,
  kind: 'refusable' | 'needed',
): Promise<void> {
  const refusable = kind === 'refusable' && change > 0;
  if (refusable) await lockPlace(tx, businessId);
  const counted = await tx.db
    .updateTable('businesses')
    .set({ storage_bytes: sql`storage_bytes + ${change}::bigint` })
    .where('id', '=', businessId)
    .$if(refusable, (query) =>
      query.where(sql<boolean>`storage_bytes + ${change}::bigint <= ${storageLimit(dayOf(tx.now()))}`),
    )
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) fail('storage_full');
}
