import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import { hasFreeShipping } from './fees.ts';
import { totalQuantity } from './item-rules.ts';
import type { AttributeValue, Item, Variation } from './market.ts';
import { viewPicture } from './pictures.ts';
import { runningPromotion } from './promotions.ts';
import { isFreeToBuyer } from './sale-terms.ts';

/** Other sellers see the bucket of a quantity. */
const buckets = [1, 50, 100, 150, 200, 250, 500, 5_000, 50_000];

const bucketed = (quantity: number): number =>
  quantity === 0 ? 0 : (buckets.findLast((edge) => quantity >= edge) ?? 1);

export const viewAttribute = (entry: AttributeValue) => ({
  ...entry,
  value_struct: null,
  values: [{ id: entry.value_id, name: entry.value_name, struct: null }],
  value_type: 'string',
});

export const viewVariation = (
  variation: Variation,
  exact: boolean,
  withAttributes: boolean,
  price: number | null = variation.price,
): Fields => ({
  id: variation.id,
  price,
  attribute_combinations: variation.attribute_combinations.map(viewAttribute),
  available_quantity: exact ? variation.available_quantity : bucketed(variation.available_quantity),
  sold_quantity: exact ? variation.sold_quantity : bucketed(variation.sold_quantity),
  sale_terms: [],
  picture_ids: variation.picture_ids,
  seller_custom_field: variation.seller_custom_field,
  catalog_product_id: null,
  // Only on request: `include_attributes=all`.
  ...(withAttributes ? { attributes: variation.attributes.map(viewAttribute) } : {}),
  inventory_id: variation.inventory_id ?? null,
  item_relations: [],
});

const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The buyer's page of an item: the real path, on the host of this shop so that the link opens. */
export const permalinkOf = (world: World, item: Item): string =>
  `${world.url}/shop/${item.id.replace('MLB', 'MLB-')}-${slugOf(item.title)}-_JM`;

export const viewItem = (world: World, item: Item, viewerId: number, withAttributes: boolean): Fields => {
  const exact = item.seller_id === viewerId;
  const quantity = totalQuantity(item);
  const { flex, ...shipping } = item.shipping;
  const pictures = item.picture_ids.map((id) => viewPicture(world, id));
  const regular = item.variations[0]?.price ?? item.price;
  const promotion = runningPromotion(world, item);
  const price = promotion?.price ?? regular;
  return {
    id: item.id,
    site_id: 'MLB',
    title: item.title,
    family_name: item.family_name,
    family_id: item.family_id,
    ...(item.bundle && { bundle: item.bundle }),
    seller_id: item.seller_id,
    category_id: item.category_id,
    domain_id: item.domain_id,
    user_product_id: item.user_product_id,
    official_store_id: null,
    inventory_id: item.inventory_id ?? null,
    price: item.price_hidden ? null : price,
    base_price: item.price_hidden ? null : price,
    original_price: promotion === null ? null : regular,
    currency_id: 'BRL',
    initial_quantity: item.initial_quantity,
    available_quantity: exact ? quantity : bucketed(quantity),
    sold_quantity: exact ? item.sold_quantity : bucketed(item.sold_quantity),
    sale_terms: item.sale_terms.map(viewAttribute),
    buying_mode: item.buying_mode,
    listing_type_id: item.listing_type_id,
    start_time: item.date_created,
    stop_time: item.stop_time,
    condition: item.condition,
    permalink: permalinkOf(world, item),
    thumbnail_id: item.picture_ids[0] ?? null,
    thumbnail: pictures[0]?.url ?? null,
    pictures,
    video_id: item.video_id,
    descriptions: [],
    accepts_mercadopago: true,
    shipping: {
      ...shipping,
      free_shipping: isFreeToBuyer(item, price),
      methods: [],
      tags: [
        ...(hasFreeShipping(price) ? ['mandatory_free_shipping'] : []),
        ...(flex === true ? ['self_service_in'] : []),
      ],
      store_pick_up: false,
    },
    attributes: item.attributes.map(viewAttribute),
    variations: item.variations.map((variation) =>
      viewVariation(
        variation,
        exact,
        withAttributes,
        item.price_hidden ? null : (promotion?.price ?? variation.price),
      ),
    ),
    status: item.status,
    sub_status: item.sub_status,
    tags: item.tags,
    warnings: [],
    catalog_product_id: null,
    catalog_listing: false,
    seller_custom_field: item.seller_custom_field,
    parent_item_id: item.parent_item_id,
    item_relations: [],
    health: 0.85,
    channels: item.channels,
    date_created: item.date_created,
    last_updated: item.last_updated,
  };
};
