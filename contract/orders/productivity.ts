import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { count, countsQuery, listQuery, page } from '../primitives.ts';

/** Kinds of work at goods, in the order in which goods pass through a warehouse. */
export const workKinds = [
  'receiving',
  'put_away',
  'picking',
  'packing',
  'hand_over',
  'counting',
  'returns',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** What the work is added up by. */
export const productivityGroups = ['person', 'day', 'kind'] as const;
export type ProductivityGroup = (typeof productivityGroups)[number];

/** Days up to today if the filter names none. */
export const productivityDays = 30;
/** Scans and their sums are kept for so long. */
export const mostProductivityDays = 366;

/** A person who does nothing for longer is not at work; the first act after it counts as `leastSeconds`. */
export const pauseSeconds = 600;
export const leastSeconds = 60;

export const productivityFilter = {
  by: { kind: 'choice', values: productivityGroups },
  worked: { kind: 'day' },
  kind: { kind: 'choice', values: workKinds },
  person: { kind: 'id' },
} as const satisfies FilterFields;
export const productivitySorts = [
  'seconds',
  'lines',
  'units',
  'parcels',
  'linesPerHour',
  'unitsPerHour',
  'parcelsPerHour',
  'errors',
  'name',
  'id',
] as const;

const figures = {
  lines: count,
  units: count,
  parcels: count,
  /** Time at work. */
  seconds: count,
  /** Counts that contradicted the work later. */
  errors: count,
};

const productivityRow = z
  .object({
    /** Of the person; a day as yyyymmdd; a kind by its place in `workKinds`, from 1. */
    id: z.number(),
    /** Empty for a person who has left; a day as yyyy-mm-dd; a kind of work. */
    name: z.string(),
    ...figures,
    /** With one decimal; null without such results. */
    linesPerHour: z.number().nullable(),
    unitsPerHour: z.number().nullable(),
    parcelsPerHour: z.number().nullable(),
  })
  .meta({ id: 'Productivity' });
export type ProductivityRow = z.output<typeof productivityRow>;

/** Points of the chart: people with most hours, or all days or kinds in their order. */
export const mostDrawnPeople = 20;

const productivitySums = z
  .object({
    ...figures,
    drawn: z.array(
      z.object({ id: z.number(), name: z.string(), lines: count, units: count, parcels: count }),
    ),
  })
  .meta({ id: 'ProductivitySums' });
export type ProductivitySums = z.output<typeof productivitySums>;

/**
 * Resource `productivity`: work at goods, added up by person, day or kind. Without `productivity.people` it is that of
 * the caller alone.
 */
export const productivity = entity('productivity', {
  list: endpoint({
    method: 'GET',
    path: '/productivity',
    permission: 'productivity.read',
    summary: 'Work by person, day or kind (`by:`), of the last 30 days or those of `worked:`',
    query: listQuery,
    response: page(productivityRow),
  }),
  sums: endpoint({
    method: 'GET',
    path: '/productivity/sums',
    permission: 'productivity.read',
    summary: 'The sums of what the filter finds, and its rows as points of a chart',
    query: countsQuery,
    response: productivitySums,
  }),
  export: exportOf('/productivity/export', 'productivity.read', [
    'name',
    'lines',
    'units',
    'parcels',
    'hours',
    'linesPerHour',
    'unitsPerHour',
    'parcelsPerHour',
    'errors',
  ]),
});
