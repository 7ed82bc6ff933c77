import type { World } from '../world.ts';
import type { Campaign, Offer } from './campaigns/campaign.ts';
import { offerStatus, offersOf, regularPrice, sharesOf } from './campaigns/state.ts';
import { roundReais } from './fees.ts';
import type { Item } from './market.ts';

export type Promotion = { campaign: Campaign; offer: Offer; price: number };

/** Of several started ones, the one with the lowest price. */
export const runningPromotion = (world: World, item: Item): Promotion | null => {
  const started = offersOf(world, item).flatMap(({ campaign, offer }) =>
    offer.price !== null && offerStatus(world, campaign, offer) === 'started'
      ? [{ campaign, offer, price: offer.price }]
      : [],
  );
  return started.toSorted((one, other) => one.price - other.price)[0] ?? null;
};

/** The price of one unit for a buyer. */
export const paidPrice = (world: World, item: Item, regular: number): number =>
  runningPromotion(world, item)?.price ?? regular;

/** What the marketplace pays of one unit: it is taken off the sale fee. */
export const meliShare = (item: Item, { campaign, offer, price }: Promotion): number => {
  const regular = regularPrice(item);
  const share = roundReais((regular * sharesOf(campaign, offer).meli) / 100);
  return Math.min(share, roundReais(regular - price));
};
