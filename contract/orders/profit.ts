import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { marketplaceIds } from '../marketplaces/marketplace.ts';
import { centavos, count, countsQuery, listQuery, page } from '../primitives.ts';

/** What the results of sales are added up by. */
export const profitGroups = ['advertisement', 'product', 'account', 'supplier', 'day'] as const;
export type ProfitGroup = (typeof profitGroups)[number];

/** Days up to today if the filter names no time of purchase. */
export const profitDays = 30;

export const profitFilter = {
  by: { kind: 'choice', values: profitGroups },
  purchased: { kind: 'day' },
  account: { kind: 'id' },
  marketplace: { kind: 'choice', values: [...marketplaceIds, 'manual'] },
  supplier: { kind: 'id' },
} as const satisfies FilterFields;
export const profitSorts = ['profit', 'value', 'margin', 'units', 'name', 'id'] as const;

const figures = z.object({
  sales: count,
  /** Goods less the discount that the seller pays. */
  value: centavos,
  payout: centavos,
  /** Of the known amounts: the payout minus the cost of the goods and the taxes on the sales. */
  profit: centavos,
  /** Something of one of the sales is unknown: the profit is so much at most. */
  atMost: z.boolean(),
});

const profitRow = figures
  .extend({
    /** Of the ad, product, account or supplier, 0 for sales without one; a day as yyyymmdd. */
    id: z.number(),
    /** Empty for sales without one. */
    name: z.string(),
    units: count,
    cost: centavos,
    salesTax: centavos,
    /** Null if the value is 0. */
    marginBasisPoints: z.number().nullable(),
  })
  .meta({ id: 'Profit' });
export type ProfitRow = z.output<typeof profitRow>;

const profitSums = figures
  .extend({
    /** A part of the payout of one of the sales is unknown: the payout is so much at most. */
    payoutAtMost: z.boolean(),
  })
  .meta({ id: 'ProfitSums' });
export type ProfitSums = z.output<typeof profitSums>;

/**
 * Resource `profits`: results of sales, added up by ad, product, account, supplier or day. Canceled sales are left out.
 */
export const profits = entity('profits', {
  list: endpoint({
    method: 'GET',
    path: '/profits',
    permission: 'profits.read',
    summary: 'Profit by ad (default) or by what `by:` names, of the last 30 days or those of `purchased:`',
    query: listQuery,
    response: page(profitRow),
  }),
  sums: endpoint({
    method: 'GET',
    path: '/profits/sums',
    permission: 'profits.read',
    summary: 'The result of all sales that the filter finds',
    query: countsQuery,
    response: profitSums,
  }),
  export: exportOf('/profits/export', 'profits.read', [
    'name',
    'sales',
    'units',
    'value',
    'payout',
    'cost',
    'salesTax',
    'profit',
    'bound',
    'margin',
  ]),
});
