import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { SaleTerms } from '#contract/advertisements/sale-terms.ts';
import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import type { TaxCodes } from '#contract/products/tax-codes.ts';

/** A published ad as every marketplace has it, in our words. Money is centavos, ids are text. */
export type Listing = {
  id: string;
  name: string;
  /** Who sells it there. */
  sellerId: string;
  categoryId: string;
  type: PublicationType;
  state: ListingState;
  /** The marketplace's own words for the state, shown to the person. */
  status: string;
  subStatus: string[];
  /** Its seller took it off sale: stock alone does not bring it back. */
  pausedBySeller: boolean;
  /** One of several listings that together are one ad, a price each. */
  perVariation: boolean;
  /** The marketplace turned it into one listing per variation by itself. */
  split: boolean;
  /** Lies in the marketplace's own warehouse, which alone counts it. */
  fulfilledByMarketplace: boolean;
  /** The regular price; null where it is not told. */
  price: number | null;
  /** What runs now; null where buyers pay the regular price. */
  promotion: RemotePromotion | null;
  quantity: number;
  sold: number;
  /** Where its stock is kept apart from it, shared with other listings. */
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
  /** Empty where there is just one. */
  variations: ListedVariation[];
} & SaleTerms;

/** Buyers pay this price instead of the regular one. Dates are null and the name is empty where the marketplace tells none. */
export type RemotePromotion = { price: number; from: Date | null; to: Date | null; name: string };

export type ListingState = 'active' | 'paused' | 'under_review' | 'closed';
export type DesiredState = 'active' | 'paused' | 'closed';

export type ListedVariation = {
  id: string;
  price: number | null;
  promotion: RemotePromotion | null;
  quantity: number;
  name: string;
  sku: string;
  gtin: string;
  mark: string;
  attributes: AttributeValue[];
};

/** Of the closed parcel: kg and cm. */
export type PackageSize = { weight: number; width: number; height: number; depth: number };

/** What is to be published or changed, free of our tables. Terms of sale that are absent or null are left as they are. */
export type ListingContent = {
  name: string;
  categoryId: string;
  type: PublicationType;
  description: string;
  /** null: not known to us, and left as it is. */
  package: PackageSize | null;
  video: string;
  attributes: AttributeValue[];
  pictureIds: string[];
  mark: string;
  /** Whole; null or absent: not known to us, and left as it is. */
  taxCodes?: TaxCodes | null;
} & Partial<SaleTerms>;

/**
 * Parts of the content that are changed apart from each other, so that one that is refused keeps back no other. `terms` are
 * warranty and time until dispatch, `freight` is who pays it, `identity` the codes: SKU, GTIN and those of its taxes.
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
  'video',
  'description',
  'name',
] as const;
export type ContentPart = (typeof contentParts)[number];

export type VariationContent = {
  /** Its id at the marketplace; null where the listing is it, or it is not there yet. */
  id: string | null;
  sku: string;
  gtin: string;
  /** Several units or products in one: the code of its part is not its own. */
  kit: boolean;
  attributes: AttributeValue[];
  price: number;
  quantity: number;
  mark: string;
  /** Its own colour's first, without those of other colours; null: those of the listing. */
  pictureIds: readonly string[] | null;
};

/** One number of one variation; `id` null: of the listing itself. */
export type VariationValue = { id: string | null; value: number };

/** Of several numbers in one call, one that was not taken. */
export type RefusedValue = { id: string | null; causes: RemoteCause[] };

/** What a link or code of a published ad leads to. */
export type ResolvedLink =
  | { kind: 'listing'; id: string; variationId: string | null }
  /** Several listings of one product: the person chooses. */
  | { kind: 'choice'; ids: string[] };
