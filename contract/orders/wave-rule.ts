import { z } from 'zod';
import { addDays, addMinutes, dayOf, startOfDay } from '../dates.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, id, idParams, instant, oneLine, reference, text, version } from '../primitives.ts';
import { maxCartPlaces } from './picking.ts';

export const maxWaveRules = 50;

/** The next time that a clock in São Paulo shows the hour, now included. */
export function nextCutoff(now: Date, hour: number): Date {
  const today = dayOf(now);
  const at = (days: number) => addMinutes(startOfDay(addDays(today, days)), hour * 60);
  return at(0) >= now ? at(0) : at(1);
}

const whole = (least: number, most: number) =>
  z.int('not_whole').min(least, 'too_small').max(most, 'too_big');
/** The beginning of the code of positions, as on the shelf. */
const zone = text(20, 1).transform((code) => code.toUpperCase());

const fields = {
  name: oneLine(40, 1),
  on: z.boolean(),
  /** Empty: all. */
  logisticTypes: z.array(text(60)).max(20, 'too_many'),
  /** All parts of a sale have a volume in these; empty: everywhere. */
  zones: z.array(zone).max(20, 'too_many'),
  /** Only sales of one unit. */
  singles: z.boolean(),
  /** Only sales to be dispatched until the next time that it is this hour in São Paulo. */
  cutoffHour: whole(0, 23).nullable(),
  places: whole(1, maxCartPlaces),
  /** Released as soon as so many sales wait. */
  minSales: whole(1, 1000).nullable(),
  /** Released so many minutes before the first dispatch limit. Without both, only a person releases it. */
  minutesBefore: whole(0, 1440).nullable(),
};

const rule = z
  .object({
    id,
    warehouse: reference,
    ...fields,
    logisticTypes: z.array(z.string()),
    zones: z.array(z.string()),
    /** Sales that a release would take now. */
    waiting: count,
    /** When the clock releases it if no sale is added; null: it does not, or nothing waits. */
    nextRelease: instant.nullable(),
    releasedAt: instant.nullable(),
    version,
  })
  .meta({ id: 'WaveRule' });

/** Rules that make picking lists by themselves. */
export const waves = entity('waves', {
  list: endpoint({
    method: 'GET',
    path: '/waves',
    permission: 'waves.read',
    summary: 'Wave rules in the order in which they take sales, with the sales that wait for each',
    response: z.object({
      items: z.array(rule),
      /** Of sales in the warehouses in reach. */
      logisticTypes: z.array(z.string()),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/waves',
    permission: 'waves.manage',
    summary: 'Add a wave rule after the others of its warehouse',
    body: z.strictObject({ warehouseId: id, ...fields }),
    response: rule,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/waves/:id',
    permission: 'waves.manage',
    summary: 'Change a wave rule; lists that it made stay',
    params: idParams,
    body: z.strictObject(fields),
    response: rule,
    errors: ['stale_version'],
  }),
  turn: endpoint({
    method: 'PATCH',
    path: '/waves/:id/on',
    permission: 'waves.manage',
    summary: 'Turn a wave rule on or off',
    params: idParams,
    body: z.strictObject({ on: z.boolean() }),
    response: rule,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/waves/:id/order',
    permission: 'waves.manage',
    summary: 'Let a wave rule take sales before the one in front of it, or after the one behind it',
    params: idParams,
    body: z.strictObject({ to: z.enum(['before', 'after'], 'choose_one') }),
    response: rule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/waves/:id',
    permission: 'waves.manage',
    summary: 'Remove a wave rule; lists that it made keep its name',
    params: idParams,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/waves/:id/preview',
    permission: 'waves.read',
    summary: 'The sales, units and lists that a release would make now',
    params: idParams,
    response: z.object({ sales: count, units: count, lists: count, urgent: instant.nullable() }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/waves/:id/release',
    permission: 'waves.manage',
    summary: 'Make open picking lists of all sales that match the rule, now',
    params: idParams,
    response: z.object({ sales: count, listIds: z.array(id) }),
    errors: ['no_sale_selected'],
    touches: ['picking', 'checkout'],
  }),
});
export type WaveRule = z.output<typeof rule>;
export type WaveRuleBody = z.output<typeof waves.update.body>;
