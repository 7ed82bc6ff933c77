import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** Removes stock levels of a product that no entry, offer or sale has ever used, so that the product can be removed. */
export async function removeUnusedStock(tx: Tx, productId: number): Promise<void> {
  await sql`delete from stock s using product_variations v
    where s.business_id = app_business() and v.business_id = s.business_id and v.id = s.variation_id
      and v.product_id = ${productId}
      and not exists (select from ledger_entries e where e.business_id = s.business_id and e.stock_id = s.id)
      and not exists (select from dropship_items d where d.business_id = s.business_id and d.stock_id = s.id)
      and not exists (select from order_parts p where p.fulfiller_id = s.business_id and p.stock_id = s.id)`.execute(
    tx.db,
  );
}
