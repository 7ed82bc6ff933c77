import type { Answer } from '../../answer.ts';
import { isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, invalid, ok, post, refuse, wholeIn } from '../endpoint.ts';
import type { Item, ItemStatus } from '../market.ts';
import { nextId, secondsOf } from '../market.ts';
import * as draft from './draft.ts';
import { viewItem } from './item-views.ts';
import { checkWholesale, readWholesale } from './wholesale.ts';

const statuses: ItemStatus[] = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE'];

const isGone = (item: Item): boolean => item.item_status.endsWith('_DELETE');

export const itemOf = (call: ShopCall, value: unknown): Item => {
  const item = call.market.items[String(numberOf(value))];
  if (item === undefined || item.shop_id !== call.shop.shop_id || isGone(item))
    throw refuse('error_item_not_found', 'Product not found');
  return item;
};

export const itemChanged = (world: World, item: Item): void => {
  item.update_time = world.clock.now().toISOString();
  world.changed();
};

export const createItem = (call: ShopCall): Item => {
  const { body, world, market, shop } = call;
  const category = draft.readCategory(body.category_id);
  const name = draft.readName(body.item_name);
  const description = draft.readDescription(body.description);
  const weight = draft.readWeight(body.weight);
  const dimension = draft.readDimension(body.dimension, category);
  const now = world.clock.now().toISOString();
  const item: Item = {
    item_id: 0,
    shop_id: shop.shop_id,
    category_id: category.id,
    item_name: name,
    description,
    item_sku: textOf(body.item_sku) ?? '',
    item_status: draft.readStatus(body.item_status) ?? 'NORMAL',
    condition: body.condition === 'USED' ? 'USED' : 'NEW',
    weight,
    dimension,
    image_ids: draft.readImages(call, body.image),
    attributes: draft.readAttributes(category, body.attribute_list),
    brand: draft.readBrand(category, body.brand),
    logistics: draft.readLogistics(call, body.logistic_info, { weight, dimension }),
    pre_order: draft.readPreOrder(body.pre_order),
    gtin_code: draft.readGtin(category, body.gtin_code),
    tax_info: draft.readTax(body.tax_info),
    original_price: draft.readPrice(body.original_price),
    wholesales: readWholesale(body.wholesale),
    ...draft.readStock(shop, body.seller_stock),
    reserved: 0,
    sold: 0,
    tiers: [],
    models: [],
    create_time: now,
    update_time: now,
  };
  checkWholesale(item);
  item.item_id = nextId(market, 'item');
  market.items[String(item.item_id)] = item;
  world.changed();
  return item;
};

const addItem = (call: ShopCall): Answer => ok(viewItem(call.world, createItem(call), true));

const applyRest = (call: ShopCall, item: Item): void => {
  const { body } = call;
  const category = draft.readCategory(body.category_id ?? item.category_id);
  item.category_id = category.id;
  if (body.attribute_list !== undefined)
    item.attributes = draft.readAttributes(category, body.attribute_list);
  if (body.brand !== undefined) item.brand = draft.readBrand(category, body.brand);
  if (body.gtin_code !== undefined) item.gtin_code = draft.readGtin(category, body.gtin_code);
  if (body.tax_info !== undefined) item.tax_info = draft.readTax(body.tax_info);
  if (body.weight !== undefined) item.weight = draft.readWeight(body.weight);
  if (body.dimension !== undefined) item.dimension = draft.readDimension(body.dimension, category);
  if (body.logistic_info !== undefined) item.logistics = draft.readLogistics(call, body.logistic_info, item);
};

/** Named fields are replaced; price and stock have their own calls and are ignored. */
const updateItem = (call: ShopCall): Answer => {
  const { body, world } = call;
  const found = itemOf(call, body.item_id);
  // All or nothing: a refusal leaves the item unchanged.
  const item = structuredClone(found);
  if (body.item_name !== undefined) item.item_name = draft.readName(body.item_name);
  if (body.description !== undefined) item.description = draft.readDescription(body.description);
  if (body.item_sku !== undefined) item.item_sku = textOf(body.item_sku) ?? '';
  if (body.image !== undefined) item.image_ids = draft.readImages(call, body.image);
  if (body.pre_order !== undefined) item.pre_order = draft.readPreOrder(body.pre_order);
  if (body.condition !== undefined) item.condition = body.condition === 'USED' ? 'USED' : 'NEW';
  applyRest(call, item);
  if (body.wholesale !== undefined) {
    item.wholesales = readWholesale(body.wholesale);
    checkWholesale(item);
  }
  const status = draft.readStatus(body.item_status);
  if (status !== null) item.item_status = status;
  Object.assign(found, item);
  itemChanged(world, found);
  return ok(viewItem(world, found, true));
};

const deleteItem = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  item.item_status = 'SELLER_DELETE';
  itemChanged(call.world, item);
  return ok({});
};

type Failed = { item_id: number; failed_reason: string };

const unlist = (call: ShopCall): Answer => {
  const list = listOf(call.body.item_list).filter(isFields);
  if (list.length === 0 || list.length > 50) throw invalid('item_list limit [1,50].');
  const failed: Failed[] = [];
  const done: { item_id: number; unlist: boolean }[] = [];
  for (const entry of list) {
    const id = numberOf(entry.item_id) ?? 0;
    const item = call.market.items[String(id)];
    if (item === undefined || item.shop_id !== call.shop.shop_id || isGone(item))
      failed.push({ item_id: id, failed_reason: 'Product not found' });
    else if (item.item_status === 'BANNED' || item.item_status === 'REVIEWING')
      failed.push({ item_id: id, failed_reason: 'The item status does not allow this.' });
    else {
      item.item_status = entry.unlist === true ? 'UNLIST' : 'NORMAL';
      itemChanged(call.world, item);
      done.push({ item_id: id, unlist: entry.unlist === true });
    }
  }
  return ok({ failure_list: failed, success_list: done });
};

const ownItems = (call: ShopCall): Item[] =>
  Object.values(call.market.items).filter((item) => item.shop_id === call.shop.shop_id);

const listItems = (call: ShopCall): Answer => {
  const offset = wholeIn(call, 'offset', { from: 0, to: 100_000 });
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const wanted = call.lists.item_status ?? [];
  if (wanted.length === 0 || !wanted.every((status) => statuses.some((known) => known === status)))
    throw invalid('item_status is invalid.');
  const from = Number(call.query.update_time_from ?? 0);
  const to = Number(call.query.update_time_to ?? Number.MAX_SAFE_INTEGER);
  const found = ownItems(call).filter(
    (item) =>
      wanted.includes(item.item_status) &&
      secondsOf(item.update_time) >= from &&
      secondsOf(item.update_time) <= to,
  );
  const page = found.slice(offset, offset + size);
  const more = offset + page.length < found.length;
  return ok({
    item: page.map((item) => ({
      item_id: item.item_id,
      item_status: item.item_status,
      update_time: secondsOf(item.update_time),
    })),
    total_count: found.length,
    has_next_page: more,
    next_offset: more ? offset + page.length : 0,
  });
};

/** Items of other shops and deleted items are omitted. */
const showItems = (call: ShopCall): Answer => {
  const ids = idsIn(call, 'item_id_list', 50);
  const found = ids.flatMap((id) => {
    const item = call.market.items[id];
    return item?.shop_id === call.shop.shop_id ? [item] : [];
  });
  if (found.length === 0) throw refuse('error_item_not_found', 'Product not found');
  const withTax = call.query.need_tax_info === 'true';
  return ok({ item_list: found.map((item) => viewItem(call.world, item, withTax)) });
};

const searchItems = (call: ShopCall): Answer => {
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const offset = Number(call.query.offset ?? 0);
  const { item_sku: sku, item_name: name } = call.query;
  if (sku === undefined && name === undefined) throw invalid('item_name or item_sku is required.');
  const found = ownItems(call).filter(
    (item) =>
      !isGone(item) &&
      (sku === undefined ||
        item.item_sku === sku ||
        item.models.some(({ model_sku: modelSku }) => modelSku === sku)) &&
      (name === undefined || item.item_name.toLowerCase().includes(name.toLowerCase())),
  );
  const page = found.slice(offset, offset + size);
  return ok({
    item_id_list: page.map(({ item_id: id }) => id),
    total_count: found.length,
    next_offset: offset + page.length < found.length ? String(offset + page.length) : '',
  });
};

export const itemEndpoints: Endpoint[] = [
  post('/product/add_item', addItem),
  post('/product/update_item', updateItem),
  post('/product/delete_item', deleteItem),
  post('/product/unlist_item', unlist),
  get('/product/get_item_list', listItems),
  get('/product/get_item_base_info', showItems),
  get('/product/search_item', searchItems),
];
