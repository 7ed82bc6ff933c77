import { sql } from 'kysely';
import {
  advertisementImageFilter,
  advertisementImageSorts,
} from '#contract/advertisements/advertisement-image.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

/** What all the marketplaces of a business accept. */
export type StrictestLimits = { side: number; bytes: number; pictures: number };

const specOf = ({ side, bytes, pictures }: StrictestLimits) =>
  listSpec({
    fields: advertisementImageFilter,
    sortedBy: advertisementImageSorts,
    sql: {
      name: sql`a.product`,
      refused: sql`exists (select from advertisement_images ai join images i on i.id = ai.image_id
        where ai.advertisement_id = a.id
          and (greatest(i.width, i.height) < ${side} or i.bytes > ${bytes} or ai.position >= ${pictures}))`,
      none: sql`not exists (select from advertisement_images ai where ai.advertisement_id = a.id)`,
    },
    search: sql`fold(a.product)`,
    sorts: { id: sql`a.id`, name: sql`a.product` },
    required: ['name'],
    defaultSort: '-id',
    id: sql`a.id`,
  });

export function listPictured(tx: Tx, query: ListQuery, limits: StrictestLimits) {
  const base = tx.db
    .selectFrom('advertisements as a')
    .select(['a.id', 'a.product'])
    .where('a.business_id', '=', sql<number>`app_business()`)
    .where(sql<boolean>`not a.archived`);
  return listPage(tx, base, specOf(limits), query);
}

export type PictureRow = {
  advertisement: number;
  id: number;
  name: string;
  width: number;
  height: number;
  bytes: number;
  place: number | null;
  uses: { id: number; account: { id: number; name: string }; place: number }[];
};

/** Pictures of these advertisements in their order, then those of only their publications. */
export async function listPicturesOf(tx: Tx, ids: readonly number[]): Promise<PictureRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PictureRow>`
    with own as (
      select advertisement_id, image_id, row_number() over (partition by advertisement_id order by position, id)::int as place
      from advertisement_images where advertisement_id = any(${ids}::bigint[])
    ), used as (
      select p.advertisement_id, pi.image_id, json_agg(json_build_object('id', p.id,
        'account', json_build_object('id', m.id, 'name', m.name), 'place', pi.position + 1) order by p.id) as uses
      from publications p join publication_images pi on pi.business_id = p.business_id and pi.publication_id = p.id
        join marketplace_accounts m on m.id = p.account_id
      where p.business_id = app_business() and p.advertisement_id = any(${ids}::bigint[]) and p.state <> 'closed'
      group by p.advertisement_id, pi.image_id
    )
    select advertisement_id as advertisement, i.id, i.name, i.width, i.height, i.bytes::int as bytes, own.place,
      coalesce(used.uses, '[]') as uses
    from own full join used using (advertisement_id, image_id) join images i on i.id = image_id
    order by advertisement_id, own.place nulls last, i.id`.execute(tx.db);
  return rows;
}

/** Marketplaces with a connected account of the business, each with the tags of its sellers. */
export async function listConnectedMarketplaces(tx: Tx) {
  const rows = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['marketplace', 'tags'])
    .where('business_id', '=', sql<number>`app_business()`)
    .where('state', '=', 'connected')
    .orderBy('id')
    .execute();
  return [...new Map(rows.map((row) => [row.marketplace, row])).values()] satisfies {
    marketplace: MarketplaceId;
    tags: string[];
  }[];
}
