import { asBusiness, type Tx } from '#server/db/transaction.ts';

/** Codes of a product for an invoice. */
export type TaxedGoods = {
  /** The reader's own product, which they can complete. */
  isOwn: boolean;
  name: string;
  ncm: string;
  cest: string;
  origin: number | null;
  unit: string;
};

type Sold = { ownerId: number; productId: number };

/**
 * By the id of the product. A supplier's invoice to the seller shows the codes of its goods, and the seller's invoice to
 * the buyer repeats them: of a supplier's product, nothing else is read.
 */
export async function readTaxedGoods(tx: Tx, sold: readonly Sold[]): Promise<Map<number, TaxedGoods>> {
  const { businessId } = tx.scope;
  const found = new Map<number, TaxedGoods>();
  for (const [ownerId, goods] of Map.groupBy(sold, (one) => one.ownerId)) {
    const read = () =>
      readCodes(
        tx,
        goods.map(({ productId }) => productId),
      );
    const isOwn = ownerId === businessId;
    for (const { id, tax_unit: unit, ...codes } of await (isOwn ? read() : asBusiness(tx, ownerId, read)))
      found.set(id, { ...codes, unit, isOwn });
  }
  return found;
}

const readCodes = (tx: Tx, ids: readonly number[]) =>
  tx.db
    .selectFrom('products')
    .select(['id', 'name', 'ncm', 'cest', 'origin', 'tax_unit'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
