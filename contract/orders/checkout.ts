import { z } from 'zod';
import { bulkOutcome, isIdsOrQuery, isSeen, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { startedRun } from '../business/bulk-run.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { serialCode } from '../inventory/serial.ts';
import {
  count,
  errorCode,
  id,
  idParams,
  instant,
  listQuery,
  opaque,
  page,
  reference,
  text,
} from '../primitives.ts';
import { pictures } from '../products/image.ts';
import { checkoutDetail, checkoutRow } from './checkout-sale.ts';
import { pile } from './manifest.ts';
import { benchRefusals } from './obstacles.ts';
import { orderActs, orderStatuses } from './order-states.ts';
import { labelHindrances } from './parcel-label.ts';
import { maxParcelGrams, maxParcelPhotos, weightSources } from './parcel-proof.ts';
import { isTrackingCode } from './tracking-code.ts';

const verb = (path: string, summary: string) => ({
  method: 'POST' as const,
  path: `/orders-supplier/:id/${path}` as const,
  summary,
  params: idParams,
  response: checkoutDetail,
  touches: ['orders', 'dropinvoices', 'stock', 'volumes', 'manifests'],
});
/** `reason`: of those that were printed before, which are left out without one. */
export const labelsOfMany = z
  .strictObject({ ...selected, format: z.enum(['pdf', 'zpl']), reason: text(300).default('') })
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen);
export type LabelsOfMany = z.output<typeof labelsOfMany>;

/** What a run would print, as far as it is known without asking a marketplace. */
export const labelsPreview = z
  .object({
    /** Selected sales. */
    selected: count,
    /** Sales whose label is released. */
    printable: count,
    /** Sales that wait for their marketplace, which may have released them since: a run asks it. */
    awaited: count,
    /** The others by the reason, with the numbers of the first. */
    leftOut: z.array(z.object({ code: errorCode, count, sales: z.array(id) })),
  })
  .meta({ id: 'LabelsPreview' });
export type LabelsPreview = z.output<typeof labelsPreview>;
const labelErrors = [
  ...benchRefusals('printLabel'),
  'label_not_ready',
  'label_refused',
  'invoice_required',
  'upstream_unknown',
  'fulfilled_by_marketplace',
  'marketplace_unavailable',
] as const;
const reason = text(300, 1);
/** Empty: the known one. */
const trackingCode = z
  .string()
  .max(80, 'too_long')
  .transform((code) => code.replace(/\s/g, '').toUpperCase())
  .refine((code) => code === '' || isTrackingCode(code), 'tracking_invalid');

/** Resource `orders-supplier`: sales between stock and carrier, as the owner of the stock sees them. */
export const checkout = entity('checkout', {
  list: endpoint({
    method: 'GET',
    path: '/orders-supplier',
    permission: 'checkout.read',
    summary: 'Sales to fulfil, the most urgent dispatch limit first',
    query: listQuery,
    response: page(checkoutRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/orders-supplier/counts',
    permission: 'checkout.read',
    summary: 'Numbers of sales by status and of late sales, by warehouse',
    response: z.object({
      statuses: z.array(z.object({ status: z.enum(orderStatuses), count })),
      late: count,
      /** Packed, waiting for the channel's label. */
      unlabelled: count,
      /** Packed and different from the order: their parcels have to be opened. */
      changed: count,
      warehouses: z.array(
        reference.extend({ pending: count, picking: count, late: count, nextLimit: instant.nullable() }),
      ),
    }),
  }),
  export: exportOf(
    '/orders-supplier/export',
    'checkout.read',
    [
      'id',
      'status',
      'limit',
      'seller',
      'warehouse',
      'marketplace',
      'remote',
      'items',
      'units',
      'buyer',
      'tracking',
      'date',
      'packed',
    ],
    true,
  ),
  detail: endpoint({
    method: 'GET',
    path: '/orders-supplier/:id',
    permission: 'checkout.read',
    summary: 'One sale at the bench, with its units to pick, their locations and its progress',
    params: idParams,
    response: checkoutDetail,
  }),
  accept: endpoint({
    ...verb('accept', 'Clear a reason that waits for the supplier (manual accept, short stock, credit)'),
    permission: orderActs.accept.permission,
    errors: [...benchRefusals('accept'), 'insufficient_stock', 'goods_being_counted'],
  }),
  refuse: endpoint({
    ...verb(
      'refuse',
      'Refuse a sale with a reason: it returns to the seller, and its reservation is released',
    ),
    permission: orderActs.refuse.permission,
    body: z.strictObject({ reason }),
    errors: benchRefusals('refuse'),
  }),
  startPicking: endpoint({
    ...verb('picking', 'Start picking: units of volumes are allocated'),
    permission: orderActs.startPicking.permission,
    errors: [
      ...benchRefusals('startPicking'),
      'insufficient_stock',
      'goods_being_counted',
      'upstream_unknown',
    ],
  }),
  beep: endpoint({
    ...verb('beep', 'Scan a volume, SKU or GTIN: counts one unit'),
    permission: orderActs.beep.permission,
    /** `clientId` makes a repeated scan count once. */
    body: z.strictObject({ code: text(80, 1), clientId: opaque(60).min(8) }),
    errors: [
      ...benchRefusals('beep'),
      'code_not_in_sale',
      'code_ambiguous',
      'line_full',
      'not_packable_here',
      'code_stale',
      'lot_expired',
      'serial_expected',
      'serial_out_of_turn',
    ],
  }),
  scanSerial: endpoint({
    ...verb('serials', 'Scan the serial number of the unit whose product was scanned last'),
    permission: orderActs.beep.permission,
    /** `clientId` makes a repeated scan count once. */
    body: z.strictObject({ code: serialCode, clientId: opaque(60).min(8) }),
    errors: [
      ...benchRefusals('beep'),
      'code_stale',
      'serial_out_of_turn',
      'serial_repeated',
      'serial_taken',
      'serial_gone',
      'serial_of_other',
      'serial_unknown',
      'serial_is_code',
    ],
    touches: ['orders', 'serials'],
  }),
  acknowledgeChange: endpoint({
    ...verb(
      'changed',
      'Acknowledge a changed order: the sale is updated and starts again; surplus units at the bench return to volumes',
    ),
    permission: orderActs.beep.permission,
    body: z.strictObject({
      /** The volume into which each product is put back. */
      putBack: z
        .array(z.strictObject({ variationId: id, volumeCode: text(80, 1) }))
        .max(50, 'too_big')
        .default([]),
    }),
    errors: [
      ...benchRefusals('acknowledgeChange'),
      'units_to_put_back',
      'volume_unfit',
      'code_not_volume',
      'volume_unconfirmed',
      'volume_pinned',
      'lots_mixed',
    ],
  }),
  countByHand: endpoint({
    ...verb('by-hand', 'Count the remaining units without a scan, with a reason, if the owner allows it'),
    permission: orderActs.countByHand.permission,
    body: z.strictObject({ reason: text(300, 1) }),
    errors: [...benchRefusals('countByHand'), 'by_hand_off', 'line_full'],
  }),
  confirmPacking: endpoint({
    ...verb('packed', 'Confirm packing: the units leave the stock, and the invoice line accrues'),
    permission: orderActs.confirmPacking.permission,
    response: checkoutDetail.extend({
      /** Volumes whose last unit this was: the packer confirms whether they are empty. */
      emptied: z.array(z.object({ id: z.number(), code: z.string() })),
    }),
    errors: [
      ...benchRefusals('confirmPacking'),
      'label_required',
      'serial_required',
      'weight_required',
      'parcel_photo_required',
      'upstream_unknown',
    ],
  }),
  weigh: endpoint({
    ...verb('weight', 'Keep the weight of a parcel; one outside of the tolerance has to be confirmed'),
    permission: orderActs.weigh.permission,
    body: z.strictObject({
      grams: z.int('not_whole').min(1, 'too_small').max(maxParcelGrams, 'too_big'),
      source: z.enum(weightSources, 'choose_one').default('typed'),
      /** A person has looked at the parcel a second time. */
      confirmed: z.boolean().default(false),
    }),
    errors: [...benchRefusals('weigh'), 'weight_differs'],
    touches: ['orders'],
  }),
  photograph: endpoint({
    ...verb('photos', 'Add photos of a parcel at the bench'),
    permission: orderActs.photograph.permission,
    files: { ...pictures, max: maxParcelPhotos },
    errors: [
      ...benchRefusals('photograph'),
      'parcel_photo_required',
      'parcel_photos_full',
      'not_an_image',
      'image_too_big',
    ],
    touches: ['orders'],
  }),
  parcelPhoto: endpoint({
    method: 'GET',
    path: '/parcel-photos/:id',
    permission: 'parcel-proofs.read',
    summary: 'A photo of a parcel, for the seller and the business that packed it',
    params: idParams,
    binary: 'file',
  }),
  reset: endpoint({
    ...verb('reset', 'Void the scans; a packed sale returns to the bench, unless it was collected'),
    permission: orderActs.resetBeeping.permission,
    body: z.strictObject({ reason: text(300) }),
    errors: [...benchRefusals('resetBeeping'), 'forbidden', 'lots_mixed', 'reason_required'],
  }),
  cancel: endpoint({
    ...verb('cancel', 'Cancel picking: its pick allocations are released, and the reservation stays'),
    permission: orderActs.cancelPicking.permission,
    errors: benchRefusals('cancelPicking'),
  }),
  print: endpoint({
    ...verb('print', 'Fetch the label and mark it as printed; a reprint requires a reason'),
    permission: orderActs.printLabel.permission,
    body: z.strictObject({ reason: text(300) }),
    errors: [...labelErrors, 'reason_required'],
  }),
  fetchTag: endpoint({
    ...verb('fetch-tag', 'Fetch the label for download, without marking it as printed'),
    permission: orderActs.printLabel.permission,
    errors: labelErrors,
  }),
  printParcelLabel: endpoint({
    ...verb(
      'parcel-label',
      "Print our own parcel label while the channel's is unavailable, with the reason that the packer was shown",
    ),
    permission: orderActs.printParcelLabel.permission,
    body: z.strictObject({ why: z.enum(labelHindrances) }),
    errors: [...benchRefusals('printParcelLabel'), 'label_at_hand', 'already_packed'],
  }),
  downloadParcelLabel: endpoint({
    method: 'GET',
    path: '/orders-supplier/:id/parcel-label',
    permission: orderActs.printParcelLabel.permission,
    summary: 'Our own parcel label, as PDF or ZPL',
    params: idParams,
    query: z.strictObject({ format: z.enum(['pdf', 'zpl']).default('pdf') }),
    binary: 'file',
    errors: ['label_not_ready'],
  }),
  printMany: endpoint({
    method: 'POST',
    path: '/orders-supplier/labels',
    permission: orderActs.printLabel.permission,
    summary: 'Labels of many sales as one PDF or ZPL, by a job that names sales without a label',
    body: labelsOfMany,
    response: startedRun,
    touches: ['bulkRuns'],
  }),
  previewLabels: endpoint({
    method: 'POST',
    path: '/orders-supplier/labels/preview',
    permission: orderActs.printLabel.permission,
    summary: 'How many of the selected sales have a label to print, and why the others have none',
    body: labelsOfMany,
    response: labelsPreview,
  }),
  downloadTag: endpoint({
    method: 'GET',
    path: '/orders-supplier/:id/download-tag',
    permission: 'checkout.label',
    summary: 'The marketplace label as fetched, PDF or ZPL',
    params: idParams,
    query: z.strictObject({ format: z.enum(['pdf', 'zpl']).default('pdf') }),
    binary: 'file',
    errors: ['label_not_ready'],
  }),
  downloadNfe: endpoint({
    method: 'GET',
    path: '/orders-supplier/:id/download-nfe',
    permission: 'checkout.label',
    summary: 'The NF-e XML of the sale, byte for byte',
    params: idParams,
    binary: 'xml',
  }),
  piles: endpoint({
    method: 'GET',
    path: '/orders-supplier/piles',
    permission: 'checkout.read',
    summary: 'Parcels that wait for each carrier, and those already scanned in the current hand-over',
    response: z.object({ piles: z.array(pile) }),
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/orders-supplier/hand-over',
    permission: orderActs.collect.permission,
    summary:
      'Hand a parcel over to the carrier by a scan of its label, and add it to the open manifest of its pile',
    body: z.strictObject({ code: text(200, 1) }),
    response: z.object({ sales: z.array(reference), pile }),
    errors: [
      ...benchRefusals('collect'),
      'code_unknown',
      'order_already_collected',
      'label_not_ready',
      'channel_label_required',
      'not_packed',
    ],
    touches: ['orders', 'stock', 'manifests'],
  }),
  collect: endpoint({
    ...verb('collect', 'Hand a parcel over by a scan of its shipment or tracking code'),
    permission: orderActs.collect.permission,
    body: z.strictObject({ code: text(200, 1) }),
    errors: [
      ...benchRefusals('collect'),
      'label_not_ready',
      'channel_label_required',
      'label_mismatch',
      'parcel_not_ready',
    ],
  }),
  collectByHand: endpoint({
    ...verb('collect-by-hand', 'Hand a parcel over without a scan, with the reason'),
    permission: orderActs.collectByHand.permission,
    body: z.strictObject({ reason }),
    errors: [...benchRefusals('collectByHand'), 'channel_label_required', 'parcel_not_ready'],
  }),
  collectMany: endpoint({
    method: 'POST',
    path: '/orders-supplier/collect',
    permission: orderActs.collectByHand.permission,
    summary:
      'Hand many parcels over without a scan, with the reason; parcels that do not wait for a carrier are named and unchanged',
    body: z
      .strictObject({ ...selected, reason })
      .refine(isIdsOrQuery, notIdsOrQuery)
      .refine(isSeen, notSeen),
    response: bulkOutcome,
    touches: ['orders', 'stock', 'manifests'],
  }),
  send: endpoint({
    ...verb('send', 'Report a parcel as sent, with its tracking code, if no marketplace ships it'),
    permission: orderActs.send.permission,
    body: z.strictObject({
      trackingCode,
      /** Null: none of the known ones; absent: the only one with the name or the format. */
      carrierId: id.nullable().optional(),
    }),
    errors: [...benchRefusals('send'), 'tracking_required', 'marketplace_reports_shipping'],
  }),
  putBack: endpoint({
    ...verb('put-back', 'Put goods of a sale canceled after packing back into a volume'),
    permission: 'checkout.reset',
    body: z.strictObject({
      volumeCode: text(80, 1),
      /** A person has confirmed that these goods go into another volume of the same product than the proposed one. */
      confirmed: z.boolean().default(false),
    }),
    errors: [
      'state_conflict',
      'volume_unfit',
      'volume_unconfirmed',
      'code_not_volume',
      'volume_pinned',
      'lots_mixed',
    ],
  }),
});
