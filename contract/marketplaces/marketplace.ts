import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { listQuery, page } from '../primitives.ts';

export const marketplaceNames = {
  'mercado-livre': 'Mercado Livre',
  nuvemshop: 'Nuvemshop',
  shopee: 'Shopee',
} as const;
export type MarketplaceId = keyof typeof marketplaceNames;
export const marketplaceIds = [
  'mercado-livre',
  'nuvemshop',
  'shopee',
] as const satisfies readonly MarketplaceId[];
export const marketplaceId = z.enum(marketplaceIds);

/** As its people write it; undefined for a sale of no marketplace. */
export function marketplaceName(id: string | null): string | undefined {
  return marketplaceIds.filter((known) => known === id).map((known) => marketplaceNames[known])[0];
}

export const marketplaces = entity('marketplaces', {
  list: endpoint({
    method: 'GET',
    path: '/marketplaces',
    permission: 'accounts.read',
    summary: 'Marketplaces that an account can be connected to',
    query: listQuery,
    response: page(z.object({ id: marketplaceId, name: z.string() })),
  }),
});
