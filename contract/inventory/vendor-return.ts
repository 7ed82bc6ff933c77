import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import {
  centavos,
  count,
  countsQuery,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  opaque,
  optionalDocument,
  page,
  quantity,
  reference,
  text,
  typedDay,
  version,
} from '../primitives.ts';
import { lotOfLine } from './batch.ts';
import { vendorReturnActs, vendorReturnReasons, vendorReturnStates } from './vendor-return-states.ts';
import { blockCauses } from './volume-states.ts';

export const vendorReturnFilter = {
  state: { kind: 'choice', values: vendorReturnStates },
  warehouse: { kind: 'id' },
  volume: { kind: 'text' },
  created: { kind: 'day' },
  'handed-over': { kind: 'day' },
} as const satisfies FilterFields;
export const vendorReturnSorts = ['number'] as const;

/** As many volumes as one return has. */
export const maxReturnedVolumes = 100;

/** As it was when the return was made: a vendor of the business, or typed. Empty until it is known. */
const vendor = z.object({
  id: z.number().nullable(),
  name: z.string(),
  /** CNPJ or CPF, bare. */
  document: z.string(),
});

const vendorReturnRow = z
  .object({
    id,
    number: z.number(),
    state: z.enum(vendorReturnStates),
    warehouse: reference,
    vendor,
    volumes: count,
    units: count,
    invoiceKey: z.string(),
    createdAt: instant,
    handedOverAt: instant.nullable(),
    /** ¤ What the vendor credited; null: nothing is recorded. */
    creditCentavos: centavos.nullable().optional(),
    creditedOn: z.string().nullable(),
  })
  .meta({ id: 'VendorReturnRow' });
export type VendorReturnRow = z.output<typeof vendorReturnRow>;

const vendorReturnLine = z
  .object({
    id,
    volume: z.object({
      id,
      code: z.string(),
      position: z.string().nullable(),
      blockedAs: z.enum(blockCauses).nullable(),
    }),
    product: reference,
    variation: reference,
    sku: z.string(),
    lot: lotOfLine.nullable(),
    quantity: z.number(),
    /** Units in the volume now. */
    inside: count,
    reason: z.enum(vendorReturnReasons),
    /** ¤ Of its units: as they are in the volume, and as they left; null if unknown. */
    costCentavos: centavos.nullable().optional(),
    /** The receipt with which the volume arrived. */
    receipt: z.object({ id, number: z.number() }).nullable(),
  })
  .meta({ id: 'VendorReturnLine' });
export type VendorReturnLine = z.output<typeof vendorReturnLine>;

const vendorReturn = vendorReturnRow
  .extend({
    note: z.string(),
    createdBy: z.string(),
    handedOverBy: z.string().nullable(),
    canceledBecause: z.string(),
    lines: z.array(vendorReturnLine),
    version,
  })
  .meta({ id: 'VendorReturn' });
export type VendorReturn = z.output<typeof vendorReturn>;

/** 44 characters of the key of an NF-e, however they are grouped; whether it is one is checked by the server. */
const invoiceKey = opaque(80)
  .transform((value) => value.replace(/[^\dA-Za-z]/g, '').toUpperCase())
  .refine((value) => value === '' || value.length === 44, 'nfe_key_invalid');

const vendorFields = {
  /** A vendor of the business. Name and document are then those of the vendor. */
  supplierId: id.nullable().optional(),
  vendorName: oneLine(120).optional(),
  vendorDocument: optionalDocument.optional(),
};

const act = <const N extends string, const B extends z.ZodType, const E extends readonly ErrorCode[]>(
  name: N,
  of: keyof typeof vendorReturnActs,
  summary: string,
  body: B,
  errors: E,
) =>
  endpoint({
    method: 'POST',
    path: `/vendor-returns/:id/${name}`,
    permission: vendorReturnActs[of].permission,
    summary,
    params: idParams,
    body,
    response: vendorReturn,
    errors,
    touches: ['volumes', 'supplyRequestsOngoing'],
  });

const volumeRefusals = [
  'state_conflict',
  'volume_not_blocked',
  'volume_on_vendor_return',
  'volume_of_other_vendor',
  'volume_of_other_warehouse',
] as const satisfies readonly ErrorCode[];

/** Resource `vendor-returns`: goods of blocked volumes that go back to the vendor, with a document. */
export const vendorReturns = entity('vendorReturns', {
  list: endpoint({
    method: 'GET',
    path: '/vendor-returns',
    permission: 'receiving.read',
    summary: 'Returns to vendors, the newest first',
    query: listQuery,
    response: page(vendorReturnRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/vendor-returns/counts',
    permission: 'receiving.read',
    summary: 'Numbers of returns to vendors by state, among those that a filter finds',
    query: countsQuery,
    response: z.object({ states: z.array(z.object({ state: z.enum(vendorReturnStates), count })) }),
  }),
  export: exportOf('/vendor-returns/export', 'receiving.read', [
    'number',
    'state',
    'vendor',
    'document',
    'warehouse',
    'volumes',
    'units',
    'invoice',
    'created',
    'handedOver',
    'credited',
    'credit',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/vendor-returns/:id',
    permission: 'receiving.read',
    summary: 'One return to a vendor with its lines',
    params: idParams,
    response: vendorReturn,
  }),
  create: endpoint({
    method: 'POST',
    path: '/vendor-returns',
    permission: vendorReturnActs.changeLines.permission,
    summary: 'Begin a return in a warehouse, or with blocked volumes; the vendor is that of their receipts',
    body: z
      .strictObject({
        warehouseId: id.optional(),
        volumeIds: z.array(id).max(maxReturnedVolumes, 'too_big').default([]),
        note: text(500).optional(),
      })
      .refine((body) => body.warehouseId !== undefined || body.volumeIds.length > 0, {
        path: ['warehouseId'],
        error: 'required',
      }),
    response: vendorReturn,
    errors: [...volumeRefusals, 'not_found'],
    touches: ['volumes', 'supplyRequestsOngoing'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/vendor-returns/:id',
    permission: vendorReturnActs.change.permission,
    summary: 'Change note and NF-e of a return until it is credited, and its vendor while it is open',
    params: idParams,
    body: z.strictObject({
      note: text(500).optional(),
      invoiceKey: invoiceKey.optional(),
      ...vendorFields,
    }),
    response: vendorReturn,
    errors: ['stale_version', 'state_conflict', 'volume_of_other_vendor'],
  }),
  addVolume: act(
    'volumes',
    'changeLines',
    'Add all units of a blocked volume by its code; the first one with a receipt names the vendor',
    z.strictObject({ code: text(80, 1) }),
    [...volumeRefusals, 'code_not_volume', 'too_many_volumes'],
  ),
  removeVolume: act(
    'volumes/remove',
    'changeLines',
    'Take a volume off an open return',
    z.strictObject({ volumeId: id }),
    ['state_conflict'],
  ),
  changeLine: act(
    'lines',
    'changeLines',
    'Return only a part of the units of a line, or for another reason',
    z.strictObject({
      lineId: id,
      quantity: quantity.optional(),
      reason: z.enum(vendorReturnReasons, 'invalid').optional(),
    }),
    ['state_conflict'],
  ),
  pack: act('pack', 'pack', 'Mark a return as packed: its lines no longer change', z.strictObject({}), [
    'state_conflict',
    'vendor_unknown',
    'return_without_volumes',
  ]),
  reopen: act('reopen', 'reopen', 'Open a packed return again', z.strictObject({}), ['state_conflict']),
  handOver: {
    ...act(
      'hand-over',
      'handOver',
      'Hand the goods over: they leave stock, and volumes that are empty then are archived',
      z.strictObject({}),
      ['state_conflict', 'insufficient_stock', 'volume_pinned', 'in_progress'],
    ),
    touches: ['volumes', 'stock', 'warehouses', 'inventoryLocations', 'dropshipItems', 'batches'],
  },
  cancel: act(
    'cancel',
    'cancel',
    'Cancel a return before it is handed over: its volumes stay blocked where they are',
    z.strictObject({ reason: text(200, 1) }),
    ['state_conflict'],
  ),
  credit: act(
    'credit',
    'credit',
    'Record that the vendor credited the return, and how much if it is known',
    z.strictObject({
      creditedOn: typedDay,
      creditCentavos: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
    }),
    ['state_conflict'],
  ),
  pdf: endpoint({
    method: 'GET',
    path: '/vendor-returns/:id/document',
    permission: 'receiving.read',
    summary: 'The document of a return, to be signed by who takes the goods',
    params: idParams,
    binary: 'pdf',
  }),
});

export type NewVendorReturn = z.output<typeof vendorReturns.create.body>;
export type VendorReturnChange = z.output<typeof vendorReturns.update.body>;
export type ChangedReturnLine = z.output<typeof vendorReturns.changeLine.body>;
