import { z } from 'zod';
import type { ReputationFigure, ToldLevel } from '#contract/marketplaces/reputation-figures.ts';
import { limitComparators } from '#contract/marketplaces/reputation-figures.ts';
import { RemoteFailure } from '../../http.ts';
import type { Reputation } from '../reputation.ts';
import { responseOf, shopPath, textual } from './values.ts';

const value = z.number().transform((reported) => Math.round(reported * 10_000) / 10_000);

const metric = z
  .looseObject({
    metric_id: z.int(),
    metric_name: textual,
    current_period: value.nullish(),
    last_period: value.nullish(),
    unit: z.int().nullish().catch(null),
    /** An unknown comparator compares nothing. */
    target: z
      .looseObject({ value, comparator: z.enum(limitComparators) })
      .nullish()
      .catch(null),
  })
  .refine(({ unit, current_period: now }) => unit !== 2 || now == null || (now >= 0 && now <= 100));

const performance = z.looseObject({
  overall_performance: z.looseObject({ rating: z.int() }),
  metric_list: z.array(z.unknown()),
});

const measures: Readonly<Record<number, ReputationFigure['measure']>> = {
  1: 'late_dispatch',
  3: 'non_fulfilment',
  4: 'preparation_time',
  11: 'response_rate',
  22: 'rating',
  42: 'cancellations',
  43: 'returns',
  52: 'listing_violations',
  53: 'listing_violations',
};
const units: Readonly<Record<number, ReputationFigure['unit']>> = {
  1: 'number',
  2: 'percent',
  3: 'seconds',
  4: 'days',
  5: 'hours',
};
const levels: Readonly<Record<number, ToldLevel['known']>> = {
  1: 'poor',
  2: 'improvement_needed',
  3: 'good',
  4: 'excellent',
};

export const reputation: Reputation = {
  async read(session) {
    const answered = await session.call(shopPath(session, 'account_health/get_shop_performance'));
    const reported = responseOf(performance, answered, 'shop performance');
    // An unreadable metric does not affect the others; if none is readable, the answer is invalid.
    const figures = reported.metric_list.flatMap((one) => {
      const read = metric.safeParse(one).data;
      return read ? [figureOf(read)] : [];
    });
    if (reported.metric_list.length > 0 && figures.length === 0)
      throw new RemoteFailure('unreadable metrics of a shop');
    if (new Set(figures.map(({ code }) => code)).size < figures.length)
      throw new RemoteFailure('a metric of a shop told twice');
    const { rating } = reported.overall_performance;
    return {
      level: { known: levels[rating] ?? null, told: String(rating) },
      ...{ medal: null, protection: null, sales: null, days: null, limitsPublishedOn: null },
      figures,
    };
  },
};

/** The target comes with each metric: no limits of ours are used. */
const figureOf = (reported: z.output<typeof metric>): ReputationFigure => ({
  code: String(reported.metric_id),
  measure: measures[reported.metric_id] ?? 'other',
  name: (reported.metric_name ?? '').slice(0, 120),
  unit: units[reported.unit ?? 0] ?? 'unknown',
  value: reported.current_period ?? null,
  cases: null,
  real: null,
  before: reported.last_period ?? null,
  limits: reported.target ? [{ ...reported.target, allows: null }] : [],
});
