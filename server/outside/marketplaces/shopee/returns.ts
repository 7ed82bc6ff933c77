import type { Clock } from '#contract/dates.ts';
import type { ChatTurn, ReturnStep } from '#contract/marketplaces/chat-states.ts';
import { namedRow, readRows } from '../answers.ts';
import type {
  ClaimedUnits,
  ClaimSearch,
  Claims,
  MarketplaceClaim,
  MarketplaceReturn,
  SeenClaim,
} from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { act, actionsOf } from './return-acts.ts';
import type { ReturnPictures } from './return-pictures.ts';
import {
  askForReturn,
  type ReturnRecord,
  readSeenReturn,
  seenReturns,
  statusOfTalk,
  wayBackOf,
} from './return-schema.ts';
import { responseOf, secondsOf, shopPath } from './values.ts';

const pageSize = 100;
/** A window may not be longer. */
const windowMs = 15 * 24 * 60 * 60_000;

const openStatuses = ['REQUESTED', 'PROCESSING', 'JUDGING', 'SELLER_DISPUTE'];
const over = new Set(['ACCEPTED', 'CANCELLED', 'CLOSED']);

export const createReturns = (clock: Clock, pictures: ReturnPictures): Claims => ({
  async read(session, id) {
    const reported = await askForReturn(session, id);
    return reported && claimOf(session, reported, pictures);
  },
  search: (session, which) => search(session, which, clock.now()),
  act,
  openFile: pictures.openFile,
});

/** Open ones are requested by each of their states, changed ones window by window. */
async function* search(session: SellerSession, which: ClaimSearch, now: Date): AsyncIterable<SeenClaim[]> {
  if ('open' in which) {
    for (const status of openStatuses) yield* pagesOf(session, { status });
    return;
  }
  for (let at = which.changedSince.getTime(); at <= now.getTime(); at += windowMs)
    yield* pagesOf(session, {
      update_time_from: secondsOf(new Date(at)),
      update_time_to: secondsOf(new Date(Math.min(at + windowMs, now.getTime()))),
    });
}

async function* pagesOf(
  session: SellerSession,
  query: Record<string, string | number>,
): AsyncIterable<SeenClaim[]> {
  for (let page = 0, more = true; more; page++) {
    const path = shopPath(session, 'returns/get_return_list', {
      page_no: page,
      page_size: pageSize,
      ...query,
    });
    const found = responseOf(seenReturns, await session.call(path), 'search of returns');
    if (found.return.length === 0) return;
    const seen = readRows(session, found.return, readSeenReturn, namedRow('return', 'return_sn'));
    if (seen.length > 0) yield seen;
    more = found.more;
  }
}

async function claimOf(
  session: SellerSession,
  reported: ReturnRecord,
  pictures: ReturnPictures,
): Promise<MarketplaceClaim> {
  const files = pictures.filesOf(reported.image);
  const isOpen = !over.has(reported.status);
  const back = returnOf(reported);
  return {
    remoteId: reported.return_sn,
    kind: reported.return_solution === 1 ? 'claim' : 'return',
    about: { what: 'order', id: reported.order_sn },
    isOpen,
    turn: isOpen ? turnOf(reported, back) : null,
    mediated: reported.status === 'JUDGING' || reported.status === 'SELLER_DISPUTE',
    reason: reported.reason ?? '',
    detail: '',
    openedAt: reported.create_time,
    updatedAt: reported.update_time,
    dueAt: isOpen ? dueOf(reported, back) : null,
    actions: isOpen ? await actionsOf(session, reported) : [],
    outcome: isOpen ? '' : reported.status.toLowerCase(),
    reputation: null,
    messages:
      reported.text_reason || files.length > 0
        ? [
            {
              ...{ remoteId: `${reported.return_sn}:reason`, by: 'buyer', text: reported.text_reason ?? '' },
              ...{ at: reported.create_time, withheld: false, files },
            },
          ]
        : [],
    units: unitsOf(reported),
    return: back,
  };
}

/** A listing without models has the model 0. */
const unitOf = (id: string, model: string | null | undefined, quantity: number): ClaimedUnits => ({
  order: null,
  item: { id, variationId: model && model !== '0' ? model : null },
  quantity,
});

/** Items, and those of a bundle if no item is listed. */
function unitsOf({ item, activity }: ReturnRecord): ClaimedUnits[] | null {
  const single = item.map((one) => unitOf(one.item_id, one.model_id, one.amount));
  if (single.length > 0) return single;
  const bundled = activity.flatMap(({ items }) => items);
  if (bundled.length === 0) return null;
  return bundled.map((one) => unitOf(one.item_id, one.variation_id, one.quantity_purchased));
}

function turnOf(reported: ReturnRecord, back: MarketplaceReturn | null): ChatTurn {
  if (reported.status === 'JUDGING' || reported.status === 'SELLER_DISPUTE') return 'marketplace';
  const talk = statusOfTalk(reported);
  if (talk === 'PENDING_RESPOND') return 'us';
  if (talk === 'PENDING_BUYER_RESPOND') return 'buyer';
  return reported.status === 'PROCESSING' && back?.step !== 'delivered' ? 'buyer' : 'us';
}

function dueOf(reported: ReturnRecord, back: MarketplaceReturn | null): Date | null {
  if (turnOf(reported, back) !== 'us') return null;
  if (statusOfTalk(reported) === 'PENDING_RESPOND')
    return reported.negotiation?.offer_due_date ?? reported.due_date ?? null;
  return (back?.step === 'delivered' ? reported.return_seller_due_date : reported.due_date) ?? null;
}

const steps: Readonly<Record<string, ReturnStep>> = {
  PICKUP_DONE: 'on_the_way',
  DELIVERY_DONE: 'delivered',
  DELIVERY_FAILED: 'failed',
  LOST: 'failed',
};

/**
 * Goods are on their way back once that is agreed; goods that a warehouse of the marketplace checks do not come here.
 */
function returnOf(reported: ReturnRecord): MarketplaceReturn | null {
  const isComing = reported.return_solution !== 1 && reported.needs_logistics !== false;
  const wayBack = wayBackOf(reported);
  if (!isComing || (wayBack === '' && reported.status !== 'PROCESSING')) return null;
  const isOff =
    reported.status === 'CANCELLED' || (reported.status === 'CLOSED' && wayBack !== 'DELIVERY_DONE');
  return {
    remoteId: reported.return_sn,
    step: isOff ? 'ended' : (steps[wayBack] ?? 'agreed'),
    status: wayBack.toLowerCase(),
    trackingCode: reported.tracking_number ?? '',
    toSeller: !reported.return_address?.whs_id && reported.validation_type !== 'warehouse_validation',
    updatedAt: reported.update_time,
  };
}
