import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { addLinesToday, type NewLine, type Sides } from './invoice-lines.ts';

type Excess = {
  id: number;
  accepted: boolean;
  left: number;
  excess: number;
  advertisement: string;
  product: string;
  unit_price_centavos: number;
};

/**
 * What came back is credited already: a dispute of it holds for the units that are left, and is void without any. Whoever
 * disputes or decides locks the sale first, as those who take it back do.
 */
export async function limitDisputes(tx: Tx, sides: Sides, orderId: number): Promise<void> {
  const { rows } = await sql<Excess>`
    select x.id, x.state = 'accepted' as accepted, back.remaining as left, x.quantity - back.remaining as excess,
      s.advertisement, s.product, s.unit_price_centavos
    from dropinvoice_items s join dropinvoice_disputes x on x.item_id = s.id
      cross join lateral (select greatest(s.quantity + coalesce(sum(b.quantity), 0), 0)::int as remaining
        from dropinvoice_items b where b.part_id = s.part_id and b.attempt = s.attempt
          and b.kind in ('reversal', 'credit')) back
    where s.order_id = ${orderId} and s.kind = 'sale' and x.state in ('open', 'refused', 'accepted')
      and x.quantity > back.remaining
    order by x.id`.execute(tx.db);
  if (rows.length === 0) return;
  for (const { id, left, accepted } of rows)
    await tx.db
      .updateTable('dropinvoice_disputes')
      .set({ quantity: left, ...(left === 0 && !accepted && { state: 'void', ended_at: tx.now() }) })
      .where('id', '=', id)
      .execute();
  const lines = rows.map((row): NewLine => {
    const { id: disputeId, advertisement, product, excess: quantity, unit_price_centavos: price } = row;
    const kind = row.accepted ? 'credit' : 'dispute';
    return { kind, orderId, disputeId, advertisement, product, quantity, unitPriceCentavos: price };
  });
  await addLinesToday(tx, sides, lines);
}
