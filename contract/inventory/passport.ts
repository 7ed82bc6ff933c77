import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { orderStatuses } from '../orders/order-states.ts';
import { count, id, text } from '../primitives.ts';
import { receiptOfVolume } from '../supply/receipt-of-volume.ts';
import { supplyRequestStates } from '../supply/supply-request-states.ts';
import { volumeStates } from './volume-states.ts';

/** What a code may be. */
export const passportKinds = ['volume', 'tote', 'position', 'product', 'parcel', 'supply_request'] as const;
export type PassportKind = (typeof passportKinds)[number];

/** What may be done with it, besides opening it; each leads to where it is done. */
export const passportActs = [
  'answer_empty',
  'launch',
  'receive',
  'arrive',
  'move',
  'move_products',
  'count',
  'block',
  'transfer',
  'volumes',
] as const;
export type PassportAct = (typeof passportActs)[number];

const passport = z
  .object({
    kind: z.enum(passportKinds),
    id,
    name: z.string(),
    /** What is in it, whose it is, or where it comes from. */
    about: z.string(),
    warehouse: z.string().nullable(),
    position: z.string().nullable(),
    /** What is in it, or in which volumes it is; null quantities while the reader counts it blind. */
    contents: z.array(
      z.object({
        sku: z.string(),
        product: z.string(),
        volume: z.string(),
        position: z.string().nullable(),
        quantity: count.nullable(),
      }),
    ),
    /** Units of all contents; null while the reader counts some of them blind. */
    units: count.nullable(),
    volumeState: z.enum(volumeStates).nullable(),
    saleStatus: z.enum(orderStatuses).nullable(),
    requestState: z.enum(supplyRequestStates).nullable(),
    /** Of a volume that came with one. */
    receipt: receiptOfVolume.nullable(),
    /** Of these the reader may do, now. */
    acts: z.array(z.enum(passportActs)),
  })
  .meta({ id: 'Passport' });

export const passports = {
  find: endpoint({
    method: 'GET',
    path: '/passport',
    permission: 'volumes.read',
    summary: 'What a scanned code is, with what its reader may do with it; a code may be several things',
    query: z.strictObject({ code: text(200, 1) }),
    response: z.object({ code: z.string(), items: z.array(passport) }),
  }),
};

export type Passport = z.output<typeof passport>;
