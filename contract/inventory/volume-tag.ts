import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { day, id, idParams, instant, listQuery, page } from '../primitives.ts';

const label = z
  .object({
    id,
    code: z.string(),
    name: z.string(),
    warehouse: z.string(),
    position: z.string().nullable(),
    /** Null for a blind counter while the volume is counted; so are the quantities of its lines. */
    units: z.number().nullable(),
    lines: z.array(
      z.object({
        sku: z.string(),
        product: z.string(),
        /** Empty if the product has only one. */
        variation: z.string(),
        quantity: z.number().nullable(),
        lot: z.object({ code: z.string(), expiresOn: day }).nullable(),
      }),
    ),
    createdAt: instant,
  })
  .meta({ id: 'VolumeTag' });

/** Papers of a label: a page of A6, or a roll of 100 × 50 mm. */
export const labelSizes = ['a6', '100x50'] as const;
export type LabelSize = (typeof labelSizes)[number];
const size = z.enum(labelSizes, 'invalid');
const request = z
  .string()
  .regex(/^\d{1,15}$/, 'invalid')
  .transform(Number);

/** As many labels as one print may have. */
export const maxVolumeLabels = 1000;

/** `12,15`: up to the maximum of one replication. */
const volumes = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'invalid')
  .transform((text) => text.split(',').map(Number));
const one = { path: ['request'], error: 'required' };
const batch = { request: request.optional(), volumes: volumes.optional() };
const isOne = (query: { request?: unknown; volumes?: unknown }) =>
  (query.request === undefined) !== (query.volumes === undefined);

/** Labels of volumes: their content, and the same for a thermal printer. */
export const volumesTags = entity('volumesTags', {
  list: endpoint({
    method: 'GET',
    path: '/volumes-tags',
    permission: 'volumes.read',
    summary: 'Label data of volumes; filters as in the list of volumes',
    query: listQuery,
    response: page(label),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/volumes-tags/:id',
    permission: 'volumes.read',
    summary: 'Label data of a volume',
    params: idParams,
    response: label,
  }),
  batch: endpoint({
    method: 'GET',
    path: '/volumes-tags/zpl',
    permission: 'volumes.read',
    summary: 'Labels of all or some volumes of a supply request, for a Zebra printer',
    query: z.strictObject(batch).refine(isOne, one),
    binary: 'zpl',
    errors: ['not_found'],
  }),
  batchPdf: endpoint({
    method: 'GET',
    path: '/volumes-tags/pdf',
    permission: 'volumes.read',
    summary: 'Labels of all or some volumes of a supply request, as PDF with one page each',
    query: z.strictObject({ ...batch, size }).refine(isOne, one),
    binary: 'pdf',
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/volumes-tags/:id/pdf',
    permission: 'volumes.read',
    summary: 'Label of a volume as PDF',
    params: idParams,
    query: z.strictObject({ size }),
    binary: 'pdf',
  }),
  zpl: endpoint({
    method: 'GET',
    path: '/volumes-tags/:id/zpl',
    permission: 'volumes.read',
    summary: 'Label of a volume for a Zebra printer, 100 × 150 mm at 203 dpi',
    params: idParams,
    binary: 'zpl',
  }),
});

export type VolumeLabel = z.output<typeof label>;
