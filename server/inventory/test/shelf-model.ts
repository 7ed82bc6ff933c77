import type { App } from '#server/app.ts';
import type { Tx } from '#server/db/transaction.ts';
import { asBusiness } from '#server/db/transaction.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { allocatePicks, type Want } from '#server/inventory/pick-allocation.ts';
import { releasePicks, returnTaken, takeAllocated } from '#server/inventory/picking.ts';
import { consume, release, reopen } from '#server/inventory/reservations.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

/** A sale as the stock rules see it: bare rows that bypass the rules of the orders area; for tests of stock. */
export type Sale = { sellerId: number; supplierId: number; orderId: number; demands: Want[] };

type Part = { stockId: number; quantity: number; offerId: number; productId: number; variationId: number };

export async function makeSale(
  app: App,
  sellerId: number,
  supplierId: number,
  parts: readonly Part[],
): Promise<Sale> {
  return app.database.transact({ businessId: sellerId }, async (tx) => {
    const order = await tx.db
      .insertInto('orders')
      .values({
        business_id: sellerId,
        fulfiller_id: supplierId,
        total_centavos: 1000,
        purchased_at: tx.now(),
        status: 'waiting_separation',
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = await tx.db
      .insertInto('order_lines')
      .values({
        business_id: sellerId,
        fulfiller_id: supplierId,
        order_id: order.id,
        purchased_at: tx.now(),
        title: 'Sale',
        quantity: 1,
        unit_price_centavos: 1000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await tx.db
      .insertInto('order_parts')
      .values(
        parts.map((part) => ({
          business_id: sellerId,
          fulfiller_id: supplierId,
          order_id: order.id,
          line_id: line.id,
          dropship_item_id: part.offerId,
          product_id: part.productId,
          variation_id: part.variationId,
          stock_id: part.stockId,
          quantity: part.quantity,
          unit_cost_centavos: 500,
          product_name: 'Part',
          sku: 'PART',
        })),
      )
      .returning(['id as partId', 'stock_id as stockId', 'variation_id as variationId', 'quantity'])
      .execute();
    return { sellerId, supplierId, orderId: order.id, demands: made };
  });
}

/** What the bench and the seller do with one sale, using only stock rules. Each act runs with the sale locked. */
export type SaleState = { picked: boolean; packed: boolean; attempt: number };

/** Allocates the goods of a firmly reserved sale; the pick is refused if they are not available. */
export async function pickSale(tx: Tx, sale: Sale, state: SaleState, warehouseId: number): Promise<void> {
  if (state.picked || state.packed) return;
  await asBusiness(tx, sale.supplierId, async () => {
    const firm = await tx.db
      .selectFrom('reservations')
      .select('id')
      .where('order_id', '=', sale.orderId)
      .where('state', '=', 'open')
      .where('kind', '=', 'firm')
      .executeTakeFirst();
    if (!firm) return;
    await allocatePicks(tx, sale.orderId, warehouseId, sale.demands);
    state.picked = true;
  });
}

export async function packSale(tx: Tx, userId: number, sale: Sale, state: SaleState): Promise<void> {
  if (!state.picked) return;
  await asBusiness(tx, sale.supplierId, async () => {
    await consume(tx, sale.orderId);
    await takeAllocated(tx, userId, sale.orderId, state.attempt + 1);
    Object.assign(state, { picked: false, packed: true, attempt: state.attempt + 1 });
  });
}

export async function unpackSale(tx: Tx, userId: number, sale: Sale, state: SaleState): Promise<void> {
  if (!state.packed) return;
  await asBusiness(tx, sale.supplierId, async () => {
    await returnTaken(tx, userId, sale.orderId, state.attempt, 'model');
    await reopen(tx, sale.supplierId, sale.orderId, sale.demands);
    Object.assign(state, { picked: true, packed: false });
  });
}

export async function releaseSale(tx: Tx, sale: Sale, state: SaleState): Promise<void> {
  if (state.packed) return;
  if (state.picked) await asBusiness(tx, sale.supplierId, () => releasePicks(tx, [sale.orderId]));
  state.picked = false;
  await release(tx, sale.supplierId, sale.orderId);
}

/** INV-11 depends on facts of the orders area, which this model leaves out. */
const judged = shelfInvariants.filter(({ name }) => !name.startsWith('INV-11'));

/** Violated stock invariants by name, with the rows that violate them. */
export async function brokenInvariants(url: string): Promise<string[]> {
  const broken = await checkInvariants(url, judged);
  return broken.map(({ name, rows }) => `${name}: ${JSON.stringify(rows)}`);
}
