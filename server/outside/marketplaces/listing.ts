import { largestPackage, type PackageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { RemoteReasonKind } from '#contract/advertisements/sale-reason.ts';
import type { SaleTerms } from '#contract/advertisements/sale-terms.ts';
import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import type { TaxCodes } from '#contract/products/tax-codes.ts';

/** A published ad as every marketplace has it, in our words. Money is centavos, ids are text. */
export type Listing = {
  id: string;
  name: string;
  /** The seller's id there. */
  sellerId: string;
  categoryId: string;
  type: PublicationType;
  state: ListingState;
  /** The marketplace's own word for the state. */
  status: string;
  /** Why it is not sold, or is shown to fewer buyers. */
  reasons: ListingReason[];
  /** Its seller took it off sale: stock alone does not bring it back. */
  pausedBySeller: boolean;
  /** One of several listings that together are one ad, a price each. */
  perVariation: boolean;
  /** The marketplace split it into one listing per variation. */
  split: boolean;
  /**
   * A kit that the marketplace puts together from other listings: it computes the quantity from theirs, and a sale of it
   * is a sale of each part.
   */
  marketplaceKit: boolean;
  /** Stored in the marketplace's own warehouse, which alone changes its quantity; of several variations: all of them. */
  fulfilledByMarketplace: boolean;
  /** Of the listing itself, if it has no variations; null: none. Absent: it could not be read. */
  fulfillmentStock?: FulfillmentStock | null;
  /** The regular price; null if unknown. */
  price: number | null;
  /** The running promotion; null if buyers pay the regular price. */
  promotion: RemotePromotion | null;
  /** Lower prices of larger purchases, by rising quantity. Absent: they could not be read. */
  wholesale?: readonly PriceBand[];
  quantity: number;
  /** Units by location, of a listing without variations. Absent: they were not read by location. */
  levels?: readonly LocationLevel[];
  sold: number;
  /** The stock record, if it is separate and shared with other listings. */
  stockId: string | null;
  link: string;
  editLink: string;
  sku: string;
  gtin: string;
  /** Ours, invisible to buyers. */
  mark: string;
  predecessorId: string | null;
  attributes: AttributeValue[];
  package: PackageSize | null;
  video: string;
  pictureIds: string[];
  /** Empty if there is just one. */
  variations: ListedVariation[];
} & SaleTerms;

/** Buyers pay this price instead of the regular one. Dates are null and the name is empty if unknown. */
export type RemotePromotion = {
  price: number;
  from: Date | null;
  to: Date | null;
  name: string;
  /** The part of the discount that the marketplace pays to the seller; null: unknown. */
  marketplacePays: number | null;
};

/** From this number of units of one purchase on, each of them has this price. */
export type PriceBand = { from: number; price: number };

/** Units in the marketplace's own warehouse. Null is unknown. */
export type FulfillmentStock = {
  /** The stock record there, which several listings may share. */
  id: string;
  sellable: number;
  /** Units that are there and not sold: damaged, lost, reserved for their way back. */
  unsellable: number | null;
  /** Units that are moved between its warehouses, and are sold later. */
  inTransfer: number | null;
};

/** `code`, `message` and `remedy` are the marketplace's own; empty if it does not give them. */
export type ListingReason = {
  kind: RemoteReasonKind;
  code: string;
  message: string;
  remedy: string;
  /** Until when the marketplace waits for a correction. */
  due: Date | null;
};

/** A reason of which only the code is known. */
export const reasonOf = (kind: RemoteReasonKind, code: string): ListingReason => ({
  ...{ kind, code, message: '', remedy: '', due: null },
});

export type ListingState = 'active' | 'paused' | 'under_review' | 'closed';
export type DesiredState = 'active' | 'paused' | 'closed';

export type ListedVariation = {
  id: string;
  price: number | null;
  promotion: RemotePromotion | null;
  quantity: number;
  levels?: readonly LocationLevel[];
  fulfilledByMarketplace: boolean;
  /** Null: none. Absent: it could not be read. */
  fulfillmentStock?: FulfillmentStock | null;
  name: string;
  sku: string;
  gtin: string;
  mark: string;
  attributes: AttributeValue[];
  /** Its own parcel; null: that of the listing, or unknown. */
  package: PackageSize | null;
};

/** Content to publish or change, independent of our tables. Sale terms that are absent or null are left unchanged. */
export type ListingContent = {
  name: string;
  categoryId: string;
  type: PublicationType;
  description: string;
  /** null: unknown, and left unchanged. */
  package: PackageSize | null;
  video: string;
  attributes: AttributeValue[];
  pictureIds: string[];
  mark: string;
  /** Complete; null or absent: unknown, and left unchanged. */
  taxCodes?: TaxCodes | null;
  /** Complete, by rising quantity; absent: left unchanged. */
  wholesale?: readonly PriceBand[];
} & Partial<SaleTerms>;

/**
 * Parts of the content that are changed separately, so that a refused one does not block the others. `terms` are
 * warranty and time until dispatch, `freight` is who pays it, `identity` the codes: SKU, GTIN and tax codes, `wholesale`
 * the prices of larger purchases.
 */
export const contentParts = [
  'type',
  'pictures',
  'package',
  'attributes',
  'condition',
  'terms',
  'freight',
  'identity',
  'wholesale',
  'video',
  'description',
  'name',
] as const;
export type ContentPart = (typeof contentParts)[number];

export type VariationContent = {
  /** Its id at the marketplace; null if it is the listing itself, or does not exist yet. */
  id: string | null;
  sku: string;
  gtin: string;
  /** Several units or products in one: the code of a part is not its own. */
  kit: boolean;
  attributes: AttributeValue[];
  /** Its own parcel; null: that of the listing. */
  package: PackageSize | null;
  price: number;
  quantity: number;
  mark: string;
  /** Pictures of its colour first, without those of other colours; null: those of the listing. */
  pictureIds: readonly string[] | null;
};

/**
 * The parcel of a listing that has one for all of its variations: the largest of theirs, or that of the content if
 * there are none.
 */
export function packageOfAll(
  content: Pick<ListingContent, 'package'>,
  variations: readonly Pick<VariationContent, 'package'>[],
): PackageSize | null {
  if (variations.length === 0) return content.package;
  return largestPackage(variations.map((one) => one.package ?? content.package));
}

/** One number of one variation; `id` null: of the listing itself. */
export type VariationValue = { id: string | null; value: number };

/** A place of the seller's stock at the marketplace: a store or a warehouse. */
export type StockLocation = { id: string; name: string; address: string; isDefault: boolean };

/** Units of one variation at one location. */
export type LocationLevel = { location: string; quantity: number };

/** A quantity and the location that has all of it. Null, or one that is gone: the default one. Absent: not chosen. */
export type StockValue = VariationValue & { location?: string | null };

/** A refused quantity of several in one call. */
export type RefusedValue = { id: string | null; causes: RemoteCause[] };

/** The listing of a link or code. */
export type ResolvedLink =
  | { kind: 'listing'; id: string; variationId: string | null }
  /** Several listings of one product: the person chooses. */
  | { kind: 'choice'; ids: string[] };
