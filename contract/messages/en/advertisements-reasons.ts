import type { reasonsFailures as ptFailures, reasons as ptReasons } from '../pt/advertisements-reasons.ts';
import type { Translation } from '../translation.ts';

/** Why what is composed of offers shows that many. */
export const reasons: Translation<typeof ptReasons> = {
  made: 'Available to sell',
  scarcest: 'From the item with the least stock',
  sum: 'Sum of the variations',
  adCap: 'This ad’s cap',
  shown: 'Shown',
  pushedAt: 'Confirmed by {{account}} on {{at}}',
  neverPushed: 'Not yet confirmed by {{account}}',
  inactive: 'The variation is inactive',
  noParts: 'No composition: add products to the ad.',
  isScarcest: 'least stock',
  onHand: 'On hand',
  terms: {
    reserved: 'Reserved for paid sales',
    soft: 'Reserved for unpaid sales',
    hold: 'On hold',
    buffer: 'Safety buffer',
  },
  sellable: 'Available to sell',
  sellableThere: 'Available to sell, according to the supplier',
  perUnit: 'Per unit sold',
  cap: 'Offer cap',
  perKit: 'Per kit',
  makes: { advertisement: 'Units of the ad', kit: 'Kits that can be made', offers: 'Shown in the catalog' },
  withdrawn: 'Offer withdrawn by the supplier',
  held: 'Held by the supplier: overdue invoice',
  heldLater: 'Held by the supplier: overdue invoice. Your ads for this product show 0.',
  offerOff: 'The offer is inactive',
  sales_one: 'Your open sales: {{count}} unit',
  sales_other: 'Your open sales: {{count}} units',
  noSales: 'None of your sales is reserving this product.',
  sale: 'Sale {{id}}',
  kits: 'Part of these kits',
  noKits: 'Not part of any kit.',
  moreKits: 'and {{count}} more',
  places: 'Where it is published',
  notPublished: 'Not published',
  kinds: { firm: 'paid', soft: 'unpaid' },
};

export const reasonsFailures: Translation<typeof ptFailures> = {
  'advertisements.explain': 'Could not explain the quantity!',
  'advertisementsVariations.explain': 'Could not explain the quantity!',
  'dropshipping.explain': 'Could not explain the quantity!',
  'virtualProducts.explain': 'Could not explain the quantity!',
};
