import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** Sets the safety buffer of stock levels, which are locked by id like in a reservation. */
export async function setBuffers(
  tx: Tx,
  buffers: readonly { stock: number; buffer: number }[],
): Promise<void> {
  if (buffers.length === 0) return;
  await sql`with held as (
      select s.id, n.buffer from stock s
        join jsonb_to_recordset(${JSON.stringify(buffers)}::jsonb) as n (stock bigint, buffer integer) on n.stock = s.id
      where s.business_id = app_business()
      order by s.id for no key update of s)
    update stock s set buffer = held.buffer, revision = s.revision + 1
    from held where s.id = held.id and s.buffer <> held.buffer`.execute(tx.db);
}
