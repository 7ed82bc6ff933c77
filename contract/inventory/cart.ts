import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { id, idParams, oneLine, reference, version } from '../primitives.ts';

/** The most places of a cart: as many as a picking list has. */
export const mostPlaces = 100;

/**
 * The code of a cart, which its warehouse has once. No position can have it: the steps of their codes end with at least
 * two digits, or are the bench.
 */
export const cartCode = (number: number) => `CAR-${number}`;

/** The number of the cart in a scanned code, and of its place if it is the code of one: `CAR-3-12`. */
export function readCartCode(code: string): { number: number; place: number | null } | null {
  const [, number, place] = /^CAR-([1-9]\d{0,5})(?:-([1-9]\d{0,2}))?$/.exec(code) ?? [];
  return number === undefined
    ? null
    : { number: Number(number), place: place === undefined ? null : Number(place) };
}

const cartName = oneLine(40, 1);
const places = z.int('not_whole').min(1, 'too_small').max(mostPlaces, 'too_big');

const cart = z
  .object({
    id,
    code: z.string(),
    name: z.string(),
    warehouse: reference,
    /** A place takes the units of one sale. */
    places: z.number(),
    /** The picking list that uses it. */
    listId: z.number().nullable(),
    version,
  })
  .meta({ id: 'Cart' });

/** Carts on which units are picked, with numbered places. */
export const carts = entity('carts', {
  list: endpoint({
    method: 'GET',
    path: '/carts',
    permission: 'carts.read',
    summary: 'Carts of the warehouses in reach',
    response: z.object({ items: z.array(cart) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/carts',
    permission: 'carts.manage',
    summary: 'Add a cart; its code is the next one of the warehouse',
    body: z.strictObject({ warehouseId: id, name: cartName, places }),
    response: cart,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/carts/:id',
    permission: 'carts.manage',
    summary: 'Rename a cart or change its number of places',
    params: idParams,
    body: z.strictObject({ name: cartName, places }),
    response: cart,
    errors: ['stale_version', 'cart_in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/carts/:id',
    permission: 'carts.manage',
    summary: 'Remove a cart that no list uses; its code is not used again',
    params: idParams,
    errors: ['cart_in_use'],
  }),
});
export type Cart = z.output<typeof cart>;
