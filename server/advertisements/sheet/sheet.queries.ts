import { sql } from 'kysely';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import type { PackageSide, PackageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import { asCode } from '#contract/codes.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { parseAttributes } from '#server/advertisements/publication/publication-view.ts';
import { isExample } from '#server/business/examples.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { floorOf } from '#server/marketplaces/account-capabilities.ts';
import type { SheetPart } from './sheet-texts.ts';

/** A parcel as far as it is known. */
export type Sides = { [side in PackageSide]: number | null };
const unmeasured: Sides = { weight: null, width: null, height: null, depth: null };

/** A row of the sheet: a variation of an open publication, or an advertisement without one. */
export type SheetRow = {
  advertisement: number;
  publication: {
    id: number;
    account: string;
    category: string;
    type: PublicationType;
    attributes: AttributeValue[];
    warehouseId: number;
    package: Sides;
  } | null;
  title: string;
  description: string;
  variation: {
    id: number;
    name: string;
    sku: string;
    gtin: string;
    price: number;
    /** Its own parcel; null: that of the publication. */
    package: PackageSize | null;
  } | null;
  parts: SheetPart[];
};

/** The parcel that the row shows. */
export const packageOfRow = ({ publication, variation }: SheetRow): Sides =>
  variation?.package ?? publication?.package ?? unmeasured;

type Found = {
  id: number;
  advertisement: number;
  account: string;
  category: string;
  type: PublicationType;
  attributes: unknown;
  warehouse_id: number;
  package: Sides;
  title: string;
  description: string;
  variation: NonNullable<SheetRow['variation']>;
  parts: SheetPart[];
};

type Wanted = { advertisements: readonly number[] } | { publications: readonly number[] };

export async function findPublished(tx: Tx, wanted: Wanted): Promise<SheetRow[]> {
  const condition =
    'publications' in wanted
      ? sql`p.id = any(${wanted.publications}::bigint[])`
      : sql`p.advertisement_id = any(${wanted.advertisements}::bigint[])`;
  const { rows } = await sql<Found>`
    select p.id, p.advertisement_id as advertisement, m.name as account, p.category_id as category, p.type, p.attributes,
      p.warehouse_id, p.name as title, p.description,
      json_build_object('weight', p.weight, 'width', p.width, 'height', p.height, 'depth', p.depth) as package,
      json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'gtin', v.gtin, 'price', v.price_centavos,
        'package', case when v.weight is not null then json_build_object('weight', v.weight, 'width', v.width,
          'height', v.height, 'depth', v.depth) end) as variation,
      coalesce((select json_agg(json_build_object('sku', c.sku, 'quantity', c.quantity) order by c.id)
        from publication_components c
        where c.business_id = v.business_id and c.publication_variation_id = v.id), '[]') as parts
    from publications p join marketplace_accounts m on m.id = p.account_id
      join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
    order by p.id, v.id`.execute(tx.db);
  return rows.map(
    ({ id, advertisement, account, category, type, attributes, warehouse_id, package: size, ...rest }) => ({
      advertisement,
      publication: {
        ...{ id, account, category, type, warehouseId: warehouse_id, package: size },
        attributes: parseAttributes(attributes),
      },
      ...rest,
    }),
  );
}

/** Advertisements with their own text and composition; those of variations with a row for each. */
export async function findAdvertised(tx: Tx, advertisements: readonly number[]): Promise<SheetRow[]> {
  const { rows } = await sql<
    Pick<Found, 'advertisement' | 'title' | 'description' | 'parts'> & { of_variations: boolean }
  >`
    select a.id as advertisement, a.product as title, a.description, a.as_variations as of_variations,
      coalesce((select json_agg(json_build_object('sku', c.sku, 'quantity', c.quantity) order by c.id)
        from advertisement_components c where c.advertisement_id = a.id), '[]') as parts
    from advertisements a
    where a.business_id = app_business() and a.id = any(${advertisements}::bigint[])`.execute(tx.db);
  return rows.flatMap(({ of_variations: ofVariations, parts, ...row }) =>
    (ofVariations ? parts.map((part) => [part]) : [parts]).map((own) => ({
      ...row,
      ...{ parts: own, publication: null, variation: null },
    })),
  );
}

export type OfferOfSku = { id: number; warehouseId: number };

/** Offers that the business may sell, by comparable SKU. */
export async function offersOfSkus(tx: Tx, skus: readonly string[]): Promise<Map<string, OfferOfSku[]>> {
  const { rows } = await sql<{ id: number; warehouse_id: number; sku: string }>`
    select d.id, d.warehouse_id, v.sku from dropship_items d join product_variations v on v.id = d.variation_id
    where d.active and v.sku_key = any(${[...new Set(skus.map(asCode))]}::text[]) order by d.id`.execute(
    tx.db,
  );
  return new Map(
    [...Map.groupBy(rows, ({ sku }) => asCode(sku))].map(([sku, offers]) => [
      sku,
      offers.map((offer) => ({ id: offer.id, warehouseId: offer.warehouse_id })),
    ]),
  );
}

export type KitOfSku = Sides & { components: { offer: number; quantity: number }[]; warehouseId: number };

/** Own kits by comparable SKU. */
export async function kitsOfSkus(tx: Tx, skus: readonly string[]): Promise<Map<string, KitOfSku>> {
  const { rows } = await sql<KitOfSku & { sku: string }>`
    select k.sku, k.weight, k.width, k.height, k.depth, min(d.warehouse_id) as "warehouseId",
      json_agg(json_build_object('offer', c.dropship_item_id, 'quantity', c.quantity) order by c.id) as components
    from virtual_products k join virtual_product_components c on c.virtual_product_id = k.id
      join dropship_items d on d.id = c.dropship_item_id
    where k.business_id = app_business() and not k.archived
      and k.sku <> '' and upper(k.sku) = any(${[...new Set(skus.map(asCode))]}::text[])
    group by k.id`.execute(tx.db);
  return new Map(rows.map(({ sku, ...kit }) => [asCode(sku), kit]));
}

export type Goods = Sides & {
  product: number;
  sku: string;
  gtin: string;
  traits: Record<string, string>;
  example: boolean;
  content: AdContent;
};
/** What a new publication takes over. */
export type AdContent = { brand: string; description: string; images: number[] };

/** The goods of offers: how large they are, and what an ad shows of them. */
export async function goodsOfOffers(tx: Tx, offers: readonly number[]): Promise<Map<number, Goods>> {
  const { rows } = await sql<Goods & { offer: number }>`
    select d.id as offer, p.id as product, v.sku, v.gtin, v.attributes as traits,
      p.weight, p.width, p.height, p.depth, ${isExample('product', sql.ref('p.id'))} as example,
      json_build_object('brand', p.brand, 'description', p.description, 'images', coalesce((
        select json_agg(i.image_id order by i.position, i.image_id) from (
          select pi.image_id, min(pi.position) as position from product_images pi
            join images m on m.id = pi.image_id where pi.product_id = p.id group by pi.image_id) i), '[]')) as content
    from dropship_items d join products p on p.id = d.product_id join product_variations v on v.id = d.variation_id
    where d.id = any(${[...new Set(offers)]}::bigint[])`.execute(tx.db);
  return new Map(rows.map(({ offer, ...goods }) => [offer, goods]));
}

/** What a publication takes over from its advertisement; a description that it does not have is that of the product. */
export async function contentOfAd(tx: Tx, advertisement: number): Promise<AdContent> {
  const { rows } = await sql<AdContent>`
    select a.brand, coalesce(nullif(a.description, ''), (
        select p.description from advertisement_components c join dropship_items d on d.id = c.dropship_item_id
          join products p on p.id = d.product_id where c.advertisement_id = a.id order by c.id limit 1), '') as description,
      coalesce((select json_agg(i.image_id order by i.position) from advertisement_images i
        join images m on m.id = i.image_id where i.advertisement_id = a.id), '[]') as images
    from advertisements a where a.business_id = app_business() and a.id = ${advertisement}`.execute(tx.db);
  return rows[0] ?? fail('not_found');
}

export type SheetAccount = {
  id: number;
  name: string;
  marketplace: MarketplaceId;
  tags: string[];
  connected: boolean;
};

export async function accountsOfSheet(tx: Tx): Promise<SheetAccount[]> {
  const { rows } = await sql<SheetAccount>`
    select m.id, m.name, m.marketplace, to_json(m.tags) as tags, m.state = 'connected' as connected
    from marketplace_accounts m where m.business_id = app_business() and m.removed_at is null
    order by m.id`.execute(tx.db);
  return rows;
}

export type OpenAd = { account: number; title: string; type: string; compositions: string[] };

/** Open publications with these titles, each with the compositions of its variations. */
export async function openAds(tx: Tx, titles: readonly string[]): Promise<OpenAd[]> {
  const { rows } = await sql<OpenAd>`
    select p.account_id as account, p.name as title, p.type, coalesce((
      select json_agg(k.key) from (
        select string_agg(c.dropship_item_id || 'x' || c.quantity, ' ' order by c.dropship_item_id) as key
        from publication_components c join publication_variations v on v.business_id = c.business_id
          and v.id = c.publication_variation_id
        where v.business_id = p.business_id and v.publication_id = p.id group by v.id) k), '[]') as compositions
    from publications p
    where p.business_id = app_business() and p.state <> 'closed'
      and lower(p.name) = any(${[...new Set(titles.map((title) => title.toLowerCase()))]}::text[])`.execute(
    tx.db,
  );
  return rows;
}

/** The floor that a new publication of the account is under. */
export async function floorOfAccount(tx: Tx, account: number): Promise<MarginFloor | null> {
  const row = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['floor_basis_points', 'floor_action'])
    .where('id', '=', account)
    .executeTakeFirst();
  return row ? floorOf(row.floor_basis_points, row.floor_action) : null;
}
