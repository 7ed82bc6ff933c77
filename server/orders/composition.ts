import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import type { OrderRow } from './facts.ts';

/** What one line of a sale takes from one offer. */
export type NewPart = {
  dropshipItemId: number;
  stockId: number;
  supplierId: number;
  warehouseId: number;
  productId: number;
  variationId: number;
  quantity: number;
  unitCost: number;
  productName: string;
  sku: string;
  gtin: string;
};

type SoldLine = { itemId: string | null; variationId: string | null; sku: string };

/** Our publication variation behind a sold line: item and variation first, SKU only as a last resort and if it is one. */
export async function findSoldVariation(tx: Tx, accountId: number, line: SoldLine): Promise<number | null> {
  const ofAccount = tx.db
    .selectFrom('publication_variations as v')
    .innerJoin('publications as p', 'p.id', 'v.publication_id')
    .select(['v.id', 'v.remote_variation_id'])
    .where('p.account_id', '=', accountId)
    .limit(2);
  if (line.itemId !== null) {
    const itemId = line.itemId;
    const byItem = await ofAccount
      .where((eb) =>
        eb.or([
          eb('v.remote_item_id', '=', itemId),
          eb.and([eb('v.remote_item_id', 'is', null), eb('p.remote_item_id', '=', itemId)]),
        ]),
      )
      .where((eb) =>
        line.variationId === null
          ? eb.val(true)
          : eb.or([
              eb('v.remote_variation_id', '=', line.variationId),
              eb('v.remote_variation_id', 'is', null),
            ]),
      )
      .execute();
    const exact = byItem.find((row) => row.remote_variation_id === line.variationId);
    if (exact) return exact.id;
    if (byItem.length === 1 && byItem[0]) return byItem[0].id;
  }
  if (line.sku === '') return null;
  const bySku = await ofAccount.where('v.sku', '=', line.sku).where('p.state', '<>', 'closed').execute();
  return bySku.length === 1 && bySku[0] ? bySku[0].id : null;
}

/** The composition of a publication variation, with what each offer costs now. Empty where none is defined. */
export async function readComposition(
  tx: Tx,
  publicationVariationId: number,
  quantity: number,
): Promise<NewPart[]> {
  const components = await tx.db
    .selectFrom('publication_components')
    .select(['dropship_item_id', 'supplier_id', 'quantity'])
    .where('publication_variation_id', '=', publicationVariationId)
    .orderBy('id')
    .execute();
  const parts: NewPart[] = [];
  for (const component of components) {
    const part = await readOfferPart(tx, component.supplier_id, component.dropship_item_id);
    if (!part) return [];
    parts.push({ ...part, quantity: quantity * component.quantity });
  }
  return parts;
}

/** Read as its supplier: a sale stands even where the offer has been withdrawn since. */
export async function readOfferPart(
  tx: Tx,
  supplierId: number,
  dropshipItemId: number,
): Promise<Omit<NewPart, 'quantity'> | null> {
  return asBusiness(tx, supplierId, async () => {
    const row = await tx.db
      .selectFrom('dropship_items as d')
      .innerJoin('product_variations as v', 'v.id', 'd.variation_id')
      .innerJoin('products as p', 'p.id', 'd.product_id')
      .select([
        'd.id as dropshipItemId',
        'd.stock_id as stockId',
        'd.business_id as supplierId',
        'd.warehouse_id as warehouseId',
        'd.product_id as productId',
        'd.variation_id as variationId',
        'd.price_centavos as unitCost',
        'v.sku',
        'v.gtin',
        'p.name as product',
        'v.name as variation',
      ])
      .where('d.id', '=', dropshipItemId)
      .executeTakeFirst();
    if (!row) return null;
    const { product, variation, ...part } = row;
    return { ...part, productName: variation === '' ? product : `${product} ${variation}` };
  });
}

export type LinkFacts = { linked: true; fulfiller_id: number; warehouse_id: number };

/**
 * Ties an unlinked sale to the offers behind its lines: parts for all lines or for none. Null where a line is unknown
 * or the lines leave from different warehouses.
 */
export async function linkOrder(tx: Tx, order: OrderRow): Promise<LinkFacts | null> {
  const { account_id: accountId } = order;
  if (accountId === null) return null;
  const lines = await tx.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  const compositions: { lineId: number; variationId: number; parts: NewPart[] }[] = [];
  for (const line of lines) {
    const variationId =
      line.publication_variation_id ??
      (await findSoldVariation(tx, accountId, {
        itemId: line.remote_item_id,
        variationId: line.remote_variation_id,
        sku: line.sku,
      }));
    if (variationId === null) return null;
    const parts = await readComposition(tx, variationId, line.quantity);
    if (parts.length === 0) return null;
    compositions.push({ lineId: line.id, variationId, parts });
  }
  const first = compositions[0]?.parts[0];
  const all = compositions.flatMap(({ parts }) => parts);
  if (!first || all.some((part) => part.warehouseId !== first.warehouseId)) return null;
  // Both sides meet by name only through their link.
  if (first.supplierId !== order.business_id) await ensureTradeLink(tx, order.business_id, first.supplierId);
  for (const { lineId, variationId, parts } of compositions) {
    await tx.db
      .updateTable('order_lines')
      .set({ publication_variation_id: variationId, fulfiller_id: first.supplierId })
      .where('id', '=', lineId)
      .execute();
    await insertParts(tx, order.business_id, order.id, lineId, parts);
  }
  return { linked: true, fulfiller_id: first.supplierId, warehouse_id: first.warehouseId };
}

export async function insertParts(
  tx: Tx,
  businessId: number,
  orderId: number,
  lineId: number,
  parts: readonly NewPart[],
): Promise<void> {
  await tx.db
    .insertInto('order_parts')
    .values(
      parts.map((part) => ({
        business_id: businessId,
        fulfiller_id: part.supplierId,
        order_id: orderId,
        line_id: lineId,
        dropship_item_id: part.dropshipItemId,
        product_id: part.productId,
        variation_id: part.variationId,
        stock_id: part.stockId,
        quantity: part.quantity,
        unit_cost_centavos: part.unitCost,
        product_name: part.productName,
        sku: part.sku,
        gtin: part.gtin,
      })),
    )
    .execute();
}
