import type { MarketplaceParcel, MarketplaceSale, MissingPart, SeenOrder } from './sale.ts';

/** What is asked about sales as the seller of an account. What fails throws; what is not there, or not ours to see, is null. */
export type OrderCalls = {
  /**
   * One sale with all that belongs to it. Only the order itself has to be readable: what else is not is `missing`.
   * `acceptPartial` takes an answer that says of itself that parts are missing for what it is.
   */
  read(orderId: string, options: { acceptPartial: boolean }): Promise<MarketplaceSale | null>;
  /** Orders that changed since then, in whatever state; where it fails midway, what had been found until then too. */
  search(from: Date): Promise<{ seen: SeenOrder[]; failures: unknown[] }>;
  /** The marketplace's reason for refusing, or null: it has heard of it, now or before. */
  cancel(orderId: string, why: { reason: string; outOfStock: boolean }): Promise<string | null>;
};

export type ParcelCalls = {
  /** `withLimit: false` saves the call for the moment by which it has to be handed over, which is unknown then. */
  read(
    parcelId: string,
    options?: { withLimit: boolean },
  ): Promise<{ parcel: MarketplaceParcel; missing: readonly MissingPart[] } | null>;
  ordersOf(parcelId: string): Promise<string[]>;
  /** Gives the NF-e, byte for byte; answers the reason for refusing it, or null where the marketplace has it. */
  sendDocument(parcelId: string, document: { bytes: Buffer; key: string }): Promise<string | null>;
  label(parcelId: string): Promise<MarketplaceLabel>;
};

/** The label as it came, in the formats there are; or why there is none now. Never redrawn. */
export type MarketplaceLabel =
  | { kind: 'label'; pdf: Buffer | null; zpl: Buffer | null }
  | { kind: 'refused'; reason: string };

/** What notifications that were lost told of, and what of it could not be read. */
export type MissedNews = { orders: string[]; parcels: string[]; failures: unknown[] };
