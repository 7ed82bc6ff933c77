import type { ReputationView, ThreatKind } from '#contract/marketplaces/reputation.ts';
import type { ReputationFigure } from '#contract/marketplaces/reputation-figures.ts';
import { casesToLimit, countedValue, isKept, riskOfFigure } from '#contract/marketplaces/reputation-risk.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Outside } from '#server/outside/outside.ts';
import { capabilitiesOf } from '../account-capabilities.ts';
import { findAccountReputation, readingsOf, readThreats } from './reputation.queries.ts';

/** The figure that a sale affects. A sale that is late for long enough is not fulfilled at all. */
const countsIn: Partial<Record<ReputationFigure['measure'], readonly ThreatKind[]>> = {
  late_dispatch: ['late', 'due_today'],
  cancellations: ['refused', 'short', 'canceling', 'cancel_asked'],
  non_fulfilment: ['late', 'refused', 'short', 'canceling'],
  claims: ['claim'],
  returns: ['claim'],
};

/** The last reading with its limits, and our own sales that threaten it now. */
export async function viewReputation(tx: Tx, accountId: number, outside: Outside): Promise<ReputationView> {
  const account = (await findAccountReputation(tx, accountId)) ?? fail('not_found');
  const isTold = capabilitiesOf(outside, account).tellsReputation;
  const [readings, threats] = await Promise.all([readingsOf(tx, accountId), readThreats(tx, accountId)]);
  const last = readings.at(-1)?.reading;
  const { figures = [], ...reading } = last ?? {};
  // Without a level no limit is applied yet.
  const sales = last?.level ? last.sales : null;
  return {
    isTold,
    readAt: account.reputation_read_at?.toISOString() ?? null,
    failedAt: account.reputation_failed_at?.toISOString() ?? null,
    failure: account.reputation_failure,
    risk: account.reputation_risk,
    reading: last ? (reading as Omit<typeof last, 'figures'>) : null,
    figures: figures.map((figure) => ({
      ...figure,
      limits: figure.limits.map((limit) => ({
        ...limit,
        kept: isKept(limit, countedValue(figure)),
        spare: casesToLimit(limit, figure, sales),
      })),
      risk: last?.level ? riskOfFigure(figure, sales) : null,
      threats: threats.counts
        .filter(({ kind }) => countsIn[figure.measure]?.includes(kind))
        .reduce((sum, { count }) => sum + count, 0),
    })),
    threats: isTold ? threats : { counts: [], items: [] },
    days: readings.map(({ day, reading: of }) => ({
      ...{ day, level: of.level },
      figures: of.figures.map((figure) => ({ code: figure.code, value: countedValue(figure) })),
    })),
  };
}
