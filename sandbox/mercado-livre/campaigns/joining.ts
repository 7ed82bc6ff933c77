import type { Answer } from '../../answer.ts';
import { brasiliaHour } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import { isOn, numberOf, textOf } from '../../reading.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { notFound, ok, post, put, Refusal, refuse, remove } from '../endpoint.ts';
import { roundReais } from '../fees.ts';
import { bodyOf, ownItem } from '../item-endpoints.ts';
import { totalQuantity } from '../item-rules.ts';
import type { Item } from '../market.ts';
import { campaignIn, hasGreenReputation, refuseBy, refuseOffer, versioned } from './call.ts';
import type { Campaign, Offer } from './campaign.ts';
import { type Kind, kindOf, OWN_DISCOUNT } from './kinds.ts';
import { dayIn } from './own-campaigns.ts';
import {
  bandOf,
  invite,
  offerStatus,
  offersOf,
  ownDiscounts,
  referenceOf,
  regularPrice,
  startOf,
} from './state.ts';
import { isSuitable, join, leave } from './taking-part.ts';

const DAY_MS = 24 * 3_600_000;
const LONGEST_DISCOUNT_DAYS = 14;

const credibility = (): Refusal =>
  refuseBy('ERROR_CREDIBILITY_DISCOUNTED_PRICE', 'The discounted price is not credible.');

/** The code is that of file 70900434989; the documentation has none. */
const notEligible = (): Refusal => refuseBy('ITEM_NOT_ELIGIBLE', 'Item cannot be enrolled');

const kindIn = (type: string | null): { type: string; kind: Kind } => {
  const kind = type === null ? null : kindOf(type);
  if (type === null || kind === null) throw refuseOffer('Invalid promotion type');
  return { type, kind };
};

/** Without the id of a campaign, the item alone determines it. */
const placeOf = (call: Call, item: Item, type: string, id: string | null): [Campaign, Offer | null] => {
  if (id !== null) {
    const campaign = campaignIn(call, id, type);
    return [campaign, campaign.offers[item.id] ?? null];
  }
  if (!kindOf(type)?.withoutId) throw refuse(400, 'bad_request', 'The field promotion_id is required');
  const found = offersOf(call.world, item).filter(({ campaign, offer }) => {
    const status = offerStatus(call.world, campaign, offer);
    return campaign.type === type && status !== null && status !== 'finished';
  });
  const taken = found.find(({ offer }) => offer.state === 'joined') ?? found[0];
  if (taken === undefined) throw notEligible();
  return [taken.campaign, taken.offer];
};

const answerOf = (kind: Kind, item: Item, offer: Offer): Answer =>
  ok({
    ...(kind.namesOffer && { offer_id: referenceOf(offer) }),
    price: offer.price,
    ...(offer.top_price !== null && { top_price: offer.top_price }),
    original_price: regularPrice(item),
  });

const guardItem = (call: Call, item: Item, kind: Kind): void => {
  if (item.status === 'under_review') throw refuseOffer(`The item ${item.id} is under moderation`);
  if (item.status !== 'active') throw refuseOffer(`The item ${item.id} is not active`);
  if (!isSuitable(item)) throw notEligible();
  if (kind.own && !hasGreenReputation(call)) throw refuseOffer('The reputation of the seller is not green');
};

const guardPrice = (item: Item, offer: Offer, price: number | null): number => {
  if (price === null) throw refuse(400, 'bad_request', 'The field deal_price is required');
  const { min, max } = bandOf(item, offer);
  const regular = regularPrice(item);
  if (price < (min ?? 0.01) || price > (max ?? regular) || price >= regular) throw credibility();
  return price;
};

const guardTopPrice = (price: number, topPrice: number | null): number | null => {
  if (topPrice !== null && (topPrice <= 0 || topPrice >= price)) throw credibility();
  return topPrice;
};

const reservedIn = (item: Item, kind: Kind, offer: Offer, body: Fields): number | null => {
  if (kind.stock !== 'reserved') return null;
  const stock = numberOf(body.stock);
  if (stock === null) throw refuse(400, 'bad_request', 'The field stock is required');
  const { min, max } = offer.stock;
  if (stock < min || stock > max || stock > totalQuantity(item))
    throw refuseOffer(`The stock must be between ${min} and ${max}`);
  return stock;
};

const enter = (call: Call): Answer => {
  const item = ownItem(call);
  const body = bodyOf(call);
  const { type, kind } = kindIn(textOf(body.promotion_type));
  if (type === OWN_DISCOUNT) return discount(call, item, kind, body);
  const [campaign, offer] = placeOf(call, item, type, textOf(body.promotion_id));
  const status = offer === null ? null : offerStatus(call.world, campaign, offer);
  // Joining again changes nothing, not even the price, as file 67336095783 reports from a real account.
  if (offer?.state === 'joined' && status !== 'finished') return answerOf(kind, item, offer);
  if (offer === null || status !== 'candidate') throw notEligible();
  guardItem(call, item, kind);
  if (kind.namesCandidate && textOf(body.offer_id) !== referenceOf(offer))
    throw refuseOffer(`The offer ${textOf(body.offer_id) ?? ''} is not a candidate of the item ${item.id}`);
  const stock = reservedIn(item, kind, offer, body);
  if (kind.price === 'of-marketplace') join(call.world, campaign, item, offer, {});
  else {
    const price = guardPrice(item, offer, numberOf(body.deal_price));
    const topPrice = guardTopPrice(price, numberOf(body.top_deal_price));
    join(call.world, campaign, item, offer, { price, topPrice, stock });
  }
  return answerOf(kind, item, offer);
};

const change = (call: Call): Answer => {
  const item = ownItem(call);
  const body = bodyOf(call);
  const { type, kind } = kindIn(textOf(body.promotion_type));
  if (!kind.changeable) throw refuseOffer(`An offer of the type ${type} cannot be changed`);
  const [campaign, offer] = placeOf(call, item, type, textOf(body.promotion_id));
  const status = offer === null ? null : offerStatus(call.world, campaign, offer);
  if (offer?.state !== 'joined' || status === 'finished' || offer.price === null) throw notEligible();
  const price = numberOf(body.deal_price);
  const topPrice = numberOf(body.top_deal_price);
  const isRunning = startOf(campaign, offer) <= call.world.clock.now().toISOString();
  // Texts as in files 67336095783 and 66563095777.
  if (isRunning && price !== null && price >= offer.price)
    throw refuseOffer('New deal_price must be lower than current deal_price');
  if (isRunning && topPrice !== null && offer.top_price !== null && topPrice >= offer.top_price)
    throw refuseOffer('New top_deal_price must be lower than current top_deal_price');
  const next = price === null ? offer.price : guardPrice(item, offer, price);
  const nextTop = isOn(body.remove_loyalty) ? null : guardTopPrice(next, topPrice ?? offer.top_price);
  offer.price = next;
  offer.top_price = nextTop;
  // The running price changed: the item and the offer are notified again.
  offer.told = null;
  return answerOf(kind, item, offer);
};

/** Refusals of own discounts have a body of their own. */
const refuseDiscount = (key: string, message: string): Refusal =>
  new Refusal({ status: 400, body: { key, message } });

const percentOff = (regular: number, price: number): number => ((regular - price) / regular) * 100;

const guardDiscount = (regular: number, price: number, topPrice: number | null): void => {
  const off = percentOff(regular, price);
  const range = 'buyers_discount_percentage parameter must be in range (5, 80)';
  if (off < 5 || off > 80) throw refuseDiscount('buyer_discount_not_in_range', range);
  if (topPrice === null) return;
  const topOff = percentOff(regular, topPrice);
  if (topOff < 5 || topOff > 80) throw refuseDiscount('best_buyer_discount_not_in_range', range);
  if (off > 35 && topOff - off < 10)
    throw refuseDiscount(
      'discount_below_10_percent_difference',
      'The best buyer discount difference cannot be below 10% when buyers discount is above 35%',
    );
  if (topOff - off < 5)
    throw refuseDiscount('discount_below_5_percent_difference', 'The discount difference cannot be below 5%');
};

/** Only the days count: from the beginning of the first to the end of the last one. */
const discountDates = (call: Call, body: Fields): { start: string; finish: string } => {
  const first = dayIn(body.start_date);
  const last = dayIn(body.finish_date);
  if (first === null || last === null) throw refuseOffer('Start and finish dates must be in local format');
  const today = brasiliaHour(call.world.clock.now(), 0, 0);
  if (first < today) throw refuseOffer('Start_date cannot be earlier than today');
  if (last < first) throw refuseOffer('Finish_date cannot be earlier than startdate');
  const finish = new Date(last.getTime() + DAY_MS - 1000);
  if (finish.getTime() - first.getTime() > LONGEST_DISCOUNT_DAYS * DAY_MS)
    throw refuseOffer('Maximum period cannot exceed the allowed');
  return { start: first.toISOString(), finish: finish.toISOString() };
};

function discount(call: Call, item: Item, kind: Kind, body: Fields): Answer {
  const campaign = ownDiscounts(call.world, call.caller.id);
  const present = campaign.offers[item.id];
  if (present !== undefined && offerStatus(call.world, campaign, present) !== 'finished')
    throw refuseOffer(`The item ${item.id} already has a discount`);
  guardItem(call, item, kind);
  const price = numberOf(body.deal_price);
  const topPrice = numberOf(body.top_deal_price);
  if (price === null || price <= 0) throw refuse(400, 'bad_request', 'The field deal_price is required');
  guardDiscount(regularPrice(item), price, topPrice);
  const dates = discountDates(call, body);
  const offer = invite(call.world, campaign, item.id, dates);
  join(call.world, campaign, item, offer, { price: roundReais(price), topPrice });
  return answerOf(kind, item, offer);
}

const isBinding = (call: Call, campaign: Campaign, offer: Offer): boolean =>
  kindOf(campaign.type)?.binding === true && offerStatus(call.world, campaign, offer) === 'started';

/** Without a type: everything the item takes part in. */
const leaveEverything = (call: Call, item: Item): Answer => {
  const done: Fields[] = [];
  const errors: Fields[] = [];
  for (const { campaign, offer } of offersOf(call.world, item)) {
    if (offer.state !== 'joined' || offerStatus(call.world, campaign, offer) === 'finished') continue;
    const id = referenceOf(offer);
    if (kindOf(campaign.type)?.binding !== true) {
      leave(call.world, campaign, offer);
      done.push({ offer_id: id, error: null });
    } else errors.push({ offer_id: id, error: `The offer of type ${campaign.type} not allowed for delete.` });
  }
  return ok({ successful_ids: done, errors });
};

const exit = (call: Call): Answer => {
  const item = ownItem(call);
  const { promotion_type: asked, promotion_id: id, offer_id: offerId } = call.query;
  if (asked === undefined) return leaveEverything(call, item);
  const { type, kind } = kindIn(asked);
  const [campaign, offer] = placeOf(call, item, type, id ?? null);
  const status = offer === null ? null : offerStatus(call.world, campaign, offer);
  if (offer?.state !== 'joined' || status === 'finished')
    throw notFound(`The item ${item.id} does not take part in this promotion`);
  if (kind.namesOffer && offerId !== referenceOf(offer))
    throw notFound(`Offer ${offerId ?? ''} not found for item ${item.id}`);
  if (isBinding(call, campaign, offer))
    throw refuseOffer(`The offer of type ${type} not allowed for delete.`);
  leave(call.world, campaign, offer);
  return { status: 200 };
};

export const campaignJoinings: Endpoint[] = [
  post('/seller-promotions/items/:id', enter),
  put('/seller-promotions/items/:id', change),
  remove('/seller-promotions/items/:id', exit),
].map(versioned);
