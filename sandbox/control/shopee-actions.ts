import type { SentFile } from '../mercado-livre/after-sale/files.ts';
import type { Fields } from '../reading.ts';
import { isFields, listOf, numberOf, textOf } from '../reading.ts';
import { buyerOf } from '../shopee/customers.ts';
import type { ShopeeFaultKind } from '../shopee/faults.ts';
import { shopeeCallFaults, shopeePushFaults } from '../shopee/faults.ts';
import type { Comment, Item, Model, Order, Return } from '../shopee/market.ts';
import { emptyMarket, shopById } from '../shopee/market.ts';
import { endExpired, endGrant, expireAccess } from '../shopee/oauth.ts';
import type { CommentRefusal } from '../shopee/orders/comments.ts';
import { writeComment } from '../shopee/orders/comments.ts';
import { settleParcels, stepParcel } from '../shopee/orders/parcels.ts';
import type { PurchaseRefusal } from '../shopee/orders/purchase.ts';
import {
  askToCancel,
  buyFrom,
  cancelOrder,
  cancelPart,
  expireUnpaid,
  payOrder,
} from '../shopee/orders/purchase.ts';
import type { ReturnRefusal } from '../shopee/orders/returns.ts';
import { openReturn, passReturns, returnActs } from '../shopee/orders/returns.ts';
import { keepImage } from '../shopee/products/images.ts';
import { itemChanged } from '../shopee/products/items.ts';
import { modelOf } from '../shopee/products/models.ts';
import { writeOwn, writeWhole } from '../shopee/products/stock-places.ts';
import { readViolations } from '../shopee/products/violations.ts';
import { readWholesale } from '../shopee/products/wholesale.ts';
import { push, resumePushes } from '../shopee/push.ts';
import type { Shop, Warehouse } from '../shopee/shops.ts';
import { locationsOf } from '../shopee/shops.ts';
import type { World } from '../world.ts';
import type { Fault } from './faults.ts';
import { addToFaults } from './faults.ts';

/**
 * Acts of buyers, the seller, carriers and the marketplace; null: the record does not exist, false: not possible now.
 */

type ShopeePurchase = { order: { sn: string; shopId: number; status: string } };

/** Body: `{ itemId, modelId?, quantity?, buyer?, pay?, channelId?, message?, voucher? }`, or `{ lines: [...] }` of one shop. */
export const purchaseAt = (world: World, body: Fields): ShopeePurchase | PurchaseRefusal => {
  const lines = (Array.isArray(body.lines) ? body.lines.filter(isFields) : [body]).map((line) => ({
    itemId: numberOf(line.itemId) ?? 0,
    modelId: numberOf(line.modelId) ?? 0,
    quantity: numberOf(line.quantity) ?? 1,
  }));
  const bought = buyFrom(world, lines, buyerOf(world, numberOf(body.buyer)), {
    pay: body.pay !== false,
    channelId: numberOf(body.channelId),
    message: textOf(body.message),
    voucher: numberOf(body.voucher),
  });
  if ('refused' in bought) return bought;
  return { order: { sn: bought.order_sn, shopId: bought.shop_id, status: bought.order_status } };
};

/** `count` people press the button at the same moment. */
export const burstAt = (world: World, body: Fields) => {
  const count = Math.min(numberOf(body.count) ?? 1, 1_000);
  const results = Array.from({ length: count }, () => purchaseAt(world, { ...body, lines: undefined }));
  const orders = results.flatMap((result) => ('order' in result ? [result.order] : []));
  return { sold: orders.length, refused: count - orders.length, orders };
};

type Outcome = Order | false | null;

/** `pay`, `ask-cancel` (by the buyer), `cancel` (by the marketplace), `cancel-part`, `advance`, `label-fails`. */
export const actOnOrder = (world: World, sn: string, act: string, body: Fields): Outcome => {
  const order = world.shopee.orders[sn];
  if (order === undefined) return null;
  const acts: Record<string, () => boolean> = {
    pay: () => payOrder(world, order),
    'ask-cancel': () => askToCancel(world, order, textOf(body.reason) ?? 'Mudei de ideia'),
    cancel: () => cancelOrder(world, order, { by: 'system', reason: textOf(body.reason) ?? 'System' }),
    'cancel-part': () => cancelPart(world, order, numberOf(body.line) ?? 0, numberOf(body.quantity) ?? 1),
    advance: () => stepParcel(world, order, textOf(body.step)),
    'label-fails': () => {
      if (order.document === null) return false;
      order.document.failed = true;
      world.changed();
      return true;
    },
  };
  const perform = Object.hasOwn(acts, act) ? acts[act] : undefined;
  if (perform === undefined) return null;
  return perform() ? order : false;
};

/** Body: `{ orderSn, reason?, text?, withGoods?, amount? }`: of the first line, or of all with their quantities. */
export const askReturn = (
  world: World,
  body: Fields,
  picture: SentFile | null = null,
): Return | { refused: ReturnRefusal } | null => {
  const order = world.shopee.orders[textOf(body.orderSn) ?? ''];
  if (order === undefined) return null;
  const amount = numberOf(body.amount);
  const lines = order.lines.map((line) => ({
    item_id: line.item_id,
    model_id: line.model_id,
    amount: amount ?? line.quantity,
  }));
  return openReturn(world, order, {
    reason: textOf(body.reason) ?? 'PHYSICAL_DMG',
    text: textOf(body.text) ?? '',
    withGoods: body.withGoods !== false && body.withGoods !== 'no',
    lines: amount === null ? lines : lines.slice(0, 1),
    images: picture === null ? [] : [keepImage(world, picture.bytes, 'image/jpeg')],
  });
};

export const actOnReturn = (world: World, sn: string, act: string): Return | false | null => {
  passReturns(world);
  const found = world.shopee.returns[sn];
  const perform = Object.hasOwn(returnActs, act) ? returnActs[act] : undefined;
  if (found === undefined || perform === undefined) return null;
  return perform(world, found) ? found : false;
};

/** Body: `{ orderSn, rate, text? }`. */
export const rateAt = (world: World, body: Fields): Comment | { refused: CommentRefusal } | null => {
  const order = world.shopee.orders[textOf(body.orderSn) ?? ''];
  if (order === undefined) return null;
  return writeComment(world, order, { rate: numberOf(body.rate) ?? 0, text: textOf(body.text) ?? '' });
};

const itemStatuses = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SHOPEE_DELETE'] as const;

/** `places`: by location; `shopeeStock`: in the marketplace's own warehouse, null for none. */
const changePlaces = (place: Item | Model, body: Fields): void => {
  const levels = listOf(body.places)
    .filter(isFields)
    .map((level) => ({ location_id: textOf(level.locationId) ?? '', stock: numberOf(level.stock) ?? 0 }));
  if (levels.length > 0) writeOwn(place, levels);
  const stored = numberOf(body.shopeeStock);
  if (stored !== null) place.shopee_stock = [{ location_id: SHOPEE_PLACE, stock: stored }];
  else if (body.shopeeStock === null) delete place.shopee_stock;
};

/** The marketplace's own warehouse. */
const SHOPEE_PLACE = 'BRFBS1';

/** Body: `{ name?, type? }`: a further warehouse; what the shop has moves into its first one. */
export const openWarehouse = (world: World, id: number, body: Fields): Warehouse | null => {
  const shop = shopById(world.shopee, id);
  if (shop === null) return null;
  const number = (shop.warehouses?.length ?? 0) + 1;
  const warehouse: Warehouse = {
    warehouse_id: shop.address_id * 10 + number,
    warehouse_name: textOf(body.name) ?? `Depósito ${number}`,
    warehouse_type: numberOf(body.type) === 2 ? 2 : 1,
    location_id: `BR${shop.shop_id}L${number}`,
    address_id: shop.address_id,
    holiday_mode_state: 0,
  };
  shop.warehouses = [...(shop.warehouses ?? []), warehouse];
  const [first] = locationsOf(shop);
  for (const item of Object.values(world.shopee.items)) {
    if (item.shop_id !== shop.shop_id || first === undefined) continue;
    for (const place of [item, ...item.models])
      if (place.places === undefined) writeOwn(place, [{ location_id: first, stock: place.stock }]);
  }
  world.changed();
  return warehouse;
};

/**
 * Body: `{ status?, modelId?, stock?, price?, unpriced?, promotion?: { price, name?, start?, finish? } | null,
 * wholesales?: [{ min_count, max_count, unit_price }], places?: [{ locationId, stock }], shopeeStock?, reserved? }`: a
 * change by the seller in their panel, or by the marketplace.
 */
export const changeItem = (world: World, id: string, body: Fields): Item | null => {
  const item = world.shopee.items[id];
  if (item === undefined) return null;
  const status = itemStatuses.find((known) => known === body.status);
  if (status !== undefined) item.item_status = status;
  if (typeof body.deboost === 'boolean') item.deboost = body.deboost;
  if (body.violations !== undefined)
    item.violations = readViolations(body.violations, world.clock.now().toISOString());
  if (status === 'BANNED')
    push(world, 6, item.shop_id, { item_id: item.item_id, item_name: item.item_name, item_status: 'BANNED' });
  const place = modelOf(item, numberOf(body.modelId)) ?? item;
  const stock = numberOf(body.stock);
  if (stock !== null) writeWhole(place, stock);
  changePlaces(place, body);
  place.original_price = numberOf(body.price) ?? place.original_price;
  if (body.wholesales !== undefined) item.wholesales = readWholesale(body.wholesales);
  if (typeof body.unpriced === 'boolean') place.unpriced = body.unpriced;
  if (isFields(body.promotion))
    place.promotion = {
      promotion_id: 7_000_001,
      promotion_type: textOf(body.promotion.name) ?? 'Discount Promotions',
      price: numberOf(body.promotion.price) ?? place.original_price,
      start_time: textOf(body.promotion.start) ?? world.clock.now().toISOString(),
      end_time: textOf(body.promotion.finish) ?? '2100-01-01T00:00:00.000Z',
    };
  else if (body.promotion === null) place.promotion = null;
  const reserved = numberOf(body.reserved);
  if (reserved !== null) {
    place.reserved = reserved;
    push(world, 8, item.shop_id, {
      item_id: item.item_id,
      variation_id: 'model_id' in place ? place.model_id : 0,
      reserved_stock: reserved,
    });
  }
  itemChanged(world, item);
  return item;
};

/** Body: `{ status?, invoiceIssuer?, taxId?, channels? }`. */
export const changeShop = (world: World, id: number, body: Fields): Shop | null => {
  const shop = shopById(world.shopee, id);
  if (shop === null) return null;
  if (body.status === 'NORMAL' || body.status === 'FROZEN' || body.status === 'BANNED')
    shop.status = body.status;
  if (body.invoiceIssuer === 'Shopee' || body.invoiceIssuer === 'Other')
    shop.invoice_issuer = body.invoiceIssuer;
  shop.tax_id = textOf(body.taxId) ?? shop.tax_id;
  if (Array.isArray(body.channels))
    shop.channels = body.channels.map(numberOf).filter((channel) => channel !== null);
  world.changed();
  return shop;
};

/** Body: `{ revoke?, expire?, endsInDays? }`: the seller takes it back, the access token is over, the grant will be. */
export const changeGrant = (world: World, id: number, body: Fields): boolean => {
  const grant = world.shopee.grants[String(id)];
  if (grant === undefined) return false;
  if (body.expire === true) expireAccess(world, id);
  const days = numberOf(body.endsInDays);
  if (days !== null) {
    grant.expire_time = new Date(world.clock.now().getTime() + days * 86_400_000).toISOString();
    grant.warned = false;
    endExpired(world);
  }
  if (body.revoke === true) endGrant(world, id, 'user cancel shop authorization');
  world.changed();
  return true;
};

const kinds: readonly ShopeeFaultKind[] = [...shopeeCallFaults, ...shopeePushFaults];

export const addShopeeFault = (world: World, body: Fields): Fault<ShopeeFaultKind> | null => {
  const kind = kinds.find((name) => name === body.kind);
  if (kind === undefined) return null;
  const fault = addToFaults(world.shopee.faults, kind, { ...body, seller: body.shop ?? body.seller });
  world.changed();
  return fault;
};

/** All of them when no id is given. */
export const removeShopeeFaults = (world: World, id: number | null): void => {
  const { faults } = world.shopee;
  faults.active = id === null ? [] : faults.active.filter((fault) => fault.id !== id);
  world.changed();
};

export const resetShopee = (world: World, keepGrants: boolean): void => {
  const { counters, grants, codes, accessTokens, refreshTokens } = world.shopee;
  // Ids continue, as at the other marketplaces.
  Object.assign(
    world.shopee,
    emptyMarket(),
    { counters },
    keepGrants ? { grants, codes, accessTokens, refreshTokens } : {},
  );
};

/** When the clock was turned. */
export const passTimeAt = (world: World): void => {
  endExpired(world);
  expireUnpaid(world);
  settleParcels(world);
  passReturns(world);
  resumePushes(world);
};
