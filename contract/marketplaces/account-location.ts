import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { id, idParams, opaque } from '../primitives.ts';

/** The most warehouses that one account may have at its locations. */
export const maxMatches = 200;

const accountLocation = z.object({
  /** The marketplace's id. */
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** It has the stock of every warehouse without a location. */
  isDefault: z.boolean(),
  /** The marketplace has it no more: the stock of its warehouses is at the default location. */
  isClosed: z.boolean(),
  warehouses: z.array(id),
});
export type AccountLocation = z.output<typeof accountLocation>;

const accountLocationsView = z
  .object({
    /** The default one first. */
    locations: z.array(accountLocation),
    /** The own warehouses, and those of suppliers whose offers the account sells. */
    warehouses: z.array(
      z.object({
        id,
        /** Of a supplier's warehouse the name of the supplier. */
        name: z.string(),
        own: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AccountLocations' });
export type AccountLocations = z.output<typeof accountLocationsView>;

const remote = ['account_disconnected', 'marketplace_unavailable', 'marketplace_refused'] as const;

/** Which location at the marketplace has the stock of which warehouse. */
export const accountLocations = entity('accountLocations', {
  list: endpoint({
    method: 'GET',
    path: '/marketplace-accounts/:id/locations',
    permission: 'accounts.read',
    summary: 'Locations of an account at its marketplace, with the warehouses whose stock they have',
    params: idParams,
    response: accountLocationsView,
    errors: [...remote],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/marketplace-accounts/:id/locations',
    permission: 'publications.update',
    summary: 'Choose the location of each warehouse; the stock of the others is at the default location',
    params: idParams,
    body: z.strictObject({
      matches: z
        .array(z.strictObject({ warehouseId: id, location: opaque(80).min(1, 'required') }))
        .max(maxMatches, 'too_big'),
    }),
    response: accountLocationsView,
    errors: [...remote],
    touches: ['publications'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
});
