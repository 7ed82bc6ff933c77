import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { marketplaceIds } from '../marketplaces/marketplace.ts';
import { centavos, count, reference } from '../primitives.ts';

/** Sums of sales; canceled ones are only counted. */
const sums = z
  .object({
    sales: count,
    units: count,
    canceled: count,
    value: centavos,
    payout: centavos,
    /** A fee, freight or other part of the payout of one of the sales is unknown: the payout is so much at most. */
    payoutAtMost: z.boolean(),
    profit: centavos,
    /** A part of the payout or the cost of one of the sales is unknown: the profit is so much at most. */
    atMost: z.boolean(),
  })
  .meta({ id: 'HomeSums' });
export type HomeSums = z.output<typeof sums>;

const compared = z.object({
  /** The first day, and the last day that is compared with. */
  from: z.string(),
  beforeFrom: z.string(),
  beforeTo: z.string(),
  now: sums,
  /** As many days, the last one up to the same time of day. */
  before: sums,
});
export type Compared = z.output<typeof compared>;

/** Sums of the sales bought today and this month, each beside the same days before. */
const homeSalesSchema = z
  .object({
    /** Now, to which the figures before are limited. */
    at: z.string(),
    /** Beside yesterday up to the same time. */
    today: compared,
    /** Beside the same days of last month. */
    month: compared,
    /** What marketplaces will pay for sales that are paid and not complete. */
    expected: z.object({ sales: count, payout: centavos, atMost: z.boolean() }),
    /** Of this month and the same days of last month, by value. Without an account: manual sales. */
    accounts: z.array(
      z.object({
        marketplace: z.enum([...marketplaceIds, 'manual']),
        account: reference.nullable(),
        now: sums,
        before: sums,
      }),
    ),
  })
  .meta({ id: 'HomeSales' });
export type HomeSales = z.output<typeof homeSalesSchema>;

/** Ads of each kind. */
export const homeAdsShown = 10;

const adResult = z
  .object({
    id: z.number(),
    name: z.string(),
    units: count,
    value: centavos,
    profit: centavos,
    atMost: z.boolean(),
  })
  .meta({ id: 'HomeAd' });
export type HomeAd = z.output<typeof adResult>;

/** Ads by their profit of the days of the list of profits; none is in both lists. */
const homeAdsSchema = z
  .object({
    /** With a profit, the highest first. */
    best: z.array(adResult),
    /** The lowest first. */
    worst: z.array(adResult),
    /** Ads with sales. */
    ads: count,
  })
  .meta({ id: 'HomeAds' });
export type HomeAds = z.output<typeof homeAdsSchema>;

/**
 * Resource `homeSales`: sums of sales on the home, apart from its counts because they read every sale of two months and do
 * not follow each change.
 */
export const homeSales = entity('homeSales', {
  detail: endpoint({
    method: 'GET',
    path: '/dashboard/sales',
    permission: 'profits.read',
    summary: 'Sums of the sales of today and this month beside the same days before, also by account',
    response: homeSalesSchema,
  }),
  ads: endpoint({
    method: 'GET',
    path: '/dashboard/ads',
    permission: 'profits.read',
    summary: 'The ads with the highest and the lowest profit of the last 30 days',
    response: homeAdsSchema,
  }),
});
