import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { locales } from '../messages/locale.ts';
import {
  centavos,
  id,
  idParams,
  instant,
  listQuery,
  notes,
  page,
  text,
  typedDay,
  version,
} from '../primitives.ts';
import { receivingEndpoints } from './receiving.ts';
import {
  lineChange,
  maxLines,
  newLine,
  requestLine,
  typedRow,
  understoodRow,
} from './supply-request-line.ts';
import { supplyRequestRow } from './supply-request-row.ts';
import { supplyRequestEventKinds } from './supply-request-states.ts';
import { invoiceEndpoints } from './vendor-invoice.ts';

const request = supplyRequestRow
  .extend({
    notes: z.string(),
    /** Of the printed request. */
    locale: z.enum(locales),
    showsPrices: z.boolean(),
    lines: z.array(requestLine),
    approvedBy: z.string().nullable(),
    approvedAt: instant.nullable(),
    canceledAt: instant.nullable(),
    cancelReason: z.string().nullable(),
    /** The reader created it and it is above the owner's limit: another person approves. */
    needsOtherApprover: z.boolean(),
    /** ¤ The least that the supplier takes; an approval below it asks first. */
    minimumOrderCentavos: centavos.nullable().optional(),
    /** The key of the printed request; null if there is none, and for readers who may not change it. */
    printKey: z.string().nullable(),
    version,
  })
  .meta({ id: 'SupplyRequest' });

const fields = {
  supplierId: id,
  warehouseId: id,
  estimatedDelivery: typedDay.nullable().optional(),
  notes: notes.optional(),
  locale: z.enum(locales).optional(),
  showsPrices: z.boolean().optional(),
};

const event = z
  .object({
    id,
    at: instant,
    author: z.string().nullable(),
    kind: z.enum(supplyRequestEventKinds),
    /** Facts of the event, named as in the messages of `supply.requestEvent`. */
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'SupplyRequestEvent' });

const bulk = bulkChange(z.strictObject({ estimatedDelivery: typedDay.nullable().optional() }));
const act = { params: idParams, response: request };

/** Orders to vendors, from the first line to the last volume in stock. */
export const supplyRequests = entity('supplyRequests', {
  list: endpoint({
    method: 'GET',
    path: '/supply-requests',
    permission: 'supply-requests.read',
    summary: 'Supply requests',
    query: listQuery,
    response: page(supplyRequestRow),
  }),
  export: exportOf('/supply-requests/export', 'supply-requests.read', [
    'number',
    'supplier',
    'warehouse',
    'state',
    'delivery',
    'products',
    'total',
    'created',
    'createdBy',
  ]),
  detail: endpoint({
    ...act,
    method: 'GET',
    path: '/supply-requests/:id',
    permission: 'supply-requests.read',
    summary: 'One supply request with its lines and, with permission for prices, the last prices paid',
  }),
  events: endpoint({
    method: 'GET',
    path: '/supply-requests/:id/events',
    permission: 'supply-requests.read',
    summary: 'History of a supply request, newest first',
    params: idParams,
    query: listQuery,
    response: page(event),
  }),
  create: endpoint({
    method: 'POST',
    path: '/supply-requests',
    permission: 'supply-requests.create',
    summary: 'Create a supply request; it can be changed until it is approved',
    body: z.strictObject({ ...fields, lines: changeSet(newLine, lineChange, maxLines) }),
    response: request,
  }),
  update: endpoint({
    ...act,
    method: 'PATCH',
    path: '/supply-requests/:id',
    permission: 'supply-requests.update',
    summary: 'Change a pending supply request and its lines',
    body: z.strictObject({
      ...fields,
      supplierId: id.optional(),
      warehouseId: id.optional(),
      lines: changeSet(newLine, lineChange, maxLines).optional(),
    }),
    errors: ['stale_version', 'supply_request_closed'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/supply-requests',
    permission: 'supply-requests.update',
    summary: 'Set the estimated delivery of many pending supply requests',
    body: bulk,
    response: bulkOutcome,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/supply-requests/:id',
    permission: 'supply-requests.update',
    summary: 'Remove a supply request that is pending, or was canceled before approval',
    params: idParams,
    errors: ['supply_request_closed'],
  }),
  approve: endpoint({
    ...act,
    method: 'POST',
    path: '/supply-requests/:id/approve',
    permission: 'supply-requests.approve',
    summary:
      'Approve a supply request: its lines are frozen, its goods expected, its printed form public by link',
    body: z.strictObject({}),
    errors: ['state_conflict', 'approval_by_other'],
    touches: ['stock', 'pricesHistory', 'suppliers'],
  }),
  cancel: endpoint({
    ...act,
    method: 'POST',
    path: '/supply-requests/:id/cancel',
    permission: 'supply-requests.update',
    summary:
      'Cancel a supply request with the reason: a pending one by its author, a later one by the management',
    body: z.strictObject({ reason: text(200, 1) }),
    errors: ['state_conflict'],
    touches: ['stock', 'volumes'],
  }),
  renewLink: endpoint({
    ...act,
    method: 'POST',
    path: '/supply-requests/:id/link',
    permission: 'supply-requests.update',
    summary: 'Create a new address for the printed request; the former one stops working',
    body: z.strictObject({}),
    errors: ['state_conflict'],
  }),
  revokeLink: endpoint({
    ...act,
    method: 'DELETE',
    path: '/supply-requests/:id/link',
    permission: 'supply-requests.update',
    summary: 'Revoke the address of the printed request',
  }),
  decideAnswers: endpoint({
    ...act,
    method: 'POST',
    path: '/supply-requests/:id/answers',
    permission: 'supply-requests.update',
    summary:
      'Accept or decline answers of the vendor; an accepted one changes quantity and day of its line and the expected units',
    body: z.strictObject({
      answerIds: z.array(id).min(1, 'required').max(maxLines, 'too_big'),
      taken: z.boolean(),
    }),
    errors: ['state_conflict', 'answer_superseded'],
    touches: ['stock'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/supply-requests/:id/duplicate',
    permission: 'supply-requests.create',
    summary: 'Duplicate a supply request: a pending one with the same supplier, warehouse and lines',
    params: idParams,
    response: request,
  }),
  readRows: endpoint({
    method: 'POST',
    path: '/supply-requests/rows',
    permission: 'supply-requests.create',
    summary: 'Parse pasted rows or rows of a sheet as lines, each with its result or error',
    body: z.strictObject({
      supplierId: id.nullable().optional(),
      rows: z.array(typedRow).min(1, 'required').max(maxLines, 'too_big'),
    }),
    response: z.object({ rows: z.array(understoodRow) }),
  }),
  ...receivingEndpoints,
  ...invoiceEndpoints(request),
});

export type SupplyRequest = z.output<typeof request>;
export type SupplyRequestEvent = z.output<typeof event>;
export type NewSupplyRequest = z.output<typeof supplyRequests.create.body>;
export type SupplyRequestChange = z.output<typeof supplyRequests.update.body>;
export type SupplyRequestBulk = z.output<typeof bulk>;
