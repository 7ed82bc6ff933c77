import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** The data of a delivery: the record's state when it is sent. Null: this business may no longer see it. */
export async function readDeliveryData(
  tx: Tx,
  businessId: number,
  type: string,
  entityId: number,
): Promise<object | null> {
  const [topic] = type.split('.');
  if (topic === 'sale') return readSale(tx, businessId, entityId);
  if (topic === 'stock') return readStock(tx, businessId, entityId);
  if (topic === 'invoice') return readInvoice(tx, businessId, entityId);
  return { webhook: entityId };
}

/** Only the seller sees the buyer's payment. */
async function readSale(tx: Tx, businessId: number, id: number) {
  const row = await tx.db
    .selectFrom('orders')
    .select(['id', 'business_id', 'status', 'version', 'marketplace', 'remote_order_id', 'purchased_at'])
    .select('total_centavos')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const isSeller = row.business_id === businessId;
  return {
    id,
    side: isSeller ? 'seller' : 'supplier',
    status: row.status,
    version: row.version,
    marketplace: row.marketplace,
    marketplaceOrder: row.remote_order_id,
    purchasedAt: row.purchased_at.toISOString(),
    ...(isSeller && { totalCentavos: row.total_centavos }),
  };
}

async function readStock(tx: Tx, businessId: number, id: number) {
  const row = await tx.db
    .selectFrom('stock as s')
    .innerJoin('product_variations as v', 'v.id', 's.variation_id')
    .innerJoin('warehouses as w', 'w.id', 's.warehouse_id')
    .select(['s.variation_id', 'v.sku', 's.warehouse_id', 'w.name as warehouse'])
    .select(['s.on_hand', 's.reserved', 's.sellable', 's.revision'])
    .where('s.id', '=', id)
    .where('s.business_id', '=', businessId)
    .executeTakeFirst();
  return (
    (row && {
      id,
      variation: { id: row.variation_id, sku: row.sku },
      warehouse: { id: row.warehouse_id, name: row.warehouse },
      onHand: row.on_hand,
      reserved: row.reserved,
      sellable: row.sellable,
      revision: row.revision,
    }) ??
    null
  );
}

async function readInvoice(tx: Tx, businessId: number, id: number) {
  const row = await tx.db
    .selectFrom('dropinvoices as d')
    .innerJoin('businesses as b', (join) =>
      join.on(
        'b.id',
        '=',
        sql<number>`case when d.seller_id = ${businessId} then d.supplier_id else d.seller_id end`,
      ),
    )
    .select([
      'd.seller_id',
      'd.number',
      'd.state',
      'd.day',
      'd.closed_at',
      'd.due_on',
      'd.total_centavos',
      'd.payable_centavos',
    ])
    .select(['d.version', 'b.id as partner_id', 'b.name as partner'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return row
    ? {
        id,
        side: row.seller_id === businessId ? 'seller' : 'supplier',
        number: row.number,
        state: row.state,
        day: row.day,
        closedAt: row.closed_at?.toISOString() ?? null,
        dueOn: row.due_on,
        totalCentavos: row.total_centavos,
        payableCentavos: row.payable_centavos,
        partner: { id: row.partner_id, name: row.partner },
        version: row.version,
      }
    : null;
}
