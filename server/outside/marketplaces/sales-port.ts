import type { LabelFormat } from './capabilities.ts';
import type { MarketplaceParcel, MarketplaceSale, MissingPart, SeenOrder } from './sale.ts';
import type { SellerSession } from './seller-session.ts';

/** What is asked about sales as the seller of an account. What fails throws; what is not there, or not ours to see, is null. */
export type Orders = {
  /**
   * One sale with all that belongs to it. Only the order itself has to be readable: what else is not is `missing`.
   * `acceptPartial` takes an answer that says of itself that parts are missing for what it is.
   */
  read(
    session: SellerSession,
    orderId: string,
    options: { acceptPartial: boolean },
  ): Promise<MarketplaceSale | null>;
  /** Orders that changed since then, in whatever state; where it fails midway, what had been found until then too. */
  search(session: SellerSession, from: Date): Promise<{ seen: SeenOrder[]; failures: unknown[] }>;
  /** The marketplace's reason for refusing, or null: it has heard of it, now or before. */
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
  /** Gives the NF-e, byte for byte; answers the reason for refusing it, or null where the marketplace has it. */
  sendDocument(
    session: SellerSession,
    parcelId: string,
    document: { bytes: Buffer; key: string },
  ): Promise<string | null>;
  /** Arranges how a parcel is handed over, as the shop has it set up. Null where nothing is to be arranged. */
  readonly arrange: ((session: SellerSession, parcelId: string) => Promise<Arrangement>) | null;
  /** Null where the seller makes his own. */
  readonly label: ((session: SellerSession, parcelId: string) => Promise<MarketplaceLabel>) | null;
  /** Of as many parcels as `labelBatch` says, as one file: all of them or none. */
  readonly labels:
    | ((
        session: SellerSession,
        parcelIds: readonly string[],
        format: LabelFormat,
      ) => Promise<MarketplaceLabels>)
    | null;
  /** Tells how far a parcel is that the seller ships; answers the reason for refusing it, or null. Null where the marketplace finds out by itself. */
  readonly report:
    | ((session: SellerSession, parcelId: string, progress: ParcelProgress) => Promise<string | null>)
    | null;
};

/** `at`: when it is picked up, where that is told. A parcel that was arranged by then, or needs it no more, is no refusal. */
export type Arrangement =
  | { kind: 'arranged'; by: 'drop-off' | 'pick-up'; at: Date | null }
  | { kind: 'not_needed' }
  | { kind: 'refused'; reason: string };

/** Of a parcel that the seller ships himself: `open` again where it was packed. */
export type ParcelProgress = { step: 'open' | 'packed' | 'sent'; trackingCode: string };

/** Why there is no label: it will be there later, the marketplace ships by itself, or what it said in its own words. */
export type LabelRefusal = 'not_ready' | 'full' | (string & {});

/** One file with every label, as it came; or the parcels that keep it from being made, where they are named. */
export type MarketplaceLabels =
  | { kind: 'labels'; bytes: Buffer }
  | { kind: 'refused'; reason: LabelRefusal; parcels: readonly { parcelId: string; reason: LabelRefusal }[] };

/** The label as it came, in the formats there are; or why there is none now. Never redrawn. */
export type MarketplaceLabel =
  | { kind: 'label'; pdf: Buffer | null; zpl: Buffer | null }
  | { kind: 'refused'; reason: LabelRefusal };
