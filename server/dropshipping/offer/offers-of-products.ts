import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { OffersOfProducts } from '#contract/dropshipping/dropship-item.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { priceChangedBy } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findReached } from '#server/inventory/warehouse/scope.ts';
import { findSelectedProducts } from '#server/products/product.queries.ts';
import { insertOffers } from './insert-offers.ts';
import { sellsToItself } from './own-goods.ts';

type Candidate = { id: number; product_id: number; cost: number | null; offered: boolean };

/** Creates one offer per variation of many products, at cost plus a markup; a product with a new offer is done. */
export async function createOffersOfProducts(
  tx: Tx,
  actor: Actor,
  body: OffersOfProducts,
): Promise<BulkOutcome> {
  const { warehouseId, quantityCap, markupBasisPoints: asked, ...selection } = body;
  const markup = sellsToItself(actor) ? 0 : asked;
  if (!(await findReached(tx, actor, warehouseId))) invalidField('warehouseId', 'not_found');
  const found = await findSelectedProducts(tx, selection);
  const candidates = await findCandidates(tx, found, warehouseId);
  const offering = candidates.flatMap(({ cost, ...row }) =>
    cost === null || row.offered ? [] : [{ ...row, cost }],
  );
  await insertOffers(
    tx,
    actor,
    offering.map(({ id, product_id: productId, cost }) => ({
      variationId: id,
      productId,
      warehouseId,
      quantityCap,
      price: priceChangedBy(cost, markup),
    })),
  );
  const done = new Set(offering.map((row) => row.product_id));
  const failed = found
    .filter((id) => !done.has(id))
    .map((id) => ({ id, code: refusalOf(candidates.filter((row) => row.product_id === id)) }));
  return outcomeOf(selection.ids ?? found, [...done], failed);
}

const refusalOf = (rows: readonly Candidate[]): ErrorCode =>
  rows.some(({ offered }) => offered) ? 'offer_exists' : 'cost_missing';

async function findCandidates(
  tx: Tx,
  productIds: readonly number[],
  warehouseId: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select v.id, v.product_id, nullif(v.cost_centavos, 0) as cost, exists (select from dropship_items d
      where d.variation_id = v.id and d.warehouse_id = ${warehouseId}::bigint) as offered
    from product_variations v
    where v.business_id = app_business() and v.product_id = any(${productIds}::bigint[]) order by v.id`.execute(
    tx.db,
  );
  return rows;
}
