import { z } from 'zod';
import { centavos, count, instant, json, reference } from '../primitives.ts';
import { declarationOfSale } from './content-declaration.ts';
import { saleChange, unitsBack } from './line-change.ts';
import { approvalReasons, orderStatuses } from './order-states.ts';
import { proofAtBench } from './parcel-proof.ts';
import { resetRefusal } from './reset-refusal.ts';

export const checkoutRow = z
  .object({
    id: z.number(),
    status: z.enum(orderStatuses),
    late: z.boolean(),
    dispatchLimit: instant.nullable(),
    purchasedAt: instant,
    seller: reference,
    warehouse: reference.nullable(),
    marketplace: z.string().nullable(),
    remoteOrderId: z.string().nullable(),
    packId: z.string().nullable(),
    logisticType: z.string(),
    buyerName: z.string(),
    items: z.string(),
    unitCount: count,
    beepedCount: count,
    /** The marketplace changed the order, and units that are picked, packed or sent do not match it yet. */
    changed: z.boolean(),
    labelReady: z.boolean(),
    /** Packed, and the channel's label is still to be printed over the one of ours. */
    waitsForLabel: z.boolean(),
    document: z.string(),
    approvalReason: z.enum(approvalReasons).nullable(),
    trackingCode: z.string(),
    pickingBy: reference.nullable(),
    packedAt: instant.nullable(),
    sentAt: instant.nullable(),
    /** The supplier refused the sale for this reason; final for the supplier. */
    refusedReason: z.string().nullable(),
  })
  .meta({ id: 'CheckoutRow' });
export type CheckoutRow = z.output<typeof checkoutRow>;

const part = z.object({
  id: z.number(),
  product: z.string(),
  sku: z.string(),
  gtin: z.string(),
  imageId: z.number().nullable(),
  quantity: count,
  beeped: count,
  /** Each of its units asks for its serial number after the scan of the product. */
  asksSerials: z.boolean(),
  /** Serial numbers of the sale, in the order of their scans; also of units that came back later. */
  serials: z.array(z.string()),
  /** Price-blind for floor roles. */
  unitCostCentavos: centavos.optional(),
  places: z.array(z.object({ volume: z.string(), position: z.string().nullable(), quantity: count })),
});

export const checkoutDetail = checkoutRow
  .extend({
    parts: z.array(part),
    /** The marketplace changed the order after picking began: everything stops until a person has acknowledged it. */
    change: saleChange.extend({ putBack: z.array(unitsBack) }).nullable(),
    documentError: z.string().nullable(),
    hasInvoice: z.boolean(),
    declaration: declarationOfSale.nullable(),
    labelPrintedAt: instant.nullable(),
    /** When our own parcel label, printed in place of the channel's, was printed. */
    parcelLabelAt: instant.nullable(),
    /** Of the label that was fetched: a marketplace may give one only. */
    labelFormats: z.array(z.enum(['pdf', 'zpl'])),
    labelAvailableAt: instant.nullable(),
    canceledAt: instant.nullable(),
    canceledReason: z.string().nullable(),
    putBack: z.boolean(),
    resetRefusal: resetRefusal.nullable(),
    /** The marketplace reports that its parcel is in transit, and it was not packed here. */
    leftUnpacked: z.boolean(),
    /** The marketplace ships it: nobody here reports it as sent. */
    marketplaceReportsShipping: z.boolean(),
    proof: proofAtBench,
    /** Other sales of the same parcel. */
    packmates: z.array(z.number()),
    events: z.array(
      z.object({
        at: instant,
        kind: z.string(),
        actor: z.string(),
        author: z.string().nullable(),
        statusTo: z.string().nullable(),
        detail: z.record(z.string(), json),
      }),
    ),
  })
  .meta({ id: 'Checkout' });
export type Checkout = z.output<typeof checkoutDetail>;

/** Why a scanned volume cannot take goods of a sale back: in the facts of `volume_unfit`. */
export const unfitVolumes = [
  'elsewhere',
  'tote',
  'blocked',
  'not_blocked',
  'not_in_use',
  'other_product',
  'other_lot',
] as const;
export type UnfitVolume = (typeof unfitVolumes)[number];
