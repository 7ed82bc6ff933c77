import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, id, idParams, listQuery, page, quantity, reference, text, version } from '../primitives.ts';

export const pickFaceFilter = {
  warehouse: { kind: 'id' },
  product: { kind: 'text' },
  /** The whole code of the position. */
  place: { kind: 'text' },
} as const satisfies FilterFields;
export const pickFaceSorts = ['position', 'product'] as const;

const mostUnits = 100_000;
const minimum = z.int('not_whole').min(0, 'too_small').max(mostUnits, 'too_big');
const maximum = z.int('not_whole').min(1, 'too_small').max(mostUnits, 'too_big');

const pickFace = z
  .object({
    id,
    warehouse: reference,
    position: reference,
    product: reference,
    variation: reference,
    sku: z.string(),
    minimum: count,
    maximum: count,
    /** Units at the position; null while the reader counts some of them blind. */
    units: count.nullable(),
    version,
  })
  .meta({ id: 'PickFace' });
export type PickFace = z.output<typeof pickFace>;

/** Positions from which a product is picked, with the units that they should contain. */
export const pickFaces = entity('pickFaces', {
  list: endpoint({
    method: 'GET',
    path: '/pick-faces',
    permission: 'locations.read',
    summary: 'Pick faces with their minimum and maximum',
    query: listQuery,
    response: page(pickFace),
  }),
  create: endpoint({
    method: 'POST',
    path: '/pick-faces',
    permission: 'locations.update',
    summary: 'Make a position the pick face of a product; it becomes a turnover position',
    body: z.strictObject({ positionId: id, variationId: id, minimum, maximum }),
    response: pickFace,
    touches: ['refills', 'inventoryLocations'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/pick-faces/:id',
    permission: 'locations.update',
    summary: 'Change minimum and maximum of a pick face',
    params: idParams,
    body: z.strictObject({ minimum, maximum }),
    response: pickFace,
    errors: ['stale_version'],
    touches: ['refills'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pick-faces/:id',
    permission: 'locations.update',
    summary: 'Refill the position no longer; its volumes stay',
    params: idParams,
    touches: ['refills'],
  }),
});

/** Refills that a screen shows at most. */
export const shownRefills = 100;
/** A person who began a refill and did not end it blocks it for others for so long. */
export const refillMinutes = 30;

const refill = z
  .object({
    /** Of the pick face. */
    id,
    warehouse: reference,
    position: z.string(),
    product: reference,
    variation: reference,
    sku: z.string(),
    gtin: z.string(),
    /** Units to bring. */
    quantity: count,
    /** Sales wait for more units than the face has. */
    urgent: z.boolean(),
    /** The volume to take them from, the first to expire and then the oldest; null: there is no reserve. */
    from: z.object({ id, code: z.string(), position: z.string() }).nullable(),
    /** The whole volume is moved. */
    whole: z.boolean(),
    /** The volume at the face that takes the units; null: the volume itself, or a new one. */
    into: z.string().nullable(),
    takenBy: reference.nullable(),
  })
  .meta({ id: 'Refill' });
export type Refill = z.output<typeof refill>;

const refillDone = z.object({
  quantity: count,
  /** The volume in which the units are now. */
  volume: reference,
  /** It was made for them and has no label yet. */
  isNew: z.boolean(),
  /** The volume from which they were taken, if a person has to confirm that it is empty. */
  emptied: z.array(z.object({ id, code: z.string() })),
});
export type RefillDone = z.output<typeof refillDone>;

const scanned = z.strictObject({ code: text(80, 1) });

/** What is missing at pick faces, computed from what lies there and what sales wait for. */
export const refills = entity('refills', {
  list: endpoint({
    method: 'GET',
    path: '/refills',
    permission: 'volumes.read',
    summary:
      'Pick faces below their minimum with the reserve to take from, urgent ones first, then in the order of the walk',
    query: z.strictObject({ warehouse: idParams.shape.id.optional() }),
    response: z.object({ items: z.array(refill), more: z.boolean() }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/refills/:id/take',
    permission: 'volumes.update',
    summary: 'Begin a refill by scanning its volume, or the position where that is',
    params: idParams,
    body: scanned,
    response: refill,
    errors: ['refill_not_needed', 'refill_taken', 'no_reserve', 'place_not_wanted'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/refills/:id/leave',
    permission: 'volumes.update',
    summary: 'Leave a refill that was begun to others',
    params: idParams,
  }),
  move: endpoint({
    method: 'POST',
    path: '/refills/:id/move',
    permission: 'volumes.update',
    summary: 'End a refill by scanning its position, or the volume there that takes the units',
    params: idParams,
    body: scanned.extend({ volumeId: id, quantity }),
    response: refillDone,
    errors: [
      'refill_not_needed',
      'refill_taken',
      'no_reserve',
      'refill_changed',
      'place_not_wanted',
      'state_conflict',
      'volume_pinned',
    ],
    touches: ['volumes', 'stock', 'picking', 'pickFaces', 'balances'],
  }),
});
