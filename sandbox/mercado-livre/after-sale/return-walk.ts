import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Order, Shipment } from '../market.ts';
import { nextId } from '../market.ts';
import { notify } from '../notices.ts';
import type { Claim, Return } from './state.ts';

const DAY = 86_400_000;
/** The time limit for handing over a return is not documented. */
const HAND_OVER_MS = 10 * DAY;
/** After that the money is refunded regardless of what arrived. */
const LOOK_MS = 3 * DAY;

const shipmentFor = (world: World, claim: Claim, order: Order): Shipment => {
  const now = world.clock.now();
  const id = nextId(world.market, 'shipment');
  const date = now.toISOString();
  const shipment: Shipment = {
    id,
    seller_id: claim.seller_id,
    buyer_id: claim.buyer_id,
    returning: true,
    order_ids: [order.id],
    pack_id: order.pack_id,
    status: 'ready_to_ship',
    substatus: null,
    mode: 'me2',
    logistic_type: 'drop_off',
    tracking_number: `MEL${id}RTDOF01`,
    cost: 0,
    buffering_date: null,
    handling_limit: later(now, HAND_OVER_MS).toISOString(),
    estimated_delivery: later(now, HAND_OVER_MS).toISOString(),
    invoice_id: null,
    history: [{ status: 'ready_to_ship', substatus: null, date }],
    date_created: date,
    last_updated: date,
  };
  world.market.shipments[String(id)] = shipment;
  notify(world, 'shipments', `/shipments/${id}`, claim.seller_id);
  return shipment;
};

/** The buyer gets a label for the way back. */
export const startReturn = (
  world: World,
  claim: Claim,
  order: Order,
  refundAt: Return['refund_at'],
): Return => {
  const now = world.clock.now();
  const started: Return = {
    id: nextId(world.market, 'return'),
    status: 'label_generated',
    status_money: 'retained',
    subtype: claim.quantity === claim.total_quantity ? 'return_total' : 'return_partial',
    refund_at: refundAt,
    shipment_id: shipmentFor(world, claim, order).id,
    due: later(now, HAND_OVER_MS).toISOString(),
    reviews: [],
    date_created: now.toISOString(),
    date_closed: null,
    last_updated: now.toISOString(),
  };
  claim.return = started;
  return started;
};

/** The parcel and the return move together. */
export const moveReturn = (world: World, claim: Claim, found: Return, status: string): void => {
  const now = world.clock.now();
  const date = now.toISOString();
  const shipment = world.market.shipments[String(found.shipment_id)];
  found.status = status;
  found.last_updated = date;
  found.due = status === 'delivered' ? later(now, LOOK_MS).toISOString() : null;
  if (shipment === undefined) return;
  shipment.status = ['expired', 'failed'].includes(status) ? 'cancelled' : status;
  shipment.last_updated = date;
  shipment.history.push({ status: shipment.status, substatus: null, date });
  notify(world, 'shipments', `/shipments/${shipment.id}`, claim.seller_id);
};
