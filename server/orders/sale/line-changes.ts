import { z } from 'zod';
import type { LineChange } from '#contract/orders/line-change.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { MarketplaceLine } from '#server/outside/marketplaces/sale.ts';
import type { OrderRow } from './order-row.ts';

const line = z.object({
  lineId: z.string().nullable(),
  itemId: z.string(),
  variationId: z.string().nullable(),
  title: z.string(),
  variation: z.string(),
  sku: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  saleFee: z.number().nullable(),
});
const lines = z.array(line);

/** The lines that wait to be followed; null if there are none. Drafts contain them as text. */
export function waitingLines({
  changed_lines: waiting,
}: Pick<OrderRow, 'changed_lines'>): MarketplaceLine[] | null {
  if (waiting === null) return null;
  return lines.parse(typeof waiting === 'string' ? JSON.parse(waiting) : waiting);
}

export type StoredLine = Awaited<ReturnType<typeof linesOf>>[number];

export async function linesOf(tx: Tx, orderId: number) {
  return tx.db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/**
 * A stored line beside its current state at the marketplace; one of them is missing if the line was added or removed.
 */
export type LinePair = { stored: StoredLine | null; reported: MarketplaceLine | null };

/**
 * Lines are matched by the marketplace's line number, which stays when the product changes, otherwise by product; each
 * line is matched once.
 */
export function pairLines(stored: readonly StoredLine[], reported: readonly MarketplaceLine[]): LinePair[] {
  const left = new Set(stored);
  const take = (isSame: (row: StoredLine) => boolean): StoredLine | null => {
    const found = [...left].find(isSame) ?? null;
    if (found) left.delete(found);
    return found;
  };
  const byNumber = reported.map((one) => ({
    reported: one,
    stored: one.lineId === null ? null : take((row) => row.remote_line_id === one.lineId),
  }));
  const pairs = byNumber.map((pair) => ({
    reported: pair.reported,
    stored:
      pair.stored ??
      take(
        (row) =>
          isOfProduct(row, pair.reported) && (row.remote_line_id === null || pair.reported.lineId === null),
      ),
  }));
  return [...pairs, ...[...left].map((row) => ({ stored: row, reported: null }))];
}

export const isOfProduct = (row: StoredLine, reported: MarketplaceLine): boolean =>
  row.remote_item_id === reported.itemId && row.remote_variation_id === reported.variationId;

/** The difference in words for people; null if the goods are the same. */
export function changeOf({ stored, reported }: LinePair): LineChange | null {
  const before = stored?.quantity ?? 0;
  const after = reported?.quantity ?? 0;
  const named = reported ?? stored;
  if (!named || (before === 0 && after === 0)) return null;
  const { title, variation, sku } = named;
  const change = { title, variation, sku, before, after };
  if (stored && reported && before > 0 && !isOfProduct(stored, reported))
    return { ...change, kind: 'variation', was: stored.variation || stored.title };
  if (before === after) return null;
  if (before === 0) return { ...change, kind: 'added' };
  return { ...change, kind: after === 0 ? 'removed' : 'quantity' };
}

export const changesOf = (pairs: readonly LinePair[]): LineChange[] =>
  pairs.flatMap((pair) => changeOf(pair) ?? []);
