import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { Discount, DiscountedItem, DiscountedModel } from '../shopee/discounts/discount.ts';
import { statusOf } from '../shopee/discounts/state.ts';
import type { Item } from '../shopee/market.ts';
import { nextId, shopById } from '../shopee/market.ts';
import { modelOf } from '../shopee/products/models.ts';
import type { World } from '../world.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** A discount as the control API shows it. */
const viewDiscount = (world: World, discount: Discount) => ({
  id: discount.discount_id,
  shopId: discount.shop_id,
  name: discount.discount_name,
  status: statusOf(world, discount),
  start: discount.start_time,
  finish: discount.end_time,
  items: discount.items.flatMap(({ item_id: itemId, purchase_limit: limit, models }) =>
    models.map(({ model_id: modelId, price, stock, sold }) => ({
      itemId,
      modelId,
      price,
      stock,
      sold,
      limit,
    })),
  ),
});

const modelsIn = (item: Item, entry: Fields): DiscountedModel[] | null => {
  const modelId = numberOf(entry.modelId);
  const price = numberOf(entry.price);
  if (price === null || (modelId !== null && modelOf(item, modelId) === null)) return null;
  const all = item.models.length === 0 ? [0] : item.models.map(({ model_id: id }) => id);
  return (modelId === null ? all : [modelId]).map((id) => ({
    model_id: id,
    price,
    stock: numberOf(entry.stock),
    sold: 0,
  }));
};

/** Null if one of them is not an item of the shop. */
const itemsIn = (world: World, shopId: number, sent: unknown): DiscountedItem[] | null => {
  const items: DiscountedItem[] = [];
  for (const entry of listOf(sent).filter(isFields)) {
    const item = world.shopee.items[String(numberOf(entry.itemId))];
    const models = item?.shop_id === shopId ? modelsIn(item, entry) : null;
    if (item === undefined || models === null) return null;
    const limit = numberOf(entry.limit) ?? 0;
    const known = items.find(({ item_id: id }) => id === item.item_id);
    if (known === undefined) items.push({ item_id: item.item_id, purchase_limit: limit, models });
    else known.models.push(...models);
  }
  return items;
};

/**
 * Body: `{ shopId, name?, start?, finish?, source?, items?: [{ itemId, modelId?, price, stock?, limit? }] }`: made in the
 * Seller Centre. Null: there is no such shop, or an item is not theirs.
 */
export const openDiscount = (world: World, body: Fields): ReturnType<typeof viewDiscount> | null => {
  const shop = shopById(world.shopee, numberOf(body.shopId));
  const items = shop === null ? null : itemsIn(world, shop.shop_id, body.items);
  if (shop === null || items === null) return null;
  const now = world.clock.now();
  const start = textOf(body.start) ?? now.toISOString();
  const discount: Discount = {
    discount_id: nextId(world.shopee, 'discount'),
    shop_id: shop.shop_id,
    discount_name: textOf(body.name) ?? 'Desconto da loja',
    start_time: start,
    end_time: textOf(body.finish) ?? later(new Date(start), WEEK_MS).toISOString(),
    source: numberOf(body.source) ?? 0,
    update_time: now.toISOString(),
    items,
  };
  world.shopee.discounts[String(discount.discount_id)] = discount;
  world.changed();
  return viewDiscount(world, discount);
};

export const listDiscounts = (world: World): ReturnType<typeof viewDiscount>[] =>
  Object.values(world.shopee.discounts).map((discount) => viewDiscount(world, discount));

/** `end` now, or `delete`; null without such a discount. */
export const actOnDiscount = (
  world: World,
  id: string,
  act: 'end' | 'delete',
): ReturnType<typeof viewDiscount> | null => {
  const discount = world.shopee.discounts[id];
  if (discount === undefined) return null;
  const now = world.clock.now().toISOString();
  if (act === 'delete') delete world.shopee.discounts[id];
  else if (discount.end_time > now) Object.assign(discount, { end_time: now, update_time: now });
  world.changed();
  return viewDiscount(world, discount);
};
