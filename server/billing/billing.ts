import { sql } from 'kysely';
import { type BillingMonth, billingFilter, billingSorts } from '#contract/billing/billing.ts';
import { comparePlans, type PlanName, planTerms, warnedAt } from '#contract/billing/plan.ts';
import { type Day, dayOf, firstOfMonth, firstOfNextMonth, startOfDay } from '#contract/dates.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

const list = listSpec({
  fields: billingFilter,
  sortedBy: billingSorts,
  sql: { plan: { where: (values) => sql`b.plan in (${sql.join(values)})` } },
  search: sql`''`,
  sorts: { month: sql`b.month` },
  required: ['month'],
  defaultSort: '-month',
  id: sql`b.id`,
});

export async function listBilling(
  tx: Tx,
  { businessId }: Actor,
  query: ListQuery,
): Promise<Page<BillingMonth>> {
  const months = tx.db
    .selectFrom('billing_months as b')
    .select([
      'b.id',
      'b.month',
      'b.plan',
      'b.storage_bytes',
      'b.publications',
      'b.charge_centavos',
      'b.closed_at',
    ])
    .where('b.business_id', '=', businessId);
  const found = await listPage(tx, months, list, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      month: row.month,
      plan: row.plan as PlanName,
      storageBytes: row.storage_bytes,
      publications: row.publications,
      totalCentavos: row.charge_centavos,
      closed: row.closed_at !== null,
    })),
  };
}

export type Use = { storageBytes: number; publications: number };

const monthRow = (businessId: number, month: Day, plan: PlanName, use: Use) => ({
  business_id: businessId,
  month,
  plan,
  storage_bytes: use.storageBytes,
  publications: use.publications,
  charge_centavos: planTerms[plan].priceCentavos,
});

/** The highest usage of the month so far; the row of a month exists from its first night on. */
export async function sampleUse(
  tx: Tx,
  businessId: number,
  month: Day,
  plan: PlanName,
  use: Use,
): Promise<void> {
  await tx.db
    .insertInto('billing_months')
    .values(monthRow(businessId, month, plan, use))
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'month'])
        .doUpdateSet({
          storage_bytes: sql`greatest(billing_months.storage_bytes, excluded.storage_bytes)`,
          publications: sql`greatest(billing_months.publications, excluded.publications)`,
        })
        .where('billing_months.closed_at', 'is', null),
    )
    .execute();
  const dearest = await dearestPlan(tx, businessId, month);
  await tx.db
    .updateTable('billing_months')
    .set({ plan: dearest, charge_centavos: planTerms[dearest].priceCentavos })
    .where('business_id', '=', businessId)
    .where('month', '=', month)
    .where('closed_at', 'is', null)
    .execute();
}

/** Of all that were in force for any moment of a month, the one it began with included. */
async function dearestPlan(tx: Tx, businessId: number, month: Day): Promise<PlanName> {
  const [start, end] = [startOfDay(month), startOfDay(firstOfNextMonth(month))];
  const { rows } = await sql<{ plan: PlanName }>`
    (select plan from plan_changes where business_id = ${businessId} and at <= ${start} order by at desc, id desc limit 1)
    union all
    select plan from plan_changes where business_id = ${businessId} and at > ${start} and at < ${end}`.execute(
    tx.db,
  );
  return (
    rows
      .map(({ plan }) => plan)
      .toSorted(comparePlans)
      .at(-1) ?? 'free'
  );
}

/**
 * Closes every month that is over, once and without a gap, beginning with the month in which the business began. A
 * month without a sample, because the product was stopped, gets the current usage.
 */
export async function closeMonths(tx: Tx, businessId: number, use: Use): Promise<void> {
  const current = firstOfMonth(dayOf(tx.now()));
  for (let month = await firstOpenMonth(tx, businessId); month < current; month = firstOfNextMonth(month)) {
    const plan = await dearestPlan(tx, businessId, month);
    await tx.db
      .insertInto('billing_months')
      .values({ ...monthRow(businessId, month, plan, use), closed_at: tx.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['business_id', 'month'])
          .doUpdateSet({ plan, charge_centavos: planTerms[plan].priceCentavos, closed_at: tx.now() })
          .where('billing_months.closed_at', 'is', null),
      )
      .execute();
  }
}

/** The month after the last closed one, or the one in which billing began. */
async function firstOpenMonth(tx: Tx, businessId: number): Promise<Day> {
  const { last, began } = await tx.db
    .selectFrom('businesses as b')
    .select(({ selectFrom }) =>
      selectFrom('billing_months as m')
        .select(({ fn }) => fn.max('m.month').as('last'))
        .whereRef('m.business_id', '=', 'b.id')
        .where('m.closed_at', 'is not', null)
        .as('last'),
    )
    .select('b.created_at as began')
    .where('b.id', '=', businessId)
    .executeTakeFirstOrThrow();
  return last ? firstOfNextMonth(last) : firstOfMonth(dayOf(began));
}

/** The highest share of the plan at which there is a warning, in percent; 0: none. */
export function warningOf(used: number, limit: number | null): number {
  if (limit === null) return 0;
  return warnedAt.find((percent) => used * 100 >= limit * percent) ?? 0;
}
