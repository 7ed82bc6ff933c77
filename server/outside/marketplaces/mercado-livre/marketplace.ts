import type { Marketplace } from '../marketplace.ts';
import { capabilitiesOf } from './capabilities.ts';
import { catalogue } from './categories.ts';
import { createMercadoLivre, type MercadoLivre } from './client.ts';
import { createListings } from './listings.ts';

type Options = Parameters<typeof createMercadoLivre>[0];

export const createMercadoLivreMarketplace = (options: Options): MercadoLivre & Marketplace => ({
  ...createMercadoLivre(options),
  capabilities: capabilitiesOf,
  catalogue,
  listings: createListings(new URL(options.apiUrl).host),
});
