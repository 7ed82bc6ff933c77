import type { Capabilities } from '../capabilities.ts';

/** The same for every shop. What a category allows beyond it is asked of the category. */
export const capabilities: Capabilities = {
  variations: 'tiers',
  listingTypes: ['classic'],
  relists: false,
  stockVersions: false,
  partialStockFailures: true,
  quotesFee: false,
  quotesFreight: false,
  labelBy: 'marketplace',
  labelFormats: ['pdf', 'zpl'],
  labelBatch: 50,
  needsInvoice: true,
  arrangesShipment: true,
  questions: 'none',
  messages: 'none',
  claims: 'none',
  reviews: 'none',
  longestAnswer: 0,
  longestDescription: 3000,
  mostPictures: 9,
  picturesOf: 'seller',
  pictureSide: { shortest: 100, longest: 2048 },
};
