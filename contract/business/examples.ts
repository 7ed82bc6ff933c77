import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { id } from '../primitives.ts';

/** In the order in which they are removed: a record before those that it uses. */
export const exampleKinds = [
  'view',
  'template',
  'advertisement',
  'offer',
  'product',
  'image',
  'tag',
  'warehouse',
] as const;
export type ExampleKind = (typeof exampleKinds)[number];

/** The goods themselves and what sells them: these become ordinary records together. */
export const keptKinds = ['advertisement', 'offer', 'product', 'image', 'warehouse'] as const;

const kind = z.enum(exampleKinds);
const record = z.object({
  kind,
  id,
  name: z.string(),
  /** Somebody has changed it since it was made. */
  changed: z.boolean(),
});
export type ExampleRecord = z.output<typeof record>;

const state = z.object({ records: z.array(record) });

/** What making and removing examples changes. */
const touches = [
  'advertisements',
  'answerTemplates',
  'dashboard',
  'dropshipItems',
  'dropshipping',
  'images',
  'products',
  'productsTags',
  'productsVariations',
  'savedViews',
  'stock',
  'warehouses',
];

/** Records to begin with, marked as examples until they are removed or kept. */
export const examples = entity('examples', {
  detail: endpoint({
    method: 'GET',
    path: '/examples',
    permission: 'business.read',
    summary: 'The records of the business that are examples',
    response: state,
  }),
  create: endpoint({
    method: 'POST',
    path: '/examples',
    permission: 'business.update',
    summary: 'Make example records; a business that has some gets no others',
    response: state,
    errors: ['storage_full'],
    touches,
  }),
  keep: endpoint({
    method: 'POST',
    path: '/examples/keep',
    permission: 'business.update',
    summary: 'Make the example product an ordinary one, together with its picture, offers and advertisement',
    response: state,
    touches,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/examples',
    permission: 'business.update',
    summary: 'Remove all examples; those in use stay, are no examples any more, and the response names them',
    response: z.object({ kept: z.array(record.omit({ changed: true })) }),
    touches,
  }),
});
