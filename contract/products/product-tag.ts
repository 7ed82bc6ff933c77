import { z } from 'zod';
import { linkSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, idParams, instant, listQuery, oneLine, page, version } from '../primitives.ts';

/** Grounds on which a name is legible in the light and in the dark scheme; the screens have a hue for each. */
export const productTagColours = [
  'gray',
  'red',
  'amber',
  'lime',
  'green',
  'petrol',
  'blue',
  'violet',
  'grape',
  'pink',
] as const;
export type ProductTagColour = (typeof productTagColours)[number];

const colour = z.enum(productTagColours, 'invalid');

/** As many tags as a business has: all of them fit in one field. */
export const maxProductTags = 100;
/** As many as one product wears. */
export const maxWornTags = 20;

/** A tag as the products show it that wear it. */
export const wornTag = z.object({ id: z.number(), name: z.string(), colour }).meta({ id: 'WornTag' });
export type WornTag = z.output<typeof wornTag>;

export const productTagRow = z
  .object({
    id: z.number(),
    name: z.string(),
    colour,
    /** Products that wear it. */
    products: count,
    createdAt: instant,
    version,
  })
  .meta({ id: 'ProductTag' });
export type ProductTagRow = z.output<typeof productTagRow>;

const body = z.strictObject({ name: oneLine(40, 1), colour: colour.optional() });
const change = z.strictObject({ name: oneLine(40, 1).optional(), colour: colour.optional() });
export type ProductTagBody = z.output<typeof body>;
export type ProductTagChange = z.output<typeof change>;

/** Tags that products get and tags that they lose; an id in both is worn afterwards. */
export const tagLinks = linkSet(maxWornTags);
export type TagLinks = z.output<typeof tagLinks>;

export const productTagFilter = {
  name: { kind: 'text' },
  colour: { kind: 'choice', values: productTagColours },
  id: { kind: 'id' },
} as const;
export const productTagSorts = ['name', 'id'] as const;

/** Free labels of products, for filters and bulk acts. A printed label of a unit is a product label. */
export const productsTags = entity('productsTags', {
  list: endpoint({
    method: 'GET',
    path: '/products-tags',
    permission: 'products.read',
    summary: 'Tags of products, each with its number of products',
    query: listQuery,
    response: page(productTagRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/products-tags',
    permission: 'products.create',
    summary: 'Add a tag; its name is unique, ignoring case, and without a colour it gets a rarely used one',
    body,
    response: productTagRow,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products-tags/:id',
    permission: 'products.update',
    summary: 'Change name or colour of a tag',
    params: idParams,
    body: change,
    response: productTagRow,
    errors: ['stale_version'],
    touches: ['products'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products-tags/:id',
    permission: 'products.delete',
    summary: 'Remove a tag, also from its products; returns their number',
    params: idParams,
    response: z.object({ products: count }),
    touches: ['products'],
  }),
});
