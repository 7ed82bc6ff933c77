import type { Centavos } from '#contract/money.ts';
import { RemoteFailure } from '../http.ts';

/** An order as a marketplace tells it, in our words. What is null is unknown and overwrites nothing. */
export type MarketplaceOrder = {
  remoteId: string;
  sellerId: string;
  packId: string | null;
  /** What else is in its pack could not be read. */
  packPending: boolean;
  shipmentId: string | null;
  phase: 'unpaid' | 'paid' | 'canceled';
  updatedAt: Date;
  purchasedAt: Date;
  paidAt: Date | null;
  refunded: boolean;
  expiresAt: Date | null;
  total: Centavos;
  /** Of the buyer's instalments: paid by the buyer, kept by the marketplace. */
  interest: Centavos;
  /** What coupons took off what the buyer paid. */
  discount: Centavos;
  fraudRisk: boolean;
  buyer: { id: string | null; nickname: string | null; billingId: string | null };
  cancel: { by: string; reason: string } | null;
  lines: MarketplaceLine[];
  raw: unknown;
};

export type MarketplaceLine = {
  itemId: string;
  variationId: string | null;
  title: string;
  sku: string;
  quantity: number;
  unitPrice: Centavos;
  /** Of the whole line; null where the marketplace does not say what it takes. */
  saleFee: Centavos | null;
};

/** How far a parcel is, where it has left the house at all. */
export type ParcelStep = 'collected' | 'sent' | 'delivered';

/** A parcel as the marketplace tells it, in our words; null is unknown. */
export type MarketplaceParcel = {
  shipmentId: string;
  /** The marketplace's own words, for people: no rule reads them. */
  status: string;
  substatus: string;
  logisticType: string;
  step: ParcelStep | null;
  /** Of two news of the same moment the one with more progress is the newer. */
  progress: number;
  hasLabel: boolean;
  /** Whether its label waits for the seller's NF-e; null where nothing says how it travels. */
  needsDocument: boolean | null;
  /** It waits for the seller to arrange how it is handed over, and nothing is in the way of that. */
  needsArranging: boolean;
  /** The marketplace's own warehouse packs it. */
  marketplaceFulfilled: boolean;
  /** The seller makes the label, and is the one who says that it was sent. */
  shippedBySeller: boolean;
  updatedAt: Date;
  trackingCode: string;
  dispatchLimit: Date | null;
  promisedAt: Date | null;
  /** The label exists from then on. */
  bufferedUntil: Date | null;
  receiver: Receiver | null;
  /** What the seller pays of it, for all sales in it together. */
  freight: Centavos | null;
  raw: unknown;
  rawSla: unknown;
};

export type Receiver = {
  name: string;
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  zip: string;
};

/** What was read together: the orders of one pack (or the one order), their parcel, the buyer's fiscal data. */
export type MarketplaceSale = {
  orders: MarketplaceOrder[];
  shipment: MarketplaceParcel | null;
  billing?: unknown;
  /** What could not be read beside the order: to be asked for again, and no reason to lose the sale. */
  missing?: readonly MissingPart[];
};

export type MissingPart = {
  part: 'pack' | 'parcel' | 'tracking' | 'limit' | 'freight' | 'billing';
  error: unknown;
};

/** An order of a search, as far as it tells whether it has news. */
export type SeenOrder = Pick<MarketplaceOrder, 'remoteId' | 'updatedAt' | 'phase'>;

/** Well-formed, and about something else than was asked for: nothing of it is believed. */
export class OtherResource extends RemoteFailure {
  readonly resource: string;
  readonly reason: 'other_resource' | 'other_seller';
  readonly got: string;

  constructor(resource: string, reason: OtherResource['reason'], got: string) {
    super(`asked for ${resource}, answered ${reason === 'other_seller' ? 'for seller ' : ''}${got}`);
    this.resource = resource;
    this.reason = reason;
    this.got = got;
  }
}
