import { sql } from 'kysely';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { asCode } from '#contract/codes.ts';
import { parseAttributes } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { SheetPart } from './sheet-texts.ts';

/** A row of the sheet: a variation of an open publication, or an advertisement without one. */
export type SheetRow = {
  advertisement: number;
  publication: {
    id: number;
    account: string;
    category: string;
    attributes: AttributeValue[];
    warehouseId: number;
  } | null;
  title: string;
  description: string;
  variation: { id: number; name: string; sku: string; gtin: string; price: number } | null;
  parts: SheetPart[];
};

type Found = {
  id: number;
  advertisement: number;
  account: string;
  category: string;
  attributes: unknown;
  warehouse_id: number;
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
    select p.id, p.advertisement_id as advertisement, m.name as account, p.category_id as category, p.attributes,
      p.warehouse_id, p.name as title, p.description,
      json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'gtin', v.gtin, 'price', v.price_centavos) as variation,
      coalesce((select json_agg(json_build_object('sku', c.sku, 'quantity', c.quantity) order by c.id)
        from publication_components c
        where c.business_id = v.business_id and c.publication_variation_id = v.id), '[]') as parts
    from publications p join marketplace_accounts m on m.id = p.account_id
      join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
    order by p.id, v.id`.execute(tx.db);
  return rows.map(({ id, advertisement, account, category, attributes, warehouse_id, ...rest }) => ({
    advertisement,
    publication: {
      ...{ id, account, category, warehouseId: warehouse_id },
      attributes: parseAttributes(attributes),
    },
    ...rest,
  }));
}

/** Advertisements with their own text and composition. */
export async function findAdvertised(tx: Tx, advertisements: readonly number[]): Promise<SheetRow[]> {
  const { rows } = await sql<Pick<Found, 'advertisement' | 'title' | 'description' | 'parts'>>`
    select a.id as advertisement, a.product as title, a.description,
      coalesce((select json_agg(json_build_object('sku', c.sku, 'quantity', c.quantity) order by c.id)
        from advertisement_components c where c.advertisement_id = a.id), '[]') as parts
    from advertisements a
    where a.business_id = app_business() and a.id = any(${advertisements}::bigint[])`.execute(tx.db);
  return rows.map((row) => ({ ...row, publication: null, variation: null }));
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
