import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import {
  centavos,
  count,
  id,
  instant,
  listQuery,
  page,
  price,
  quantity,
  reference,
  version,
} from '../primitives.ts';
import { maxLines } from './supply-request-line.ts';

export const priceFilter = {
  variation: { kind: 'id' },
  supplier: { kind: 'id' },
  sku: { kind: 'text' },
  at: { kind: 'day' },
} as const satisfies FilterFields;
export const priceSorts = ['at', 'price'] as const;

const paidPrice = z
  .object({
    id,
    at: instant,
    variation: reference,
    product: reference,
    sku: z.string(),
    supplier: reference,
    request: z.object({ id, number: z.number() }),
    /** ¤ */
    quantity: count.optional(),
    /** ¤ Of one unit; rounded if the total is agreed. */
    priceCentavos: centavos.optional(),
    /** ¤ Of all units. */
    totalCentavos: centavos.optional(),
  })
  .meta({ id: 'PaidPrice' });

/** Resource `prices-history`: agreed prices, never changed. */
export const pricesHistory = entity('pricesHistory', {
  list: endpoint({
    method: 'GET',
    path: '/prices-history',
    permission: 'supply-requests.read',
    summary: 'Prices of approved supply requests, the newest first',
    query: listQuery,
    response: page(paidPrice),
  }),
});
export type PaidPrice = z.output<typeof paidPrice>;

const settings = z
  .object({
    /** Above it the author of a request cannot approve it; null: no limit. */
    limitCentavos: centavos.nullable(),
    /** Counters do not see the expected quantity. */
    blindCounting: z.boolean(),
    /** Days that a purchase is to last. */
    coverDays: count,
    version,
  })
  .meta({ id: 'PurchasingSettings' });

const bought = z
  .object({
    variation: reference,
    product: reference,
    sku: z.string(),
    /** The last vendor. */
    supplier: reference.nullable(),
    supplierSku: z.string(),
    sold30: count,
    sold90: count,
    /** Days of the last 30 and 90 on which there was some. */
    stocked30: count,
    stocked90: count,
    onHand: count,
    /** Reserved, unpaid and held back. */
    promised: count,
    inbound: count,
    /** Units that sales wait for: sold and not in stock. */
    waiting: count,
    /** Units a day, in thousandths. */
    dailyMilli: count,
    /** How long the stock lasts; null without sales. */
    coverDays: count.nullable(),
    leadDays: count,
    quantityPerVolume: count,
    proposed: count,
    /** ¤ The last paid price, else the cost; null if neither is known. */
    priceCentavos: centavos.nullable().optional(),
    /** ¤ Of the supplier. */
    minimumOrderCentavos: centavos.nullable().optional(),
    /** ¤ Of the supplier. */
    paymentTerms: z.string().optional(),
  })
  .meta({ id: 'WhatToBuy' });

/** The owner's rules of purchasing, and the resulting purchases. */
export const purchasing = entity('purchasing', {
  settings: endpoint({
    method: 'GET',
    path: '/purchasing/settings',
    permission: 'supply-requests.read',
    summary: 'Limit of approval, blind counting, days of cover',
    response: settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/purchasing/settings',
    permission: 'purchasing.settings',
    summary: 'Change the rules of purchasing',
    body: z.strictObject({
      limitCentavos: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
      blindCounting: z.boolean().optional(),
      coverDays: z.int('not_whole').min(1, 'too_small').max(365, 'too_big').optional(),
    }),
    response: settings,
    errors: ['stale_version'],
    touches: ['supplyRequests'],
  }),
  whatToBuy: endpoint({
    method: 'GET',
    path: '/purchasing/what-to-buy',
    permission: 'supply-requests.read',
    summary:
      'Purchase proposals: products of a warehouse that run out before new stock could arrive, with the terms of each',
    query: z.strictObject({
      warehouse: z
        .string()
        .regex(/^\d{1,15}$/, 'invalid')
        .transform(Number),
      supplier: z
        .string()
        .regex(/^\d{1,15}$/, 'invalid')
        .transform(Number)
        .optional(),
    }),
    response: z.object({ items: z.array(bought) }),
    errors: ['not_found'],
  }),
  buy: endpoint({
    method: 'POST',
    path: '/purchasing/buy',
    permission: 'supply-requests.create',
    summary: 'Create one pending supply request for each supplier of the chosen products',
    body: z.strictObject({
      warehouseId: id,
      items: z
        .array(
          z.strictObject({
            supplierId: id,
            variationId: id,
            quantity,
            quantityPerVolume: quantity.default(1),
            priceCentavos: price,
          }),
        )
        .min(1, 'required')
        .max(maxLines, 'too_big'),
    }),
    response: z.object({ items: z.array(z.object({ id, number: z.number(), supplier: reference })) }),
    touches: ['supplyRequests'],
  }),
});
export type PurchasingSettings = z.output<typeof settings>;
export type WhatToBuy = z.output<typeof bought>;
export type Purchase = z.output<typeof purchasing.buy.body>;
