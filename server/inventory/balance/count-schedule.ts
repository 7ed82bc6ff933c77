import { sql } from 'kysely';
import { z } from 'zod';
import { dayOf, startOfDay } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { soldKinds } from '#server/inventory/ledger.ts';
import type { Task } from '#server/jobs/task.ts';
import { readSettings, type Schedule } from './balance-settings.ts';
import { startUnpinned } from './start-balance.ts';

/** Task `balances.schedule`, every night: one job for each business whose counts begin by themselves. */
export const scheduleCountsTask: Task = async (job) => {
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ id: number }>`select businesses_with_scheduled_counts() as id`.execute(
      tx.db,
    );
    for (const { id: businessId } of rows)
      tx.enqueue({
        task: 'balances.schedule-of',
        payload: { businessId },
        key: `balances:${businessId}`,
      });
  });
};

const payloadOfBusiness = z.object({ businessId: z.number() });

/** Task `balances.schedule-of`. */
export const scheduleCountsOfTask: Task = async (job, payload) => {
  const { businessId } = payloadOfBusiness.parse(payload);
  const due = await job.inBusiness(businessId, findDue);
  for (const ids of Map.groupBy(due, ({ warehouseId }) => warehouseId).values())
    await job.inBusiness(businessId, (tx) => startDue(tx, businessId, ids));
};

async function startDue(tx: Tx, businessId: number, due: readonly Due[]): Promise<void> {
  // Meanwhile a person may have begun to count a volume, or moved it.
  const still = await tx.db
    .selectFrom('volumes')
    .select('id')
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  const starter = { businessId, warehouseIds: null, userId: null };
  const ids = still.map(({ id }) => id);
  await startUnpinned(tx, starter, ids, 'schedule');
}

type Due = { id: number; warehouseId: number };

/** Volumes to count today, the most overdue of each warehouse. What was begun and is not counted takes their place. */
async function findDue(tx: Tx): Promise<Due[]> {
  const schedule = await readSettings(tx);
  if (schedule.scheduledPerDay === null) return [];
  const now = sql`${tx.now()}::timestamptz`;
  const { rows } = await sql<Due>`
    with ${classes(tx)}, waits as (
      select v.id, v.warehouse_id, min(${daysOf(schedule)}) as days,
        extract(epoch from ${now} - coalesce(v.last_check_at, v.launched_at)) / 86400 as waited
      from volumes v join volume_lines x on x.volume_id = v.id and x.quantity > 0
        left join classes c on c.variation_id = x.variation_id
      where v.business_id = app_business() and v.state = 'active' and not v.tote
      group by v.id having sum(x.pinned) = 0
    ), ranked as (
      select id, warehouse_id, row_number() over (partition by warehouse_id order by waited / days desc, id) as place
      from waits where waited >= days
    ), taken as (
      select warehouse_id, count(*) as begun from balances
      where business_id = app_business() and origin = 'schedule'
        and (ended_at is null or started_at >= ${startOfDay(dayOf(tx.now()))})
      group by warehouse_id
    )
    select r.id, r.warehouse_id as "warehouseId" from ranked r left join taken t using (warehouse_id)
    where r.place <= ${schedule.scheduledPerDay} - coalesce(t.begun, 0)
    order by r.warehouse_id, r.place`.execute(tx.db);
  return rows;
}

/**
 * Products by their share of the units sold in ninety days: A makes up the first 80 %, B the next 15 %, and C is the
 * rest.
 */
const classes = (tx: Tx) => sql`sold as (
    select s.variation_id, -sum(e.on_hand) as units
    from ledger_entries e join stock s on s.id = e.stock_id
    where e.business_id = app_business() and e.kind in (${soldKinds})
      and e.at > ${tx.now()}::timestamptz - interval '90 days'
    group by s.variation_id having sum(e.on_hand) < 0
  ), classes as (
    select variation_id, case when before < 0.8 * total then 'A' when before < 0.95 * total then 'B' else 'C' end as class
    from (select variation_id, sum(units) over () as total,
        sum(units) over (order by units desc, variation_id) - units as before from sold) share
  )`;

const daysOf = ({ daysA, daysB, daysC }: Schedule) =>
  sql`case c.class when 'A' then ${daysA}::int when 'B' then ${daysB}::int else ${daysC}::int end`;
