import { brasiliaTime } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Item } from '../market.ts';
import type { Campaign, Offer } from './campaign.ts';
import { kindOf, OWN_CAMPAIGN, OWN_DISCOUNT } from './kinds.ts';
import {
  bandOf,
  campaignStatus,
  finishOf,
  offerPrice,
  offerStatus,
  referenceOf,
  regularPrice,
  sharesOf,
  startOf,
} from './state.ts';

type Moment = string | null;

/** `2026-08-02T09:20:02Z` */
const universal = (iso: Moment): Moment => (iso === null ? null : `${iso.slice(0, 19)}Z`);
/** `2026-08-02T06:20:02`, of Brasília. */
export const local = (iso: Moment): Moment => (iso === null ? null : brasiliaTime(iso).slice(0, 19));
/** `2026-08-02T06:20:02-03:00` */
const withOffset = (iso: Moment): Moment => (iso === null ? null : `${local(iso)}-03:00`);

const coFunded = (type: string): boolean => kindOf(type)?.price === 'of-marketplace';

/** An entry of `GET /seller-promotions/users/{user}`, and the answer to `…/promotions/{id}`. */
export const viewCampaign = (world: World, campaign: Campaign): Fields => ({
  id: campaign.id,
  type: campaign.type,
  ...(campaign.type === OWN_CAMPAIGN && { sub_type: campaign.sub_type }),
  status: campaignStatus(world, campaign),
  start_date: universal(campaign.start),
  finish_date: universal(campaign.finish),
  ...(campaign.deadline !== null && { deadline_date: universal(campaign.deadline) }),
  name: campaign.name,
  ...(campaign.type === 'MARKETPLACE_CAMPAIGN' && {
    benefits: {
      type: 'REBATE',
      meli_percent: campaign.meli_percent,
      seller_percent: campaign.seller_percent,
    },
  }),
});

const viewBand = (item: Item, offer: Pick<Offer, 'band'>): Fields => {
  const { min, max, suggested } = bandOf(item, offer);
  return {
    ...(min !== null && { min_discounted_price: min }),
    ...(max !== null && { max_discounted_price: max }),
    ...(min !== null && max !== null && { suggested_discounted_price: suggested }),
  };
};

const viewPrices = (world: World, campaign: Campaign, item: Item, offer: Offer): Fields => {
  const { meli, seller } = sharesOf(campaign, offer);
  const isCandidate = offerStatus(world, campaign, offer) === 'candidate';
  return {
    price: offerPrice(campaign, item, offer) ?? 0,
    ...(coFunded(campaign.type) && { meli_percentage: meli, seller_percentage: seller }),
    original_price: regularPrice(item),
    ...(offer.top_price !== null && { top_deal_price: offer.top_price }),
    ...(isCandidate && kindOf(campaign.type)?.price === 'of-seller' && viewBand(item, offer)),
  };
};

const viewStock = ({ type }: Campaign, { state, stock, reserved }: Offer): Fields => {
  if ((kindOf(type)?.stock ?? null) === null) return {};
  if (state === 'candidate') return { stock };
  return { stock: reserved === null ? {} : { remaining_stock: reserved } };
};

/** The candidate's id is only shown where joining requires it. */
const showsReference = (campaign: Campaign, offer: Offer): boolean => {
  const kind = kindOf(campaign.type);
  return kind?.namesCandidate === true || (kind?.namesOffer === true && offer.state !== 'candidate');
};

const listDates = (campaign: Campaign, offer: Offer): Fields => {
  const start = startOf(campaign, offer);
  const finish = finishOf(campaign, offer);
  if (kindOf(campaign.type)?.stock) return { start_date: local(start), finish_date: local(finish) };
  const written = coFunded(campaign.type) ? universal : local;
  return { start_date: written(start), end_date: written(finish) };
};

/** An entry of `GET /seller-promotions/promotions/{id}/items`. */
export const viewListed = (world: World, campaign: Campaign, item: Item, offer: Offer): Fields => {
  const prices = viewPrices(world, campaign, item, offer);
  const suggested = kindOf(campaign.type)?.stock ? bandOf(item, offer).suggested : null;
  return {
    id: item.id,
    status: offerStatus(world, campaign, offer),
    ...prices,
    // A candidate of an offer for some hours is listed with the suggested price.
    ...(prices.price === 0 && suggested !== null && { price: suggested }),
    ...(showsReference(campaign, offer) && { offer_id: referenceOf(offer) }),
    ...listDates(campaign, offer),
    ...(campaign.sub_type !== null && { sub_type: campaign.sub_type }),
    ...viewStock(campaign, offer),
  };
};

const itemDates = (campaign: Campaign, offer: Offer): Fields => {
  const dates = (written: (iso: Moment) => Moment): Fields => ({
    start_date: written(startOf(campaign, offer)),
    finish_date: written(finishOf(campaign, offer)),
  });
  if (campaign.type === 'DEAL') return dates(withOffset);
  if (campaign.type === 'MARKETPLACE_CAMPAIGN') return dates(universal);
  return [OWN_CAMPAIGN, OWN_DISCOUNT].includes(campaign.type) ? dates(local) : {};
};

/** An entry of `GET /seller-promotions/items/{item}`. */
export const viewOfItem = (world: World, campaign: Campaign, item: Item, offer: Offer): Fields => {
  const kind = kindOf(campaign.type);
  const hasReference = showsReference(campaign, offer) || kind?.stock != null;
  return {
    ...(campaign.type !== OWN_DISCOUNT && { id: campaign.id }),
    type: campaign.type,
    ...(hasReference && { ref_id: referenceOf(offer) }),
    ...(campaign.type === OWN_CAMPAIGN && { sub_type: campaign.sub_type }),
    status: offerStatus(world, campaign, offer),
    ...viewPrices(world, campaign, item, offer),
    ...itemDates(campaign, offer),
    ...(kind?.stock == null && { name: campaign.name }),
    ...viewStock(campaign, offer),
  };
};

/** An item to which the seller may give an own discount. */
export const viewDiscountCandidate = (item: Item): Fields => ({
  type: OWN_DISCOUNT,
  status: 'candidate',
  price: 0,
  original_price: regularPrice(item),
  name: '',
  ...viewBand(item, { band: {} }),
});
