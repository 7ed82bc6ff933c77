import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { idParams, instant } from '../primitives.ts';

/**
 * Why payouts were not read: the account is disconnected, a line belongs to a closed month, the marketplace does not
 * answer, does not allow it, has not finished its report in time or refuses; the account has lines of another report;
 * or the report has a line that cannot be read.
 */
export const payoutFailures = [
  'disconnected',
  'month_closed',
  'no_answer',
  'not_allowed',
  'not_ready',
  'refused',
  'report_differs',
  'unreadable',
] as const;
export type PayoutFailure = (typeof payoutFailures)[number];

const payoutReading = z
  .object({
    /** False: the marketplace has payouts only in its files, which people upload. */
    isTold: z.boolean(),
    /** Requested, or being prepared by the marketplace. */
    isReading: z.boolean(),
    /** The last reading that succeeded, and the last day of it. */
    readAt: instant.nullable(),
    through: z.string().nullable(),
    /** Of a later reading that failed. */
    failedAt: instant.nullable(),
    failure: z.enum(payoutFailures).nullable(),
  })
  .meta({ id: 'PayoutReading' });
export type PayoutReading = z.output<typeof payoutReading>;

/** Resource `payout-readings`: payouts that are read from the marketplace, by account. */
export const payoutReadings = entity('payoutReadings', {
  detail: endpoint({
    method: 'GET',
    path: '/payout-readings/:id',
    permission: 'payouts.read',
    summary: 'When the payouts of an account were last read from its marketplace, and a failure since then',
    params: idParams,
    response: payoutReading,
    errors: ['not_found'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/payout-readings/:id/read',
    permission: 'payouts.manage',
    summary: 'Read the payouts of the last thirty days from the marketplace by a job',
    params: idParams,
    response: payoutReading,
    errors: ['not_found', 'account_disconnected', 'state_conflict'],
    limit: { max: 30, seconds: 600, by: 'session' },
  }),
});
