import { type RawBuilder, sql } from 'kysely';

/** The first photo of a sale's part: the variation's own, otherwise the product's. */
export const partImage = (product: RawBuilder<unknown>, variation: RawBuilder<unknown>) => sql<
  number | null
>`(
  select i.image_id from product_images i where i.product_id = ${product}
    and (i.variation_id is null or i.variation_id = ${variation})
  order by i.variation_id nulls last, i.position limit 1)`;
