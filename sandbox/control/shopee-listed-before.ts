import type { Fields } from '../reading.ts';
import { isFields, numberOf, textOf } from '../reading.ts';
import type { ShopCall } from '../shopee/endpoint.ts';
import { Refusal } from '../shopee/endpoint.ts';
import { shopById } from '../shopee/market.ts';
import { keepImage } from '../shopee/products/images.ts';
import { createItem } from '../shopee/products/items.ts';
import { splitItem } from '../shopee/products/models.ts';
import type { World } from '../world.ts';
import { plainPicture } from './plain-picture.ts';

const mugs = 101_202;
const ceramic = [{ attribute_id: 100_134, attribute_value_list: [{ value_id: 1_341 }] }];

const draftOf = (body: Fields, image: string, channel: number): Fields => ({
  item_name: textOf(body.title) ?? '',
  description: textOf(body.description) ?? 'Anunciado pelo próprio vendedor, em suas páginas.',
  original_price: numberOf(body.price) ?? 1,
  weight: 0.42,
  dimension: { package_length: 20, package_width: 12, package_height: 12 },
  logistic_info: [{ logistic_id: channel, enabled: true, is_free: false }],
  category_id: numberOf(body.categoryId) ?? mugs,
  attribute_list: ceramic,
  image: { image_id_list: [image] },
  item_sku: textOf(body.sku) ?? '',
  gtin_code: textOf(body.gtin) ?? '',
  brand: { brand_id: 1_150_001, original_brand_name: 'Simula' },
  condition: body.condition === 'used' ? 'USED' : 'NEW',
  seller_stock: [{ stock: numberOf(body.quantity) ?? 1 }],
  wholesale: body.wholesales,
});

const tiersOf = (itemId: number, body: Fields, varied: Fields[]): Fields => ({
  item_id: itemId,
  tier_variation: [{ name: 'Cor', option_list: varied.map((one) => ({ option: textOf(one.color) ?? '' })) }],
  model: varied.map((one, at) => ({
    tier_index: [at],
    original_price: numberOf(one.price) ?? numberOf(body.price) ?? 1,
    model_sku: textOf(one.sku) ?? '',
    gtin_code: textOf(one.gtin) ?? '',
    seller_stock: [{ stock: numberOf(one.quantity) ?? 1 }],
  })),
});

type Made = { id: number; title: string; models: { id: number; name: string }[] };

/**
 * Body: `{ shopId, title, price, quantity?, sku?, gtin?, categoryId?, condition?, description?, wholesales?: [{
 * min_count, max_count, unit_price }], variations?: [{ color, price?, quantity?, sku?, gtin? }] }`: an item that its seller created in the marketplace's own pages, which refuse
 * what the API refuses. Null if the shop does not exist.
 */
export const listedByHand = async (
  world: World,
  body: Fields,
): Promise<Made | { refused: string } | null> => {
  const shop = shopById(world.shopee, numberOf(body.shopId));
  if (shop === null) return null;
  const call = (fields: Fields): ShopCall => ({
    ...{ world, market: world.shopee, shop, query: {}, lists: {}, files: [] },
    body: fields,
  });
  const varied = Array.isArray(body.variations) ? body.variations.filter(isFields) : [];
  const image = keepImage(world, await plainPicture(), 'image/png');
  try {
    const item = createItem(call(draftOf(body, image, shop.channels[0] ?? 0)));
    if (varied.length > 0) splitItem(call(tiersOf(item.item_id, body, varied)));
    const models = item.models.map(({ model_id: id }, at) => ({ id, name: textOf(varied[at]?.color) ?? '' }));
    return { id: item.item_id, title: item.item_name, models };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: textOf((error.answer.body as Fields).error) ?? '' };
  }
};
