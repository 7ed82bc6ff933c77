import { isDeepStrictEqual } from 'node:util';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { release } from '#server/inventory/reservations.ts';
import { leaveList } from '#server/orders/picking/membership.ts';
import type { MarketplaceLine } from '#server/outside/marketplaces/sale.ts';
import { findSoldOffers, insertParts, type NewPart } from './composition.ts';
import { type FactsColumns, offerToShort, writeFacts } from './facts.ts';
import {
  changesOf,
  isOfProduct,
  type LinePair,
  linesOf,
  pairLines,
  type StoredLine,
  waitingLines,
} from './line-changes.ts';
import type { OrderRow } from './order-row.ts';
import { lineColumns } from './remote-facts.ts';

/**
 * Lines of a marketplace sale are facts that change. Before picking the sale follows at once; during picking and after
 * packing the difference waits for the bench; of a sale that has left it is only shown. The history has each change
 * with the lines before it. Acts as the seller, on a row that this transaction has locked.
 */
export async function followLines(
  tx: Tx,
  order: OrderRow,
  reported: readonly MarketplaceLine[],
): Promise<OrderRow> {
  const pairs = pairLines(await linesOf(tx, order.id), reported);
  const changes = changesOf(pairs);
  if (changes.length === 0) {
    await storeReportedPrices(tx, pairs);
    // Changed and changed back: nothing is left to do.
    return order.changed_lines === null
      ? order
      : writeFacts(tx, order, nothingWaits, changed('lines-restored'));
  }
  const isBegun = order.picking_by ?? order.packed_at ?? order.collected_at ?? order.sent_at;
  if (!isBegun) return applyLines(tx, order, pairs);
  if (isDeepStrictEqual(waitingLines(order), reported)) return order;
  const waiting = { changed_lines: JSON.stringify(reported), changed_at: tx.now() };
  return writeFacts(tx, order, waiting, changed('lines-differ', { lines: changes }));
}

export const nothingWaits = { changed_lines: null, changed_at: null } as const;

const changed = (kind: 'lines-changed' | 'lines-differ' | 'lines-restored', detail = {}) =>
  ({ actor: 'marketplace', kind, detail }) as const;

/** Applies the waiting difference once no unit of it is picked any more; the caller advances the sale. */
export async function applyWaiting(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const reported = waitingLines(order);
  return reported ? applyLines(tx, order, pairLines(await linesOf(tx, order.id), reported)) : order;
}

/** The sale is as if just paid: nothing is reserved, decided or released yet. */
async function applyLines(tx: Tx, order: OrderRow, pairs: readonly LinePair[]): Promise<OrderRow> {
  const { fulfiller_id: fulfillerId, id } = order;
  const lines = changesOf(pairs);
  if (fulfillerId !== null) {
    await asBusiness(tx, fulfillerId, () => leaveList(tx, id, 'taken_off'));
    if (order.reserve === 'soft' || order.reserve === 'firm') await release(tx, fulfillerId, id);
  }
  // Without lines there is nothing to send: the sale waits for lines, or for its cancellation.
  const isEmpty = !pairs.some(({ reported }) => (reported?.quantity ?? 0) > 0);
  const isLinked = order.linked && (await rewriteLines(tx, order, pairs)) && !isEmpty;
  if (!isLinked) await rewriteUnlinked(tx, order, pairs);
  await offerToShort(tx, id);
  const facts: FactsColumns = {
    ...nothingWaits,
    reserve: 'none',
    approval_reason: null,
    approved_reasons: [],
    released_at: null,
    linked: isLinked,
    line_words: pairs
      .flatMap(({ reported }) => (reported ? `${reported.title} ${reported.variation} ${reported.sku}` : []))
      .join(' '),
  };
  return writeFacts(tx, order, facts, changed('lines-changed', { lines }));
}

/** False if one of the lines has no offer at the warehouse of the sale: then nothing was written. */
async function rewriteLines(tx: Tx, order: OrderRow, pairs: readonly LinePair[]): Promise<boolean> {
  const wanted = pairs.flatMap(({ stored, reported }) =>
    reported && !keepsGoods(stored, reported) ? [reported] : [],
  );
  const offers = await findSoldOffers(tx, order.account_id ?? 0, wanted);
  const parts = offers?.map((offer) => offer.parts);
  if (!offers || parts?.flat().some((part) => part.warehouseId !== order.warehouse_id)) return false;
  for (const { stored, reported } of pairs) {
    if (stored && reported && keepsGoods(stored, reported)) await resize(tx, stored, reported);
    else {
      if (stored) await empty(tx, stored);
      const at = reported ? wanted.indexOf(reported) : -1;
      if (reported)
        await replace(
          tx,
          order,
          { stored, reported },
          offers[at]?.publicationVariationId ?? null,
          parts?.[at],
        );
    }
  }
  return true;
}

/** Only the lines: their offers are found when their ads are linked. */
async function rewriteUnlinked(tx: Tx, order: OrderRow, pairs: readonly LinePair[]): Promise<void> {
  for (const { stored, reported } of pairs) {
    if (stored) await empty(tx, stored);
    if (reported) await replace(tx, order, { stored, reported }, null, []);
  }
}

/** A different quantity of the same product: a substitute chosen for it stays. */
const keepsGoods = (stored: StoredLine | null, reported: MarketplaceLine): boolean =>
  stored !== null && stored.quantity > 0 && isOfProduct(stored, reported);

async function resize(tx: Tx, stored: StoredLine, reported: MarketplaceLine): Promise<void> {
  await tx.db.updateTable('order_lines').set(lineColumns(reported)).where('id', '=', stored.id).execute();
  await tx.db
    .updateTable('order_parts')
    .set((eb) => ({ beeped: 0, quantity: eb(eb('quantity', '/', stored.quantity), '*', reported.quantity) }))
    .where('line_id', '=', stored.id)
    .execute();
}

async function empty(tx: Tx, stored: StoredLine): Promise<void> {
  const none = { quantity: 0 };
  await tx.db.updateTable('order_lines').set(none).where('id', '=', stored.id).execute();
  await tx.db
    .updateTable('order_parts')
    .set({ ...none, beeped: 0 })
    .where('line_id', '=', stored.id)
    .execute();
}

async function replace(
  tx: Tx,
  order: OrderRow,
  { stored, reported }: { stored: StoredLine | null; reported: MarketplaceLine },
  publicationVariationId: number | null,
  parts: readonly NewPart[] = [],
): Promise<void> {
  const columns = { ...lineColumns(reported), publication_variation_id: publicationVariationId };
  const { id } = stored
    ? await tx.db
        .updateTable('order_lines')
        .set(columns)
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx.db
        .insertInto('order_lines')
        .values({
          ...columns,
          business_id: order.business_id,
          fulfiller_id: order.fulfiller_id,
          order_id: order.id,
          purchased_at: order.purchased_at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
  if (parts.length > 0) await insertParts(tx, order.business_id, order.id, id, parts);
}

/** The same product at another price, or with a name that was missing before. */
async function storeReportedPrices(tx: Tx, pairs: readonly LinePair[]): Promise<void> {
  for (const { stored, reported } of pairs) {
    if (!stored || !reported) continue;
    const { sale_fee_centavos: fee, ...columns } = lineColumns(reported);
    const next = { ...columns, sale_fee_centavos: fee ?? stored.sale_fee_centavos };
    const isSame = Object.entries(next).every(([name, value]) => stored[name as keyof StoredLine] === value);
    if (!isSame) await tx.db.updateTable('order_lines').set(next).where('id', '=', stored.id).execute();
  }
}
