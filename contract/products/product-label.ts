import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { count, id, listQuery, page } from '../primitives.ts';

const label = z
  .object({
    /** Of the variation. */
    id,
    sku: z.string(),
    name: z.string(),
    /** The content of the bar code: the GTIN, or the SKU without one. */
    code: z.string(),
    available: count.nullable(),
  })
  .meta({ id: 'ProductLabel' });
export type ProductLabel = z.output<typeof label>;

/** Papers of a label: a sheet of A4 with 24 of 70 × 37 mm, or a roll of 60 × 40 mm. */
export const productLabelSizes = ['a4', '60x40'] as const;
export type ProductLabelSize = (typeof productLabelSizes)[number];

/** As many labels as one print may have. */
export const maxProductLabels = 1000;
/** As many variations as one print may have: a page of the list. */
export const maxLabeledVariations = 100;

/** `12x3,15x1`: three labels of variation 12 and one of 15. */
const labels = z
  .string()
  .regex(/^\d{1,15}x\d{1,4}(,\d{1,15}x\d{1,4})*$/, 'invalid')
  .transform((text) =>
    text.split(',').map((part) => {
      const [variationId = 0, copies = 0] = part.split('x').map(Number);
      return { variationId, copies };
    }),
  )
  .refine((wanted) => wanted.every(({ copies }) => copies > 0), 'too_small')
  .refine((wanted) => wanted.length <= maxLabeledVariations, 'too_big')
  .refine((wanted) => wanted.reduce((sum, { copies }) => sum + copies, 0) <= maxProductLabels, 'too_big');
export type WantedLabels = z.output<typeof labels>;

/** Labels for units without a bar code of their own. */
export const productsLabels = entity('productsLabels', {
  list: endpoint({
    method: 'GET',
    path: '/products-labels',
    permission: 'products.read',
    summary: 'Label data of variations; filters as in the list of variations',
    query: listQuery,
    response: page(label),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/products-labels/pdf',
    permission: 'products.read',
    summary: 'Labels of variations in given numbers, as sheets or a roll',
    query: z.strictObject({ labels, size: z.enum(productLabelSizes, 'invalid') }),
    binary: 'pdf',
    errors: ['not_found'],
  }),
  zpl: endpoint({
    method: 'GET',
    path: '/products-labels/zpl',
    permission: 'products.read',
    summary: 'Labels of variations in given numbers, for a Zebra printer, 60 × 40 mm at 203 dpi',
    query: z.strictObject({ labels }),
    binary: 'zpl',
    errors: ['not_found'],
  }),
});
