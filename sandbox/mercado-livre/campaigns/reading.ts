import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { fieldsOf, numberOf, textOf } from '../../reading.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { forbidden, get, notFound, ok, pageOf, refuse } from '../endpoint.ts';
import { ownItem } from '../item-endpoints.ts';
import { campaignIn, hasGreenReputation, versioned } from './call.ts';
import type { Campaign, Offer } from './campaign.ts';
import { OWN_DISCOUNT } from './kinds.ts';
import { campaignsOf, offerPrice, offerStatus, offersOf, referenceOf, regularPrice } from './state.ts';
import { isSuitable } from './taking-part.ts';
import { viewCampaign, viewDiscountCandidate, viewListed, viewOfItem } from './views.ts';

const PAGE = 50;
const CURSOR_LIFE_MS = 5 * 60_000;

const listCampaigns = (call: Call): Answer => {
  if (call.params.id !== String(call.caller.id)) throw forbidden();
  const { offset, limit } = pageOf(call.query, PAGE, PAGE);
  const found = campaignsOf(call.world, call.caller.id).filter(({ type }) => type !== OWN_DISCOUNT);
  return ok({
    results: found.slice(offset, offset + limit).map((campaign) => viewCampaign(call.world, campaign)),
    paging: { offset, limit, total: found.length },
  });
};

/** The agreed prices of the items are a part of the campaign. */
const viewAgreed = (call: Call, campaign: Campaign): Fields => ({
  offers: Object.values(campaign.offers).flatMap((offer) => {
    const item = call.world.market.items[offer.item_id];
    if (item === undefined) return [];
    return [
      {
        id: referenceOf(offer),
        original_price: regularPrice(item),
        new_price: offerPrice(campaign, item, offer),
        status: offerStatus(call.world, campaign, offer) === 'started' ? 'active' : 'programmed',
        start_date: campaign.start,
        end_date: campaign.finish,
        benefits: {
          type: 'REBATE',
          meli_percent: offer.meli_percent ?? campaign.meli_percent,
          seller_percent: offer.seller_percent ?? campaign.seller_percent,
        },
      },
    ];
  }),
});

const showCampaign = (call: Call): Answer => {
  const campaign = campaignIn(call, call.params.id ?? '', call.query.promotion_type);
  const isAgreed = ['PRE_NEGOTIATED', 'UNHEALTHY_STOCK'].includes(campaign.type);
  return ok({
    ...viewCampaign(call.world, campaign),
    ...(isAgreed && viewAgreed(call, campaign)),
  });
};

/** The token of the next page names the last item of this one, and is valid for five minutes. */
const writeCursor = (call: Call, last: string): string =>
  Buffer.from(JSON.stringify({ last, at: call.world.clock.now().getTime() })).toString('hex');

const readCursor = (call: Call, cursor: string): string => {
  let read: Fields = {};
  try {
    read = fieldsOf(JSON.parse(Buffer.from(cursor, 'hex').toString()));
  } catch {
    // Not a token of this service: refused below.
  }
  const last = textOf(read.last);
  const at = numberOf(read.at);
  if (last === null || at === null) throw refuse(400, 'bad_request', 'Invalid search_after');
  if (call.world.clock.now().getTime() - at > CURSOR_LIFE_MS)
    throw refuse(400, 'bad_request', 'The search_after has expired');
  return last;
};

const matches = (call: Call, campaign: Campaign, offer: Offer): boolean => {
  const { status, item_id: itemId, status_item: itemStatus = 'active' } = call.query;
  const shown = offerStatus(call.world, campaign, offer);
  return (
    shown !== null &&
    (status === undefined || status === shown) &&
    (itemId === undefined || itemId === offer.item_id) &&
    call.world.market.items[offer.item_id]?.status === itemStatus
  );
};

/** Only the token leads to the next page: an `offset` has no effect, as file 60280239299 reports. */
const listItems = (call: Call): Answer => {
  const campaign = campaignIn(call, call.params.id ?? '', call.query.promotion_type);
  const { limit } = pageOf({ ...call.query, offset: '0' }, PAGE, PAGE);
  const found = Object.values(campaign.offers).filter((offer) => matches(call, campaign, offer));
  const cursor = call.query.search_after ?? call.query.searchAfter;
  const last = cursor === undefined ? null : readCursor(call, cursor);
  const from = last === null ? 0 : found.findIndex(({ item_id: id }) => id === last) + 1;
  const page = found.slice(from, from + limit);
  const end = page.at(-1);
  const hasMore = end !== undefined && from + limit < found.length;
  return ok({
    results: page.flatMap((offer) => {
      const item = call.world.market.items[offer.item_id];
      return item === undefined ? [] : [viewListed(call.world, campaign, item, offer)];
    }),
    paging: {
      ...(hasMore && { searchAfter: writeCursor(call, end.item_id) }),
      ...(cursor === undefined && { offset: 0 }),
      limit,
      total: found.length,
    },
  });
};

const listOfItem = (call: Call): Answer => {
  const item = ownItem(call);
  const found = offersOf(call.world, item).filter(({ campaign, offer }) => {
    const status = offerStatus(call.world, campaign, offer);
    return status !== null && status !== 'finished';
  });
  const mayDiscount =
    isSuitable(item) &&
    hasGreenReputation(call) &&
    !found.some(({ campaign }) => campaign.type === OWN_DISCOUNT);
  return ok([
    ...found.map(({ campaign, offer }) => viewOfItem(call.world, campaign, item, offer)),
    ...(mayDiscount ? [viewDiscountCandidate(item)] : []),
  ]);
};

const offerStates = { pending: 'PROGRAMMED', started: 'ACTIVE', finished: 'FINISHED' } as const;

const showReference = (call: Call, state: 'candidate' | 'offer'): Answer => {
  const id = call.params.id ?? '';
  for (const campaign of campaignsOf(call.world, call.caller.id)) {
    const offer = Object.values(campaign.offers).find((one) => referenceOf(one) === id);
    if (offer === undefined || (offer.state === 'candidate') !== (state === 'candidate')) continue;
    const status = offerStatus(call.world, campaign, offer) ?? 'finished';
    return ok({
      id,
      item_id: offer.item_id,
      ...(campaign.type !== OWN_DISCOUNT && { promotion_id: campaign.id }),
      type: campaign.type,
      status: { id: status === 'candidate' ? status : offerStates[status] },
    });
  }
  throw notFound(`The ${state} ${id} was not found`);
};

export const campaignReadings: Endpoint[] = [
  get('/seller-promotions/users/:id', listCampaigns),
  get('/seller-promotions/promotions/:id', showCampaign),
  get('/seller-promotions/promotions/:id/items', listItems),
  get('/seller-promotions/items/:id', listOfItem),
  get('/seller-promotions/candidates/:id', (call) => showReference(call, 'candidate')),
  get('/seller-promotions/offers/:id', (call) => showReference(call, 'offer')),
].map(versioned);
