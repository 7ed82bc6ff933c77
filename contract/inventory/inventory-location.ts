import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { id, idParams, listQuery, page, reference, version } from '../primitives.ts';

export const locationFilter = {
  warehouse: { kind: 'id' },
  parent: { kind: 'id' },
  root: { kind: 'flag' },
  prefix: { kind: 'text' },
  /** The whole code, as a label has it. */
  code: { kind: 'text' },
  turnover: { kind: 'flag' },
  /** The whole prefix of its code: `A` of `A01-P02`. */
  area: { kind: 'text' },
  /** A position for volumes: without positions inside, and not the bench. */
  leaf: { kind: 'flag' },
  /** An empty position. */
  empty: { kind: 'flag' },
} as const satisfies FilterFields;
export const locationSorts = ['code', 'warehouse', 'walk'] as const;

/** Most positions one range may make. */
export const maxRange = 500;

/** A place of the warehouse: its code is the parent's code, the prefix and the index (`A01-P02-N3`). */
const location = z
  .object({
    id: z.number(),
    code: z.string(),
    prefix: z.string(),
    index: z.number(),
    turnover: z.boolean(),
    /** A position for totes only. */
    bench: z.boolean(),
    warehouse: reference,
    parent: reference.nullable(),
    children: z.number(),
    volumes: z.number(),
    /** Its place in the walk of the warehouse; null for the bench. */
    walk: z.number().nullable(),
    version,
  })
  .meta({ id: 'InventoryLocation' });

const prefix = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .max(10, 'too_long')
      .regex(/^[A-Z0-9]+$/, 'invalid'),
  );
const index = z.int('not_whole').min(0, 'too_small').max(99_999, 'too_big');

const bulk = bulkChange(z.strictObject({ turnover: z.boolean().optional() }));
export type LocationBulk = z.output<typeof bulk>;

export const inventoryLocations = entity('inventoryLocations', {
  list: endpoint({
    method: 'GET',
    path: '/inventory-locations',
    permission: 'locations.read',
    summary: 'Positions of the warehouses',
    query: listQuery,
    response: page(location),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/inventory-locations/:id',
    permission: 'locations.read',
    summary: 'One position',
    params: idParams,
    response: location,
  }),
  children: endpoint({
    method: 'GET',
    path: '/inventory-locations/:id/children',
    permission: 'locations.read',
    summary: 'Positions directly inside a position',
    params: idParams,
    query: listQuery,
    response: page(location),
  }),
  create: endpoint({
    method: 'POST',
    path: '/inventory-locations',
    permission: 'locations.create',
    summary: 'Create a range of positions, from the initial to the final index',
    body: z
      .strictObject({
        warehouseId: id,
        parentId: id.nullable().optional(),
        prefix,
        initialIndex: index,
        finalIndex: index,
        turnover: z.boolean().optional(),
      })
      .refine((body) => body.finalIndex >= body.initialIndex, { path: ['finalIndex'], error: 'too_small' })
      .refine((body) => body.finalIndex - body.initialIndex < maxRange, {
        path: ['finalIndex'],
        error: 'too_big',
      }),
    response: z.object({ items: z.array(location) }),
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/inventory-locations/:id/duplicate',
    permission: 'locations.create',
    summary: 'Copy a position with everything inside it, under another prefix',
    params: idParams,
    body: z.strictObject({ prefix, index: index.optional() }),
    response: location,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/inventory-locations/:id',
    permission: 'locations.update',
    summary: 'Rename a position (the codes inside follow) or set its turnover flag',
    params: idParams,
    body: z.strictObject({
      prefix: prefix.optional(),
      index: index.optional(),
      turnover: z.boolean().optional(),
    }),
    response: location,
    errors: ['stale_version'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/inventory-locations',
    permission: 'locations.update',
    summary: 'Set or clear the turnover flag of many positions',
    body: bulk,
    response: bulkOutcome,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/inventory-locations/:id',
    permission: 'locations.delete',
    summary: 'Remove an empty position',
    params: idParams,
    errors: ['position_in_use'],
  }),
});

export type InventoryLocation = z.output<typeof location>;
export type NewLocations = z.output<typeof inventoryLocations.create.body>;
