import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { NewEntry } from '#server/dropshipping/balance/settle.ts';

type Excess = {
  id: number;
  invoice: number;
  part: number;
  accepted: boolean;
  left: number;
  excess: number;
  product: string;
  price: number;
};

/**
 * Units that come back are credited as returned: an open dispute shrinks to the remaining units and is void without any;
 * units of an accepted dispute are not credited twice. The sale is locked by every act that takes it back, disputes it or
 * decides.
 */
export async function limitDisputes(
  tx: Tx,
  orderId: number,
  attempt: number,
  coming: ReadonlyMap<number, number>,
): Promise<{ entries: NewEntry[]; disputed: number[] }> {
  const { rows } = await sql<Omit<Excess, 'excess'> & { units: number }>`
    select x.id, x.dropinvoice_id as invoice, s.part_id as part, x.state = 'accepted' as accepted, x.quantity as units,
      s.product, s.unit_price_centavos as price, ${unitsLeftSql} as left
    from dropinvoice_items s join dropinvoice_disputes x on x.item_id = s.id
    where s.order_id = ${orderId} and s.attempt = ${attempt} and s.kind = 'sale' and x.state in ('open', 'accepted')
    order by x.id`.execute(tx.db);
  const over = rows.flatMap(({ units, ...row }): Excess[] => {
    const left = Math.max(0, row.left - (coming.get(row.part) ?? 0));
    return units > left ? [{ ...row, left, excess: units - left }] : [];
  });
  for (const { id, left, accepted } of over)
    await tx.db
      .updateTable('dropinvoice_disputes')
      .set({ quantity: left, ...(left === 0 && !accepted && { state: 'void', ended_at: tx.now() }) })
      .where('id', '=', id)
      .execute();
  const entries = over
    .filter(({ accepted }) => accepted)
    .map(
      ({ id: disputeId, product, excess, price }): NewEntry => ({
        ...{ kind: 'dispute', disputeId, orderId, product, quantity: -excess },
        amountCentavos: -excess * price,
      }),
    );
  return { entries, disputed: over.filter(({ accepted }) => !accepted).map(({ invoice }) => invoice) };
}

/** The units of a sold line `s` that were not taken back. */
export const unitsLeftSql = sql<number>`(s.quantity
  + coalesce((select sum(b.quantity) from dropinvoice_items b where b.part_id = s.part_id and b.attempt = s.attempt
    and b.kind in ('reversal', 'credit')), 0)
  - coalesce((select sum(e.quantity) from pair_entries e where e.part_id = s.part_id and e.attempt = s.attempt
    and e.kind = 'return'), 0))::int`;
