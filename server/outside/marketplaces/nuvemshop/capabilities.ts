import type { Capabilities } from '../capabilities.ts';

/** The same for every store: its plan changes how many calls it answers, and nothing of what it does. */
export const capabilities: Capabilities = {
  variations: 'tiers',
  listingTypes: ['classic'],
  relists: false,
  stockVersions: false,
  partialStockFailures: true,
  quotesFee: false,
  quotesFreight: false,
  labelBy: 'seller',
  labelFormats: [],
  labelBatch: 0,
  needsInvoice: false,
  arrangesShipment: false,
  questions: 'none',
  messages: 'none',
  claims: 'none',
  reviews: 'none',
  longestAnswer: 0,
  longestDescription: 50_000,
  mostPictures: 250,
  picturesOf: 'listing',
  pictureSide: { shortest: 1, longest: 2048 },
};
