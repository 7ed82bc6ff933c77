import type { Centavos } from '#contract/money.ts';
import type { Capabilities } from '../capabilities.ts';

const sellerOfProducts = 'user_product_seller';
const sellerWithStores = 'warehouse_management';
/** May sell by quantity to companies; the marketplace chooses these sellers. */
const sellerToCompanies = 'business';

const megabyte = 1024 * 1024;

/** From this price on shipping is free to the buyer, and the seller pays. */
export const freeShippingFrom: Centavos = 7900;

/** Both item models and both ways to keep stock are decided by tags of the seller. */
export const capabilitiesOf = (tags: readonly string[]): Capabilities => ({
  variations: tags.includes(sellerOfProducts) ? 'price_each' : 'one_price',
  packagesDiffer: false,
  sharesCategories: true,
  listingTypes: ['classic', 'premium'],
  adExample: 'MLB123456789',
  relists: true,
  stockVersions: tags.includes(sellerWithStores),
  originStock: tags.includes(sellerWithStores),
  fulfillment: 'Full',
  partialStockFailures: false,
  quotesFee: true,
  quotesFreight: true,
  labelBy: 'marketplace',
  labelFormats: ['pdf', 'zpl'],
  labelBatch: 50,
  needsInvoice: true,
  arrangesShipment: false,
  questions: 'answer',
  messages: 'answer',
  claims: 'answer',
  reviews: 'read',
  campaignKinds: 'both',
  wholesale: tags.includes(sellerToCompanies) ? { mostBands: 5, buyers: 'companies' } : null,
  longestAnswer: 2000,
  longestMessage: 350,
  longestClaimMessage: 2000,
  longestReviewAnswer: 0,
  messageFiles: { kinds: ['picture', 'pdf'], mostBytes: 25 * megabyte },
  claimFiles: { kinds: ['picture', 'pdf'], mostBytes: 5 * megabyte },
  beginsMessages: 'by_opening',
  tellsReputation: true,
  tellsPayouts: true,
  accessEnds: true,
  longestDescription: 50_000,
  titleEndsWithSale: true,
  takesVideo: true,
  takesTaxCodes: false,
  conditions: ['new', 'used'],
  warranties: ['seller', 'factory', 'none'],
  handlingDays: { fewest: 1, most: 60 },
  freeShipping: { obligedFrom: freeShippingFrom },
  mostPictures: 12,
  picturesOf: 'seller',
  mostPictureBytes: 10_000_000,
  pictureSide: { shortest: 500, longest: 1920 },
});
