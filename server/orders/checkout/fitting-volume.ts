import type { UnfitVolume } from '#contract/orders/checkout-sale.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Target } from './restock.ts';

/** How goods fit a volume: it is the proposed one, it is empty, it contains the same product, or only others. */
export type Fit = 'proposed' | 'empty' | 'same' | 'other';

/** The contents of a volume, by variation. */
export async function contentsOf(tx: Tx, volumeId: number): Promise<ReadonlySet<number>> {
  const lines = await tx.db
    .selectFrom('volume_lines')
    .select('variation_id')
    .where('volume_id', '=', volumeId)
    .where('quantity', '>', 0)
    .execute();
  return new Set(lines.map((line) => line.variation_id));
}

export function fitOf(variationId: number, contents: ReadonlySet<number>, isProposed: boolean): Fit {
  if (isProposed) return 'proposed';
  if (contents.size === 0) return 'empty';
  return contents.has(variationId) ? 'same' : 'other';
}

export const refuseOtherProduct = ({ code }: Target): never =>
  fail('volume_unfit', { facts: { volume: code, why: 'other_product' satisfies UnfitVolume } });
