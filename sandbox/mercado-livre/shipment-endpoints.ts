import type { Answer } from '../answer.ts';
import { brasiliaTime, marketTime } from '../clock.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { get, notFound, ok, post, refuse } from './endpoint.ts';
import { freightOf } from './fees.ts';
import { invoiceEndpoints } from './invoice-endpoints.ts';
import { parcelOf } from './item-draft.ts';
import { labelEndpoints } from './label-endpoints.ts';
import type { Order, Shipment } from './market.ts';
import { buyerById, sellerById } from './market.ts';
import { totalsOf } from './order-views.ts';
import { ownShipment } from './own-shipment.ts';
import { moveShipment } from './shipping.ts';

const ordersOf = (world: World, shipment: Shipment): Order[] =>
  shipment.order_ids.map((id) => world.market.orders[String(id)]).filter((order) => order !== undefined);

const addressOf = (world: World, shipment: Shipment) => {
  const buyer = buyerById(world.market, shipment.buyer_id);
  if (buyer === null) return null;
  const { address } = buyer;
  return {
    address_line: `${address.street} ${address.number}`,
    street_name: address.street,
    street_number: address.number,
    comment: address.comment,
    zip_code: address.zip,
    city: { id: `BR-${address.state}-01`, name: address.city },
    state: { id: `BR-${address.state}`, name: address.stateName },
    neighborhood: { id: null, name: address.neighborhood },
    country: { id: 'BR', name: 'Brasil' },
  };
};

const dimensionsOf = (world: World, shipment: Shipment) => {
  const orders = ordersOf(world, shipment);
  const sizeOf = (order: Order | undefined) =>
    parcelOf(world.market.items[order?.item_id ?? ''] ?? { attributes: [] });
  const { height, width, length } = sizeOf(orders[0]);
  const weight = orders.reduce((total, order) => total + sizeOf(order).grams * order.quantity, 0);
  return { height, width, length, weight };
};

const commonView = (world: World, shipment: Shipment): Fields => ({
  id: shipment.id,
  status: shipment.status,
  substatus: shipment.substatus,
  date_created: marketTime(shipment.date_created),
  last_updated: marketTime(shipment.last_updated),
  tracking_number: shipment.tracking_number,
  tracking_method: 'MEL Distribution',
  declared_value: ordersOf(world, shipment).reduce((total, order) => total + totalsOf(order).goods, 0),
});

const newView = (world: World, shipment: Shipment): Fields => {
  const buyer = buyerById(world.market, shipment.buyer_id);
  const seller = sellerById(world.market, shipment.seller_id);
  return {
    ...commonView(world, shipment),
    logistic: {
      mode: shipment.mode,
      type: shipment.logistic_type,
      direction: shipment.returning ? 'return' : 'forward',
    },
    dimensions: dimensionsOf(world, shipment),
    lead_time: leadTime(shipment),
    origin: {
      type: 'selling_address',
      sender_id: shipment.seller_id,
      node: shipment.node ?? null,
      shipping_address: {
        zip_code: seller?.address.zip ?? null,
        city: { name: seller?.address.city ?? null },
        node: { node_id: shipment.node ?? null },
      },
    },
    destination: {
      type: 'buying_address',
      receiver_id: shipment.buyer_id,
      receiver_name: `${buyer?.first_name} ${buyer?.last_name}`,
      receiver_phone: null,
      shipping_address: addressOf(world, shipment),
    },
    items_types: ['new'],
    tags: [],
    sibling: { sibling_id: null, reason: null },
    snapshot_packing: { snapshot_id: `sp-${shipment.id}`, pack_hash: null },
    source: { site_id: 'MLB', market_place: 'MELI' },
  };
};

const leadTime = (shipment: Shipment): Fields => ({
  cost: shipment.cost,
  list_cost: 18.9,
  cost_type: shipment.cost > 0 ? 'charged' : 'free',
  shipping_method: { id: 511_948, name: 'Normal', type: 'standard' },
  buffering: { date: shipment.buffering_date === null ? null : brasiliaTime(shipment.buffering_date) },
  estimated_delivery_time: {
    type: 'known',
    date: brasiliaTime(shipment.estimated_delivery),
    pay_before: null,
  },
  estimated_handling_limit: { date: brasiliaTime(shipment.handling_limit) },
});

const oldView = (world: World, shipment: Shipment): Fields => ({
  ...commonView(world, shipment),
  mode: shipment.mode,
  logistic_type: shipment.logistic_type,
  order_id: shipment.order_ids[0] ?? null,
  sender_id: shipment.seller_id,
  receiver_id: shipment.buyer_id,
  receiver_address: addressOf(world, shipment),
  shipping_option: { ...leadTime(shipment), name: 'Normal' },
});

const slaOf = (world: World, shipment: Shipment): Fields => {
  const handed = ['shipped', 'delivered', 'cancelled'].includes(shipment.status);
  const delayed = !handed && world.clock.now().toISOString() > shipment.handling_limit;
  return {
    status: delayed ? 'delayed' : 'on_time',
    service: shipment.logistic_type,
    expected_date: brasiliaTime(shipment.handling_limit),
    last_updated: brasiliaTime(shipment.last_updated),
  };
};

const itemsOf = (world: World, shipment: Shipment) =>
  ordersOf(world, shipment).map((order) => ({
    item_id: order.item_id,
    variation_id: order.variation_id,
    user_product_id: order.user_product_id,
    order_id: order.id,
    quantity: order.quantity,
    description: order.title,
    dimensions: dimensionsOf(world, shipment),
    sender_id: order.seller_id,
  }));

/** Free to the buyer is paid by the seller. */
export const costsOf = (world: World, shipment: Shipment) => {
  const { weight: grams, ...sides } = dimensionsOf(world, shipment);
  const whole = freightOf({ ...sides, grams });
  return {
    gross_amount: whole,
    receiver: { user_id: shipment.buyer_id, cost: shipment.cost, discounts: [] },
    senders: [{ user_id: shipment.seller_id, cost: shipment.cost > 0 ? 0 : whole, discounts: [] }],
  };
};

const showHistory = (shipment: Shipment) =>
  shipment.history.map((step) => ({
    status: step.status,
    substatus: step.substatus,
    date: marketTime(step.date),
  }));

const declareReady = (call: Call): Answer => {
  const shipment = ownShipment(call);
  if (shipment.mode === 'me2')
    throw refuse(400, 'invalid_shipment_mode', 'Only for me1 and custom shipments');
  moveShipment(call.world, shipment, 'ready_to_ship', null);
  return ok(commonView(call.world, shipment));
};

export const shipmentEndpoints: Endpoint[] = [
  get('/shipments/:id', (call) => {
    const shipment = ownShipment(call);
    const view = call.headers['x-format-new'] === 'true' ? newView : oldView;
    return ok(view(call.world, shipment));
  }),
  get('/shipments/:id/sla', (call) => ok(slaOf(call.world, ownShipment(call)))),
  get('/shipments/:id/history', (call) => ok(showHistory(ownShipment(call)))),
  get('/shipments/:id/items', (call) => ok(itemsOf(call.world, ownShipment(call)))),
  get('/shipments/:id/costs', (call) => ok(costsOf(call.world, ownShipment(call)))),
  get('/shipments/:id/lead_time', (call) => ok(leadTime(ownShipment(call)))),
  get('/shipments/:id/delays', (call) => {
    const shipment = ownShipment(call);
    if (slaOf(call.world, shipment).status !== 'delayed') throw notFound('No delays found');
    return ok({
      shipment_id: shipment.id,
      delays: [{ type: 'handling_delayed', date: marketTime(shipment.handling_limit) }],
    });
  }),
  get('/shipments/:id/carrier', (call) => {
    ownShipment(call);
    return ok({ name: 'Mercado Envios', url: 'https://www.mercadolivre.com.br' });
  }),
  post('/shipments/:id/process/ready_to_ship', declareReady),
  ...labelEndpoints,
  ...invoiceEndpoints,
];
