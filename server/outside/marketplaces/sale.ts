import { z } from 'zod';
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
  /** What the goods were sold for: their prices less the discount that the seller pays. */
  total: Centavos;
  /** Of the buyer's instalments: paid by the buyer, kept by the marketplace. */
  interest: Centavos;
  /** What the marketplace pays of what coupons took off. */
  discount: Centavos;
  money: MarketplaceMoney;
  fraudRisk: boolean;
  buyer: { id: string | null; nickname: string | null; billingId: string | null };
  cancel: { by: string; reason: string } | null;
  lines: MarketplaceLine[];
  notes: MarketplaceNotes;
  raw: unknown;
};

/** What people call and say of an order; empty: nothing, null: not sent. */
export type MarketplaceNotes = {
  /** The number by which the store calls it, where that is another than its id. */
  storeNumber: string | null;
  /** What the buyer wrote to the seller with the order. */
  buyer: string | null;
  /** What the seller noted at the marketplace. */
  seller: string | null;
};

/** Of a marketplace that has no such texts, or has not sent them. */
export const noNotes: MarketplaceNotes = { storeNumber: null, buyer: null, seller: null };

/** Further amounts of a whole order. Zero is an amount; null is unknown and overwrites nothing. */
export type MarketplaceMoney = {
  /** What the seller pays of the discounts; already taken off the total. */
  sellerDiscount: Centavos | null;
  /** Freight that the buyer pays to the seller; what the buyer pays to the marketplace is not the seller's. */
  freightCharged: Centavos | null;
  /** What is taken for each order, beside the share of its price. */
  processingFee: Centavos | null;
  taxesWithheld: Centavos | null;
  /** What went back to the buyer, of a sale that goes on too; null where an unknown amount did. */
  refunded: Centavos | null;
  /** What was added (or taken, below zero) after the sale was settled. */
  adjustment: Centavos | null;
  /** What the marketplace itself says that it pays out, adjustments included. */
  payout: Centavos | null;
};

/** Nothing beside the price: of a marketplace that has no such amounts. */
export const plainMoney: MarketplaceMoney = {
  sellerDiscount: 0,
  freightCharged: 0,
  processingFee: 0,
  taxesWithheld: 0,
  refunded: 0,
  adjustment: 0,
  payout: null,
};

export type MarketplaceLine = {
  /** Of the line itself, where the marketplace numbers its lines: it stays when product or quantity change. */
  lineId: string | null;

  itemId: string;
  variationId: string | null;
  title: string;
  /** What tells it from the other variations of its listing, for people; empty: it has none. */
  variation: string;
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
  /** CPF or CNPJ of the buyer, bare; left out where the marketplace shows none or masks it. */
  buyerDocument?: string | null;
  /** What could not be read beside the order: to be asked for again, and no reason to lose the sale. */
  missing?: readonly MissingPart[];
};

export type MissingPart = {
  part: 'pack' | 'parcel' | 'tracking' | 'limit' | 'freight' | 'billing' | 'money';
  error: unknown;
};

/** An order of a search, as far as it tells whether it has news. */
export type SeenOrder = Pick<MarketplaceOrder, 'remoteId' | 'updatedAt' | 'phase'>;

/** An answer, or one row of a list, of a shape that cannot be read: nothing of it is believed, and a person can see it. */
export class UnreadableAnswer extends RemoteFailure {
  readonly resource: string;
  readonly reason = 'unreadable';
  readonly got: string;

  constructor(resource: string, cause: unknown) {
    super(`unreadable ${resource}`, { cause });
    this.resource = resource;
    this.got = faultOf(cause);
  }
}

/** Names the field, never its value: that may be a buyer's. */
function faultOf(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return '';
  const [issue] = cause.issues;
  return issue ? `${issue.path.join('.')}: ${issue.code}` : '';
}

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
