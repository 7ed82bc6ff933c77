import { sql } from 'kysely';

/** Product and variation in one line (aliases p and v). */
export const offerName = sql<string>`case when v.name = '' or v.name = p.name then p.name else p.name || ' · ' || v.name end`;

/** The first photo of the variation, otherwise of the product. */
export const firstImage = sql<number | null>`(select i.image_id from product_images i
  where i.product_id = p.id and (i.variation_id = v.id or i.variation_id is null)
  order by i.variation_id nulls last, i.position limit 1)`;
