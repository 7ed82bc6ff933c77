import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { orderStatuses } from '../orders/order-states.ts';
import { count, id, text } from '../primitives.ts';
import { receiptOfVolume } from '../supply/receipt-of-volume.ts';
import { supplyRequestStates } from '../supply/supply-request-states.ts';
import { volumeStates } from './volume-states.ts';

/** Kinds of a code. */
export const passportKinds = [
  'volume',
  'tote',
  'position',
  'cart',
  'product',
  'serial',
  'parcel',
  'supply_request',
] as const;
export type PassportKind = (typeof passportKinds)[number];

/** Allowed acts besides opening it; each links to its screen. */
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
  'sale',
  'picking_list',
] as const;
export type PassportAct = (typeof passportActs)[number];

const passport = z
  .object({
    kind: z.enum(passportKinds),
    id,
    name: z.string(),
    /** Its contents, owner or origin. */
    about: z.string(),
    warehouse: z.string().nullable(),
    position: z.string().nullable(),
    /** Its contents, or the volumes that contain it; quantities are null while the reader counts it blind. */
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
    /** Of a volume that came with a supply request. */
    receipt: receiptOfVolume.nullable(),
    /** Of a cart: the list that uses it, and the sale in the scanned place. */
    pickingListId: z.number().nullable(),
    saleId: z.number().nullable(),
    /** Of these the reader may do, now. */
    acts: z.array(z.enum(passportActs)),
  })
  .meta({ id: 'Passport' });

export const passports = entity('passports', {
  find: endpoint({
    method: 'GET',
    path: '/passport',
    permission: 'volumes.read',
    summary: 'Records with a scanned code, each with the acts allowed to the reader',
    query: z.strictObject({ code: text(200, 1) }),
    response: z.object({ code: z.string(), items: z.array(passport) }),
  }),
});

export type Passport = z.output<typeof passport>;
