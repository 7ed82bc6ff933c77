import type { ImportKind } from '#contract/business/import/kinds.ts';
import { kitImport } from '#server/advertisements/kit/import-kits.ts';
import { adsImport } from '#server/advertisements/sheet/import-ads.ts';
import type { ImportRule } from '#server/business/import/import-rule.ts';
import { offerImport } from '#server/dropshipping/offer/import-offers.ts';
import { priceImport } from '#server/dropshipping/offer/import-prices.ts';
import { stockImport } from '#server/dropshipping/offer/import-stock.ts';
import { volumeImport } from '#server/inventory/volume/import-volumes.ts';
import { productImport } from '#server/products/import/import-products.ts';
import { vendorImport } from '#server/supply/vendor/import-vendors.ts';

/** Each kind's rule, in the area that owns its records. */
const importRules: { [Kind in ImportKind]: ImportRule<Kind> } = {
  products: productImport,
  offers: offerImport,
  prices: priceImport,
  volumes: volumeImport,
  stock: stockImport,
  vendors: vendorImport,
  kits: kitImport,
  ads: adsImport,
};

export const importRule = (kind: ImportKind): ImportRule => importRules[kind];
