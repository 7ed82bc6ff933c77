import type {
  ContentPart,
  Listing,
  ListingContent,
  ResolvedLink,
  VariationContent,
  VariationValue,
  WantedState,
} from './listing.ts';

/** Calls as the seller of one account; a renewed token is the caller's concern. */
export type SellerSession = {
  readonly remoteUserId: string;
  readonly siteId: string;
  /** What the marketplace says of the seller, in its own words. */
  readonly tags: readonly string[];
  call(path: string, options?: SellerCall): Promise<SellerAnswer>;
};

export type SellerCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  form?: Record<string, string>;
  raw?: { bytes: Buffer; contentType: string };
  file?: { name: string; bytes: Buffer; contentType: string };
  headers?: Record<string, string>;
};

export type SellerAnswer = {
  status: number;
  json: unknown;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
};

/** One marketplace; what differs between them is a capability or stays below. */
export type Marketplace = {
  readonly listings: Listings;
};

/** Published ads of one seller. Ids are the marketplace's own. */
export type Listings = {
  /** The listing as it is; an answer about another one, or a partial one, is not believed. */
  read(session: SellerSession, id: string): Promise<Listing>;
  readDescription(session: SellerSession, id: string): Promise<string>;
  /** What the marketplace says of the seller now: decides how a new listing is made. */
  readTags(session: SellerSession): Promise<string[]>;
  /** New listings of this seller have a price for each variation, and are one for each. */
  isPerVariation(tags: readonly string[]): boolean;
  create(
    session: SellerSession,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<Listing>;
  /** One more variation of a listing that has some; found again where an earlier answer was lost. */
  grow(
    session: SellerSession,
    listing: Listing,
    content: ListingContent,
    variation: VariationContent,
  ): Promise<{ listing: Listing; variationId: string; isNew: boolean }>;
  /** A closed listing on sale again under a new id; null where that is not possible. */
  relist(
    session: SellerSession,
    closed: Listing,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<Listing | null>;
  uploadPicture(
    session: SellerSession,
    file: { name: string; bytes: Buffer; contentType: string },
  ): Promise<string>;
  /** Quantities and nothing else. `known`: as just read, to save a call. */
  pushStock(
    session: SellerSession,
    listing: { id: string; stockId: string | null },
    units: readonly VariationValue[],
    known: Listing | null,
  ): Promise<void>;
  pushState(session: SellerSession, listing: Listing, state: WantedState): Promise<void>;
  /** Centavos. */
  pushPrice(
    session: SellerSession,
    id: string,
    prices: readonly VariationValue[],
    known: Listing | null,
  ): Promise<void>;
  pushContent(
    session: SellerSession,
    listing: Listing,
    part: ContentPart,
    content: ListingContent,
    variations: readonly VariationContent[],
  ): Promise<void>;
  /** Own listing with our mark that is not closed. */
  findByMark(session: SellerSession, mark: string): Promise<Listing | null>;
  /** What became of a listing that the marketplace split. */
  findSuccessors(
    session: SellerSession,
    old: Listing,
    keys: { mark: string; skus: readonly string[] },
  ): Promise<Listing[]>;
  list(session: SellerSession): Promise<string[]>;
  /** Null for what leads to no ad. */
  resolveLink(session: SellerSession, text: string): Promise<ResolvedLink | null>;
};
