import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import type { ChatFileKind } from '#contract/marketplaces/chat-states.ts';

/** What a marketplace supports for one seller. Rules and screens read this and never the marketplace's name. */
export type Capabilities = {
  /** Of one ad: none, one price for all of them, a price each (a listing each), or tiers of options in one listing. */
  variations: 'none' | 'one_price' | 'price_each' | 'tiers';
  /** Variations of one listing have a parcel each; otherwise the listing has one for all of them. */
  packagesDiffer: boolean;
  listingTypes: readonly PublicationType[];
  /** Every account has the same categories; otherwise each has its own. */
  sharesCategories: boolean;
  /** How the code of an ad looks there. */
  adExample: string;
  /** A closed listing continues under a new id, with its reviews. */
  relists: boolean;
  /** Stock is written against the version that was read, so that a sale in between is noticed. */
  stockVersions: boolean;
  /** Stock is kept by location, and each location may have the stock of other warehouses. */
  originStock: boolean;
  /** The name of its service that stores, packs and ships goods of the seller; null: it has none. */
  fulfillment: string | null;
  /** A call that changes several quantities may accept some and refuse others. */
  partialStockFailures: boolean;
  /** Quotes its fee of a sale at a price. */
  quotesFee: boolean;
  /** Quotes the seller's freight of a parcel at a price. */
  quotesFreight: boolean;
  /** The side that pays and creates the label of a parcel. */
  labelBy: 'marketplace' | 'seller';
  labelFormats: readonly LabelFormat[];
  /** Labels of one call at most. */
  labelBatch: number;
  /** A parcel leaves only with its NF-e given to the marketplace. */
  needsInvoice: boolean;
  /** A shipment has to be arranged (pick-up or drop-off) before there is a label. */
  arrangesShipment: boolean;
  questions: Conversation;
  messages: Conversation;
  claims: Conversation;
  reviews: Conversation;
  /** Campaigns that are read, joined and left: invitations, discounts of the seller, or none. */
  campaignKinds: AccountCapabilities['campaignKinds'];
  /** Lower prices of larger purchases; null: none. */
  wholesale: AccountCapabilities['wholesale'];
  /** Characters of an answer to a question. */
  longestAnswer: number;
  /** Characters of a message to a buyer, of one in a claim, of an answer to a review; 0 if there is none. */
  longestMessage: number;
  longestClaimMessage: number;
  longestReviewAnswer: number;
  /** Allowed attachments of a message and of a claim; null: text only. */
  messageFiles: FileLimits | null;
  claimFiles: FileLimits | null;
  /** How a seller begins to write to a buyer: freely, by an opening that the marketplace offers, or not at all. */
  beginsMessages: 'freely' | 'by_opening' | 'never';
  /** Figures about the seller, with their limits. */
  tellsReputation: boolean;
  /** The money that was released, line by line; otherwise people upload its report. */
  tellsPayouts: boolean;
  /** Access expires and is renewed; otherwise it lasts until it is revoked. */
  accessEnds: boolean;
  longestDescription: number;
  /** The title of a listing is final as soon as a unit of it was sold. */
  titleEndsWithSale: boolean;
  /** A listing shows a video by its address or code. */
  takesVideo: boolean;
  /** A listing has the tax codes of its goods. */
  takesTaxCodes: boolean;
  /** Content of a listing about its goods and shipping, in the terms of the screens. */
  conditions: Readonly<AccountCapabilities['conditions']>;
  warranties: Readonly<AccountCapabilities['warranties']>;
  handlingDays: AccountCapabilities['handlingDays'];
  freeShipping: AccountCapabilities['freeShipping'];
  mostPictures: number;
  /** Pictures belong to the seller and are named when a listing is created, or are added to an existing listing. */
  picturesOf: 'seller' | 'listing';
  /** Bytes of one picture. */
  mostPictureBytes: number;
  /** Pixels of the longer side. */
  pictureSide: { shortest: number; longest: number };
};

export type LabelFormat = 'pdf' | 'zpl';

/** Pictures are sent as JPEG; `mostBytes` is the limit of one file. */
export type FileLimits = { kinds: readonly ChatFileKind[]; mostBytes: number };

type Conversation = 'none' | 'read' | 'answer';
