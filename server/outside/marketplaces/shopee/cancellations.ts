import { addMinutes, type Clock } from '#contract/dates.ts';
import {
  type ClaimDecision,
  type ClaimSearch,
  type Claims,
  type MarketplaceClaim,
  plainAction,
  type SeenClaim,
} from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder } from './ask-order.ts';
import { cancellationOf, orderOfCancellation } from './cancellation-id.ts';
import type { OrderSource } from './order.ts';
import { findOrders } from './orders.ts';
import { refusalOf } from './refusal.ts';
import { shopPath } from './values.ts';

const asked = 'IN_CANCEL';
/** A search covers at most this long; a request is answered, or lapses, within days. */
const windowMinutes = 15 * 24 * 60;

/** Claims of a shop: its returns, and requests of buyers to cancel an order that has not left. */
export const withCancellations = (returns: Claims, clock: Clock): Claims => ({
  async read(session, id) {
    const orderSn = orderOfCancellation(id);
    if (orderSn === null) return returns.read(session, id);
    const found = await askForOrder(session, orderSn);
    return found && claimOf(id, found.order);
  },
  search: (session, which) => search(returns, session, which, clock.now()),
  act(session, id, decision) {
    const orderSn = orderOfCancellation(id);
    return orderSn === null ? returns.act(session, id, decision) : answer(session, orderSn, decision);
  },
  openFile: returns.openFile,
});

async function* search(
  returns: Claims,
  session: SellerSession,
  which: ClaimSearch,
  now: Date,
): AsyncIterable<SeenClaim[]> {
  yield* returns.search(session, which);
  // Ended requests cannot be searched: those that are open here and not found are read again.
  if (!('open' in which)) return;
  const recent = { from: addMinutes(now, -windowMinutes), to: now };
  for await (const ids of findOrders(session, recent, asked))
    if (ids.length > 0) yield ids.map((id) => ({ remoteId: cancellationOf(id), updatedAt: now }));
}

const actions = [
  { ...plainAction, act: 'accept_cancellation', name: 'ACCEPT' },
  { ...plainAction, act: 'refuse_cancellation', name: 'REJECT' },
] as const;

/** No deadline is published. The order says how it ended. */
function claimOf(id: string, order: OrderSource): MarketplaceClaim {
  const isOpen = order.order_status === asked;
  const reason = order.buyer_cancel_reason ?? '';
  return {
    remoteId: id,
    kind: 'cancellation',
    about: { what: 'order', id: order.order_sn },
    isOpen,
    turn: isOpen ? 'us' : null,
    mediated: false,
    reason,
    detail: '',
    openedAt: order.update_time,
    updatedAt: order.update_time,
    dueAt: null,
    actions: isOpen ? [...actions] : [],
    outcome: isOpen ? '' : order.order_status.toLowerCase(),
    reputation: null,
    messages: reason
      ? [
          {
            // A buyer who was refused may ask again, with another reason.
            ...{ remoteId: `${id}:${reason}`.slice(0, 200), by: 'buyer', text: reason },
            ...{ at: order.update_time, withheld: false, files: [] },
          },
        ]
      : [],
    units: null,
    return: null,
  };
}

async function answer(
  session: SellerSession,
  orderSn: string,
  { act }: ClaimDecision,
): Promise<string | null> {
  const operation = actions.find((one) => one.act === act)?.name;
  if (operation === undefined) return 'not available';
  return refusalOf(() =>
    session.call(shopPath(session, 'order/handle_buyer_cancellation'), {
      method: 'POST',
      json: { order_sn: orderSn, operation },
    }),
  );
}
