import type { World } from '../world.ts';
import type { Buyer } from './market.ts';

/** The buyers of the shop, as this marketplace knows them. */
export const buyerOf = (world: World, buyerId: number | null): Buyer => {
  const buyer = world.market.buyers.find(({ id }) => id === buyerId) ?? world.market.buyers[0];
  if (buyer === undefined) throw new Error('the shop has no buyers');
  return {
    id: buyer.id,
    username: buyer.nickname.toLowerCase().replaceAll(/[^a-z]/g, ''),
    name: `${buyer.first_name} ${buyer.last_name}`.trim(),
    document: buyer.document,
    address: buyer.address,
  };
};
