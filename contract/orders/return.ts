import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { postsaleKinds } from '../marketplaces/chat-states.ts';
import {
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
} from '../primitives.ts';
import { imageReference, pictures } from '../products/image.ts';
import { orderStatuses } from './order-states.ts';
import { returnStates, unitConditions } from './return-states.ts';

export const returnFilter = {
  state: { kind: 'choice', values: returnStates },
  warehouse: { kind: 'id' },
  seller: { kind: 'text' },
} as const satisfies FilterFields;
export const returnSorts = ['id'] as const;

export const maxReturnPhotos = 6;

const returnRow = z
  .object({
    /** Of the sale. */
    id,
    state: z.enum(returnStates),
    status: z.enum(orderStatuses),
    seller: reference,
    warehouse: reference.nullable(),
    items: z.string(),
    /** Units that come back. */
    unitCount: count,
    /** Of the return, once a claim has it; until then of the outward shipment. */
    trackingCode: z.string(),
    /** Why it was canceled after shipping; null without an announcement. */
    reason: z.string().nullable(),
    openedAt: instant.nullable(),
    closedAt: instant.nullable(),
  })
  .meta({ id: 'ReturnRow' });
export type ReturnRow = z.output<typeof returnRow>;

const place = z.object({ volume: z.string(), position: z.string().nullable() });

const returnUnit = z.object({
  id,
  partId: z.number(),
  sku: z.string(),
  condition: z.enum(unitConditions),
  quantity: count,
  /** Of the unit, if it left with one. */
  serial: z.string().nullable(),
  reason: z.string(),
  at: instant,
  author: z.string(),
  /** Their volume since the return was closed. */
  volume: z.string().nullable(),
  photos: z.array(imageReference),
});
export type ReturnUnit = z.output<typeof returnUnit>;

const returnDetail = returnRow
  .extend({
    openedBy: z.string().nullable(),
    closedBy: z.string().nullable(),
    /** Other sales of the same parcel. */
    packmates: z.array(z.number()),
    /** The claim, or another text of buyer or marketplace; null if there is none, or the reader may not see it. */
    postsale: z.object({ id, kind: z.enum(postsaleKinds) }).nullable(),
    parts: z.array(
      z.object({
        id,
        product: z.string(),
        sku: z.string(),
        gtin: z.string(),
        imageId: z.number().nullable(),
        quantity: count,
        /** The number of units that come back: the claimed ones, or all. */
        expected: count,
        /** Came back with an earlier return. */
        returned: count,
        good: count,
        damaged: count,
        missing: count,
        /** Serial numbers of its units that were not inspected: these units come back by a scan of their number. */
        serials: z.array(z.string()),
        /** The volume that has more of it. */
        place: place.nullable(),
      }),
    ),
    units: z.array(returnUnit),
    /** Returns of the same sale that were closed before, the newest first. */
    earlier: z.array(z.object({ id, closedAt: instant, units: z.array(returnUnit) })),
  })
  .meta({ id: 'Return' });
export type ParcelReturn = z.output<typeof returnDetail>;

const putBackLine = z.object({
  /** Null: units of a tote that no sale needs any more. */
  sale: z.number().nullable(),
  list: z.number().nullable(),
  /** It was packed: the parcel is opened first. */
  packed: z.boolean(),
  tote: z.string().nullable(),
  warehouse: reference,
  product: z.string(),
  sku: z.string(),
  quantity: count,
  place: place.nullable(),
});
export type PutBackLine = z.output<typeof putBackLine>;

const acts = { touches: ['checkout', 'orders', 'stock', 'volumes', 'dropinvoices'] };
const condition = z.enum(unitConditions);
const volumeCode = text(80, 1);

/**
 * Resource `returns`: parcels that come back, and goods of canceled sales to put back. Its ids are those of the sales.
 */
export const returns = entity('returns', {
  list: endpoint({
    method: 'GET',
    path: '/returns',
    permission: 'returns.read',
    summary: 'Sales with an expected, open or closed return',
    query: listQuery,
    response: page(returnRow),
  }),
  putBacks: endpoint({
    method: 'GET',
    path: '/returns/put-back',
    permission: 'returns.read',
    summary:
      'Units of canceled sales and lists to put back, in the order of the walk, with positions of the same product',
    response: z.object({ lines: z.array(putBackLine), more: z.boolean() }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/returns/:id',
    permission: 'returns.read',
    summary: 'One return: sent units, findings, and volumes that can take the units',
    params: idParams,
    response: returnDetail,
  }),
  open: endpoint({
    method: 'POST',
    path: '/returns',
    permission: 'returns.receive',
    summary:
      'Open a return by a scan of the label, announced or not; a claim after it was closed opens another one',
    body: z.strictObject({ code: text(200, 1) }),
    response: returnDetail,
    errors: ['code_unknown', 'already_returned'],
    ...acts,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/returns/:id/units',
    permission: 'returns.receive',
    summary: 'Record units of a return as good, damaged (with a photo) or missing',
    params: idParams,
    /** `clientId` makes a repeated scan count once. */
    body: z.strictObject({
      code: text(80, 1),
      condition,
      quantity: quantity.default(1),
      reason: text(300).default(''),
      clientId: opaque(60).min(8),
    }),
    files: { ...pictures, max: maxReturnPhotos },
    response: returnDetail,
    errors: [
      'state_conflict',
      'code_not_in_sale',
      'code_ambiguous',
      'line_full',
      'code_stale',
      'serial_required',
      'serial_repeated',
      'serial_not_of_sale',
      'photo_required',
      'not_an_image',
      'image_too_big',
      'storage_full',
    ],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/returns/:id/reset',
    permission: 'returns.receive',
    summary: 'Void the findings of a return',
    params: idParams,
    response: returnDetail,
    errors: ['state_conflict'],
  }),
  checkPlace: endpoint({
    method: 'POST',
    path: '/returns/:id/places',
    permission: 'returns.receive',
    summary: 'Check whether a scanned volume can take units of a return; nothing is moved',
    params: idParams,
    body: z.strictObject({ partId: id, condition: z.enum(['good', 'damaged']), volumeCode }),
    response: z.object({ volume: z.string() }),
    errors: ['state_conflict', 'code_not_volume', 'volume_unfit'],
  }),
  callOff: endpoint({
    method: 'POST',
    path: '/returns/:id/call-off',
    permission: 'returns.receive',
    summary: 'Discard a return that was opened by mistake, before any unit was inspected',
    params: idParams,
    response: z.object({ id }),
    errors: ['state_conflict'],
    ...acts,
  }),
  close: endpoint({
    method: 'POST',
    path: '/returns/:id/close',
    permission: 'returns.receive',
    summary:
      'Close a return: good units are stock again, damaged ones are in a blocked volume or lost, and the invoice is credited',
    params: idParams,
    body: z.strictObject({
      places: z
        .array(
          z.strictObject({
            partId: id,
            /** The volume of the good units. */
            volumeCode: volumeCode.optional(),
            /** A blocked volume; without one the damaged units are lost. */
            damagedVolumeCode: volumeCode.optional(),
          }),
        )
        .max(200, 'too_big'),
    }),
    response: returnDetail,
    errors: ['state_conflict', 'return_incomplete', 'code_not_volume', 'volume_unfit'],
    ...acts,
  }),
});
export type NewReturnUnit = z.output<typeof returns.inspect.body>;
export type PlaceToCheck = z.output<typeof returns.checkPlace.body>;
export type ReturnPlaces = z.output<typeof returns.close.body>['places'];
