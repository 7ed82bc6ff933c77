import { sql } from 'kysely';
import { z } from 'zod';
import { type PlanName, planTerms } from '#contract/billing/plan.ts';
import { dayOf, firstOfMonth } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { mailOwners } from '#server/account/owners-mail.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import { closeMonths, sampleUse, type Use, warningOf } from './billing.ts';
import { lockPlan } from './plan.ts';
import { countPublications } from './plan-room.ts';

/** Asks for the night of every business that has not had it today. Runs by the clock, any number of times. */
export const billNight: Task = async ({ unscoped }) => {
  await unscoped(async (tx) => {
    const today = dayOf(tx.now());
    const { rows } = await sql<{
      id: number;
    }>`select * from businesses_to_bill(${today}::date) as id`.execute(tx.db);
    for (const { id } of rows)
      tx.enqueue({ task: 'billing.night-one', payload: { businessId: id }, key: `billing.night:${id}` });
  });
};

const payload = z.object({ businessId: z.number() });

export const billOneNight: Task = async ({ inBusiness, env }, input) => {
  const { businessId } = payload.parse(input);
  await inBusiness(businessId, (tx) => billBusiness(tx, businessId, env.appUrl));
};

/** Closes months that are over, samples the one that is not, warns; the row of the business is locked meanwhile. */
export async function billBusiness(tx: Tx, businessId: number, appUrl: string): Promise<void> {
  const { plan, storage_bytes: storageBytes } = await lockPlan(tx, businessId);
  const today = dayOf(tx.now());
  const claimed = await tx.db
    .updateTable('businesses')
    .set({ billed_on: today })
    .where('id', '=', businessId)
    .where((eb) => eb.or([eb('billed_on', 'is', null), eb('billed_on', '<', today)]))
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return;
  const use = { storageBytes, publications: await countPublications(tx, businessId) };
  await closeMonths(tx, businessId, use);
  await sampleUse(tx, businessId, firstOfMonth(today), plan, use);
  await warn(tx, businessId, firstOfMonth(today), plan, use, appUrl);
  tx.changed(businessId, 'billing');
}

/** Each warning is sent once a month, as recorded in the row of the month. */
async function warn(
  tx: Tx,
  businessId: number,
  month: string,
  plan: PlanName,
  use: Use,
  appUrl: string,
): Promise<void> {
  const limits = planTerms[plan];
  const reached = {
    storage: warningOf(use.storageBytes, limits.storageBytes),
    publications: warningOf(use.publications, limits.publications),
  };
  for (const what of ['storage', 'publications'] as const) {
    const percent = reached[what];
    if (percent === 0) continue;
    const column = what === 'storage' ? 'warned_storage' : 'warned_publications';
    const first = await tx.db
      .updateTable('billing_months')
      .set({ [column]: percent })
      .where('business_id', '=', businessId)
      .where('month', '=', month)
      .where(column, '<', percent)
      .executeTakeFirst();
    if (first.numUpdatedRows > 0n)
      await mailOwners(tx, businessId, {
        template: what === 'storage' ? 'billing.storageUsed' : 'billing.publicationsUsed',
        values: { percent: String(percent), link: linkTo.plans(appUrl) },
      });
  }
}
