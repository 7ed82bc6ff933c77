import { sql } from 'kysely';
import type { PublicationType } from '#contract/advertisements/publication.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findSelectedAdvertisements } from './advertisement.queries.ts';

export type PricedPublication = {
  id: number;
  name: string;
  account: { id: number; name: string };
  category: string;
  type: PublicationType;
  pricePerVariation: boolean;
  variations: { id: number; name: string; price: number; cost: number; marginBasisPoints: number }[];
};

/** Open publications of what is selected, with the prices of their variations. */
export async function findPriced(
  tx: Tx,
  selection: BulkSelection | { publications: readonly number[] },
): Promise<PricedPublication[]> {
  const condition =
    'publications' in selection
      ? sql`p.id = any(${selection.publications}::bigint[])`
      : sql`p.advertisement_id = any(${await findSelectedAdvertisements(tx, selection)}::bigint[])`;
  const { rows } = await sql<PricedPublication>`
    select p.id, p.name, json_build_object('id', m.id, 'name', m.name) as account, p.category_id as category, p.type,
      p.price_per_variation as "pricePerVariation",
      (select json_agg(json_build_object('id', v.id, 'name', v.name, 'price', v.price_centavos, 'cost', v.cost_centavos,
          'marginBasisPoints', v.margin_basis_points) order by v.id)
        from publication_variations v where v.publication_id = p.id) as variations
    from publications p join marketplace_accounts m on m.id = p.account_id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
      and exists (select from publication_variations v where v.publication_id = p.id)
    order by p.id`.execute(tx.db);
  return rows;
}
