import { z } from 'zod';
import { tagBody, tagChange, tagFields } from '../business/tag.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, idParams, listQuery, page } from '../primitives.ts';

export const orderTagRow = z
  .object({
    ...tagFields,
    /** Sales that wear it. */
    orders: count,
  })
  .meta({ id: 'OrderTag' });
export type OrderTagRow = z.output<typeof orderTagRow>;

/** Free labels of sales, which only the seller sees: for filters, acts on many sales, and exports. */
export const ordersTags = entity('ordersTags', {
  list: endpoint({
    method: 'GET',
    path: '/orders-tags',
    permission: 'orders.read',
    summary: 'Tags of sales, each with its number of sales',
    query: listQuery,
    response: page(orderTagRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/orders-tags',
    permission: 'orders.update',
    summary: 'Add a tag; its name is unique, ignoring case, and without a colour it gets a rarely used one',
    body: tagBody,
    response: orderTagRow,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/orders-tags/:id',
    permission: 'orders.update',
    summary: 'Change name or colour of a tag',
    params: idParams,
    body: tagChange,
    response: orderTagRow,
    errors: ['stale_version'],
    touches: ['orders'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/orders-tags/:id',
    permission: 'orders.update',
    summary: 'Remove a tag, also from its sales; returns their number',
    params: idParams,
    response: z.object({ orders: count }),
    touches: ['orders'],
  }),
});
