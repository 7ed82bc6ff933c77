import { sql } from 'kysely';
import { marginBeforeTax } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';

/** A changed offer price becomes the cost of what is made of the offer; the price stays, and the margin follows. */
export async function refreshCosts(tx: Tx, publicationId: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
    price: number;
    fee: number | null;
    freight: number | null;
    cost: number;
  }>`
    select v.id, v.price_centavos as price, v.fee_centavos as fee, v.freight_centavos as freight,
      sum(d.price_centavos * c.quantity)::bigint as cost
    from publication_variations v
    join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id
    where v.publication_id = ${publicationId}
    group by v.id
    -- The price of an offer that is no longer visible is unknown: the last known cost stays.
    having bool_and(d.id is not null) and sum(d.price_centavos * c.quantity) <> v.cost_centavos`.execute(
    tx.db,
  );
  for (const { id, price, fee, freight, cost } of rows) {
    await tx.db
      .updateTable('publication_variations')
      .set({
        cost_centavos: cost,
        margin_basis_points: marginBeforeTax(price, cost, { basisPoints: 0, fixed: fee, freight }),
      })
      .where('id', '=', id)
      .execute();
  }
}
