import { brasiliaHour } from '../clock.ts';
import type { World } from '../world.ts';
import type { Order, Shipment } from './market.ts';
import { nextId, sellerById } from './market.ts';
import { notify } from './notices.ts';
import { totalsOf } from './order-views.ts';

const DISPATCH_HOUR = 18;
const DELIVERY_DAYS = 5;

/** These need the seller's NF-e before the label exists. */
const invoicedTypes = new Set(['drop_off', 'xd_drop_off', 'xd_same_day', 'cross_docking']);

const afterPayment = (logisticType: string): string =>
  invoicedTypes.has(logisticType) ? 'invoice_pending' : 'ready_to_print';

/** An item of the marketplace's warehouse that the seller's own place sends too goes the seller's way. */
export const logisticTypeOf = (world: World, order: Order): string => {
  const item = world.market.items[order.item_id];
  const seller = sellerById(world.market, order.seller_id);
  const [place] = order.taken ?? [];
  if (place?.type === 'meli_facility') return 'fulfillment';
  if (place === undefined || item?.shipping.logistic_type !== 'fulfillment')
    return item?.shipping.logistic_type ?? 'drop_off';
  return item.shipping.flex === true ? 'self_service' : (seller?.logistic_type ?? 'drop_off');
};

export const createShipment = (world: World, orders: Order[]): Shipment => {
  const { market, clock } = world;
  const now = clock.now();
  const [first] = orders;
  const item = market.items[first?.item_id ?? ''];
  const id = nextId(market, 'shipment');
  const buffered = orders.some((order) => order.buffered);
  const logisticType = first === undefined ? 'drop_off' : logisticTypeOf(world, first);
  const status = buffered ? 'pending' : 'ready_to_ship';
  const substatus = buffered ? 'buffered' : afterPayment(logisticType);
  const date = now.toISOString();
  const shipment: Shipment = {
    id,
    seller_id: first?.seller_id ?? 0,
    buyer_id: first?.buyer_id ?? 0,
    order_ids: orders.map((order) => order.id),
    node: first?.taken?.[0]?.network_node_id ?? null,
    pack_id: first?.pack_id ?? null,
    status,
    substatus,
    mode: item?.shipping.mode ?? 'me2',
    logistic_type: logisticType,
    tracking_number: `MEL${id}FMDOF01`,
    cost: orders.reduce((total, order) => total + totalsOf(order).shipping, 0),
    buffering_date: buffered ? brasiliaHour(now, 1, 0).toISOString() : null,
    handling_limit: brasiliaHour(now, buffered ? 2 : 1, DISPATCH_HOUR).toISOString(),
    estimated_delivery: brasiliaHour(now, DELIVERY_DAYS, 0).toISOString(),
    invoice_id: null,
    history: [{ status, substatus, date }],
    date_created: date,
    last_updated: date,
  };
  market.shipments[String(id)] = shipment;
  return shipment;
};

export const moveShipment = (
  world: World,
  shipment: Shipment,
  status: string,
  substatus: string | null,
): void => {
  const date = world.clock.now().toISOString();
  shipment.status = status;
  shipment.substatus = substatus;
  shipment.last_updated = date;
  shipment.history.push({ status, substatus, date });
  notify(world, 'shipments', `/shipments/${shipment.id}`, shipment.seller_id);
  if (status === 'delivered') markDelivered(world, shipment);
  world.changed();
};

const markDelivered = (world: World, shipment: Shipment): void => {
  for (const id of shipment.order_ids) {
    const order = world.market.orders[String(id)];
    if (order !== undefined) order.fulfilled = true;
  }
};

const handOver = (logisticType: string): string =>
  logisticType === 'cross_docking' || logisticType === 'xd_same_day' ? 'picked_up' : 'dropped_off';

type Step = [status: string, substatus: string | null];

export const walkOf = (shipment: Shipment): Step[] => [
  ['pending', 'buffered'],
  ...(invoicedTypes.has(shipment.logistic_type)
    ? ([['ready_to_ship', 'invoice_pending']] satisfies Step[])
    : []),
  ['ready_to_ship', 'ready_to_print'],
  ['ready_to_ship', 'printed'],
  ['ready_to_ship', handOver(shipment.logistic_type)],
  ['shipped', null],
  ['shipped', 'out_for_delivery'],
  ['delivered', null],
];

/** The next step of the parcel's life; null at its end. */
export const nextStep = (shipment: Shipment): Step | null => {
  const walk = walkOf(shipment);
  const at = walk.findIndex(
    ([status, substatus]) => status === shipment.status && substatus === shipment.substatus,
  );
  return at === -1 ? null : (walk[at + 1] ?? null);
};

/** Buffered parcels open on their date; applied at every read. */
export const releaseBuffered = (world: World): void => {
  const now = world.clock.now().toISOString();
  for (const shipment of Object.values(world.market.shipments)) {
    const due =
      shipment.substatus === 'buffered' && shipment.buffering_date !== null && shipment.buffering_date <= now;
    if (due) moveShipment(world, shipment, 'ready_to_ship', afterPayment(shipment.logistic_type));
  }
};
