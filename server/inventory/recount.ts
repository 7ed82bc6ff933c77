import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';

/** Enqueues the nightly recount for every business with a warehouse. Idempotent. */
export const recountTask: Task = async ({ unscoped }) => {
  await unscoped(async (tx) => {
    const { rows } = await sql<{ id: number }>`select * from businesses_to_recount() as id`.execute(tx.db);
    for (const { id } of rows) {
      tx.enqueue({ task: 'inventory.recount-of', payload: { businessId: id }, key: `recount:${id}` });
      tx.enqueue({ task: 'inventory.archive-emptied', payload: { businessId: id }, key: `archive:${id}` });
    }
  });
};

const payload = z.object({ businessId: z.number() });

export const recountOfTask: Task = async ({ inBusiness }, input) => {
  const { businessId } = payload.parse(input);
  await inBusiness(businessId, (tx) => recountBuckets(tx, businessId));
};

/**
 * Recomputes every bucket of all stock levels in one statement, and so at one moment, from the ledger entries, the
 * contents of volumes and the open reservations. A difference raises an alarm with both numbers; nothing is corrected.
 */
async function recountBuckets(tx: Tx, businessId: number): Promise<void> {
  const now = tx.now();
  await sql`
    with entries as (
      select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
        sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed
      from ledger_entries where business_id = ${businessId} group by stock_id
    ), lying as (
      select l.variation_id, v.warehouse_id, sum(l.quantity)::int as on_hand,
        coalesce(sum(l.quantity) filter (where v.state = 'blocked' or v.suspect or l.expired), 0)::int as hold
      from volume_lines l join volumes v on v.id = l.volume_id
      where l.business_id = ${businessId} and v.state in ('active', 'in_balance', 'blocked', 'empty')
      group by l.variation_id, v.warehouse_id
    ), promised as (
      select stock_id, coalesce(sum(quantity) filter (where kind = 'firm'), 0)::int as reserved,
        coalesce(sum(quantity) filter (where kind = 'soft'), 0)::int as soft
      from reservations where business_id = ${businessId} and state = 'open' group by stock_id
    ), drifted as (
      select s.id as stock_id, b.bucket, b.source, b.stored, coalesce(b.recounted, 0) as recounted
      from stock s
        left join entries e on e.stock_id = s.id
        left join lying y on y.variation_id = s.variation_id and y.warehouse_id = s.warehouse_id
        left join promised p on p.stock_id = s.id
        cross join lateral (values
          ('on_hand', 'entries', s.on_hand, e.on_hand), ('reserved', 'entries', s.reserved, e.reserved),
          ('soft', 'entries', s.soft, e.soft), ('hold', 'entries', s.hold, e.hold),
          ('inbound', 'entries', s.inbound, e.inbound), ('packed', 'entries', s.packed, e.packed),
          ('on_hand', 'volumes', s.on_hand, y.on_hand), ('hold', 'volumes', s.hold, y.hold),
          ('reserved', 'reservations', s.reserved, p.reserved), ('soft', 'reservations', s.soft, p.soft)
        ) as b (bucket, source, stored, recounted)
      where s.business_id = ${businessId} and b.stored <> coalesce(b.recounted, 0)
    ), ended as (
      update stock_drifts d set ended_at = ${now}::timestamptz
      where d.business_id = ${businessId} and d.ended_at is null and not exists (select from drifted x
        where x.stock_id = d.stock_id and x.bucket = d.bucket and x.source = d.source)
    )
    insert into stock_drifts (business_id, stock_id, bucket, source, stored, recounted, found_at, seen_at)
    select ${businessId}, stock_id, bucket, source, stored, recounted, ${now}::timestamptz, ${now}::timestamptz from drifted
    on conflict (stock_id, bucket, source) where ended_at is null
      do update set stored = excluded.stored, recounted = excluded.recounted, seen_at = excluded.seen_at`.execute(
    tx.db,
  );
  tx.changed(businessId, 'balances');
}
