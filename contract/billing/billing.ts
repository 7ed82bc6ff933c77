import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, day, listQuery, page } from '../primitives.ts';
import { planNames } from './plan.ts';

export const billingFilter = {
  plan: { kind: 'choice', values: planNames },
} as const satisfies FilterFields;
export const billingSorts = ['month'] as const;

const billingMonth = z
  .object({
    id: z.number(),
    /** Its first day, in Sao Paulo. */
    month: day,
    /** The most expensive plan of the month. */
    plan: z.enum(planNames),
    /** The most that was seen at the end of a day. */
    storageBytes: count,
    publications: count,
    totalCentavos: centavos,
    /** false: the month is not over, the figures are those so far. */
    closed: z.boolean(),
  })
  .meta({ id: 'BillingMonth' });

export const billing = entity('billing', {
  list: endpoint({
    method: 'GET',
    path: '/billing',
    permission: 'plans.read',
    summary: 'Billing months: storage and publications used, and the charge',
    query: listQuery,
    response: page(billingMonth),
  }),
  export: exportOf('/billing/export', 'plans.read', ['month', 'plan', 'storage', 'publications', 'total']),
});

export type BillingMonth = z.output<typeof billingMonth>;
