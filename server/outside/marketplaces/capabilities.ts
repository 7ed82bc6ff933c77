import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import type { ChatFileKind } from '#contract/marketplaces/chat-states.ts';

/** What a marketplace can do for one seller: rules and screens ask this, never which marketplace it is. */
export type Capabilities = {
  /** Of one ad: none, one price for all of them, a price each (a listing each), or tiers of options in one listing. */
  variations: 'none' | 'one_price' | 'price_each' | 'tiers';
  listingTypes: readonly PublicationType[];
  /** How the code of an ad looks there. */
  adExample: string;
  /** A closed listing goes on under a new id, with what buyers said of it. */
  relists: boolean;
  /** Stock is written against the version that was read, so that a sale in between is noticed. */
  stockVersions: boolean;
  /** A call that changes several quantities may take some and refuse others. */
  partialStockFailures: boolean;
  /** Says what it takes of a sale at a price. */
  quotesFee: boolean;
  /** Says what the seller pays of the freight of a parcel at a price. */
  quotesFreight: boolean;
  /** Who pays and makes the label of a parcel. */
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
  /** Characters of an answer to a question. */
  longestAnswer: number;
  /** Characters of a message to a buyer, of one in a claim, of an answer to a review; 0 where there is none. */
  longestMessage: number;
  longestClaimMessage: number;
  longestReviewAnswer: number;
  /** What may go along with a message, with what is said in a claim; null: words alone. */
  messageFiles: FileLimits | null;
  claimFiles: FileLimits | null;
  /** How a seller begins to write to a buyer: freely, by an opening that the marketplace offers, or not at all. */
  beginsMessages: 'freely' | 'by_opening' | 'never';
  /** What it thinks of the seller, in figures with limits. */
  tellsReputation: boolean;
  /** Access ends after a time and is renewed; where it does not, it lasts until it is taken back. */
  accessEnds: boolean;
  longestDescription: number;
  /** A listing shows a video by its address or code. */
  takesVideo: boolean;
  /** A listing says the tax codes of its goods. */
  takesTaxCodes: boolean;
  /** What a listing says of its goods and of how they are sent, in the words that screens read. */
  conditions: Readonly<AccountCapabilities['conditions']>;
  warranties: Readonly<AccountCapabilities['warranties']>;
  handlingDays: AccountCapabilities['handlingDays'];
  freeShipping: AccountCapabilities['freeShipping'];
  mostPictures: number;
  /** Pictures are the seller's and named when a listing is made, or belong to a listing that is there already. */
  picturesOf: 'seller' | 'listing';
  /** Bytes of one picture. */
  mostPictureBytes: number;
  /** Pixels of the longer side. */
  pictureSide: { shortest: number; longest: number };
};

export type LabelFormat = 'pdf' | 'zpl';

/** A picture goes as JPEG; `mostBytes` of one file. */
export type FileLimits = { kinds: readonly ChatFileKind[]; mostBytes: number };

type Conversation = 'none' | 'read' | 'answer';
