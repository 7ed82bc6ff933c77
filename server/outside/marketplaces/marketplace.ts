import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type {
  CategorySettings,
  ListedValue,
  MarketplaceCategory,
} from '#contract/marketplaces/marketplace-category.ts';
import type { Centavos } from '#contract/money.ts';
import type { CircuitView } from '../circuit.ts';
import type { Campaigns } from './campaigns.ts';
import type { Capabilities } from './capabilities.ts';
import type { Connect } from './connect.ts';
import type { Conversations } from './conversations.ts';
import type { Inbox } from './inbox.ts';
import type {
  ContentPart,
  DesiredState,
  Listing,
  ListingContent,
  RefusedValue,
  ResolvedLink,
  StockLocation,
  StockValue,
  VariationContent,
  VariationValue,
} from './listing.ts';
import type { Payouts } from './payouts.ts';
import type { Reputation } from './reputation.ts';
import type { Orders, Parcels } from './sales-port.ts';
import type { FileCall, SellerAnswer, SellerCall, SellerSession } from './seller-session.ts';

/** One marketplace; differences are capabilities or stay below the port. */
export type Marketplace = {
  /** By its data about a seller. */
  capabilities(tags: readonly string[]): Capabilities;
  readonly connect: Connect;
  readonly inbox: Inbox;
  readonly orders: Orders;
  readonly parcels: Parcels;
  readonly catalogue: Catalogue;
  readonly listings: Listings;
  readonly conversations: Conversations;
  /** Null if it has neither campaigns nor discounts that can be read. */
  readonly campaigns: Campaigns | null;
  /** Null if what it released is in its files only. */
  readonly payouts: Payouts | null;
  /** Null if it publishes no reputation. */
  readonly reputation: Reputation | null;
  /** Calls with an access token, from which a session is made. */
  call(path: string, options: SellerCall & Access): Promise<SellerAnswer>;
  download(path: string, call: FileCall & Access): Promise<{ bytes: Buffer; contentType: string }>;
  /** How this process gets on with it, for one account or for all. */
  circuit(account?: number): CircuitView;
};

/** `account`: our account of the call; a failure first belongs to it. */
export type Access = { accessToken: string; account?: number };

/**
 * Data that is the same for every seller of a site and may be cached. Data of one seller has the seller in its path.
 */
export type SiteSession = Pick<SellerSession, 'siteId' | 'remoteUserId' | 'call'>;

export type Catalogue = {
  roots(session: SiteSession): Promise<MarketplaceCategory[]>;
  children(session: SiteSession, id: string): Promise<MarketplaceCategory[]>;
  /** Leaf categories for a title, best first; null if it has no suggestion. */
  readonly predict: ((session: SiteSession, title: string) => Promise<MarketplaceCategory[]>) | null;
  /** Categories that can be published in and that words find, best first. */
  search(session: SiteSession, text: string): Promise<MarketplaceCategory[]>;
  /** Limits and attributes of one category. */
  settings(session: SiteSession, id: string): Promise<CategorySettings>;
  /**
   * Listed values of an attribute whose name contains the text, an equal name first; null if no list of this
   * marketplace is longer than its settings show.
   */
  readonly listedValues:
    | ((session: SiteSession, category: string, attribute: string, text: string) => Promise<ListedValue[]>)
    | null;
  /** The fee at this price, null if the marketplace does not answer; null if it quotes no fees. */
  readonly fee: ((session: SiteSession, question: FeeQuestion) => Promise<SaleFee | null>) | null;
  /** The seller's freight at this price, null if the parcel is unknown; null if it quotes no freight. */
  readonly freight: ((session: SiteSession, question: FreightQuestion) => Promise<Centavos | null>) | null;
};

export type FeeQuestion = { category: string; type: PublicationType; price: Centavos };
export type SaleFee = { price: Centavos; basisPoints: number; fixed: Centavos; total: Centavos };
/** The closed parcel, or if unknown the listing that is sold in it. */
export type FreightQuestion = Omit<FeeQuestion, 'category'> & {
  package: PackageSize | null;
  listing: string | null;
  /** The seller pays it although not obliged to. */
  freeShipping: boolean | null;
};

/** Published ads of one seller. Ids are the marketplace's own. */
export type Listings = {
  /** The current listing; an answer about another listing, or a partial one, is rejected. */
  read(session: SellerSession, id: string): Promise<Listing>;
  readDescription(session: SellerSession, id: string): Promise<string>;
  /** The marketplace's current data about the seller, which decides how a new listing is created. */
  readTags(session: SellerSession): Promise<string[]>;
  create(
    session: SellerSession,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<Listing>;
  /** One more variation of a listing that has some; found again if an earlier answer was lost. */
  grow(
    session: SellerSession,
    listing: Listing,
    content: ListingContent,
    variation: VariationContent,
  ): Promise<{ listing: Listing; variationId: string; isNew: boolean }>;
  /** A closed listing on sale again under a new id; null if that is not possible. */
  relist(
    session: SellerSession,
    closed: Listing,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<Listing | null>;
  /** `listing`: the one it belongs to, if pictures belong to a listing. */
  uploadPicture(
    session: SellerSession,
    file: { name: string; bytes: Buffer; contentType: string },
    listing: string | null,
  ): Promise<string>;
  /** The seller's locations, the default one first; null if stock has none that could be chosen. */
  readonly readLocations: ((session: SellerSession) => Promise<StockLocation[]>) | null;
  /** Quantities only; returns the refused ones. `known`: as just read, to save a call. */
  pushStock(
    session: SellerSession,
    listing: { id: string; stockId: string | null },
    units: readonly StockValue[],
    known: Listing | null,
  ): Promise<RefusedValue[]>;
  pushState(session: SellerSession, listing: Listing, state: DesiredState): Promise<void>;
  /** Regular prices in centavos. A variation in a promotion is named only if it is to leave it. */
  pushPrice(
    session: SellerSession,
    id: string,
    prices: readonly VariationValue[],
    known: Listing | null,
  ): Promise<RefusedValue[]>;
  pushContent(
    session: SellerSession,
    listing: Listing,
    part: ContentPart,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<void>;
  /** Own listing with our mark that is not closed; `skus` of its variations, if only those can be searched. */
  findByMark(
    session: SellerSession,
    keys: { mark: string; skus: readonly string[] },
  ): Promise<Listing | null>;
  /** The listings into which the marketplace split a listing. */
  findSuccessors(
    session: SellerSession,
    old: Listing,
    keys: { mark: string; skus: readonly string[] },
  ): Promise<Listing[]>;
  list(session: SellerSession): Promise<string[]>;
  /** Null for what leads to no ad. */
  resolveLink(session: SellerSession, text: string): Promise<ResolvedLink | null>;
};
