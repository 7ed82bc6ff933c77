import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import {
  count,
  day,
  id,
  idParams,
  listQuery,
  oneLine,
  page,
  reference,
  typedDay,
  version,
} from '../primitives.ts';

/** Groups of lots by expiry: expired, and within 30, 60, 90 days. */
export const expiryWindows = ['expired', '30', '60', '90'] as const;
export type ExpiryWindow = (typeof expiryWindows)[number];

export const batchFilter = {
  code: { kind: 'text' },
  product: { kind: 'text' },
  variation: { kind: 'id' },
  warehouse: { kind: 'id' },
  /** `30`: not expired, and will within 30 days. */
  due: { kind: 'choice', values: expiryWindows },
  expires: { kind: 'day' },
} as const satisfies FilterFields;
export const batchSorts = ['expires', 'code'] as const;

/** A lot as printed on the goods. It may be sold on its last day. */
export const lotFields = z.strictObject({ code: oneLine(40, 1), expiresOn: typedDay });
export type LotFields = z.output<typeof lotFields>;

/** The lot of a line of a volume. */
export const lotOfLine = z
  .object({ id, code: z.string(), expiresOn: day, expired: z.boolean() })
  .meta({ id: 'LotOfLine' });

const batch = z
  .object({
    id,
    code: z.string(),
    expiresOn: day,
    /** Until its last day; below 0 it has expired. */
    daysLeft: z.int(),
    product: reference,
    variation: reference,
    sku: z.string(),
    /**
     * In launched volumes of the warehouses in reach, and how many of them are held as expired; null while the reader
     * counts some of them blind.
     */
    units: count.nullable(),
    held: count.nullable(),
    volumes: count,
    version,
  })
  .meta({ id: 'Batch' });

/** Resource `batches`: lots of products that ask for them. */
export const batches = entity('batches', {
  list: endpoint({
    method: 'GET',
    path: '/batches',
    permission: 'batches.read',
    summary: 'Lots, the first to expire first',
    query: listQuery,
    response: page(batch),
  }),
  expiring: endpoint({
    method: 'GET',
    path: '/batches/expiring',
    permission: 'batches.read',
    summary: 'Lots and units in stock that have expired or will within 30, 60, 90 days',
    response: z.object({
      windows: z.array(z.object({ due: z.enum(expiryWindows), lots: count, units: count.nullable() })),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/batches/:id',
    permission: 'batches.read',
    summary: 'One lot',
    params: idParams,
    response: batch,
  }),
  create: endpoint({
    method: 'POST',
    path: '/batches',
    permission: 'batches.create',
    summary: 'Add a lot of a product before its goods arrive',
    body: lotFields.extend({ variationId: id }),
    response: batch,
    errors: ['lot_exists'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/batches/:id',
    permission: 'batches.update',
    summary: 'Correct code or expiry day of a lot; its holds are updated at once',
    params: idParams,
    body: lotFields.partial(),
    response: batch,
    errors: ['stale_version', 'lot_exists'],
    touches: ['volumes', 'stock', 'dropshipItems'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/batches/:id',
    permission: 'batches.delete',
    summary: 'Remove a lot without volumes',
    params: idParams,
    errors: ['lot_in_use'],
  }),
});
export type Batch = z.output<typeof batch>;
