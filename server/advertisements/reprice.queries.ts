import { sql } from 'kysely';
import type { FloorAction, GuardState } from '#contract/advertisements/margin-change.ts';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { Promotion } from '#contract/advertisements/promotion.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { StoredBand } from '#server/advertisements/wholesale/wholesale-bands.ts';
import { salesTaxNow } from '#server/business/sales-tax.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JsonValue } from '#server/db/types.ts';
import { findSelectedAdvertisements } from './advertisement.queries.ts';
import { marginSql } from './margin/margin-sql.ts';
import { packageSql } from './size/package-sql.ts';

export type PricedPublication = {
  id: number;
  advertisementId: number;
  name: string;
  account: { id: number; name: string; marketplace: MarketplaceId; tags: string[] };
  category: string;
  type: PublicationType;
  pricePerVariation: boolean;
  wholesale: StoredBand[];
  package: PackageSize | null;
  listing: string | null;
  freeShipping: boolean | null;
  floor: { basisPoints: number; action: FloorAction } | null;
  variations: {
    id: number;
    name: string;
    /** Its own; null: that of the publication. */
    package: PackageSize | null;
    price: number;
    cost: number;
    fee: number | null;
    freight: number | null;
    taxBasisPoints: number;
    marginBasisPoints: number;
    promotion: Promotion | null;
    /** The margin that a person last accepted. */
    decidedMargin: number | null;
  }[];
};

/** Names of the selected advertisements without an open publication. */
export async function findUnpublished(tx: Tx, selected: readonly number[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('advertisements as a')
    .select('a.product')
    .where('a.id', 'in', [...selected])
    .where(
      sql<boolean>`not exists (select from publications p where p.business_id = a.business_id
        and p.advertisement_id = a.id and p.state <> 'closed')`,
    )
    .orderBy('a.product')
    .execute();
  return rows.map(({ product }) => product);
}

/** Open publications of the selection, with the prices of their variations. */
export async function findPriced(
  tx: Tx,
  selection: BulkSelection | { publications: readonly number[] },
): Promise<PricedPublication[]> {
  const condition =
    'publications' in selection
      ? sql`p.id = any(${selection.publications}::bigint[])`
      : sql`p.advertisement_id = any(${await findSelectedAdvertisements(tx, selection)}::bigint[])`;
  const { rows } = await sql<PricedPublication>`
    select p.id, p.advertisement_id as "advertisementId", p.name, json_build_object('id', m.id, 'name', m.name,
        'marketplace', m.marketplace, 'tags', m.tags) as account, p.category_id as category, p.type,
      p.remote_item_id as listing, p.free_shipping as "freeShipping", ${packageSql('p')} as package,
      p.price_per_variation as "pricePerVariation", p.wholesale,
      case when coalesce(p.floor_action, m.floor_action) is not null then json_build_object(
        'basisPoints', coalesce(p.floor_basis_points, m.floor_basis_points),
        'action', coalesce(p.floor_action, m.floor_action)) end as floor,
      (select json_agg(json_build_object('id', v.id, 'name', v.name, 'package', ${packageSql('v')},
          'price', v.price_centavos, 'cost', v.cost_centavos, 'fee', v.fee_centavos, 'freight', v.freight_centavos,
          'taxBasisPoints', ${salesTaxNow},
          'marginBasisPoints', ${marginSql}, 'promotion', case when v.promotion_price_centavos is not null
            then json_build_object('price', v.promotion_price_centavos, 'from', v.promotion_from, 'to', v.promotion_to,
              'name', v.promotion_name) end, 'decidedMargin', (v.decided ->> 'margin')::integer) order by v.id)
        from publication_variations v where v.publication_id = p.id) as variations
    from publications p join marketplace_accounts m on m.id = p.account_id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
      and exists (select from publication_variations v where v.publication_id = p.id)
    order by p.id`.execute(tx.db);
  return rows;
}

type Guards = Record<string, { guard: GuardState | null; decided: JsonValue }>;

/** The effect of a floor on each variation, and the price that a person accepted. */
export async function findGuards(tx: Tx, publicationId: number): Promise<Guards> {
  const rows = await tx.db
    .selectFrom('publication_variations')
    .select(['id', 'guard', 'decided'])
    .where('publication_id', '=', publicationId)
    .execute();
  return Object.fromEntries(rows.map(({ id, guard, decided }) => [id, { guard, decided }]));
}

export async function restoreGuards(tx: Tx, publicationId: number, guards: Guards): Promise<void> {
  for (const [id, { guard, decided }] of Object.entries(guards))
    await tx.db
      .updateTable('publication_variations')
      .set({ guard, decided: decided ? JSON.stringify(decided) : null })
      .where('id', '=', Number(id))
      .where('publication_id', '=', publicationId)
      .execute();
}
