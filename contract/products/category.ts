import { z } from 'zod';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, id, idParams, listQuery, oneLine, page, reference, version } from '../primitives.ts';

export const categoryRow = z
  .object({
    id: z.number(),
    description: z.string(),
    /** Its parent category; null at the top. */
    father: reference.nullable(),
    /** From the top: `Casa › Cozinha › Canecas`. */
    path: z.string(),
    children: count,
    /** Products directly in it. */
    products: count,
    version,
  })
  .meta({ id: 'Category' });
export type CategoryRow = z.output<typeof categoryRow>;

const body = z.strictObject({ description: oneLine(120, 1), father: id.nullable().optional() });
const change = body.partial();
const bulk = bulkChange(z.strictObject({ father: id.nullable().optional() }));
export type CategoryBulk = z.output<typeof bulk>;
export type CategoryBody = z.output<typeof body>;
export type CategoryChange = z.output<typeof change>;

export const categoryFilter = {
  description: { kind: 'text' },
  father: { kind: 'id' },
  top: { kind: 'flag' },
  id: { kind: 'id' },
} as const;
export const categorySorts = ['description', 'id'] as const;

export const categories = entity('categories', {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    permission: 'categories.read',
    summary: 'Categories of every level, with their path',
    query: listQuery,
    response: page(categoryRow),
  }),
  children: endpoint({
    method: 'GET',
    path: '/categories/:id/children',
    permission: 'categories.read',
    summary: 'Categories directly under one',
    params: idParams,
    query: listQuery,
    response: page(categoryRow),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/categories/:id',
    permission: 'categories.read',
    summary: 'One category',
    params: idParams,
    response: categoryRow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/categories',
    permission: 'categories.create',
    summary: 'Add a category at the top or under another',
    body,
    response: categoryRow,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/categories/:id',
    permission: 'categories.update',
    summary: 'Rename a category or move it under another',
    params: idParams,
    body: change,
    response: categoryRow,
    errors: ['category_cycle', 'stale_version'],
    touches: ['products'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/categories',
    permission: 'categories.update',
    summary: 'Move many categories under another, or to the top',
    body: bulk,
    response: bulkOutcome,
    touches: ['products'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/categories/:id',
    permission: 'categories.delete',
    summary: 'Remove an empty category',
    params: idParams,
    errors: ['category_in_use'],
  }),
});
