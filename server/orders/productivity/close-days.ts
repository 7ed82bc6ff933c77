import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, type Day, dayOf } from '#contract/dates.ts';
import { mostProductivityDays } from '#contract/orders/productivity.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import type { Task } from '#server/jobs/task.ts';
import { workOf } from './work-sql.ts';

/** Days that one transaction adds up. */
const daysAtOnce = 7;

const payload = z.object({ businessId: z.number() });

/** Task `productivity.close`: one job for each business with a warehouse. */
export const closeWorkDays: Task = async ({ unscoped }) => {
  await unscoped(async (tx) => {
    const { rows } = await sql<{ id: number }>`select * from businesses_to_recount() as id`.execute(tx.db);
    for (const { id } of rows)
      tx.enqueue({ task: 'productivity.close-of', payload: { businessId: id }, key: `work:${id}` });
  });
};

/** Task `productivity.close-of`: adds up the days of a business that are over and not yet added up. */
export const closeWorkDaysOf: Task = async ({ inBusiness }, input) => {
  const { businessId } = payload.parse(input);
  for (let isOver = false; !isOver; )
    isOver = await inBusiness(businessId, async (tx) => closeDays(tx, businessId));
};

/** The last day that is added up; null if none is. */
export async function findClosedThrough(tx: Tx): Promise<Day | null> {
  const { rows } = await sql<{ through: Day }>`
    select through::text as through from work_closings where business_id = ${ownBusiness}`.execute(tx.db);
  return rows[0]?.through ?? null;
}

/**
 * A day that is over never changes: its records are only added with the time at which they are written, and what is taken
 * back later stays a result of that day. So its sums are written once. Returns whether no day is left.
 */
export async function closeDays(tx: Tx, businessId: number): Promise<boolean> {
  const yesterday = addDays(dayOf(tx.now()), -1);
  const first = addDays(yesterday, 2 - mostProductivityDays);
  // Two runs at once wait for each other here; the second one finds the days closed.
  await sql`insert into work_closings (business_id, through) values (${businessId}, ${addDays(first, -1)}::date)
    on conflict (business_id) do update set through = greatest(work_closings.through, excluded.through)`.execute(
    tx.db,
  );
  const from = addDays((await findClosedThrough(tx)) ?? yesterday, 1);
  if (from > yesterday) return true;
  const [to = yesterday] = [addDays(from, daysAtOnce - 1), yesterday].toSorted();
  await sql`insert into work_days (business_id, user_id, day, kind, lines, units, parcels, seconds)
    select ${businessId}, user_id, day, kind, lines, units, parcels, seconds from ${workOf(from, to)} w`.execute(
    tx.db,
  );
  await sql`update work_closings set through = ${to}::date where business_id = ${ownBusiness}`.execute(tx.db);
  return to === yesterday;
}
