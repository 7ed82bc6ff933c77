import { z } from 'zod';
import { isIdsOrQuery, isSeen, notIdsOrQuery, notSeen } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, errorCode, id, idParams, instant, listQuery, page } from '../primitives.ts';
import { priceRule, repricingFields } from './repricing.ts';

export const priceScheduleStates = ['waiting', 'running', 'ended', 'canceled'] as const;
/** States in which a schedule will still change prices. */
export const openScheduleStates = ['waiting', 'running'] as const;

export const priceScheduleActs = {
  cancel: { from: openScheduleStates, to: 'canceled' },
} as const;

export const priceScheduleFilter = {
  state: { kind: 'choice', values: priceScheduleStates },
} as const satisfies FilterFields;
export const priceScheduleSorts = ['begins'] as const;

export const priceSchedule = z
  .object({
    id,
    state: z.enum(priceScheduleStates),
    beginsAt: instant,
    /** Null: the prices stay. */
    endsAt: instant.nullable(),
    rule: priceRule,
    ending: z.number().nullable(),
    publications: count,
    /** Publications whose price is the scheduled one now; null unless its prices have been set. */
    inForce: count.nullable(),
    /** Publications whose price could not be changed when it began, with the reason of each; the first. */
    refused: z.array(z.object({ name: z.string(), code: errorCode })),
    /** Name of one of the publications. */
    name: z.string(),
    by: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'PriceSchedule' });
export type PriceSchedule = z.output<typeof priceSchedule>;

/** What an open schedule means for one publication. */
export const scheduledPrice = z
  .object({
    publication: id,
    state: z.enum(openScheduleStates),
    /** It has begun, and the price is the scheduled one. */
    inForce: z.boolean(),
    beginsAt: instant,
    endsAt: instant.nullable(),
  })
  .meta({ id: 'ScheduledPrice' });
export type ScheduledPrice = z.output<typeof scheduledPrice>;

const hasTime = (body: { beginsAt: unknown; endsAt: unknown }) =>
  body.beginsAt !== null || body.endsAt !== null;
const noTime = { path: ['beginsAt'], error: 'required' };

/** Price changes that wait for their time. */
export const priceSchedules = entity('priceSchedules', {
  list: endpoint({
    method: 'GET',
    path: '/price-schedules',
    permission: 'publications.read',
    summary: 'Price changes that begin, or end, at a time',
    query: listQuery,
    response: page(priceSchedule),
  }),
  marks: endpoint({
    method: 'GET',
    path: '/price-schedules/publications',
    permission: 'publications.read',
    summary: 'Publications whose price will change by a schedule, or go back to what it was',
    response: z.object({ items: z.array(scheduledPrice) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/price-schedules',
    permission: 'publications.update',
    summary:
      'Changes prices of many by a rule from one time to another; at its end each goes back unless it was changed meanwhile',
    body: z
      .strictObject({
        ...repricingFields,
        /** Null: now. */
        beginsAt: instant.nullable().default(null),
        /** Null: the prices stay. */
        endsAt: instant.nullable().default(null),
      })
      .refine(isIdsOrQuery, notIdsOrQuery)
      .refine(isSeen, notSeen)
      .refine(hasTime, noTime),
    response: priceSchedule,
    errors: ['price_already_scheduled', 'not_published'],
    touches: ['bulkRuns'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/price-schedules/:id/cancel',
    permission: 'publications.update',
    summary: 'Cancels one that waits; one that has begun ends now, and the prices go back',
    params: idParams,
    response: priceSchedule,
    errors: ['state_conflict'],
    touches: ['bulkRuns'],
  }),
});
