import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { lotFields, lotOfLine } from '../inventory/batch.ts';
import { vendorReturnStates } from '../inventory/vendor-return-states.ts';
import { volumeStates } from '../inventory/volume-states.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  opaque,
  page,
  quantity,
  reference,
  text,
  version,
} from '../primitives.ts';
import { supplyRequestRow } from './supply-request-row.ts';
import { ongoingStates, supplyRequestStates } from './supply-request-states.ts';
import { invoiceLot } from './vendor-invoice.ts';

const line = z
  .object({
    id,
    variation: reference,
    product: reference,
    sku: z.string(),
    gtin: z.string(),
    supplierSku: z.string(),
    quantityPerVolume: count,
    /** Its volumes name their lot. */
    asksLots: z.boolean(),
    /** Its units have serial numbers, and how many of them were recorded with this receipt. */
    asksSerials: z.boolean(),
    serials: count,
    /** Lots that the vendor's documents name for it. */
    lots: z.array(invoiceLot),
    /** The expected quantity: confirmed by the vendor, else ordered. Null if the reader counts blind. */
    quantity: count.nullable(),
    ordered: count.nullable(),
    volumes: count.nullable(),
    /** Volumes counted so far; null before the first. */
    counted: count.nullable(),
    countedBy: z.string().nullable(),
    registeredVolumes: count,
    registeredUnits: count.nullable(),
    launchedVolumes: count,
    /** A location with the same product, otherwise an empty one. */
    place: z.object({ id, code: z.string(), holds: z.boolean() }).nullable(),
    openProblems: count,
  })
  .meta({ id: 'ReceivingLine' });

const receivedInvoice = z
  .object({
    id,
    key: z.string(),
    number: z.string(),
    series: z.string(),
    issuedAt: instant,
    /** ¤ */
    totalCentavos: centavos.optional(),
    /** ¤ Freight, insurance, other costs and taxes in addition. */
    chargesCentavos: centavos.optional(),
    /** ¤ */
    discountCentavos: centavos.optional(),
    items: z.array(
      z.object({
        id,
        /** Null if nothing in the request has its codes. */
        lineId: id.nullable(),
        name: z.string(),
        code: z.string(),
        gtin: z.string(),
        sold: z.object({ quantity: z.number().nullable(), unit: z.string() }),
        /** Null until a person enters it, because the document is not certain. */
        units: count.nullable(),
        lots: z.array(invoiceLot),
        wanted: count.nullable(),
        /** ¤ Of one unit, as the document has it and as it was agreed. */
        priceCentavos: centavos.nullable().optional(),
        agreedCentavos: centavos.nullable().optional(),
        /** ¤ Of all its units, with their share of freight, insurance, other costs, taxes and discount. */
        costCentavos: centavos.nullable().optional(),
      }),
    ),
  })
  .meta({ id: 'ReceivedInvoice' });

const receipt = supplyRequestRow
  .extend({
    lines: z.array(line),
    volumes: z.array(
      z.object({
        id,
        code: z.string(),
        lineId: id,
        /** Null, as the line's, while the reader counts it blind. */
        units: count.nullable(),
        state: z.enum(volumeStates),
        position: z.string().nullable(),
        lot: lotOfLine.nullable(),
      }),
    ),
    /** Documents of the vendor; none for a blind counter. */
    invoices: z.array(receivedInvoice),
    openProblems: count,
    /** Returns to the vendor with volumes of this receipt. */
    vendorReturns: z.array(z.object({ id, number: z.number(), state: z.enum(vendorReturnStates) })),
    /** Who started each step, and when. */
    steps: z.array(
      z.object({ state: z.enum(supplyRequestStates), at: instant, author: z.string().nullable() }),
    ),
    /** Of it as the rest of its parent. */
    parent: z.object({ id, number: z.number() }).nullable(),
    version,
  })
  .meta({ id: 'Receiving' });

const counted = z
  .object({ lineId: id, name: z.string(), counted: count, countedBy: z.string().nullable() })
  .meta({ id: 'CountedLine' });

/** Resource `supply-requests-ongoing`: requests in transit or in the warehouse that are not completely in stock. */
export const supplyRequestsOngoing = entity('supplyRequestsOngoing', {
  list: endpoint({
    method: 'GET',
    path: '/supply-requests-ongoing',
    permission: 'receiving.read',
    summary: 'Supply requests from approval until all volumes are stored',
    query: listQuery,
    response: page(supplyRequestRow),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/supply-requests-ongoing/:id',
    permission: 'receiving.read',
    summary: 'The progress of a receipt: counted, registered, labeled and stored volumes',
    params: idParams,
    response: receipt,
  }),
});

const step = { params: idParams, response: receipt, touches: ['supplyRequestsOngoing', 'volumes', 'stock'] };

/** The acts of receiving, of the entity `supplyRequests`. */
export const receivingEndpoints = {
  advance: endpoint({
    ...step,
    method: 'POST',
    path: '/supply-requests/:id/advance',
    permission: 'receiving.advance',
    summary: 'Complete the current step of a receipt; the last one decides about missing goods',
    body: z.strictObject({
      from: z.enum(ongoingStates),
      /** Of the last step: open problems are accepted. */
      acknowledge: z.boolean().optional(),
      /** Of the last step: missing units are given up, or become a new request. */
      rest: z.enum(['close', 'child']).optional(),
      reason: text(200).optional(),
    }),
    errors: [
      'state_conflict',
      'counts_missing',
      'invoice_units_missing',
      'problem_required',
      'reason_required',
      'volumes_missing',
      'volumes_untagged',
      'volumes_not_launched',
      'problems_open',
      'rest_undecided',
    ],
  }),
  goBack: endpoint({
    ...step,
    method: 'POST',
    path: '/supply-requests/:id/back',
    permission: 'receiving.advance',
    summary: 'Go one step back and undo its results',
    body: z.strictObject({
      from: z.enum(['check_volumes', 'register_volumes', 'tag_volumes', 'stock_up', 'attended']),
      reason: text(200).optional(),
    }),
    errors: ['state_conflict', 'volume_pinned', 'too_late', 'reason_required'],
  }),
  countVolumes: endpoint({
    method: 'POST',
    path: '/supply-requests/:id/count',
    permission: 'receiving.advance',
    summary: 'Count one volume by the code of its product, or set the count of a line',
    params: idParams,
    body: z
      .strictObject({
        /** SKU, GTIN or the SKU of the supplier: one more volume. */
        code: text(60, 1).optional(),
        /** Of the scan: repeated, it counts once. */
        clientId: opaque(60).optional(),
        lineId: id.optional(),
        total: z.int('not_whole').min(0, 'too_small').max(100_000, 'too_big').optional(),
        /** The number that the counter saw before: another one means that somebody counted meanwhile. */
        was: count.max(100_000, 'too_big').nullable().optional(),
      })
      .refine((body) => (body.code === undefined) !== (body.lineId === undefined), {
        path: ['code'],
        error: 'required',
      })
      .refine((body) => body.lineId === undefined || body.total !== undefined, {
        path: ['total'],
        error: 'required',
      }),
    response: counted,
    errors: ['state_conflict', 'code_not_in_request', 'code_ambiguous', 'counted_meanwhile'],
    touches: ['supplyRequestsOngoing'],
  }),
  receiveInvoice: endpoint({
    ...step,
    method: 'POST',
    path: '/supply-requests/:id/invoice',
    permission: 'receiving.advance',
    summary: 'Attach the NF-e XML of the vendor to its request; each key is received once',
    files: { max: 1, maxBytes: 1_048_576, accept: 'xml' },
    errors: [
      'state_conflict',
      'invoice_required',
      'invoice_invalid',
      'invoice_of_other_supplier',
      'invoice_for_other',
      'invoice_received_before',
      'payload_too_large',
    ],
  }),
  matchInvoiceItem: endpoint({
    ...step,
    method: 'POST',
    path: '/supply-requests/:id/invoice-lines',
    permission: 'receiving.advance',
    summary:
      'Assign an item of the NF-e to a line of the request, or enter its stock units if the document leaves them open',
    body: z
      .strictObject({ itemId: id, lineId: id.optional(), units: quantity.optional() })
      .refine((body) => body.lineId !== undefined || body.units !== undefined, {
        path: ['lineId'],
        error: 'required',
      }),
    errors: ['state_conflict'],
  }),
  registerVolumes: endpoint({
    ...step,
    method: 'POST',
    path: '/supply-requests/:id/volumes',
    permission: 'receiving.advance',
    summary: 'Register volumes of a line with the same units each; they get their codes',
    body: z.strictObject({
      lineId: id,
      copies: z.int('not_whole').min(1, 'too_small').max(500, 'too_big'),
      units: quantity,
      /** Required if the product requires lots. */
      lot: lotFields.optional(),
    }),
    errors: ['state_conflict', 'lot_differs', 'example_record'],
  }),
};

export type Receipt = z.output<typeof receipt>;
export type ReceivedInvoice = z.output<typeof receivedInvoice>;
export type ReceiptLine = z.output<typeof line>;
export type Advance = z.output<typeof receivingEndpoints.advance.body>;
export type GoBack = z.output<typeof receivingEndpoints.goBack.body>;
export type Count = z.output<typeof receivingEndpoints.countVolumes.body>;
