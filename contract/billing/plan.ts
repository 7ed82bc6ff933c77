import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { centavos, count, day, instant } from '../primitives.ts';

export const planNames = ['free', 'pro', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

type Plan = { priceCentavos: number; storageBytes: number; publications: number | null };

/** From the smallest to the largest. Price of a month; bytes are powers of ten; null: unlimited. */
export const planTerms: Readonly<Record<PlanName, Plan>> = {
  free: { priceCentavos: 0, storageBytes: 100e6, publications: 5 },
  pro: { priceCentavos: 10_00, storageBytes: 5e9, publications: 1000 },
  enterprise: { priceCentavos: 100_00, storageBytes: 100e9, publications: null },
};

/** Negative if `one` is smaller than `other`. */
export const comparePlans = (one: PlanName, other: PlanName): number =>
  planNames.indexOf(one) - planNames.indexOf(other);

/** Shares of a plan, in percent, at which its business is warned. */
export const warnedAt = [100, 80] as const;

/** Used share of a plan in percent, for its most used limit; null if that needs no warning. */
export function warningShare({ plan, storageBytes, publications }: CurrentPlan): number | null {
  const limits = planTerms[plan];
  const share = limits.publications === null ? 0 : publications / limits.publications;
  const percent = Math.floor(Math.max(share, storageBytes / limits.storageBytes) * 100);
  return percent < Math.min(...warnedAt) ? null : percent;
}

const offeredPlan = z
  .object({
    name: z.enum(planNames),
    priceCentavos: centavos,
    storageBytes: count,
    publications: count.nullable(),
  })
  .meta({ id: 'Plan' });

const currentPlan = z
  .object({
    plan: z.enum(planNames),
    since: instant,
    /** A requested downgrade; it can be taken back until its day. */
    next: z.object({ plan: z.enum(planNames), on: day }).nullable(),
    storageBytes: count,
    /** Publications that are not closed. */
    publications: count,
  })
  .meta({ id: 'CurrentPlan' });

export const plans = entity('plans', {
  list: endpoint({
    method: 'GET',
    path: '/plans',
    permission: 'plans.read',
    summary: 'The plans, cheapest first',
    response: z.object({ items: z.array(offeredPlan) }),
  }),
  current: endpoint({
    method: 'GET',
    path: '/plans/current',
    permission: 'plans.read',
    summary: 'The plan of the business and its usage',
    response: currentPlan,
  }),
  choose: endpoint({
    method: 'PATCH',
    path: '/plans/current',
    permission: 'plans.change',
    summary:
      'Choose a plan: an upgrade applies at once, a downgrade on the first day of next month; choosing the current plan cancels it',
    body: z.strictObject({ plan: z.enum(planNames, 'choose_one') }),
    response: currentPlan,
    touches: ['billing', 'auth'],
  }),
});

export type OfferedPlan = z.output<typeof offeredPlan>;
export type CurrentPlan = z.output<typeof currentPlan>;
