import { passDeadlines } from '../mercado-livre/after-sale/deadlines.ts';
import { passCampaigns } from '../mercado-livre/campaigns/taking-part.ts';
import { categoryById } from '../mercado-livre/categories.ts';
import type { Order, Shipment } from '../mercado-livre/market.ts';
import { emptyMarket } from '../mercado-livre/market.ts';
import { expireAccessTokens, revokeGrant } from '../mercado-livre/oauth.ts';
import type { PurchaseRefusal } from '../mercado-livre/purchase.ts';
import {
  buy,
  cancelOrder,
  expireUnpaid,
  orderChanged,
  payCart,
  refundPart,
} from '../mercado-livre/purchase.ts';
import { moveShipment, nextStep, releaseBuffered } from '../mercado-livre/shipping.ts';
import { resumeDeliveries } from '../nuvemshop/notify.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, idOf, isFields, isOn, listOf, numberOf, textOf, textsOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Fault, ZipCodeMode } from './faults.ts';
import { addToFaults, callFaults, emptyFaults, notificationFaults } from './faults.ts';
import { passTimeAt, resetShopee } from './shopee-actions.ts';
import { resetStores } from './store-actions.ts';

/** Acts of the control page and the control API; `null` if the record does not exist. */

export type Purchased = {
  orders: {
    id: number;
    packId: number | null;
    shipmentId: number | null;
    status: string;
    itemId: string;
    quantity: number;
  }[];
};

const isRefusal = (result: Order[] | PurchaseRefusal): result is PurchaseRefusal => !Array.isArray(result);

const viewPurchase = (orders: Order[]): Purchased => ({
  orders: orders.map((order) => ({
    id: order.id,
    packId: order.pack_id,
    shipmentId: order.shipment_id,
    status: order.status,
    itemId: order.item_id,
    quantity: order.quantity,
  })),
});

/** Body: `{ itemId, variationId?, quantity?, buyer?, pay?, pack?, buffered?, interest?, coupon?, sellerCoupons? }`, or `{ lines: [...] }` for a cart. */
export const purchase = (world: World, body: Fields): Purchased | PurchaseRefusal => {
  const lines = Array.isArray(body.lines) ? body.lines.filter(isFields) : [body];
  const result = buy(
    world,
    lines.map((line) => ({
      itemId: textOf(line.itemId) ?? '',
      variationId: numberOf(line.variationId),
      quantity: numberOf(line.quantity) ?? 1,
    })),
    {
      buyerId: numberOf(body.buyer),
      pay: body.pay !== false,
      pack: isOn(body.pack),
      buffered: isOn(body.buffered),
      interest: numberOf(body.interest) ?? 0,
      coupon: numberOf(body.coupon) ?? 0,
      sellerCoupons: listOf(body.sellerCoupons).map((one) => numberOf(one) ?? 0),
    },
  );
  return isRefusal(result) ? result : viewPurchase(result);
};

const findOrder = (world: World, id: string): Order | null => {
  const orders = Object.values(world.market.orders);
  return world.market.orders[id] ?? orders.find((order) => String(order.pack_id) === id) ?? null;
};

export const payOrder = (world: World, id: string): Order | null => {
  const order = findOrder(world, id);
  if (order === null) return null;
  payCart(world, order);
  return order;
};

export const cancel = (world: World, id: string, body: Fields): Order | null => {
  const order = findOrder(world, id);
  if (order === null) return null;
  const by = textOf(body.by);
  cancelOrder(world, order, {
    by: by === 'seller' || by === 'mercadolibre' ? by : 'buyer',
    reason: textOf(body.reason) ?? 'buyer_cancel_express',
    restock: body.restock !== false,
  });
  return order;
};

/** Body: `{ amount }`: reais of the payment that are refunded while the sale goes on; false if that is not possible. */
export const refund = (world: World, id: string, body: Fields): Order | false | null => {
  const order = findOrder(world, id);
  if (order === null) return null;
  return refundPart(world, order, numberOf(body.amount) ?? 0) ? order : false;
};

/** The marketplace itself tags an order, for example with `fraud_risk_detected`. */
export const tagOrder = (world: World, id: string, body: Fields): Order | null => {
  const order = findOrder(world, id);
  if (order === null) return null;
  order.tags = [...new Set([...order.tags, ...textsOf(body.tags)])];
  orderChanged(world, order);
  return order;
};

/** One step of the walk, or straight to the named status. */
export const advance = (world: World, id: string, body: Fields): Shipment | null => {
  const shipment = world.market.shipments[id];
  if (shipment === undefined) return null;
  const named = textOf(body.status);
  const step = named === null ? nextStep(shipment) : [named, textOf(body.substatus)];
  if (step?.[0] != null) moveShipment(world, shipment, step[0], step[1] ?? null);
  return shipment;
};

const faultKinds: readonly string[] = [...callFaults, ...notificationFaults];

const isKind = (kind: string | null): kind is Fault['kind'] => kind !== null && faultKinds.includes(kind);

export const addFault = (world: World, body: Fields): Fault | null => {
  const kind = textOf(body.kind);
  if (!isKind(kind)) return null;
  const fault = addToFaults(world.faults, kind, body);
  world.changed();
  return fault;
};

/** All of them when no id is given. */
export const removeFaults = (world: World, id: number | null): void => {
  world.faults.active = id === null ? [] : world.faults.active.filter((fault) => fault.id !== id);
  world.changed();
};

const zipCodeModes: readonly string[] = ['up', 'down', 'slow', 'not-found', 'not-found-boolean'];

const isZipCodeMode = (mode: string | null): mode is ZipCodeMode =>
  mode !== null && zipCodeModes.includes(mode);

export const setZipCode = (world: World, mode: string | null): boolean => {
  if (!isZipCodeMode(mode)) return false;
  world.faults.zipCode = mode;
  world.changed();
  return true;
};

/** Forward only: a marketplace never goes back in time. */
export const turnClock = (world: World, milliseconds: number): void => {
  world.clock.turn(Math.max(0, milliseconds));
  expireUnpaid(world);
  releaseBuffered(world);
  passDeadlines(world);
  passCampaigns(world);
  resumeDeliveries(world);
  passTimeAt(world);
  world.changed();
};

export const changeSeller = (world: World, id: number, body: Fields) => {
  const seller = world.market.sellers.find((candidate) => candidate.id === id);
  if (seller === undefined) return null;
  if (Array.isArray(body.tags)) seller.tags = textsOf(body.tags);
  seller.logistic_type = textOf(body.logisticType) ?? seller.logistic_type;
  if (typeof body.labelsAsPdf === 'boolean') seller.labels_as_pdf = body.labelsAsPdf;
  if (Array.isArray(body.unableToList)) seller.unable_to_list = textsOf(body.unableToList);
  if (body.cnpj !== undefined) seller.cnpj = idOf(body.cnpj);
  world.changed();
  return seller;
};

export const setTokens = (world: World, body: Fields): void => {
  world.market.accessTokenSeconds = numberOf(body.accessTokenSeconds) ?? world.market.accessTokenSeconds;
  const revoked = numberOf(body.revoke);
  if (revoked !== null) revokeGrant(world.market, revoked);
  if (body.expire !== undefined) expireAccessTokens(world, numberOf(body.expire));
  world.changed();
};

/** Deletes everything the marketplace knows; the clock keeps its time. */
/** Body: `{ categoryId, percent }`; null is the usual one again. False without that category, or with no percentage. */
export const setFee = ({ market, changed }: World, body: Fields): boolean => {
  const category = categoryById(textOf(body.categoryId) ?? '');
  const percent = numberOf(body.percent);
  if (category === null || (percent !== null && (percent < 0 || percent > 50))) return false;
  if (percent === null) delete market.fees[category.id];
  else market.fees[category.id] = percent;
  changed();
  return true;
};

export const reset = (world: World, body: Fields): void => {
  const keepGrants = isOn(body.keepGrants);
  // Ids continue, so that ids which the application still knows are not reused.
  const { codes, accessTokens, refreshTokens, grants, counters } = world.market;
  Object.assign(
    world.market,
    emptyMarket(),
    { counters },
    keepGrants ? { codes, accessTokens, refreshTokens, grants } : {},
  );
  resetStores(world, keepGrants);
  resetShopee(world, keepGrants);
  Object.assign(world.faults, emptyFaults(), { clockAheadMs: world.clock.ahead() });
  for (const timer of world.timers) clearTimeout(timer);
  world.timers.clear();
  world.pictures.clear();
  if (isOn(body.mail)) world.mail.messages.length = 0;
  world.mailChanged();
  world.changed();
};

/** `count` buyers press the button at the same moment. */
export const burst = (world: World, body: Fields) => {
  const count = Math.min(numberOf(body.count) ?? 1, 1_000);
  const results = Array.from({ length: count }, () =>
    purchase(world, { ...fieldsOf(body), lines: undefined }),
  );
  const sold = results.filter((result) => 'orders' in result);
  return {
    sold: sold.length,
    refused: results.length - sold.length,
    orders: sold.flatMap((result) => result.orders),
  };
};
