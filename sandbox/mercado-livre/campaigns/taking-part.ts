import type { World } from '../../world.ts';
import { itemChanged } from '../item-stock.ts';
import type { Item } from '../market.ts';
import { nextId } from '../market.ts';
import { notify } from '../notices.ts';
import type { Campaign, Offer } from './campaign.ts';
import { AUTOMATIC, kindOf, OWN_DISCOUNT } from './kinds.ts';
import { invite, offerPrice, offerStatus, offersOf, referenceOf } from './state.ts';

/** An item that may be in a promotion at all. */
export const isSuitable = ({ status, condition, listing_type_id: listingType }: Item): boolean =>
  status === 'active' && condition === 'new' && listingType !== 'free';

const inviteEveryItem = (world: World, campaign: Campaign): void => {
  for (const item of Object.values(world.market.items)) {
    if (item.seller_id !== campaign.seller_id || campaign.offers[item.id] || !isSuitable(item)) continue;
    const offer = invite(world, campaign, item.id);
    if (campaign.type === AUTOMATIC) join(world, campaign, item, offer, {});
  }
};

const tell = (world: World, campaign: Campaign, offer: Offer): void => {
  const status = offerStatus(world, campaign, offer);
  const before = offer.told;
  if (status === before) return;
  offer.told = status;
  world.changed();
  const [topic, kind] =
    offer.state === 'candidate' ? ['public_candidates', 'candidates'] : ['public_offers', 'offers'];
  if (status !== null)
    notify(world, topic, `/seller-promotions/${kind}/${referenceOf(offer)}`, campaign.seller_id);
  // The price of the item changed too.
  const item = world.market.items[offer.item_id];
  if (item !== undefined && (status === 'started' || before === 'started')) itemChanged(world, item);
};

/** Invites, starts and finishes what is due by now, and notifies the seller of it. */
export const passCampaigns = (world: World): void => {
  for (const campaign of Object.values(world.market.campaigns)) {
    if (campaign.forEveryItem) inviteEveryItem(world, campaign);
    for (const offer of Object.values(campaign.offers)) tell(world, campaign, offer);
  }
};

type Terms = { price?: number | null; topPrice?: number | null; stock?: number | null };

/** The caller has checked that the terms are allowed. */
export function join(world: World, campaign: Campaign, item: Item, offer: Offer, terms: Terms): void {
  offer.state = 'joined';
  offer.price = terms.price ?? offerPrice(campaign, item, offer);
  offer.top_price = terms.topPrice ?? null;
  offer.reserved = terms.stock ?? null;
  offer.number = nextId(world.market, 'offer');
}

/** Ends what the item takes part in, for good. */
const finish = (world: World, campaign: Campaign, offer: Offer): void => {
  offer.state = 'left';
  tell(world, campaign, offer);
};

/** Usually the item is a candidate again. */
export const leave = (world: World, campaign: Campaign, offer: Offer): void => {
  finish(world, campaign, offer);
  if (kindOf(campaign.type)?.once) return;
  const { item_id: itemId, band, given, meli_percent, seller_percent, stock } = offer;
  if (campaign.type === OWN_DISCOUNT) delete campaign.offers[itemId];
  else invite(world, campaign, itemId, { band, given, meli_percent, seller_percent, stock });
};

/** The marketplace takes an item out, or its invitation back. */
export const withdraw = (world: World, campaign: Campaign, offer: Offer): void => {
  if (offer.state === 'joined') finish(world, campaign, offer);
  delete campaign.offers[offer.item_id];
};

/** A price that the seller writes removes the item from everything it takes part in. */
export const leaveAll = (world: World, item: Item): void => {
  for (const { campaign, offer } of offersOf(world, item)) {
    if (offer.state === 'joined') leave(world, campaign, offer);
  }
};

/** Sold units use up reserved stock; without any left, the offer is over. */
export const takeReserved = (world: World, campaign: Campaign, offer: Offer, quantity: number): void => {
  if (offer.reserved === null) return;
  offer.reserved = Math.max(0, offer.reserved - quantity);
  if (offer.reserved === 0) finish(world, campaign, offer);
};
