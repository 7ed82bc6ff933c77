import type { LabelFormat } from './capabilities.ts';
import type { MarketplaceParcel, MarketplaceSale, MissingPart, SeenOrder } from './sale.ts';
import type { SellerSession } from './seller-session.ts';

/** Calls about sales for the seller of an account. Failures throw; missing or foreign records are null. */
export type Orders = {
  /**
   * One sale with everything that belongs to it. Only the order itself has to be readable: other parts go to `missing`.
   * `acceptPartial` accepts an answer that says that parts are missing.
   */
  read(
    session: SellerSession,
    orderId: string,
    options: { acceptPartial: boolean },
  ): Promise<MarketplaceSale | null>;
  /** Orders that changed since then, in any state; if it fails midway, the orders found until then too. */
  search(session: SellerSession, from: Date): Promise<{ seen: SeenOrder[]; failures: unknown[] }>;
  /** The marketplace's reason for refusing, or null: it knows the cancellation, now or before. */
  cancel(
    session: SellerSession,
    orderId: string,
    why: { reason: string; outOfStock: boolean },
  ): Promise<string | null>;
};

export type Parcels = {
  /** Each `false` saves a call: for the moment by which it has to be handed over, for what its freight costs. They are unknown then. */
  read(
    session: SellerSession,
    parcelId: string,
    options?: { withLimit: boolean; withFreight: boolean },
  ): Promise<{ parcel: MarketplaceParcel; missing: readonly MissingPart[] } | null>;
  ordersOf(session: SellerSession, parcelId: string): Promise<string[]>;
  /** Sends the NF-e byte for byte; returns the reason for refusing it, or null if the marketplace has it. */
  sendDocument(
    session: SellerSession,
    parcelId: string,
    document: { bytes: Buffer; key: string },
  ): Promise<string | null>;
  /** Arranges how a parcel is handed over, with the shop's settings. Null if nothing has to be arranged. */
  readonly arrange: ((session: SellerSession, parcelId: string) => Promise<Arrangement>) | null;
  /** Null if the seller makes the label. */
  readonly label: ((session: SellerSession, parcelId: string) => Promise<MarketplaceLabel>) | null;
  /** Of up to `labelBatch` parcels, as one file: all of them or none. */
  readonly labels:
    | ((
        session: SellerSession,
        parcelIds: readonly string[],
        format: LabelFormat,
      ) => Promise<MarketplaceLabels>)
    | null;
  /**
   * Reports the progress of a parcel that the seller ships; returns the reason for refusing it, or null. Null if the
   * marketplace tracks it itself.
   */
  readonly report:
    | ((session: SellerSession, parcelId: string, progress: ParcelProgress) => Promise<string | null>)
    | null;
};

/** `at`: the pick-up time, if known. A parcel that is arranged already, or no longer needs it, is not a refusal. */
export type Arrangement =
  | { kind: 'arranged'; by: 'drop-off' | 'pick-up'; at: Date | null }
  | { kind: 'not_needed' }
  | { kind: 'refused'; reason: string };

/** Of a parcel that the seller ships: `open` undoes packed. */
export type ParcelProgress = {
  step: 'open' | 'packed' | 'sent';
  trackingCode: string;
  /** The carrier's page of the parcel; empty: unknown. */
  trackingUrl: string;
};

/** Why there is no label: it will exist later, the marketplace ships itself, or the marketplace's own words. */
export type LabelRefusal = 'not_ready' | 'full' | (string & {});

/** One file with every label, as received; or the parcels that prevent it, if they are named. */
export type MarketplaceLabels =
  | { kind: 'labels'; bytes: Buffer }
  | { kind: 'refused'; reason: LabelRefusal; parcels: readonly { parcelId: string; reason: LabelRefusal }[] };

/** The label as received, in the available formats; or the reason why there is none. Never drawn again. */
export type MarketplaceLabel =
  | { kind: 'label'; pdf: Buffer | null; zpl: Buffer | null }
  | { kind: 'refused'; reason: LabelRefusal };
