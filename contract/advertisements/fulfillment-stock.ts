import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { accountReference } from '../marketplaces/account-capabilities.ts';
import { count, id, instant, listQuery, page, reference } from '../primitives.ts';

export const fulfillmentStockFilter = {
  name: { kind: 'text' },
  sku: { kind: 'text' },
  account: { kind: 'id' },
  /** Of ads that are made of this product. */
  product: { kind: 'id' },
  /** Units have to be sent, so that it lasts as long as the seller wants. */
  due: { kind: 'flag' },
  /** Some units are there and are not sold. */
  unsellable: { kind: 'flag' },
} as const satisfies FilterFields;
export const fulfillmentStockSorts = ['cover', 'name', 'sellable', 'sold', 'proposed'] as const;

/** Units in the marketplace's own warehouse; null is unknown. */
export const fulfillmentUnits = z
  .object({
    sellable: count,
    /** Units that are there and not sold: damaged, lost, on their way back. */
    unsellable: count.nullable(),
    /** Units that are moved between its warehouses, and are sold later. */
    inTransfer: count.nullable(),
    readAt: instant,
  })
  .meta({ id: 'FulfillmentUnits' });
export type FulfillmentUnits = z.output<typeof fulfillmentUnits>;

const fulfillmentStock = fulfillmentUnits
  .extend({
    id,
    /** Of the ad that sells from it, with its variation. */
    name: z.string(),
    sku: z.string(),
    account: accountReference,
    advertisement: reference,
    /** Ads that sell from it. */
    ads: count,
    /** Units sold from it in the last 30 days. */
    sold: count,
    /** Units a day, in thousandths, since its first sale of these days. */
    dailyMilli: count,
    /** How long the units last; null without sales. */
    coverDays: count.nullable(),
    /** How long they are to last. */
    targetDays: count,
    /** Units to send, so that they last that long. */
    proposed: count,
    /** Units that we could send now. */
    onShelf: count,
  })
  .meta({ id: 'FulfillmentStock' });
export type FulfillmentStockRow = z.output<typeof fulfillmentStock>;

/** Units that marketplaces store for the seller, as they were last read, and how many to send. They are never written. */
export const fulfillmentStocks = entity('fulfillmentStocks', {
  list: endpoint({
    method: 'GET',
    path: '/fulfillment-stocks',
    permission: 'publications.read',
    summary: 'Units in the warehouses of marketplaces with days of cover and a replenishment proposal',
    query: listQuery,
    response: page(fulfillmentStock),
  }),
  export: exportOf('/fulfillment-stocks/export', 'publications.read', [
    'name',
    'sku',
    'account',
    'sellable',
    'inTransfer',
    'unsellable',
    'sold',
    'cover',
    'target',
    'proposed',
    'onShelf',
    'read',
  ]),
});
