import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, id, idParams, reference } from '../primitives.ts';
import { orderDetail } from './order.ts';
import { orderActs } from './order-states.ts';

/** Why an offer may replace a part: its code, or its brand and attributes with a similar name. */
export const substituteMatches = ['gtin', 'alike'] as const;

/** Of this seller's own last sales that were shipped by the supplier. */
const scorecard = z.object({
  sales: count,
  /** Of those with a dispatch limit: left by then. */
  dated: count,
  onTime: count,
  /** Refused, and found short, within ninety days. */
  refused: count,
  short: count,
});

const substitute = z
  .object({
    supplier: reference,
    /** The seller's own stock. */
    own: z.boolean(),
    warehouse: reference,
    /** With its state; empty if unknown. */
    city: z.string(),
    /** The surest of all its parts is only as sure as the least sure one. */
    match: z.enum(substituteMatches),
    parts: z.array(
      z.object({
        partId: id,
        quantity: count,
        offer: reference,
        sku: z.string(),
        match: z.enum(substituteMatches),
        available: count,
        price: centavos.optional(),
      }),
    ),
    /** How many times the whole sale could be had. */
    available: count,
    cost: centavos.optional(),
    /** The remaining result of the sale. */
    margin: centavos.optional(),
    /** Some amounts of the sale are unknown: this is the highest possible result. */
    marginAtMost: z.boolean().optional(),
    acceptedByHand: z.boolean(),
    scorecard: scorecard.nullable(),
  })
  .meta({ id: 'Substitute' });
export type Substitute = z.output<typeof substitute>;

/** Other warehouses that could ship a whole sale which its supplier refused or was short of. */
export const substitutes = entity('substitutes', {
  list: endpoint({
    method: 'GET',
    path: '/orders/:id/substitutes',
    permission: 'orders.read',
    summary:
      'Other warehouses that have all parts of a refused or short sale: same GTIN first, then brand and attributes',
    params: idParams,
    /** `invoiced`: a part has been on an invoice (packed, then reopened), so the sale takes no substitute. */
    response: z.object({ items: z.array(substitute), invoiced: z.boolean() }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/orders/:id/substitutes',
    permission: orderActs.substitute.permission,
    summary: 'Move the reservation of a refused or short sale to other offers',
    params: idParams,
    body: z.strictObject({
      parts: z
        .array(z.strictObject({ partId: id, offer: id }))
        .min(1, 'required')
        .max(200, 'too_big'),
    }),
    response: orderDetail,
    errors: [
      'state_conflict',
      'order_canceled',
      'insufficient_stock',
      'offer_not_available',
      'mixed_warehouses',
    ],
    touches: ['orders', 'checkout', 'stock', 'publications'],
  }),
});
