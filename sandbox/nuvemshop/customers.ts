import type { World } from '../world.ts';
import type { Purchaser } from './purchase.ts';

/** The people of the shop, with what a store asks for besides. */
export const purchaserOf = (world: World, buyerId: number | null): Purchaser => {
  const buyer = world.market.buyers.find(({ id }) => id === buyerId) ?? world.market.buyers[0];
  if (buyer === undefined) throw new Error('the shop has no buyers');
  return {
    buyerId: buyer.id,
    customer: {
      name: `${buyer.first_name} ${buyer.last_name}`,
      email: `${buyer.nickname.toLowerCase()}@comprador.example`,
      phone: `+5511${String(buyer.id).padStart(9, '9')}`,
      identification: buyer.document,
      address: buyer.address,
      ...(buyer.document_type === 'CNPJ' && {
        company: {
          state_registration: buyer.state_registration ?? null,
          address: buyer.billing_address ?? buyer.address,
        },
      }),
    },
  };
};
