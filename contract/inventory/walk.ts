import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, id, idParams, version } from '../primitives.ts';

/** Neighbouring positions that can be ordered. */
export const maxLevel = 20_000;

const level = z
  .object({
    /** Every second row runs back, from its end to its beginning. */
    serpentine: z.boolean(),
    /** The position whose inside this is; null: those directly in the warehouse. */
    parent: z.object({ id, code: z.string(), parentId: id.nullable() }).nullable(),
    /** In the order in which they are walked, before a row runs back; those after the most that can be ordered follow by their code. */
    positions: z.array(
      z.object({ id, code: z.string(), prefix: z.string(), index: z.number(), children: count }),
    ),
    more: z.boolean(),
    version,
  })
  .meta({ id: 'WalkLevel' });

/** The walk of a warehouse, which picking lists, counts and put-backs follow. It is arranged one level at a time. */
export const walkEndpoints = {
  walk: endpoint({
    method: 'GET',
    path: '/warehouses/:id/walk',
    permission: 'locations.read',
    summary: 'Sibling positions in the order of the walk',
    params: idParams,
    query: z.strictObject({ parent: idParams.shape.id.optional() }),
    response: level,
  }),
  arrange: endpoint({
    method: 'PATCH',
    path: '/warehouses/:id/walk',
    permission: 'locations.update',
    summary: 'Arrange the positions of one level, and set whether every second row runs back',
    params: idParams,
    body: z.strictObject({
      parentId: id.nullable(),
      positionIds: z.array(id).max(maxLevel, 'too_many'),
      serpentine: z.boolean(),
    }),
    response: level,
    errors: ['stale_version'],
    touches: ['inventoryLocations', 'picking', 'balances', 'returns'],
  }),
};

export type WalkLevel = z.output<typeof level>;
export type Arrangement = z.output<typeof walkEndpoints.arrange.body>;
