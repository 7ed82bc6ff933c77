import { sql } from 'kysely';
import type { PutBackLine } from '#contract/orders/return.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { homeOfPart } from '#server/orders/checkout/places.ts';
import { placeOf } from './returns.queries.ts';

/** The number of put-backs in one walk; the next ones follow when these are done. */
const shownLines = 200;

/**
 * Put-backs: units of canceled sales that were picked or packed, and units in totes that belong to no sale. In the
 * order in which a person walks past the positions that contain more of the product.
 */
export async function listPutBacks(tx: Tx, actor: Actor): Promise<{ lines: PutBackLine[]; more: boolean }> {
  const { rows } = await sql<PutBackLine>`
    select l.sale, l.list, l.packed, l.tote, json_build_object('id', w.id, 'name', w.name) as warehouse, l.product, l.sku,
      l.quantity, coalesce(l.proposed, place.it) as place
    from (${loose(actor)} union all ${ofSales(actor)}) l join warehouses w on w.id = l.warehouse_id
      left join lateral (${placeOf(sql`l.variation_id`, sql`l.warehouse_id`, sql`l.sale is null`)}) as place (it) on true
    order by w.name, (coalesce(l.proposed, place.it) ->> 'walk')::int, l.sku, l.sale, l.list limit ${shownLines + 1}`.execute(
    tx.db,
  );
  return { lines: rows.slice(0, shownLines), more: rows.length > shownLines };
}

/** Of canceled sales; the bench proposes the same volume. */
export const ofSales = (actor: Actor) => sql`
  select o.id as sale, null::bigint as list, o.packed_at is not null as packed, null as tote, o.warehouse_id, part.variation_id,
    part.product_name as product, part.sku, part.quantity,
    (select json_build_object('volume', best.code, 'position', best.position, 'walk', best.walk) from (${homeOfPart}) as best) as proposed
  from orders o join order_parts part on part.order_id = o.id
  where o.fulfiller_id = ${actor.businessId} and o.put_back and ${withinWarehouses(actor, sql`o.warehouse_id`)}
    and not exists (select from ledger_entries e where e.part_id = part.id and e.kind = 'cancel_return'
      and e.attempt = o.attempt)`;

/** In totes, minus the units that a canceled sale lists for the same tote. */
export const loose = (actor: Actor) => sql`
  select null::bigint as sale, v.picking_list_id as list, false as packed, v.code as tote, v.warehouse_id, vl.variation_id,
    p.name as product, pv.sku, vl.quantity - vl.pinned - claimed.units as quantity,
    null::json as proposed
  from volumes v join volume_lines vl on vl.volume_id = v.id and vl.quantity > vl.pinned
    join product_variations pv on pv.id = vl.variation_id join products p on p.id = pv.product_id cross join lateral (
    select coalesce(sum(part.quantity), 0)::int as units from picking_list_orders m
      join orders o on o.id = m.order_id and o.put_back and o.packed_at is null
      join order_parts part on part.order_id = o.id and part.variation_id = vl.variation_id
    where m.list_id = v.picking_list_id and m.left_reason in ('canceled', 'left_unpacked')) claimed
  where v.business_id = ${actor.businessId} and v.tote and v.picking_list_id is not null
    and vl.quantity - vl.pinned > claimed.units and ${withinWarehouses(actor, sql`v.warehouse_id`)}`;
