import { sql } from 'kysely';
import { asBusiness, type Tx } from '#server/db/transaction.ts';

/** Lets go of the volumes that a sale in picking was to be packed from; the goods on the bench are to be put back. */
export async function unpinOrder(tx: Tx, fulfillerId: number, orderId: number): Promise<void> {
  await asBusiness(tx, fulfillerId, async () => {
    await sql`
      with gone as (delete from pins where order_id = ${orderId} returning volume_line_id, quantity),
        freed as (select volume_line_id, sum(quantity)::int as quantity from gone group by volume_line_id)
      update volume_lines v set pinned = v.pinned - f.quantity
      from freed f where v.id = f.volume_line_id and v.business_id = app_business()`.execute(tx.db);
  });
}
