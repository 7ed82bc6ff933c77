import type { World } from '../../world.ts';
import { roundReais } from '../fees.ts';
import type { Item } from '../market.ts';
import { nextId } from '../market.ts';
import type { Band, Campaign, Offer, OfferStatus } from './campaign.ts';
import { kindOf, OWN_DISCOUNT } from './kinds.ts';

export type CampaignDraft = Omit<Campaign, 'id' | 'sub_type' | 'offers'>;

/** Greatest and smallest discount, and the suggested one. */
const DEEPEST = 0.2;
const SHALLOWEST = 0.95;
const SUGGESTED = 0.9;

const nowOf = (world: World): string => world.clock.now().toISOString();

export const addCampaign = (world: World, draft: CampaignDraft): Campaign => {
  const prefix = kindOf(draft.type)?.prefix ?? 'P';
  const campaign: Campaign = {
    ...draft,
    id: `${prefix}-MLB${nextId(world.market, 'campaign')}`,
    sub_type: ['DEAL', 'SELLER_CAMPAIGN'].includes(draft.type) ? 'FLEXIBLE_PERCENTAGE' : null,
    offers: {},
  };
  world.market.campaigns[campaign.id] = campaign;
  return campaign;
};

/** The own discounts of a seller are not a campaign for the API: only their items are shown. */
export const ownDiscounts = (world: World, sellerId: number): Campaign => {
  const id = `${OWN_DISCOUNT}-${sellerId}`;
  world.market.campaigns[id] ??= {
    id,
    seller_id: sellerId,
    type: OWN_DISCOUNT,
    sub_type: null,
    name: '',
    start: nowOf(world),
    finish: null,
    deadline: null,
    meli_percent: 0,
    seller_percent: 0,
    forEveryItem: false,
    offers: {},
  };
  return world.market.campaigns[id];
};

export const invite = (
  world: World,
  campaign: Campaign,
  itemId: string,
  changes: Partial<Offer> = {},
): Offer => {
  const offer: Offer = {
    item_id: itemId,
    number: nextId(world.market, 'offer'),
    state: 'candidate',
    band: {},
    given: null,
    price: null,
    top_price: null,
    meli_percent: null,
    seller_percent: null,
    stock: { min: 1, max: 10 },
    reserved: null,
    start: null,
    finish: null,
    told: null,
    ...changes,
  };
  campaign.offers[itemId] = offer;
  return offer;
};

export const regularPrice = (item: Item): number => item.variations[0]?.price ?? item.price;

export const bandOf = (item: Item, offer: Pick<Offer, 'band'>): Band => {
  const regular = regularPrice(item);
  return {
    min: roundReais(regular * DEEPEST),
    max: roundReais(regular * SHALLOWEST),
    suggested: roundReais(regular * SUGGESTED),
    ...offer.band,
  };
};

/** Shares of the regular price, in percent. */
export const sharesOf = (campaign: Campaign, offer: Offer): { meli: number; seller: number } => ({
  meli: offer.meli_percent ?? campaign.meli_percent,
  seller: offer.seller_percent ?? campaign.seller_percent,
});

/** The price in the campaign; null as long as the seller has set none. */
export const offerPrice = (campaign: Campaign, item: Item, offer: Offer): number | null => {
  if (offer.price !== null) return offer.price;
  if (kindOf(campaign.type)?.price !== 'of-marketplace') return null;
  const { meli, seller } = sharesOf(campaign, offer);
  return offer.given ?? roundReais(regularPrice(item) * (1 - (meli + seller) / 100));
};

export const startOf = (campaign: Campaign, offer: Offer): string => offer.start ?? campaign.start;
export const finishOf = (campaign: Campaign, offer: Offer): string | null => offer.finish ?? campaign.finish;

const isOver = (now: string, finish: string | null): boolean => finish !== null && finish <= now;

export const campaignStatus = (world: World, campaign: Campaign): Exclude<OfferStatus, 'candidate'> => {
  const now = nowOf(world);
  if (isOver(now, campaign.finish)) return 'finished';
  return campaign.start > now ? 'pending' : 'started';
};

export const campaignsOf = (world: World, sellerId: number): Campaign[] =>
  Object.values(world.market.campaigns).filter(({ seller_id: id }) => id === sellerId);

export const acceptsItems = (world: World, { deadline, finish }: Campaign): boolean =>
  !isOver(nowOf(world), finish) && !isOver(nowOf(world), deadline);

const isInTime = (now: string, campaign: Campaign, offer: Offer): boolean =>
  offer.state === 'joined' && startOf(campaign, offer) <= now && !isOver(now, finishOf(campaign, offer));

/** An own discount waits until a traditional campaign of the same item is over. */
const waitsForDeal = (world: World, campaign: Campaign, itemId: string): boolean =>
  campaign.type === OWN_DISCOUNT &&
  campaignsOf(world, campaign.seller_id).some((other) => {
    const offer = other.type === 'DEAL' ? other.offers[itemId] : undefined;
    return offer !== undefined && isInTime(nowOf(world), other, offer);
  });

/** Null: the item is neither invited any more nor does it take part. */
export const offerStatus = (world: World, campaign: Campaign, offer: Offer): OfferStatus | null => {
  const item = world.market.items[offer.item_id];
  if (offer.state === 'left') return 'finished';
  if (offer.state === 'candidate')
    return acceptsItems(world, campaign) && item !== undefined && item.status !== 'closed'
      ? 'candidate'
      : null;
  if (item?.status === 'closed' || isOver(nowOf(world), finishOf(campaign, offer))) return 'finished';
  if (!isInTime(nowOf(world), campaign, offer) || waitsForDeal(world, campaign, offer.item_id))
    return 'pending';
  return 'started';
};

export const referenceOf = (offer: Offer): string =>
  `${offer.state === 'candidate' ? 'CANDIDATE' : 'OFFER'}-${offer.item_id}-${offer.number}`;

export const offersOf = (world: World, item: Item): { campaign: Campaign; offer: Offer }[] =>
  campaignsOf(world, item.seller_id).flatMap((campaign) => {
    const offer = campaign.offers[item.id];
    return offer === undefined ? [] : [{ campaign, offer }];
  });
