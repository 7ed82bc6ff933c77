import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { openSource, type SealedSource } from '#server/orders/sync/sale-source.ts';
import { type BuyerBilling, buyerBilling } from '#server/outside/marketplaces/billing.ts';
import type { Sealer } from '#server/seal.ts';

/** The billing data of a sale's buyer; null if none is stored, or if an earlier release stored it in another form. */
export function openBilling(sealer: Sealer, source: SealedSource | null): BuyerBilling | null {
  return source && (buyerBilling.safeParse(openSource(sealer, source)).data ?? null);
}

/** A field that is reported as unknown, as after the end of an order, keeps its known value. */
export async function withKnownBilling(
  tx: Tx,
  orderId: number,
  reported: BuyerBilling,
): Promise<BuyerBilling> {
  const { rows } = await sql<{ body: SealedSource }>`select body from order_sources
    where order_id = ${orderId} and kind = 'billing'`.execute(tx.db);
  const known = openBilling(tx.sealer, rows[0]?.body ?? null);
  const fields = Object.entries(reported).filter(([, value]) => value !== null);
  return known ? { ...known, ...Object.fromEntries(fields) } : reported;
}
