import type { Marketplace } from './marketplace.ts';
import type { MercadoLivre } from './mercado-livre/client.ts';

/** One client a marketplace; a new one is a folder here and a name in the contract. */
export type Marketplaces = {
  'mercado-livre': MercadoLivre & Marketplace;
};
