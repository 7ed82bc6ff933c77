import { z } from 'zod';
import { states } from '../brazil.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { addressFields, idParams, instant, listQuery, name, notes, page, version } from '../primitives.ts';
import { walkEndpoints } from './walk.ts';

export const warehouseFilter = {
  name: { kind: 'text' },
  city: { kind: 'text' },
  state: { kind: 'choice', values: states },
} as const satisfies FilterFields;
export const warehouseSorts = ['name', 'city', 'created'] as const;

const listed = z
  .object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    positions: z.number(),
    /** Launched volumes, and the units in them; null while the reader counts some of them blind. */
    volumes: z.number(),
    units: z.number().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'WarehouseRow' });

const warehouse = listed
  .extend({
    notes: z.string(),
    neighborhood: z.string(),
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    version,
  })
  .meta({ id: 'Warehouse' });

const fields = {
  name,
  notes: notes.optional(),
  ...addressFields,
};

export const warehouses = entity('warehouses', {
  ...walkEndpoints,
  list: endpoint({
    method: 'GET',
    path: '/warehouses',
    permission: 'warehouses.read',
    summary: 'Warehouses',
    query: listQuery,
    response: page(listed),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/warehouses/:id',
    permission: 'warehouses.read',
    summary: 'One warehouse with its address',
    params: idParams,
    response: warehouse,
  }),
  create: endpoint({
    method: 'POST',
    path: '/warehouses',
    permission: 'warehouses.create',
    summary: 'Register a warehouse',
    body: z.strictObject(fields),
    response: warehouse,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/warehouses/:id',
    permission: 'warehouses.update',
    summary: 'Change a warehouse',
    params: idParams,
    body: z.strictObject({ ...fields, name: name.optional() }),
    response: warehouse,
    errors: ['stale_version'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/warehouses/:id',
    permission: 'warehouses.delete',
    summary: 'Remove an empty warehouse',
    params: idParams,
    errors: ['warehouse_in_use'],
  }),
});

export type Warehouse = z.output<typeof warehouse>;
export type NewWarehouse = z.output<typeof warehouses.create.body>;
export type WarehouseChange = z.output<typeof warehouses.update.body>;
