import { z } from 'zod';
import { addDays, type Day, daysBetween, parseDay } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import { centavos, count } from '../primitives.ts';
import { balanceCauses } from './balance-states.ts';

/** Positions, products and people of a report, those with most errors first. */
export const reportedMost = 20;
const longestDays = 366;
export const usualReportDays = 30;

const day = z.string().refine((text) => parseDay(text) === text, 'date_invalid');

const figures = { counted: count, right: count };
const group = z.object({ name: z.string(), ...figures });
export type AccuracyGroup = z.output<typeof group>;

const effect = {
  corrections: count,
  found: count,
  lost: count,
  /** ¤ Value of found units minus that of lost ones. */
  centavos: centavos.optional(),
};

const report = z
  .object({
    from: z.string(),
    to: z.string(),
    total: z.object({ ...figures, ...effect }),
    positions: z.array(group),
    products: z.array(group),
    people: z.array(group),
    causes: z.array(z.object({ cause: z.enum(balanceCauses), ...effect })),
  })
  .meta({ id: 'BalanceReport' });
export type BalanceReport = z.output<typeof report>;

/** The first of this many days that end with this one. */
export const reportFrom = (to: Day, days: number): Day => addDays(to, 1 - days);

/** Acts of the entity `balances`. */
export const reportEndpoints = {
  report: endpoint({
    method: 'GET',
    path: '/in-balance/report',
    permission: 'balance-reports.read',
    summary: 'Accuracy of the ledger by position, product and person, and corrections by cause',
    query: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => daysBetween(from, to) >= 0 && daysBetween(from, to) < longestDays, {
        path: ['from'],
        message: 'invalid',
      }),
    response: report,
  }),
  export: exportOf('/in-balance/export', 'balance-reports.read', [
    'volume',
    'state',
    'position',
    'product',
    'kind',
    'origin',
    'warehouse',
    'counts',
    'cause',
    'difference',
    'value',
    'startedBy',
    'started',
    'ended',
  ]),
};
