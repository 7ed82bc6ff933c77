import { type Kysely, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FulfillmentUnits } from '#contract/advertisements/fulfillment-stock.ts';
import { publicationStates } from '#contract/advertisements/publication-states.ts';
import { publicationTypes } from '#contract/advertisements/publication-type.ts';
import { saleReasonKinds } from '#contract/advertisements/sale-reason.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { partsSql } from '#server/advertisements/composition.ts';
import { marginSql } from '#server/advertisements/margin/margin-sql.ts';
import { hasReasonSql, saleReasonsSql } from '#server/advertisements/reasons/sale-reasons.ts';
import { reservedSql } from '#server/advertisements/sales-figures.queries.ts';
import { salesTaxNow } from '#server/business/sales-tax.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { variationQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';

const own = sql<number>`app_business()`;

const baseQuery = (tx: Tx) => selectPublications(tx.db);

function selectPublications(db: Tx['db'] | Kysely<DB>) {
  return db
    .selectFrom('publications as p')
    .innerJoin('advertisements as a', 'a.id', 'p.advertisement_id')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .selectAll('p')
    .select(['a.product as advertisement_name', 'm.name as account_name'])
    .select(['m.marketplace as account_marketplace', 'm.tags as account_tags'])
    .select(['m.floor_basis_points as account_floor_basis_points', 'm.floor_action as account_floor_action'])
    .select(saleReasonsSql.as('reasons'))
    .where('p.business_id', '=', own);
}
export type PublicationRow = Awaited<ReturnType<typeof findPublication>>;

const spec = listSpec({
  fields: {
    name: { kind: 'text' },
    account: { kind: 'id' },
    advertisement: { kind: 'id' },
    state: { kind: 'choice', values: publicationStates },
    reason: { kind: 'choice', values: saleReasonKinds },
    type: { kind: 'choice', values: publicationTypes },
    faulty: { kind: 'flag' },
    created: { kind: 'day' },
  },
  sql: {
    name: sql`p.name`,
    account: sql`p.account_id`,
    advertisement: sql`p.advertisement_id`,
    state: sql`p.state`,
    reason: { where: hasReasonSql },
    type: sql`p.type`,
    faulty: sql`(p.sync_error is not null and p.state <> 'closed')`,
    created: sql`p.created_at`,
  },
  search: sql`fold(p.name || ' ' || coalesce(p.remote_item_id, ''))`,
  sortedBy: ['created', 'name', 'state'],
  sorts: { created: sql`p.created_at`, name: sql`p.name`, state: sql`p.state` },
  defaultSort: '-created',
  id: sql`p.id`,
});

export function listPublicationRows(tx: Tx, query: ListQuery, advertisementId?: number) {
  const base = baseQuery(tx);
  return listPage(
    tx,
    advertisementId === undefined ? base : base.where('p.advertisement_id', '=', advertisementId),
    spec,
    query,
  );
}

export function findPublication(tx: Tx, id: number) {
  return baseQuery(tx).where('p.id', '=', id).executeTakeFirstOrThrow();
}

const itsImages = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('publication_images as pi')
    .leftJoin('images as i', 'i.id', 'pi.image_id')
    .select(['pi.id as row_id', 'pi.image_id as id', 'i.name', 'i.file_id', 'pi.remote_picture_id'])
    .where('pi.publication_id', '=', id)
    .orderBy('pi.position'),
);

const images = sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', pi.image_id, 'name', coalesce(i.name, '')) order by pi.position)
  from publication_images pi left join images i on i.id = pi.image_id where pi.publication_id = p.id), '[]')`;

/** What a person sees of a variation, alias v. */
const shownColumns = [
  'id',
  'name',
  'sku',
  'gtin',
  'attributes',
  'weight',
  'width',
  'height',
  'depth',
  'cost_centavos',
  'price_centavos',
  'fee_centavos',
  'freight_centavos',
  'active',
  'guard',
  'quantity_cap',
  'synced_quantity',
  'synced_price_centavos',
  'synced_at',
  'remote_item_id',
  'remote_status',
  'fulfilled_by_marketplace',
  'link',
  'promotion_price_centavos',
  'promotion_from',
  'promotion_to',
  'promotion_name',
  'promotion_marketplace_centavos',
  'promotion_fee_centavos',
  'promotion_freight_centavos',
  'price_leaves_promotion',
] as const;

/** Units of the variation `v` in the marketplace's own warehouse. */
const unitsThereSql = sql<FulfillmentUnits | null>`(
  select json_build_object('sellable', f.sellable, 'unsellable', f.unsellable, 'inTransfer', f.in_transfer,
    'readAt', f.read_at)
  from fulfillment_stocks f where f.business_id = v.business_id and f.id = v.fulfillment_stock_id)`;

const selectShown = (db: Tx['db'] | Kysely<DB>) =>
  db
    .selectFrom('publication_variations as v')
    .select(shownColumns.map((column) => `v.${column}` as const))
    .select(['v.publication_id', reservedSql.as('reserved'), unitsThereSql.as('fulfillment')])
    .select([marginSql.as('margin'), salesTaxNow.as('tax')])
    .select(partsSql('publication_components', sql`v.id`).as('components'))
    .orderBy('v.id');
export type ShownVariation = Awaited<ReturnType<typeof listShownVariations>>[number];

export function listShownVariations(tx: Tx, publicationIds: readonly number[]) {
  if (publicationIds.length === 0) return Promise.resolve([]);
  return selectShown(tx.db)
    .where('v.publication_id', 'in', [...publicationIds])
    .execute();
}

const wholePublication = prepared((db, { id }: { id: number }) =>
  selectPublications(db)
    .select(images.as('images'))
    .select(jsonArrayFrom(selectShown(db).where(sql<boolean>`v.publication_id = p.id`)).as('variations'))
    .where('p.id', '=', id),
);

/** Everything of one publication, in one statement. */
export async function readWholePublication(tx: Tx, id: number) {
  const [row] = await wholePublication(tx, { id });
  // An instant is text in JSON.
  const instant = (text: Date | string | null) => (text === null ? null : new Date(text));
  return (
    row && {
      row,
      images: row.images,
      variations: row.variations.map(
        (variation): ShownVariation => ({
          ...variation,
          synced_at: instant(variation.synced_at),
          promotion_from: instant(variation.promotion_from),
          promotion_to: instant(variation.promotion_to),
        }),
      ),
    }
  );
}

const itsLockedRow = prepared((db, { id }: { id: number }) =>
  db.selectFrom('publications').selectAll().where('id', '=', id).forUpdate(),
);

/** Locks the row for a change by a person or by an answer of the marketplace. */
export async function lockPublication(tx: Tx, id: number) {
  return (await itsLockedRow(tx, { id }))[0];
}

export function listVariationRows(tx: Tx, publicationIds: readonly number[]) {
  if (publicationIds.length === 0) return Promise.resolve([]);
  return tx.db
    .selectFrom('publication_variations')
    .selectAll()
    .where('publication_id', 'in', [...publicationIds])
    .orderBy('id')
    .execute();
}
export type VariationRow = Awaited<ReturnType<typeof listVariationRows>>[number];

export function listPublicationImages(tx: Tx, publicationId: number) {
  return itsImages(tx, { id: publicationId });
}

/**
 * A unit of the publication `p` was sold at its marketplace, as the marketplace last said or as a sale says that came
 * since.
 */
export const hasSoldSql = sql<boolean>`exists (select from publication_variations v
  where v.business_id = p.business_id and v.publication_id = p.id and v.remote_item_id is not null
    and (v.remote_sold > 0 or exists (select from order_lines l join orders o on o.id = l.order_id
      where l.business_id = v.business_id and l.publication_variation_id = v.id and o.canceled_at is null)))`;

export async function hasSold(tx: Tx, publicationId: number): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`select ${hasSoldSql} as sold from publications p
    where p.business_id = app_business() and p.id = ${publicationId}`.execute(tx.db);
  return rows[0]?.sold === true;
}

/** Every list that shows something of a publication. */
export function publicationChanged(tx: Tx, businessId: number): void {
  for (const entity of [
    'publications',
    'advertisementsPublications',
    'advertisementsVariations',
    'advertisements',
  ])
    tx.changed(businessId, entity);
}

/** Publications of an account for this remote item, for the whole of it or one variation. */
export const findByRemoteItem = (tx: Tx, accountId: number, remoteItemId: string) =>
  byRemoteItem(tx, accountId, remoteItemId).execute();

function byRemoteItem(tx: Tx, accountId: number, remoteItemId: string) {
  return tx.db
    .selectFrom('publications as p')
    .select('p.id')
    .where('p.account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('p.remote_item_id', '=', remoteItemId),
        sql<SqlBool>`exists (select from publication_variations v
          where v.publication_id = p.id and v.business_id = p.business_id and v.remote_item_id = ${remoteItemId})`,
      ]),
    );
}

/** Those of them that are not closed: one at most. */
export const findOpenByRemoteItem = (tx: Tx, accountId: number, remoteItemId: string) =>
  byRemoteItem(tx, accountId, remoteItemId).where('p.state', '<>', 'closed').execute();

export function listAdvertisementVariations(tx: Tx, query: ListQuery) {
  const base = tx.db
    .selectFrom('publication_variations as v')
    .innerJoin('publications as p', 'p.id', 'v.publication_id')
    .innerJoin('advertisements as a', 'a.id', 'p.advertisement_id')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .select([
      'v.id',
      'v.name',
      'v.sku',
      'v.gtin',
      'v.price_centavos',
      'v.cost_centavos',
      marginSql.as('margin'),
      'v.fee_centavos',
      'v.freight_centavos',
      'v.synced_quantity',
      'v.active',
      'v.link',
      'p.id as publication_id',
      'p.name as publication_name',
      'a.id as advertisement_id',
      'a.product as advertisement_name',
      'm.id as account_id',
      'm.name as account_name',
      variationQuantitySql.as('quantity'),
    ])
    .where('v.business_id', '=', own);
  return listPage(tx, base, variationSpec, query);
}

const variationSpec = listSpec({
  fields: {
    name: { kind: 'text' },
    sku: { kind: 'text' },
    gtin: { kind: 'text' },
    account: { kind: 'id' },
    advertisement: { kind: 'id' },
    publication: { kind: 'id' },
    state: { kind: 'choice', values: publicationStates },
    price: { kind: 'money' },
    active: { kind: 'flag' },
  },
  sql: {
    name: sql`v.name`,
    sku: sql`v.sku`,
    gtin: sql`v.gtin`,
    account: sql`p.account_id`,
    advertisement: sql`p.advertisement_id`,
    publication: sql`v.publication_id`,
    state: sql`p.state`,
    price: sql`v.price_centavos`,
    active: sql`v.active`,
  },
  search: sql`fold(v.name || ' ' || v.sku || ' ' || p.name)`,
  sortedBy: ['price', 'margin', 'sku', 'name'],
  sorts: {
    price: sql`v.price_centavos`,
    margin: marginSql,
    sku: sql`v.sku`,
    name: sql`p.name`,
  },
  defaultSort: 'name',
  id: sql`v.id`,
});
