import type { Clock } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Environment } from '#server/env.ts';
import type { Marketplace } from './marketplace.ts';
import { createMercadoLivreMarketplace } from './mercado-livre/marketplace.ts';
import { sheetTitles as mercadoLivreSheets } from './mercado-livre/sheet.ts';
import { createNuvemshopMarketplace } from './nuvemshop/marketplace.ts';
import { sheetTitles as nuvemshopSheets } from './nuvemshop/sheet.ts';
import type { SheetTitles } from './sheet-titles.ts';
import { createShopeeMarketplace } from './shopee/marketplace.ts';
import { sheetTitles as shopeeSheets } from './shopee/sheet.ts';

/** The marketplaces there are; a new one is a folder here and a name in the contract. */
export type Marketplaces = Record<MarketplaceId, Marketplace>;

export const composeMarketplaces = (env: Environment, clock: Clock): Marketplaces => ({
  'mercado-livre': createMercadoLivreMarketplace({ ...env.mercadoLivre, clock }),
  nuvemshop: createNuvemshopMarketplace({ ...env.nuvemshop, clock }),
  shopee: createShopeeMarketplace({ ...env.shopee, clock }),
});

/** By which titles the sheets of each marketplace are recognized. */
export const marketplaceSheets: Record<MarketplaceId, readonly SheetTitles[]> = {
  'mercado-livre': mercadoLivreSheets,
  nuvemshop: nuvemshopSheets,
  shopee: shopeeSheets,
};
