import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import type { LeftReason } from '#contract/orders/picking-states.ts';
import { leftUnpacked } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** Why picking of a sale may not begin; null if it may. */
export function whyNotBegin(sale: OrderRow | undefined): LeftReason | null {
  if (!sale || !canAct(orderActs, 'startPicking', sale.status)) return 'not_pending';
  return leftUnpacked(sale) ? 'left_unpacked' : null;
}

const startable = sql.join(orderActs.startPicking.from.map((status) => sql.lit(status)));

/** The same condition for rows of `orders as o`: sales of the reader's business at their bench. */
export const mayBegin = sql<boolean>`(o.fulfiller_id = app_business() and o.shown_at is not null
  and o.bench_status in (${startable}) and o.shipment_step is null)`;

/** A row of `orders as o` is on a picking list; it begins with that list. */
export const isOnList = sql<boolean>`exists (select from picking_list_orders m
  where m.order_id = o.id and m.left_at is null)`;
