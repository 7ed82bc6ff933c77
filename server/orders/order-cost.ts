import { type Centavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readOfferPart } from './sale/composition.ts';

async function parts(tx: Tx, orderId: number) {
  return tx.db
    .selectFrom('order_parts')
    .select(['id', 'dropship_item_id', 'fulfiller_id', 'quantity', 'unit_cost_centavos'])
    .where('order_id', '=', orderId)
    .execute();
}

/** The cost of the parts as stored with the sale. */
export async function partsCost(tx: Tx, orderId: number): Promise<Centavos> {
  const rows = await parts(tx, orderId);
  return sumMoney(rows.map((row) => multiplyMoney(row.unit_cost_centavos, row.quantity)));
}

/** The current prices of the offers. */
export async function currentCost(tx: Tx, orderId: number): Promise<Centavos> {
  const costs = (await currentPrices(tx, orderId)).map((part) => multiplyMoney(part.price, part.quantity));
  return sumMoney(costs);
}

/** The cost the seller expected when publishing; null for a sale without a publication. */
export async function publishedCost(tx: Tx, orderId: number): Promise<Centavos | null> {
  const rows = await tx.db
    .selectFrom('order_lines as l')
    .innerJoin('publication_variations as v', 'v.id', 'l.publication_variation_id')
    .select(['v.cost_centavos', 'l.quantity'])
    .where('l.order_id', '=', orderId)
    .execute();
  if (rows.length === 0) return null;
  return sumMoney(rows.map((row) => multiplyMoney(row.cost_centavos, row.quantity)));
}

/** The current prices become the prices of this sale. */
export async function freezeCosts(tx: Tx, orderId: number): Promise<void> {
  for (const part of await currentPrices(tx, orderId)) {
    if (part.price === part.unit_cost_centavos) continue;
    await tx.db
      .updateTable('order_parts')
      .set({ unit_cost_centavos: part.price })
      .where('id', '=', part.id)
      .execute();
  }
}

async function currentPrices(tx: Tx, orderId: number) {
  const priced = [];
  for (const part of await parts(tx, orderId)) {
    const offer = await readOfferPart(tx, part.fulfiller_id, part.dropship_item_id);
    priced.push({ ...part, price: offer?.unitCost ?? part.unit_cost_centavos });
  }
  return priced;
}
