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
  readSeenReturn,
  seenReturns,
  statusOfTalk,
  type ToldReturn,
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
    const told = await askForReturn(session, id);
    return told && claimOf(session, told, pictures);
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
  told: ToldReturn,
  pictures: ReturnPictures,
): Promise<MarketplaceClaim> {
  const files = pictures.filesOf(told.image);
  const isOpen = !over.has(told.status);
  const back = returnOf(told);
  return {
    remoteId: told.return_sn,
    kind: told.return_solution === 1 ? 'claim' : 'return',
    about: { what: 'order', id: told.order_sn },
    isOpen,
    turn: isOpen ? turnOf(told, back) : null,
    mediated: told.status === 'JUDGING' || told.status === 'SELLER_DISPUTE',
    reason: told.reason ?? '',
    detail: '',
    openedAt: told.create_time,
    updatedAt: told.update_time,
    dueAt: isOpen ? dueOf(told, back) : null,
    actions: isOpen ? await actionsOf(session, told) : [],
    outcome: isOpen ? '' : told.status.toLowerCase(),
    reputation: null,
    messages:
      told.text_reason || files.length > 0
        ? [
            {
              ...{ remoteId: `${told.return_sn}:reason`, by: 'buyer', text: told.text_reason ?? '' },
              ...{ at: told.create_time, withheld: false, files },
            },
          ]
        : [],
    units: unitsOf(told),
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
function unitsOf({ item, activity }: ToldReturn): ClaimedUnits[] | null {
  const single = item.map((one) => unitOf(one.item_id, one.model_id, one.amount));
  if (single.length > 0) return single;
  const bundled = activity.flatMap(({ items }) => items);
  if (bundled.length === 0) return null;
  return bundled.map((one) => unitOf(one.item_id, one.variation_id, one.quantity_purchased));
}

function turnOf(told: ToldReturn, back: MarketplaceReturn | null): ChatTurn {
  if (told.status === 'JUDGING' || told.status === 'SELLER_DISPUTE') return 'marketplace';
  const talk = statusOfTalk(told);
  if (talk === 'PENDING_RESPOND') return 'us';
  if (talk === 'PENDING_BUYER_RESPOND') return 'buyer';
  return told.status === 'PROCESSING' && back?.step !== 'delivered' ? 'buyer' : 'us';
}

function dueOf(told: ToldReturn, back: MarketplaceReturn | null): Date | null {
  if (turnOf(told, back) !== 'us') return null;
  if (statusOfTalk(told) === 'PENDING_RESPOND')
    return told.negotiation?.offer_due_date ?? told.due_date ?? null;
  return (back?.step === 'delivered' ? told.return_seller_due_date : told.due_date) ?? null;
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
function returnOf(told: ToldReturn): MarketplaceReturn | null {
  const isComing = told.return_solution !== 1 && told.needs_logistics !== false;
  const wayBack = wayBackOf(told);
  if (!isComing || (wayBack === '' && told.status !== 'PROCESSING')) return null;
  const isOff = told.status === 'CANCELLED' || (told.status === 'CLOSED' && wayBack !== 'DELIVERY_DONE');
  return {
    remoteId: told.return_sn,
    step: isOff ? 'ended' : (steps[wayBack] ?? 'agreed'),
    status: wayBack.toLowerCase(),
    trackingCode: told.tracking_number ?? '',
    toSeller: !told.return_address?.whs_id && told.validation_type !== 'warehouse_validation',
    updatedAt: told.update_time,
  };
}
