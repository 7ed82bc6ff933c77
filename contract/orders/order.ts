import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { startedRun } from '../business/bulk-run.ts';
import { maxTags, tagLinks, wornTag } from '../business/tag.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { marketplaceIds } from '../marketplaces/marketplace.ts';
import {
  addressLines,
  businessDocument,
  centavos,
  count,
  countsQuery,
  id,
  idParams,
  instant,
  json,
  listQuery,
  oneLine,
  page,
  price,
  quantity,
  reference,
  stateCode,
  text,
  version,
  zip,
} from '../primitives.ts';
import { labelsOfMany, labelsPreview } from './checkout.ts';
import { declarationOfSale } from './content-declaration.ts';
import { fiscalData, fiscalDataOfMany } from './fiscal-data.ts';
import { saleChange } from './line-change.ts';
import { orderColumns } from './order-columns.ts';
import { approvalReasons, gateNames, orderActs, orderStatuses } from './order-states.ts';
import { parcelProof } from './parcel-proof.ts';
import { resultPartNames } from './sale-result.ts';

export const documentStates = ['missing', 'sent', 'accepted', 'rejected', 'not_required'] as const;
export const reserveStates = ['none', 'soft', 'firm', 'short', 'released', 'consumed'] as const;

/** Why a file is no document for a sale. */
export const nfeFaults = [
  'too_big',
  'encoding',
  'not_xml',
  'forbidden_entities',
  'not_nfe',
  'no_note',
  'no_protocol',
  'several_notes',
  'key_invalid',
  'key_mismatch',
  'canceled',
  'not_authorised',
  'wrong_model',
  'test_environment',
] as const;
export type NfeFault = (typeof nfeFaults)[number];

/** Filters of the seller's list of sales; `late` is computed. */
export const orderFilter = {
  status: { kind: 'choice', values: [...orderStatuses, 'late'] },
  reason: { kind: 'choice', values: approvalReasons },
  late: { kind: 'flag' },
  linked: { kind: 'flag' },
  refused: { kind: 'flag' },
  changed: { kind: 'flag' },
  document: { kind: 'choice', values: documentStates },
  marketplace: { kind: 'choice', values: [...marketplaceIds, 'manual'] },
  account: { kind: 'id' },
  supplier: { kind: 'id' },
  warehouse: { kind: 'id' },
  purchased: { kind: 'day' },
  total: { kind: 'money' },
  buyer: { kind: 'text' },
  buyerDocument: { kind: 'text' },
  number: { kind: 'text' },
  tracking: { kind: 'text' },
  tag: { kind: 'id' },
} as const satisfies FilterFields;
export const orderSorts = ['purchased', 'limit', 'total', 'buyer', 'id'] as const;

/** Money of a sale; left out for roles that see no prices. */
const money = z
  .object({
    total: centavos,
    /** Null of a sale whose ad is linked to no offer. */
    cost: centavos.nullable(),
    /** The marketplace's fee and the seller's freight; null if unknown. */
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** The named parts that the payout is made of; null: unknown. */
    parts: z.array(z.object({ name: z.enum(resultPartNames), amount: centavos.nullable() })),
    /** The marketplace's payout for it. */
    payout: centavos,
    /** Taxes that the seller pays on the sale; 0 without an entered rate. */
    salesTax: centavos,
    /** The result of the known amounts: the payout minus the cost of the goods and the taxes on the sale. */
    margin: centavos,
    /** Something is unknown: the margin is so much at most. */
    atMost: z.boolean(),
  })
  .meta({ id: 'OrderMoney' });

export const orderRow = z
  .object({
    id: z.number(),
    status: z.enum(orderStatuses),
    late: z.boolean(),
    approvalReason: z.enum(approvalReasons).nullable(),
    /** False: the sold ad is not linked to any offer. */
    linked: z.boolean(),
    reserve: z.enum(reserveStates),
    fraudRisk: z.boolean(),
    refusedReason: z.string().nullable(),
    document: z.enum(documentStates),
    /** The access key of the NF-e. */
    invoiceKey: z.string().nullable(),
    labelReady: z.boolean(),
    marketplace: z.string().nullable(),
    account: reference.nullable(),
    remoteOrderId: z.string().nullable(),
    packId: z.string().nullable(),
    /** The store's own number; empty: it has none. */
    storeNumber: z.string(),
    buyerName: z.string(),
    /** `2 × Caneca (Azul), 1 × Prato` */
    items: z.string(),
    units: count,
    supplier: reference.nullable(),
    warehouse: reference.nullable(),
    logisticType: z.string(),
    trackingCode: z.string(),
    purchasedAt: instant,
    dispatchLimit: instant.nullable(),
    sentAt: instant.nullable(),
    returnExpected: z.boolean(),
    /** The marketplace changed the order, and units that are picked, packed or sent do not match it yet. */
    changed: z.boolean(),
    /** The seller's own; the fulfiller sees none of them. */
    tags: z.array(wornTag),
    money: money.optional(),
  })
  .meta({ id: 'OrderRow' });
export type OrderListRow = z.output<typeof orderRow>;

const orderPart = z.object({
  id: z.number(),
  product: z.string(),
  sku: z.string(),
  gtin: z.string(),
  quantity: count,
  unitCostCentavos: centavos.optional(),
  /** Of its units, as they were packed. */
  serials: z.array(z.string()),
});

const orderLine = z
  .object({
    id: z.number(),
    title: z.string(),
    /** Of the listing, in the marketplace's words; empty: it has none. */
    variation: z.string(),
    sku: z.string(),
    quantity: count,
    publication: reference.extend({ advertisementId: z.number() }).nullable(),
    remoteItemId: z.string().nullable(),
    unitPriceCentavos: centavos.optional(),
    saleFeeCentavos: centavos.nullable().optional(),
    parts: z.array(orderPart),
  })
  .meta({ id: 'OrderLine' });

const buyerAddress = z
  .object({
    name: z.string(),
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    neighborhood: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  })
  .meta({ id: 'BuyerAddress' });

const paymentMoney = z
  .object({
    /** The buyer's payments besides the price, and discounts of coupons. */
    interest: centavos,
    discount: centavos,
    /** The day on which the marketplace's parts of the result were read first. */
    learned: z.string(),
    /** Parts that changed afterwards, with the day of the last change. */
    changes: z.array(z.object({ name: z.enum(resultPartNames), day: z.string() })),
    /** What payout reports say of the sale and its cart; null without a line. */
    released: z
      .object({
        amount: centavos,
        expected: centavos,
        /** Of the last line. */
        day: z.string(),
        number: z.string(),
        saleCount: count,
      })
      .nullable(),
  })
  .meta({ id: 'OrderPaymentMoney' });

export const orderDetail = orderRow
  .extend({
    gates: z.array(z.object({ name: z.enum(gateNames), open: z.boolean() })),
    payment: z.enum(['pending', 'approved', 'refunded']),
    paidAt: instant.nullable(),
    /** More about its money; absent for roles that see no prices. */
    paymentMoney: paymentMoney.optional(),
    paymentExpiresAt: instant.nullable(),
    lines: z.array(orderLine),
    change: saleChange.nullable(),
    buyer: buyerAddress.nullable(),
    /** The buyer's note, and the seller's note at the marketplace; empty: none. */
    buyerNote: z.string(),
    sellerNote: z.string(),
    documentError: z.string().nullable(),
    hasInvoice: z.boolean(),
    declaration: declarationOfSale.nullable(),
    labelAvailableAt: instant.nullable(),
    labelPrintedAt: instant.nullable(),
    shipmentId: z.string().nullable(),
    /** The carrier that the warehouse chose; empty: none. */
    carrierName: z.string(),
    /** The carrier's page of the parcel; empty: unknown. */
    trackingUrl: z.string(),
    shipmentStatus: z.string(),
    shipmentSubstatus: z.string(),
    promisedAt: instant.nullable(),
    refusedAt: instant.nullable(),
    releasedAt: instant.nullable(),
    packedAt: instant.nullable(),
    collectedAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    canceledAt: instant.nullable(),
    canceledBy: z.string().nullable(),
    canceledReason: z.string().nullable(),
    /** Telling the marketplace of a cancel of ours. */
    remoteCancel: z.enum(['queued', 'done', 'refused']).nullable(),
    remoteCancelError: z.string().nullable(),
    /** The person of this business who is picking it. */
    pickedBy: z.string().nullable(),
    /** Its marketplace lets the seller begin to write to the buyer. */
    writesToBuyer: z.boolean(),
    /** Weight and photos of its parcel. */
    proof: parcelProof,
    /** Other sales of the same pack. */
    packmates: z.array(z.number()),
    events: z.array(
      z.object({
        id: z.number(),
        at: instant,
        kind: z.string(),
        actor: z.string(),
        author: z.string().nullable(),
        statusTo: z.enum(orderStatuses).nullable(),
        detail: z.record(z.string(), json),
      }),
    ),
    version,
  })
  .meta({ id: 'Order' });
export type OrderDetail = z.output<typeof orderDetail>;

/** As many sales as the undo of their tags names. */
export const maxTagsUndone = 1000;

const tagIds = z.array(id).max(maxTags, 'too_big');
/** Tags that a sale got and lost by a bulk change: those that it wore already, or did not wear, are none of them. */
const tagsChanged = z
  .strictObject({ id, addedIds: tagIds, removedIds: tagIds })
  .meta({ id: 'OrderTagsChanged' });
export type TagsChanged = z.output<typeof tagsChanged>;

const reason = text(150, 1);

const address = z.strictObject({
  zip: zip.optional(),
  ...addressLines,
  state: stateCode.optional(),
});

/** A sale made outside every marketplace: at the counter, by telephone. */
export const newOrder = z
  .strictObject({
    buyerName: oneLine(120, 1),
    buyerDocument: businessDocument.optional(),
    address: address.optional(),
    /** Received already; otherwise the sale waits for it. */
    paid: z.boolean(),
    /** Each from the offers of an own advertisement or directly from an offer. */
    lines: z
      .array(
        z.strictObject({
          advertisementId: id.optional(),
          dropshipItemId: id.optional(),
          quantity,
          unitPriceCentavos: price,
        }),
      )
      .min(1, 'required')
      .max(50, 'too_big'),
  })
  .meta({ id: 'OrderCreate' });

const verb = (path: string, summary: string) => ({
  method: 'POST' as const,
  path: `/orders/:id/${path}` as const,
  summary,
  params: idParams,
  response: orderDetail,
  touches: ['checkout', 'stock', 'publications'],
});

/** Sales as the seller sees them. */
export const orders = entity('orders', {
  list: endpoint({
    method: 'GET',
    path: '/orders',
    permission: 'orders.read',
    summary:
      'Sales, the newest first; words search numbers, buyer, CPF or CNPJ, tracking code, titles and SKUs',
    query: listQuery,
    response: page(orderRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/orders/counts',
    permission: 'orders.read',
    summary:
      'Numbers of sales by status, and of late, unlinked and refused sales, among those that a filter finds',
    query: countsQuery,
    response: z.object({
      statuses: z.array(z.object({ status: z.enum(orderStatuses), count })),
      late: count,
      unlinked: count,
      refused: count,
    }),
  }),
  export: exportOf('/orders/export', 'orders.read', orderColumns, true),
  detail: endpoint({
    method: 'GET',
    path: '/orders/:id',
    permission: 'orders.read',
    summary: 'One sale: gates, lines with their reserved units, money, parcel, documents, history',
    params: idParams,
    response: orderDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/orders',
    permission: 'orders.create',
    summary: 'Create a sale without a marketplace: no document and no label, with the usual reservation',
    body: newOrder,
    response: orderDetail,
    errors: ['mixed_warehouses', 'no_dropshipping', 'offer_not_available'],
    touches: ['checkout', 'stock', 'publications'],
  }),
  approvePayment: endpoint({
    ...verb('payment', 'Record the payment of a sale without marketplace'),
    permission: orderActs.approvePayment.permission,
    errors: ['state_conflict', 'order_canceled'],
  }),
  approve: endpoint({
    ...verb('approve', 'Approve a changed cost, or a pack from two warehouses, as the seller'),
    permission: orderActs.approveCost.permission,
    errors: ['state_conflict', 'order_canceled'],
  }),
  complete: endpoint({
    ...verb('complete', 'Record the delivery of a sale without marketplace'),
    permission: orderActs.complete.permission,
    errors: ['state_conflict'],
  }),
  cancel: endpoint({
    ...verb('cancel', 'Cancel a sale here and at the marketplace; canceling again changes nothing'),
    permission: orderActs.cancel.permission,
    body: z.strictObject({ reason }),
    errors: ['state_conflict', 'order_already_collected', 'upstream_unknown'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/orders',
    permission: 'orders.update',
    summary: 'Add tags to many sales, or remove them',
    body: bulkChange(z.strictObject({ tags: tagLinks.optional() })),
    response: bulkOutcome.extend({ changed: z.array(tagsChanged) }),
    touches: ['ordersTags'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/orders/undo',
    permission: 'orders.update',
    summary:
      'Undo a bulk change of tags: sales lose the tags that they got by it, and get those that they lost',
    body: z.strictObject({ rows: z.array(tagsChanged).min(1, 'required').max(maxTagsUndone, 'too_big') }),
    response: bulkOutcome,
    touches: ['ordersTags'],
  }),
  fiscalData: endpoint({
    method: 'GET',
    path: '/orders/:id/fiscal-data',
    permission: 'buyer-documents.read',
    summary:
      'What the invoice of a sale needs: buyer, goods, totals, and what is missing. Each reading is recorded',
    params: idParams,
    response: fiscalData,
  }),
  exportFiscalData: endpoint({
    method: 'POST',
    path: '/orders/fiscal-data',
    permission: 'buyer-documents.export',
    summary: 'The fiscal data of many own sales as one XLSX or JSON file, by a job',
    body: fiscalDataOfMany,
    response: startedRun,
    fresh: true,
    touches: ['bulkRuns'],
  }),
  printMany: endpoint({
    method: 'POST',
    path: '/orders/labels',
    permission: orderActs.printLabel.permission,
    summary: 'Labels of many own sales as one PDF or ZPL, by a job that names sales without a label',
    body: labelsOfMany,
    response: startedRun,
    touches: ['bulkRuns'],
  }),
  previewLabels: endpoint({
    method: 'POST',
    path: '/orders/labels/preview',
    permission: orderActs.printLabel.permission,
    summary: 'How many of the selected own sales have a label to print, and why the others have none',
    body: labelsOfMany,
    response: labelsPreview,
  }),
  refresh: endpoint({
    ...verb('refresh', 'Read sale and parcel again from the marketplace, and look up the link of its ad'),
    permission: 'orders.update',
  }),
  sendInvoice: endpoint({
    method: 'POST',
    path: '/orders/:id/invoice',
    permission: 'checkout.document',
    summary: 'Add the NF-e XML of a sale, by the seller or the fulfiller; it unlocks the label',
    params: idParams,
    files: { max: 1, maxBytes: 1_048_576, accept: 'xml' },
    response: z.object({ document: z.enum(documentStates), invoiceKey: z.string() }),
    errors: ['invoice_invalid', 'invoice_required', 'state_conflict', 'order_canceled'],
    touches: ['checkout'],
  }),
  sendInvoices: endpoint({
    method: 'POST',
    path: '/orders/invoices',
    permission: 'checkout.document',
    summary:
      'Add NF-e of many own sales, as XML files or in ZIPs; a job finds the sale of each by the number in it',
    files: { max: 500, maxBytes: 20_971_520, accept: 'xml' },
    response: startedRun,
    errors: ['invoice_required', 'payload_too_large', 'unsupported_media_type'],
    touches: ['bulkRuns', 'checkout'],
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/orders/:id/invoice',
    permission: 'orders.read',
    summary: 'The NF-e XML as it was sent, byte for byte',
    params: idParams,
    binary: 'xml',
  }),
});
