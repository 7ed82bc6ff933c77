import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { orderStatuses } from '../orders/order-states.ts';
import { id, idParams, instant, listQuery, page, reference } from '../primitives.ts';
import { volumeStates } from './volume-states.ts';

export const stockFilter = {
  warehouse: { kind: 'id' },
  product: { kind: 'id' },
  variation: { kind: 'id' },
  sellable: { kind: 'number' },
} as const satisfies FilterFields;
export const stockSorts = ['product', 'sellable', 'on-hand', 'created'] as const;

export const entryKinds = [
  'receipt',
  'reserve',
  'release',
  'sale_out',
  'sale_out_reversal',
  'dispatch',
  'cancel_return',
  'adjustment',
  'move',
  'transfer',
  'unlaunch',
  'expected',
  'hold',
  'vendor_return',
] as const;

/**
 * The buckets of one variation in one warehouse. For people who count blind, values that reveal the contents of a
 * volume being counted are null. sellable = onHand − reserved − soft − hold − buffer, never below 0.
 */
const buckets = {
  onHand: z.number().nullable(),
  reserved: z.number(),
  soft: z.number(),
  hold: z.number().nullable(),
  inbound: z.number(),
  packed: z.number(),
  buffer: z.number(),
  sellable: z.number().nullable(),
};

const row = z
  .object({
    id,
    product: reference,
    variation: reference,
    sku: z.string(),
    warehouse: reference,
    ...buckets,
  })
  .meta({ id: 'StockRow' });

const why = row
  .extend({
    /** Open reservations, newest first (at most 200); a sale that the reader may not see yet has no number. */
    promises: z.array(
      z.object({
        id,
        kind: z.enum(['soft', 'firm']),
        quantity: z.number(),
        since: instant,
        order: z.object({ id, status: z.enum(orderStatuses) }).nullable(),
      }),
    ),
    promiseCount: z.number(),
    /** The alarm: sales that wait for approval because this stock fell short. */
    shortSales: z.number(),
    /** The locations of the units. */
    volumes: z.array(
      z.object({
        id,
        code: z.string(),
        position: z.string().nullable(),
        state: z.enum(volumeStates),
        quantity: z.number().nullable(),
        pinned: z.number(),
      }),
    ),
    offer: z.object({ id, quantityCap: z.number(), active: z.boolean() }).nullable(),
    /**
     * The quantity shown to sellers: the smaller of sellable and the offer's cap; null without an active offer, or if
     * not visible.
     */
    offered: z.number().nullable(),
  })
  .meta({ id: 'StockDetail' });

const entry = z
  .object({
    id,
    at: instant,
    kind: z.enum(entryKinds),
    author: z.string().nullable(),
    /** Null like the hold, for a volume that its counter may not know. */
    onHand: z.number().nullable(),
    reserved: z.number(),
    soft: z.number(),
    hold: z.number().nullable(),
    inbound: z.number(),
    packed: z.number(),
    volume: z.object({ id, code: z.string() }).nullable(),
    position: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' });

export const stock = entity('stock', {
  list: endpoint({
    method: 'GET',
    path: '/stock',
    permission: 'volumes.read',
    summary: 'Stock per variation and warehouse, all buckets',
    query: listQuery,
    response: page(row),
  }),
  export: exportOf('/stock/export', 'volumes.read', [
    'product',
    'sku',
    'warehouse',
    'onHand',
    'reserved',
    'soft',
    'hold',
    'packed',
    'sellable',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/stock/:id',
    permission: 'volumes.read',
    summary: 'The computation of the sellable units of a stock level',
    params: idParams,
    response: why,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/stock/:id/entries',
    permission: 'volumes.read',
    summary: 'Ledger of one variation in one warehouse, newest first',
    params: idParams,
    query: listQuery,
    response: page(entry),
  }),
});

export type StockReasons = z.output<typeof why>;
export type LedgerEntry = z.output<typeof entry>;
