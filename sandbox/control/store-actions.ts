import { purchaserOf } from '../nuvemshop/customers.ts';
import type { EditRefusal } from '../nuvemshop/edit.ts';
import { editOrder } from '../nuvemshop/edit.ts';
import type { StoreFaultKind } from '../nuvemshop/faults.ts';
import { storeCallFaults, storeNotificationFaults } from '../nuvemshop/faults.ts';
import { addTrackingEvent, moveFulfillment } from '../nuvemshop/fulfillment-state.ts';
import { addLocation, chooseLocation, removeLocation } from '../nuvemshop/locations.ts';
import type { FulfillmentOrder, Order } from '../nuvemshop/market.ts';
import { emptyMarket, storeById } from '../nuvemshop/market.ts';
import { notify, resumeDeliveries } from '../nuvemshop/notify.ts';
import { uninstall } from '../nuvemshop/oauth.ts';
import { readVariant } from '../nuvemshop/product-rules.ts';
import { applyToVariant, productChanged } from '../nuvemshop/product-state.ts';
import type { PurchaseRefusal } from '../nuvemshop/purchase.ts';
import { buyIn, cancelOrder, orderChanged, payOrder, refundOrder } from '../nuvemshop/purchase.ts';
import type { Location, Store } from '../nuvemshop/stores.ts';
import type { Fields } from '../reading.ts';
import { isFields, isOn, listOf, numberOf, textOf, textsOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Fault } from './faults.ts';
import { addToFaults } from './faults.ts';

/** Acts of a person at a store, at the platform or in the partner panel; `null` if the record does not exist. */

export type StorePurchase = {
  order: { id: number; number: number; storeId: number; status: string; paymentStatus: string };
};

/** Body: `{ productId, variantId?, quantity?, buyer?, pay?, storefront?, note?, freight?, freightCost? }`, or `{ lines: [...] }` of one store. */
export const purchaseIn = (world: World, body: Fields): StorePurchase | PurchaseRefusal => {
  const lines = (Array.isArray(body.lines) ? body.lines.filter(isFields) : [body]).map((line) => ({
    productId: numberOf(line.productId) ?? 0,
    variantId: numberOf(line.variantId),
    quantity: numberOf(line.quantity) ?? 1,
  }));
  const productId = lines[0]?.productId ?? 0;
  const store = storeById(world.nuvemshop, world.nuvemshop.products[String(productId)]?.store_id ?? 0);
  if (store === null) return { refused: 'not-found', productId };
  const bought = buyIn(world, store, lines, purchaserOf(world, numberOf(body.buyer)), {
    pay: body.pay !== false,
    storefront: textOf(body.storefront) ?? 'store',
    note: textOf(body.note),
    freight: numberOf(body.freight),
    freightCost: numberOf(body.freightCost),
  });
  if ('refused' in bought) return bought;
  const { id, number, status, payment_status: paymentStatus } = bought;
  return { order: { id, number, storeId: store.id, status, paymentStatus } };
};

/** `count` people press the button at the same moment. */
export const burstIn = (world: World, body: Fields) => {
  const count = Math.min(numberOf(body.count) ?? 1, 1_000);
  const results = Array.from({ length: count }, () => purchaseIn(world, { ...body, lines: undefined }));
  const orders = results.flatMap((result) => ('order' in result ? [result.order] : []));
  return { sold: orders.length, refused: count - orders.length, orders };
};

const orderById = (world: World, id: string): Order | null => world.nuvemshop.orders[id] ?? null;

export const payIn = (world: World, id: string): Order | null => {
  const order = orderById(world, id);
  if (order !== null) payOrder(world, order);
  return order;
};

/** As the merchant does it, in the administration of the store. */
export const cancelIn = (world: World, id: string, body: Fields): Order | null => {
  const order = orderById(world, id);
  const reason = textOf(body.reason) ?? 'customer';
  if (order !== null) cancelOrder(world, order, { reason, restock: body.restock !== false });
  return order;
};

export const refundIn = (world: World, id: string, body: Fields): Order | null => {
  const order = orderById(world, id);
  if (order !== null)
    refundOrder(world, order, numberOf(body.amount) ?? (isOn(body.partly) ? 'some' : 'all'));
  return order;
};

/** Body: `{ lines?: [{ id, quantity }], added?: [{ productId, variantId?, quantity? }], ownerNote? }`. */
export const editIn = (world: World, id: string, body: Fields): Order | EditRefusal | null => {
  const order = orderById(world, id);
  if (order === null) return null;
  if (body.ownerNote !== undefined) order.owner_note = textOf(body.ownerNote);
  const lines = listOf(body.lines)
    .filter(isFields)
    .map((line) => ({ id: numberOf(line.id) ?? 0, quantity: numberOf(line.quantity) ?? 0 }));
  const added = listOf(body.added)
    .filter(isFields)
    .map((line) => ({
      productId: numberOf(line.productId) ?? 0,
      variantId: numberOf(line.variantId),
      quantity: numberOf(line.quantity) ?? 1,
    }));
  if (lines.length > 0 || added.length > 0) return editOrder(world, order, { lines, added });
  orderChanged(world, order);
  return order;
};

const step = (world: World, order: Order, fulfillment: FulfillmentOrder): void => {
  const now = world.clock.now().toISOString();
  const event = (status: string, description: string) =>
    addTrackingEvent(world, order, fulfillment, {
      status,
      description,
      address: null,
      happened_at: now,
      estimated_delivery_at: null,
    });
  const [last] = fulfillment.events.toReversed();
  if (fulfillment.status === 'UNPACKED') moveFulfillment(world, order, fulfillment, 'PACKED');
  else if (fulfillment.status === 'PACKED') {
    moveFulfillment(world, order, fulfillment, 'DISPATCHED');
    event('dispatched', 'Objeto postado');
  } else if (fulfillment.status !== 'DELIVERED') {
    if (last?.status === 'in_transit') event('delivered', 'Objeto entregue ao destinatário');
    else event('in_transit', 'Objeto em trânsito');
  }
};

/** Every parcel of the order advances by one step. */
export const advanceIn = (world: World, id: string): Order | null => {
  const order = orderById(world, id);
  for (const fulfillment of order?.fulfillment_orders ?? []) {
    if (order !== null && order.status !== 'cancelled') step(world, order, fulfillment);
  }
  return order;
};

/** The merchant edits in the administration: visibility of the product, price and stock of a variant. */
export const editProduct = (world: World, id: string, body: Fields) => {
  const product = world.nuvemshop.products[id];
  const store = storeById(world.nuvemshop, product?.store_id ?? 0);
  if (product === undefined || store === null) return null;
  if (body.visibility === 'visible' || body.visibility === 'unlisted' || body.visibility === 'hidden') {
    product.visibility = body.visibility;
  }
  const variantId = numberOf(body.variantId);
  const variant = product.variants.find((entry) => variantId === null || entry.id === variantId);
  if (variant !== undefined && isFields(body.variant)) {
    applyToVariant(world, variant, readVariant(store, body.variant));
  }
  productChanged(world, product);
  return product;
};

export const changeStore = (world: World, id: number, body: Fields): Store | null => {
  const store = storeById(world.nuvemshop, id);
  if (store === null) return null;
  store.plan_name = textOf(body.planName) ?? store.plan_name;
  if (typeof body.suspended === 'boolean' && body.suspended !== store.suspended) {
    store.suspended = body.suspended;
    const event = body.suspended ? 'app/suspended' : 'app/resumed';
    notify(world, id, event, { id: Number(world.nuvemshopApplication.clientId) || 0 });
    if (!body.suspended) resumeDeliveries(world);
  }
  world.changed();
  return store;
};

/** Body: `{ name?, city?, state? }`: the merchant opens a further place with stock. */
export const openLocation = (world: World, id: number, body: Fields): Location | null => {
  const store = storeById(world.nuvemshop, id);
  if (store === null) return null;
  const [first] = store.locations;
  return addLocation(world, store, {
    name: textOf(body.name) ?? 'Depósito',
    city: textOf(body.city) ?? first?.city ?? '',
    state: textOf(body.state) ?? first?.state ?? '',
  });
};

/** `default` or `remove`; false where the store does not allow it. */
export const actOnLocation = (world: World, id: number, locationId: string, act: string): boolean | null => {
  const store = storeById(world.nuvemshop, id);
  const location = store?.locations.find((one) => one.id === locationId);
  if (store == null || location === undefined) return null;
  if (act === 'default') return chooseLocation(world, store, location);
  return act === 'remove' ? removeLocation(world, store, location) : null;
};

export const removeApplication = (world: World, id: number): boolean => {
  const store = storeById(world.nuvemshop, id);
  return store !== null && uninstall(world, store);
};

const kinds: readonly StoreFaultKind[] = [...storeCallFaults, ...storeNotificationFaults];

export const addStoreFault = (world: World, body: Fields): Fault<StoreFaultKind> | null => {
  const kind = kinds.find((name) => name === body.kind);
  if (kind === undefined) return null;
  const fault = addToFaults(world.nuvemshop.faults, kind, { ...body, seller: body.store ?? body.seller });
  world.changed();
  return fault;
};

/** All of them when no id is given. */
export const removeStoreFaults = (world: World, id: number | null): void => {
  const { faults } = world.nuvemshop;
  faults.active = id === null ? [] : faults.active.filter((fault) => fault.id !== id);
  world.changed();
};

/** Scopes of the application's next authorization. */
export const setScopes = (world: World, body: Fields): string[] => {
  if (Array.isArray(body.scopes)) world.nuvemshop.scopes = textsOf(body.scopes);
  world.changed();
  return world.nuvemshop.scopes;
};

export const resetStores = (world: World, keepGrants: boolean): void => {
  const { counters, grants, codes, webhooks, scopes } = world.nuvemshop;
  // Numbers go on counting, as they do at the first marketplace.
  Object.assign(
    world.nuvemshop,
    emptyMarket(),
    { counters },
    keepGrants ? { grants, codes, webhooks, scopes } : {},
  );
};
