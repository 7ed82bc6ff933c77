import { sql } from 'kysely';
import { createAdvertisement } from '#server/advertisements/advertisement.ts';
import type { Composition } from '#server/advertisements/composition.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

type Source = { name: string; description: string };
const mostImages = 12;

/**
 * The advertisement for an ad of this composition: one with the same composition, or a new one with the ad's title.
 * Several offers of one product, each sold alone, are its variations; otherwise the parts of the first variation are
 * its composition.
 */
export async function advertisementOf(
  tx: Tx,
  actor: Actor,
  compositions: readonly Composition[],
  { name, description }: Source,
): Promise<number> {
  const [first] = compositions;
  if (!first) return fail('no_dropshipping');
  const asVariations = isOfOneProduct(compositions);
  const parts = asVariations ? compositions.flatMap((composition) => composition.parts) : first.parts;
  const components = [
    ...new Map(parts.map(({ offer, quantity }) => [offer.id, { offer: offer.id, quantity }])).values(),
  ];
  const known = await findComposedAlike(tx, components, asVariations);
  if (known !== null) return known;
  const made = await createAdvertisement(tx, actor, {
    product: name.slice(0, 120),
    description: description.slice(0, 20_000),
    ...(await brandAndImagesOf(tx, first.parts[0]?.offer.product_id ?? 0)),
    components,
    asVariations,
    ...{ sku: '', width: null, height: null, depth: null },
  });
  return made.id;
}

function isOfOneProduct(compositions: readonly Composition[]): boolean {
  const parts = compositions.flatMap((composition) => composition.parts);
  const isSingle = compositions.every((one) => one.parts.length === 1 && one.parts[0]?.quantity === 1);
  const offers = new Set(parts.map(({ offer }) => offer.id));
  return isSingle && offers.size > 1 && new Set(parts.map(({ offer }) => offer.product_id)).size === 1;
}

/** The unarchived advertisement of these parts; null if there is none. */
export async function findComposedAlike(
  tx: Tx,
  components: readonly { offer: number; quantity: number }[],
  asVariations: boolean,
): Promise<number | null> {
  const key = components
    .toSorted((one, other) => one.offer - other.offer)
    .map(({ offer, quantity }) => `${offer}x${quantity}`)
    .join(' ');
  const { rows } = await sql<{ id: number }>`
    select a.id from advertisement_components c join advertisements a on a.id = c.advertisement_id
    where c.business_id = app_business() and c.dropship_item_id = ${components[0]?.offer ?? 0}
      and not a.archived and a.as_variations = ${asVariations}
      and ${key} = (select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id)
        from advertisement_components o where o.advertisement_id = a.id)
    order by a.id limit 1`.execute(tx.db);
  return rows[0]?.id ?? null;
}

/** Brand and pictures of the product. */
async function brandAndImagesOf(tx: Tx, productId: number): Promise<{ brand: string; images: number[] }> {
  const { rows } = await sql<{ brand: string; images: number[] }>`
    select p.brand, coalesce((select array_agg(i.image_id order by i.position) from (
      select pi.image_id, min(pi.position) as position from product_images pi join images m on m.id = pi.image_id
      where pi.product_id = p.id group by pi.image_id order by 2 limit ${mostImages}) i), '{}') as images
    from products p where p.id = ${productId}`.execute(tx.db);
  return rows[0] ?? { brand: '', images: [] };
}
