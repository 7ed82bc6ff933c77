import { z } from 'zod';
import { tagBody, tagChange, tagFields } from '../business/tag.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, idParams, listQuery, page } from '../primitives.ts';

export const productTagRow = z
  .object({
    ...tagFields,
    /** Products that wear it. */
    products: count,
  })
  .meta({ id: 'ProductTag' });
export type ProductTagRow = z.output<typeof productTagRow>;

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
    body: tagBody,
    response: productTagRow,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products-tags/:id',
    permission: 'products.update',
    summary: 'Change name or colour of a tag',
    params: idParams,
    body: tagChange,
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
