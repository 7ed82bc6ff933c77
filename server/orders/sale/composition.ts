import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import type { OrderRow } from './order-row.ts';

/** The units that one line of a sale takes from one offer. */
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

/** A sold line and the facts that identify it; `known` if it was found before. */
export type SoldLine = {
  itemId: string | null;
  variationId: string | null;
  sku: string;
  quantity: number;
  known?: number | null;
};

/** The terms between seller and supplier; null if they have never traded. */
export type Terms = { acceptMode: string; state: string; creditLimit: number | null } | null;

/** Our publication variation behind a line, its expected cost, and the stock it takes. */
export type SoldOffer = {
  publicationVariationId: number;
  publishedCost: number;
  /** Units of the line. */
  quantity: number;
  parts: NewPart[];
  terms: Terms;
};

type OfferRow = {
  line: number;
  publication_variation_id: number;
  published_centavos: number;
  dropship_item_id: number | null;
  stock_id: number;
  supplier_id: number;
  warehouse_id: number;
  product_id: number;
  variation_id: number;
  units: number;
  unit_cost_centavos: number;
  product_name: string;
  variation_name: string;
  sku: string;
  gtin: string;
  accept_mode: string | null;
  link_state: string;
  credit_limit_centavos: number | null;
};

/** The composition behind each line, in one query; null if one is unknown or not available. */
export async function findSoldOffers(
  tx: Tx,
  accountId: number,
  lines: readonly SoldLine[],
): Promise<SoldOffer[] | null> {
  const [offers = null] = await findOffersOfSales(tx, accountId, [lines]);
  return offers;
}

/** The same for the lines of several sales of one account, also in one query. */
export async function findOffersOfSales(
  tx: Tx,
  accountId: number,
  sales: readonly (readonly SoldLine[])[],
): Promise<(SoldOffer[] | null)[]> {
  const asked = sales.flat().map((line, n) => ({
    n,
    item: line.itemId,
    variation: line.variationId,
    sku: asCode(line.sku),
    known: line.known ?? null,
  }));
  const { rows } = await sql<OfferRow>`
    select * from sold_offers(${accountId}, ${JSON.stringify(asked)}::jsonb)`.execute(tx.db);
  const behind = Map.groupBy(rows, (row) => row.line);
  let n = 0;
  return sales.map((lines) => {
    const offers = lines.map((line) => offerOf(behind.get(n++) ?? [], line));
    return offers.every((offer) => offer !== null) ? offers : null;
  });
}

function offerOf(found: readonly OfferRow[], line: SoldLine): SoldOffer | null {
  const [first] = found;
  if (!first || found.some((row) => row.dropship_item_id === null)) return null;
  return {
    publicationVariationId: first.publication_variation_id,
    publishedCost: first.published_centavos,
    quantity: line.quantity,
    parts: found.map((row) => partOf(row, line.quantity)),
    terms:
      first.accept_mode === null
        ? null
        : {
            acceptMode: first.accept_mode,
            state: first.link_state,
            creditLimit: first.credit_limit_centavos,
          },
  };
}

function partOf(row: OfferRow, quantity: number): NewPart {
  return {
    dropshipItemId: row.dropship_item_id ?? 0,
    stockId: row.stock_id,
    supplierId: row.supplier_id,
    warehouseId: row.warehouse_id,
    productId: row.product_id,
    variationId: row.variation_id,
    quantity: quantity * row.units,
    unitCost: row.unit_cost_centavos,
    productName: row.variation_name === '' ? row.product_name : `${row.product_name} ${row.variation_name}`,
    sku: row.sku,
    gtin: row.gtin,
  };
}

/** If all parts of all lines leave from one warehouse, we can serve the sale. */
export function sourceOf(offers: readonly SoldOffer[]): LinkFacts | null {
  const parts = offers.flatMap((offer) => offer.parts);
  const [first] = parts;
  if (!first || parts.some((part) => part.warehouseId !== first.warehouseId)) return null;
  return { linked: true, fulfiller_id: first.supplierId, warehouse_id: first.warehouseId };
}

/** Read as its supplier: a sale stays valid if its offer has been withdrawn since. */
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
 * Links an unlinked sale to the offers behind its lines: parts for all lines or for none. Null if a line is unknown or
 * the lines leave from different warehouses.
 */
export async function linkOrder(tx: Tx, order: OrderRow): Promise<LinkFacts | null> {
  const { account_id: accountId } = order;
  if (accountId === null) return null;
  const lines = await tx.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();
  const offers = await findSoldOffers(
    tx,
    accountId,
    lines.map((line) => ({
      itemId: line.remote_item_id,
      variationId: line.remote_variation_id,
      sku: line.sku,
      quantity: line.quantity,
      known: line.publication_variation_id,
    })),
  );
  const link = offers && sourceOf(offers);
  if (!offers || !link) return null;
  // Both sides see each other's name only through their trade link.
  if (link.fulfiller_id !== order.business_id && !offers[0]?.terms)
    await ensureTradeLink(tx, order.business_id, link.fulfiller_id);
  for (const [n, { id }] of lines.entries()) {
    const offer = offers[n];
    if (!offer) continue;
    await tx.db
      .updateTable('order_lines')
      .set({ publication_variation_id: offer.publicationVariationId, fulfiller_id: link.fulfiller_id })
      .where('id', '=', id)
      .execute();
    await insertParts(tx, order.business_id, order.id, id, offer.parts);
  }
  return link;
}

/** Columns of a stored part. */
export function partColumns(part: NewPart) {
  return {
    dropship_item_id: part.dropshipItemId,
    product_id: part.productId,
    variation_id: part.variationId,
    stock_id: part.stockId,
    quantity: part.quantity,
    unit_cost_centavos: part.unitCost,
    product_name: part.productName,
    sku: part.sku,
    gtin: part.gtin,
  };
}

export async function insertParts(
  tx: Tx,
  businessId: number,
  orderId: number,
  lineId: number,
  parts: readonly NewPart[],
): Promise<void> {
  const place = { business_id: businessId, order_id: orderId, line_id: lineId };
  await tx.db
    .insertInto('order_parts')
    .values(parts.map((part) => ({ ...place, fulfiller_id: part.supplierId, ...partColumns(part) })))
    .execute();
}
