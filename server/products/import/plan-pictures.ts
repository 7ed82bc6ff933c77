import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { maxImages } from '#contract/products/image.ts';
import type { Tx } from '#server/db/transaction.ts';
import { pictureJob } from '../images/download-pictures.ts';
import { pictureAddresses } from './picture-address.ts';
import type { PlacedRow } from './placed-row.ts';

/** A picture to be downloaded; without SKUs it shows the product as a whole. */
export type PlannedPicture = { url: string; skus: readonly string[] };

const addressesOf = ({ values }: PlacedRow) => pictureAddresses(values.pictures ?? '');

/** Addresses of a row that its product does not have yet. */
export const newAddresses = (row: PlacedRow, known: ReadonlySet<string>): string[] =>
  addressesOf(row).filter((url) => !known.has(url));

/**
 * The pictures that the rows of one product name. What the row of the parent or every variation names shows the product;
 * anything else shows the variations that name it.
 */
export function planPictures(
  rows: readonly PlacedRow[],
  isParent: (row: PlacedRow) => boolean,
  known: ReadonlySet<string>,
): PlannedPicture[] {
  const sold = rows.filter((row) => !isParent(row));
  const urls = [...new Set(rows.flatMap((row) => newAddresses(row, known)))];
  return urls.slice(0, Math.max(maxImages - known.size, 0)).map((url) => {
    const naming = rows.filter((row) => addressesOf(row).includes(url));
    const isOfAll = naming.some(isParent) || naming.length === sold.length;
    return { url, skus: isOfAll ? [] : naming.map(({ values }) => values.sku) };
  });
}

type OfProduct = { productId: number; pictures: readonly PlannedPicture[] };

/** Has the pictures downloaded after the commit. */
export async function writePictures(
  tx: Tx,
  businessId: number,
  importId: number,
  products: readonly OfProduct[],
): Promise<void> {
  const wanted = products.filter(({ pictures }) => pictures.length > 0);
  if (wanted.length === 0) return;
  const ids = wanted.map(({ productId }) => productId);
  const variations = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'product_id', 'sku'])
    .where('business_id', '=', businessId)
    .where(sql<boolean>`product_id = any(${ids}::bigint[])`)
    .execute();
  const variationIds = new Map(
    variations.map(({ id, product_id, sku }) => [`${product_id} ${asCode(sku)}`, id]),
  );
  const rows = wanted.flatMap(({ productId, pictures }) =>
    pictures.map(({ url, skus }, index) => ({
      product_id: productId,
      variation_ids: skus.flatMap((sku) => variationIds.get(`${productId} ${asCode(sku)}`) ?? []),
      url,
      index,
    })),
  );
  // They follow the pictures that the product has.
  await sql`insert into picture_downloads
      (business_id, product_id, variation_ids, import_id, url, position, retry_at)
    select ${businessId}, n.product_id, n.variation_ids, ${importId}, n.url,
      n.index + coalesce((select max(i.position) + 1 from product_images i
        where i.business_id = ${businessId} and i.product_id = n.product_id), 0), ${tx.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (product_id bigint, variation_ids bigint[], url text, index integer)
    order by n.product_id, n.index
    on conflict (business_id, product_id, url) do nothing`.execute(tx.db);
  tx.enqueue(pictureJob(businessId));
}

/** The addresses that are known of products, whether they have been downloaded or not. */
export async function knownAddresses(
  tx: Tx,
  businessId: number,
  productIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await tx.db
    .selectFrom('picture_downloads')
    .select(['product_id', 'url'])
    .where('business_id', '=', businessId)
    .where(sql<boolean>`product_id = any(${productIds}::bigint[])`)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ product_id }) => product_id)].map(([id, found]) => [
      id,
      new Set(found.map(({ url }) => url)),
    ]),
  );
}
