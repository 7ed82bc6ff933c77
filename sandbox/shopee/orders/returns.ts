import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Order, Return, ReturnStatus } from '../market.ts';
import { nextId } from '../market.ts';
import { push } from '../push.ts';
import { cents } from './order-views.ts';
import { moveOrder, orderChanged } from './purchase.ts';

const DAY = 24 * 3_600_000;
/** Days are nowhere published: the seller's to answer, the buyer's to send, the seller's to look. */
const ANSWER_MS = 2 * DAY;
const SEND_MS = 5 * DAY;
const LOOK_MS = 2 * DAY;

export const returnReasons = [
  'NOT_RECEIPT',
  'WRONG_ITEM',
  'ITEM_DAMAGED',
  'ITEM_MISSING',
  'DIFFERENT_DESCRIPTION',
  'PHYSICAL_DMG',
  'FUNCTIONAL_DMG',
  'CHANGE_MIND',
  'OTHER',
];

export const returnChanged = (world: World, found: Return, changes: Partial<Return>): void => {
  Object.assign(found, changes, { update_time: world.clock.now().toISOString() });
  push(world, 29, found.shop_id, {
    order_sn: found.order_sn,
    return_sn: found.return_sn,
    updated_values: Object.entries(changes)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => ({ update_field: name, new_value: value })),
  });
  world.changed();
};

export type ReturnRefusal = 'not-now' | 'already-open' | 'wrong-lines';

export type Opening = {
  reason: string;
  text: string;
  /** The goods come back too. */
  withGoods: boolean;
  lines: { item_id: number; model_id: number; amount: number }[];
  images: string[];
};

const openOf = (world: World, order: Order): Return | undefined =>
  Object.values(world.shopee.returns).find(
    (found) => found.order_sn === order.order_sn && !['CANCELLED', 'CLOSED'].includes(found.status),
  );

const worth = (order: Order, lines: Opening['lines']): number =>
  cents(
    lines.reduce((sum, { item_id: item, model_id: model, amount }) => {
      const line = order.lines.find((entry) => entry.item_id === item && entry.model_id === model);
      return sum + (line?.price ?? 0) * amount;
    }, 0),
  );

const fits = (order: Order, lines: Opening['lines']): boolean =>
  lines.length > 0 &&
  lines.every(({ item_id: item, model_id: model, amount }) => {
    const line = order.lines.find((entry) => entry.item_id === item && entry.model_id === model);
    return line !== undefined && amount >= 1 && amount <= line.quantity;
  });

export const openReturn = (
  world: World,
  order: Order,
  opening: Opening,
): Return | { refused: ReturnRefusal } => {
  if (!['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status))
    return { refused: 'not-now' };
  if (openOf(world, order) !== undefined) return { refused: 'already-open' };
  if (!fits(order, opening.lines)) return { refused: 'wrong-lines' };
  const now = world.clock.now();
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  const found: Return = {
    return_sn: `${day}${String(nextId(world.shopee, 'return')).padStart(10, '0')}`,
    order_sn: order.order_sn,
    shop_id: order.shop_id,
    status: 'REQUESTED',
    reason: returnReasons.includes(opening.reason) ? opening.reason : 'OTHER',
    text_reason: opening.text,
    refund_amount: worth(order, opening.lines),
    return_solution: opening.withGoods ? 0 : 1,
    after_completion: order.order_status === 'COMPLETED',
    lines: opening.lines,
    images: opening.images,
    negotiation: null,
    proof: null,
    dispute: null,
    tracking_number: '',
    logistics_status: '',
    create_time: now.toISOString(),
    update_time: now.toISOString(),
    due: later(now, ANSWER_MS).toISOString(),
    ship_due: null,
    seller_due: null,
  };
  world.shopee.returns[found.return_sn] = found;
  moveOrder(world, order, 'TO_RETURN');
  returnChanged(world, found, { status: 'REQUESTED' });
  return found;
};

const orderOf = (world: World, found: Return): Order | undefined => world.shopee.orders[found.order_sn];

/** Money back; the order ends with it. */
export const refundReturn = (world: World, found: Return): void => {
  returnChanged(world, found, { status: 'ACCEPTED', seller_due: null, ship_due: null });
  const order = orderOf(world, found);
  if (order !== undefined) orderChanged(world, order);
};

/** The seller asks for the goods before the refund. */
export const awaitGoods = (world: World, found: Return): void =>
  returnChanged(world, found, {
    status: 'PROCESSING',
    return_solution: 0,
    tracking_number: `BR${found.return_sn.slice(-8)}R`,
    logistics_status: 'LOGISTICS_READY',
    ship_due: later(world.clock.now(), SEND_MS).toISOString(),
  });

/** Acts of the buyer and the carrier; false if not possible now. */
export const returnActs: Record<string, (world: World, found: Return) => boolean> = {
  ship: (world, found) => {
    if (found.status !== 'PROCESSING' || found.logistics_status !== 'LOGISTICS_READY') return false;
    returnChanged(world, found, { logistics_status: 'LOGISTICS_PICKUP_DONE', ship_due: null });
    return true;
  },
  deliver: (world, found) => {
    if (found.logistics_status !== 'LOGISTICS_PICKUP_DONE') return false;
    returnChanged(world, found, {
      logistics_status: 'LOGISTICS_DELIVERY_DONE',
      seller_due: later(world.clock.now(), LOOK_MS).toISOString(),
    });
    return true;
  },
  withdraw: (world, found) => {
    if (found.status !== 'REQUESTED' && found.status !== 'PROCESSING') return false;
    returnChanged(world, found, { status: 'CANCELLED' });
    const order = orderOf(world, found);
    if (order !== undefined) moveOrder(world, order, 'COMPLETED');
    return true;
  },
  'accept-offer': (world, found) => {
    if (found.negotiation?.status !== 'PENDING_BUYER_RESPOND') return false;
    const { solution, amount } = found.negotiation;
    found.refund_amount = amount;
    found.negotiation.status = 'TERMINATED';
    if (solution === 'RETURN_REFUND') awaitGoods(world, found);
    else refundReturn(world, found);
    return true;
  },
  'counter-offer': (world, found) => {
    if (found.negotiation?.status !== 'PENDING_BUYER_RESPOND') return false;
    found.negotiation = { ...found.negotiation, status: 'PENDING_RESPOND', by: 'buyer' };
    returnChanged(world, found, { status: found.status });
    return true;
  },
  'for-buyer': (world, found) => {
    if (found.status !== 'JUDGING' && found.status !== 'SELLER_DISPUTE') return false;
    refundReturn(world, found);
    return true;
  },
  'for-seller': (world, found) => {
    if (found.status !== 'JUDGING' && found.status !== 'SELLER_DISPUTE') return false;
    returnChanged(world, found, { status: 'CLOSED' });
    const order = orderOf(world, found);
    if (order !== undefined) moveOrder(world, order, 'COMPLETED');
    return true;
  },
  judge: (world, found) => {
    if (found.status !== 'REQUESTED' && found.status !== 'SELLER_DISPUTE') return false;
    returnChanged(world, found, { status: 'JUDGING' as ReturnStatus });
    return true;
  },
};

/**
 * A side that does not answer has accepted; goods that are not sent end the request; goods that are not inspected are
 * paid for.
 */
export const passReturns = (world: World): void => {
  const now = world.clock.now().toISOString();
  for (const found of Object.values(world.shopee.returns)) {
    if (found.status === 'REQUESTED' && found.due <= now) refundReturn(world, found);
    else if (found.status === 'PROCESSING' && found.ship_due !== null && found.ship_due <= now)
      returnActs.withdraw?.(world, found);
    else if (found.status === 'PROCESSING' && found.seller_due !== null && found.seller_due <= now)
      refundReturn(world, found);
  }
};
