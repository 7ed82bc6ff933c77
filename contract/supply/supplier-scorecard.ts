import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, idParams } from '../primitives.ts';
import { problemKinds } from './reported-problem-states.ts';

const received = {
  /** Requests that arrived. */
  arrived: count,
  /** Of those that had an estimated delivery: arrived by then. */
  dated: count,
  onTime: count,
  /** Of attended requests: nothing was missing. */
  attended: count,
  complete: count,
  problems: count,
};

const scorecard = z
  .object({
    ...received,
    /** Days after the estimated delivery, on the mean of those that were late. */
    meanDaysLate: z.number().nullable(),
    openProblems: count,
    problemsByKind: z.array(z.object({ kind: z.enum(problemKinds), problems: count })),
    /** ¤ Lines of NF-e with an agreed price, and those with exactly that price. */
    priced: count.optional(),
    priceKept: count.optional(),
    /** The last twelve months, oldest first. */
    months: z.array(
      z.object({
        /** `2026-11` */
        month: z.string(),
        ...received,
        /** ¤ Prices agreed in the month, relative to each product's first one of the year, in basis points. */
        priceIndex: z.number().nullable().optional(),
      }),
    ),
  })
  .meta({ id: 'SupplierScorecard' });

/** An act of the entity `suppliers`. */
export const scorecardEndpoints = {
  scorecard: endpoint({
    method: 'GET',
    path: '/suppliers/:id/scorecard',
    permission: 'suppliers.read',
    summary: 'Deliveries of a vendor in the last twelve months: on time, complete, problems, prices',
    params: idParams,
    response: scorecard,
  }),
};

export type SupplierScorecard = z.output<typeof scorecard>;
