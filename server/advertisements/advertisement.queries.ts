import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { advertisementFilter, advertisementSorts } from '#contract/advertisements/advertisement.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import { asksFor } from '#contract/filter.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { prepared } from '#server/db/prepared.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import { partQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';
import { partsSql } from './composition.ts';
import { marginSql } from './margin/margin-sql.ts';
import { hasReasonSql, saleReasonsSql } from './reasons/sale-reasons.ts';
import { figuresOfPublication, soldOfAll, soldSql } from './sales-figures.queries.ts';

const own = sql<number>`app_business()`;

/** The parts of an advertisement `a`: how many units can be sold of each. */
const partsOfAdvertisement = sql`(select ${partQuantitySql} as units from advertisement_components c
  left join dropship_items d on d.id = c.dropship_item_id left join stock s on s.id = d.stock_id
  where c.advertisement_id = a.id) as k`;

/** Sellable units of an advertisement `a`: the scarcest part decides, variations are summed. */
const sumOfParts = sql`coalesce(case when a.as_variations then sum(k.units) else min(k.units) end, 0)::int`;

const quantitySql = sql<number>`(select ${sumOfParts} from ${partsOfAdvertisement})`;

/** The quantity with the number of parts, so that a row of the list reads its parts once. */
const compositionSql = sql<{ quantity: number; parts: number }>`(
  select json_build_object('quantity', ${sumOfParts}, 'parts', count(*)) from ${partsOfAdvertisement})`;

const listed = (tx: Tx) =>
  tx.db
    .selectFrom('advertisements as a')
    .select((a) => [
      'a.id',
      'a.product',
      'a.brand',
      'a.archived',
      'a.as_variations',
      'a.created_at',
      compositionSql.as('composition'),
      jsonObjectFrom(
        a
          .selectFrom('advertisement_images as ai')
          .innerJoin('images as i', 'i.id', 'ai.image_id')
          .select(['i.id', 'i.name'])
          .whereRef('ai.advertisement_id', '=', 'a.id')
          .orderBy('ai.position')
          .limit(sql.lit(1)),
      ).as('image'),
      jsonArrayFrom(
        a
          .selectFrom('publications as p')
          .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
          .innerJoinLateral(figuresOfPublication.as('f'), (join) => join.onTrue())
          .select((p) => [
            'p.id',
            'm.id as account_id',
            'm.name as account_name',
            'm.marketplace',
            'p.state',
            p('p.sync_error', 'is not', null).as('faulty'),
            saleReasonsSql.as('reasons'),
            sql<string | null>`coalesce(p.remote_item_id, f.code)`.as('code'),
            sql<string>`coalesce(nullif(p.link, ''), f.link, '')`.as('link'),
            'p.version',
            'f.lowest',
            'f.highest',
            'f.margin',
            'f.at_most',
            'f.variations',
            'f.cap',
            'f.fulfillment',
          ])
          .whereRef('p.advertisement_id', '=', 'a.id')
          .where('p.state', '<>', sql.lit('closed'))
          .orderBy('p.id'),
      ).as('publications'),
      soldSql.as('sold'),
    ])
    .where('a.business_id', '=', own);

export function listAdvertisements(tx: Tx, query: ListQuery) {
  // The archive is listed only on request.
  const base = asksFor(query.query, 'archived') ? listed : listedUnarchived;
  const sort = query.sort?.replace(/^-/, '');
  if (sort === 'sold') return listPage(tx, withSold(base(tx)), spec, query);
  if (sort === 'price' || sort === 'margin') return listPage(tx, withTerms(base(tx)), spec, query);
  return listPage(tx, base, spec, query);
}

/** What the cells of the list show of all publications, joined only to sort by it. */
const withTerms = (rows: ReturnType<typeof listed>) =>
  rows.leftJoin(
    sql<{ advertisement_id: number; price: number; margin: number }>`(
      select p.advertisement_id, min(v.price_centavos) as price, min(${marginSql}) as margin
      from publications p
        join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
      where p.business_id = app_business() and p.state <> 'closed'
      group by p.advertisement_id)`.as('terms'),
    (join) => join.onRef('terms.advertisement_id', '=', 'a.id'),
  );

const withSold = (rows: ReturnType<typeof listed>) =>
  rows.leftJoin(soldOfAll.as('sales'), (join) => join.onRef('sales.id', '=', 'a.id'));

const listedUnarchived = (tx: Tx) => listed(tx).where(sql<boolean>`not a.archived`);

/** A filter does not match archived ones unless it asks for them. */
export function findSelectedAdvertisements(tx: Tx, selection: BulkSelection): Promise<number[]> {
  const asked = selection.ids !== undefined || asksFor(selection.query, 'archived');
  const base = listed(tx);
  return findSelected(tx, asked ? base : base.where(sql<boolean>`not a.archived`), spec, selection);
}

const published = (condition: ReturnType<typeof sql>) =>
  sql`exists (select from publications p where p.advertisement_id = a.id and ${condition})`;

const spec = listSpec({
  fields: advertisementFilter,
  sortedBy: advertisementSorts,
  sql: {
    product: sql`a.product`,
    brand: sql`a.brand`,
    published: published(sql`p.state = 'active'`),
    archived: sql`a.archived`,
    faulty: published(sql`p.sync_error is not null and p.state <> 'closed'`),
    account: {
      where: (values) =>
        sql`${published(sql`p.account_id in (${sql.join(values)}) and p.state <> 'closed'`)}`,
    },
    state: { where: (values) => sql`${published(sql`p.state in (${sql.join(values)})`)}` },
    reason: {
      where: (
        values,
      ) => sql`exists (select from publications p join marketplace_accounts m on m.id = p.account_id
        where p.business_id = a.business_id and p.advertisement_id = a.id and p.state <> 'closed'
          and ${hasReasonSql(values)})`,
    },
    offer: {
      where: (values) => sql`exists (select from advertisement_components c
        where c.advertisement_id = a.id and c.dropship_item_id in (${sql.join(values)}))`,
    },
    goods: {
      where: (values) => sql`exists (select from advertisement_components c
        join dropship_items d on d.id = c.dropship_item_id
        where c.advertisement_id = a.id and d.product_id in (${sql.join(values)}))`,
    },
    quantity: quantitySql,
    sku: sql`a.codes`,
    code: sql`a.codes`,
    gtin: {
      where: (values) => sql`exists (select from advertisement_components c
        join dropship_items d on d.id = c.dropship_item_id join product_variations v on v.id = d.variation_id
        where c.advertisement_id = a.id and v.gtin in (${sql.join(values)}))`,
    },
    price: sql`(select min(v.price_centavos) from publications p join publication_variations v on v.publication_id = p.id
      where p.advertisement_id = a.id and p.state <> 'closed')`,
    created: sql`a.created_at`,
  },
  search: sql`a.search`,
  matches: { list: 'advertisements', ids: sql`a.id`, fields: ['product', 'brand', 'sku', 'code'] },
  sorts: {
    created: sql`a.created_at`,
    product: sql`a.product`,
    brand: sql`a.brand`,
    quantity: quantitySql,
    price: sql`terms.price`,
    margin: sql`terms.margin`,
    sold: sql`coalesce(sales.sold, 0)`,
  },
  required: ['created', 'product', 'brand', 'sold'],
  defaultSort: '-created',
  // Its row shows its publications, and a bulk act changes them.
  changedAt: sql`greatest(a.updated_at, (select max(p.updated_at) from publications p where p.advertisement_id = a.id))`,
  id: sql`a.id`,
});

export function findAdvertisement(tx: Tx, id: number, lock = false) {
  const query = tx.db.selectFrom('advertisements').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

const weightSql = sql<number | null>`(select case when bool_and(p.weight is not null)
    then case when a.as_variations then max(p.weight * c.quantity) else sum(p.weight * c.quantity) end end
  from advertisement_components c left join dropship_items d on d.id = c.dropship_item_id
    left join products p on p.id = d.product_id where c.advertisement_id = a.id)`;

/** One advertisement with its parts and images, in one statement. */
export const findWhole = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('advertisements as a')
    .select([
      'a.id',
      'a.product',
      'a.brand',
      'a.description',
      'a.archived',
      'a.as_variations as asVariations',
      'a.sku',
      'a.width',
      'a.height',
      'a.depth',
      'a.created_at',
      'a.updated_at',
      'a.version',
    ])
    .select([
      partsSql('advertisement_components', sql`a.id`).as('components'),
      weightSql.as('weight'),
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', i.id, 'name', i.name) order by ai.position)
        from advertisement_images ai join images i on i.id = ai.image_id where ai.advertisement_id = a.id), '[]')`.as(
        'images',
      ),
    ])
    .where('a.id', '=', id),
);

/** Those of the given images that this business may use: its own, or of a product offered to it. */
export async function usableImages(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('images')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}
