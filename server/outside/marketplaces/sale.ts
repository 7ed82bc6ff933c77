import { z } from 'zod';
import type { Centavos } from '#contract/money.ts';
import { RemoteFailure } from '../http.ts';
import type { BuyerBilling } from './billing.ts';

/** An order of a marketplace, in the product's terms. Null is unknown and overwrites nothing. */
export type MarketplaceOrder = {
  remoteId: string;
  sellerId: string;
  packId: string | null;
  /** The rest of its pack could not be read. */
  packPending: boolean;
  shipmentId: string | null;
  phase: 'unpaid' | 'paid' | 'canceled';
  updatedAt: Date;
  purchasedAt: Date;
  paidAt: Date | null;
  refunded: boolean;
  expiresAt: Date | null;
  /** The price of the goods minus the seller's discount. */
  total: Centavos;
  /** Interest of the buyer's instalments: paid by the buyer, kept by the marketplace. */
  interest: Centavos;
  /** The marketplace's share of coupons. */
  discount: Centavos;
  money: MarketplaceMoney;
  fraudRisk: boolean;
  buyer: { id: string | null; nickname: string | null; billingId: string | null };
  cancel: { by: string; reason: string } | null;
  lines: MarketplaceLine[];
  notes: MarketplaceNotes;
  raw: unknown;
};

/** Number and notes of an order; empty: none, null: not sent. */
export type MarketplaceNotes = {
  /** The store's number, if it differs from its id. */
  storeNumber: string | null;
  /** The buyer's note to the seller. */
  buyer: string | null;
  /** The seller's note at the marketplace. */
  seller: string | null;
};

/** Of a marketplace that has no such texts, or has not sent them. */
export const noNotes: MarketplaceNotes = { storeNumber: null, buyer: null, seller: null };

/** Further amounts of a whole order. Zero is an amount; null is unknown and overwrites nothing. */
export type MarketplaceMoney = {
  /** The seller's share of discounts, already subtracted from the total. */
  sellerDiscount: Centavos | null;
  /** Freight paid by the buyer to the seller; freight paid to the marketplace is not the seller's. */
  freightCharged: Centavos | null;
  /** The fixed fee of each order, in addition to the percentage. */
  processingFee: Centavos | null;
  taxesWithheld: Centavos | null;
  /** Refunded to the buyer, also for a sale that goes on; null if the amount is unknown. */
  refunded: Centavos | null;
  /** Added (or subtracted, below zero) after the sale was settled. */
  adjustment: Centavos | null;
  /** The payout reported by the marketplace, adjustments included. */
  payout: Centavos | null;
};

/** No amounts besides the price, for a marketplace that has none. */
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
  /** Of the line itself, if the marketplace numbers its lines: it stays when product or quantity change. */
  lineId: string | null;

  itemId: string;
  variationId: string | null;
  title: string;
  /** Distinguishes it from other variations of its listing, for people; empty if it has none. */
  variation: string;
  sku: string;
  quantity: number;
  unitPrice: Centavos;
  /** Of the whole line; null if the marketplace does not report its fee. */
  saleFee: Centavos | null;
};

/** Progress of a parcel that has left. */
export type ParcelStep = 'collected' | 'sent' | 'delivered';

/** A parcel of a marketplace, in the product's terms; null is unknown. */
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
  /** Whether its label waits for the seller's NF-e; null if the type of shipping is unknown. */
  needsDocument: boolean | null;
  /** It waits for the seller's arrangement, and nothing prevents that. */
  needsArranging: boolean;
  /** The marketplace's own warehouse packs it. */
  marketplaceFulfilled: boolean;
  /** The seller creates the label and reports the dispatch. */
  shippedBySeller: boolean;
  updatedAt: Date;
  trackingCode: string;
  dispatchLimit: Date | null;
  promisedAt: Date | null;
  /** The label exists from then on. */
  bufferedUntil: Date | null;
  receiver: Receiver | null;
  /** The seller's share of its freight, for all sales in it together. */
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

/** Read together: the orders of one pack (or the one order), their parcel, the buyer's fiscal data. */
export type MarketplaceSale = {
  orders: MarketplaceOrder[];
  shipment: MarketplaceParcel | null;
  /** Left out if it was not read; null if it names nothing. */
  billing?: BuyerBilling | null;
  /** CPF or CNPJ of the buyer without punctuation; left out if the marketplace shows none or masks it. */
  buyerDocument?: string | null;
  /** Parts that could not be read with the order: they are requested again, and do not lose the sale. */
  missing?: readonly MissingPart[];
};

export type MissingPart = {
  part: 'pack' | 'parcel' | 'tracking' | 'limit' | 'freight' | 'billing' | 'money';
  error: unknown;
};

/** An order of a search result, with the fields that show a change. */
export type SeenOrder = Pick<MarketplaceOrder, 'remoteId' | 'updatedAt' | 'phase'>;

/** An answer, or one row of a list, of an unreadable shape: it is not used, and a person can see it. */
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

/** Valid JSON about another resource than requested: it is not used. */
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
