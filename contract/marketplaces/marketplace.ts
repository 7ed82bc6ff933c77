import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listQuery, page } from '../primitives.ts';

export const marketplaceNames = { 'mercado-livre': 'Mercado Livre' } as const;
export type MarketplaceId = keyof typeof marketplaceNames;
export const marketplaceIds = ['mercado-livre'] as const satisfies readonly MarketplaceId[];
export const marketplaceId = z.enum(marketplaceIds);

export const marketplaces = {
  list: endpoint({
    method: 'GET',
    path: '/marketplaces',
    permission: 'accounts.read',
    summary: 'Marketplaces that an account can be connected to',
    query: listQuery,
    response: page(z.object({ id: marketplaceId, name: z.string() })),
  }),
};
