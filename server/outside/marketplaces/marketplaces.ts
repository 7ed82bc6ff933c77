import type { Clock } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Environment } from '#server/env.ts';
import type { Marketplace } from './marketplace.ts';
import { createMercadoLivreMarketplace } from './mercado-livre/marketplace.ts';
import { createNuvemshopMarketplace } from './nuvemshop/marketplace.ts';
import { createShopeeMarketplace } from './shopee/marketplace.ts';

/** The marketplaces there are; a new one is a folder here and a name in the contract. */
export type Marketplaces = Record<MarketplaceId, Marketplace>;

export const composeMarketplaces = (env: Environment, clock: Clock): Marketplaces => ({
  'mercado-livre': createMercadoLivreMarketplace({ ...env.mercadoLivre, clock }),
  nuvemshop: createNuvemshopMarketplace({ ...env.nuvemshop, clock }),
  shopee: createShopeeMarketplace({ ...env.shopee, clock }),
});
