import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Fault } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockStock } from '#server/inventory/ledger.ts';
import { allocateSales, type Want } from '#server/inventory/pick-allocation.ts';
import { unpin } from '#server/inventory/picking.ts';
import { lockOrders } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { freeSerials } from '#server/orders/sale/sale-serials.ts';
import { sendToApproval } from './send-to-approval.ts';

type Expired = Want & { id: number; orderId: number; tote: boolean; lot: string };

/** Units that sales in picking hold of lots that expired before today in São Paulo. */
async function findExpired(tx: Tx, orderIds: readonly number[] | null): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    select a.id, a.order_id as "orderId", a.part_id as "partId", p.stock_id as "stockId",
      p.variation_id as "variationId", a.quantity, v.tote, b.code as lot
    from batches b join volume_lines l on l.business_id = b.business_id and l.batch_id = b.id and l.pinned > 0
      join volumes v on v.id = l.volume_id
      join pick_allocations a on a.business_id = l.business_id and a.volume_line_id = l.id
      join order_parts p on p.id = a.part_id
    where b.business_id = app_business() and b.expires_on < ${dayOf(tx.now())}::date
      and (${orderIds}::bigint[] is null or a.order_id = any(${orderIds}::bigint[]))
    order by a.id`.execute(tx.db);
  return rows;
}

/**
 * Sales in picking release the units of expired lots and get units of another lot; a sale for which there are none
 * waits for approval. Scans and fetches of such units are void. Locks sales, then stock rows, then lines.
 */
export async function moveExpiredPicks(tx: Tx, businessId: number): Promise<void> {
  const holders = new Set((await findExpired(tx, null)).map((row) => row.orderId));
  if (holders.size === 0) return;
  const sales = (await lockOrders(tx, [...holders])).filter((sale) => sale.status === 'picking');
  const ids = sales.map((sale) => sale.id);
  const { rows: shelves } = await sql<{ id: number }>`
    select distinct stock_id as id from order_parts where order_id = any(${ids}::bigint[])`.execute(tx.db);
  await lockStock(
    tx,
    shelves.map((shelf) => shelf.id),
  );
  const expired = await findExpired(tx, ids);
  await unpin(
    tx,
    expired.map((row) => row.id),
  );
  await uncount(tx, expired);
  const bySale = Map.groupBy(expired, (row) => row.orderId);
  for (const sale of sales) {
    const partIds = (bySale.get(sale.id) ?? []).map((row) => row.partId);
    await freeSerials(tx, sale, { userId: null, kind: 'freed', partIds });
  }
  for (const [warehouseId, ofWarehouse] of Map.groupBy(sales, (sale) => sale.warehouse_id ?? 0)) {
    const wants = ofWarehouse
      .toSorted(byUrgency)
      .map(({ id }) => ({ orderId: id, wants: bySale.get(id) ?? [] }));
    const unserved = new Set(await allocateSales(tx, warehouseId, wants));
    for (const sale of ofWarehouse.filter(({ id }) => unserved.has(id))) {
      const lot = bySale.get(sale.id)?.[0]?.lot ?? '';
      const cause = { actor: 'system', kind: 'lot-expired', detail: { lot } } as const;
      await sendToApproval(tx, businessId, sale, cause);
    }
  }
  tx.changed(businessId, 'picking');
  tx.changed(businessId, 'checkout');
}

const urgencyOf = (sale: OrderRow) => sale.dispatch_limit?.getTime() ?? Number.MAX_SAFE_INTEGER;
const byUrgency = (one: OrderRow, other: OrderRow) => urgencyOf(one) - urgencyOf(other) || one.id - other.id;

/**
 * It is unknown which unit was scanned at the bench, so all units of a part are scanned again. A tote's units are
 * fetched again.
 */
async function uncount(tx: Tx, expired: readonly Expired[]): Promise<void> {
  const parts = [...new Set(expired.map((row) => row.partId))];
  await sql`update order_scans set voided_at = ${tx.now()}
    where part_id = any(${parts}::bigint[]) and voided_at is null`.execute(tx.db);
  await sql`update order_parts set beeped = 0 where id = any(${parts}::bigint[])`.execute(tx.db);
  for (const { orderId, variationId, quantity } of expired.filter((row) => row.tote)) {
    await sql`update picking_list_orders set picked = picked - ${quantity}
      where order_id = ${orderId} and left_at is null`.execute(tx.db);
    await sql`update picking_scans set voided_at = ${tx.now()} where id in (
      select s.id from picking_scans s join picking_list_orders m on m.list_id = s.list_id and m.order_id = s.order_id
      where s.order_id = ${orderId} and s.variation_id = ${variationId} and s.voided_at is null and m.left_at is null
      order by s.id desc limit ${quantity})`.execute(tx.db);
  }
}

/** After an act was refused because of an expired lot: the next scan finds units of another lot. */
export async function afterExpiredLot(fault: Fault, tx: Tx, { businessId }: Actor): Promise<void> {
  if (fault.code !== 'lot_expired') return;
  await moveExpiredPicks(tx, businessId);
  tx.enqueue({
    task: 'inventory.hold-expired-of',
    payload: { businessId },
    key: `hold-expired:${businessId}`,
  });
}
