import { z } from 'zod';
import type { ReputationFigure, ToldLevel, ToldMedal } from '#contract/marketplaces/reputation-figures.ts';
import { RemoteFailure, understand } from '../../http.ts';
import type { MarketplaceReputation, Reputation } from '../reputation.ts';
import { remoteId, remoteTime } from './order.ts';
import { limitsOf, limitsPublishedOn } from './reputation-limits.ts';

/** A fraction: 0.0912 is 9.12 %. */
const rate = z
  .number()
  .min(0)
  .max(1)
  .transform((value) => Math.round(value * 1_000_000) / 10_000);
const cases = z.int().nonnegative();
const word = z.string().min(1).max(60);

const metric = z.looseObject({
  rate,
  value: cases,
  excluded: z.looseObject({ real_value: cases, real_rate: rate }).nullish(),
});
const sales = z.looseObject({ period: z.string().nullish(), completed: cases });

// The figures are optional, but must be readable: a wrong one is worse than none.
const schema = z.looseObject({
  id: remoteId,
  seller_reputation: z.looseObject({
    level_id: word.nullable(),
    power_seller_status: word.nullish(),
    real_level: word.nullish(),
    protection_end_date: remoteTime.nullish(),
    metrics: z
      .looseObject({
        sales: sales.nullish(),
        claims: metric.nullish(),
        delayed_handling_time: metric.nullish(),
        cancellations: metric.nullish(),
      })
      .nullish(),
  }),
});

const measures = {
  claims: 'claims',
  cancellations: 'cancellations',
  delayed_handling_time: 'late_dispatch',
} as const;
const codes = ['claims', 'cancellations', 'delayed_handling_time'] as const;

const levels = {
  '1_red': 'red',
  '2_orange': 'orange',
  '3_yellow': 'yellow',
  '4_light_green': 'light_green',
  '5_green': 'green',
} as const;
const medals = { silver: 'silver', gold: 'gold', platinum: 'platinum' } as const;

const knownOf = <T>(table: Readonly<Record<string, T>>, reported: string): T | null =>
  Object.hasOwn(table, reported) ? (table[reported] ?? null) : null;
const levelOf = (reported: string | null | undefined): ToldLevel | null =>
  reported ? { known: knownOf(levels, reported), told: reported } : null;
const medalOf = (reported: string | null | undefined): ToldMedal | null =>
  reported ? { known: knownOf(medals, reported), told: reported } : null;

export const reputation: Reputation = {
  async read(session) {
    const { json } = await session.call(`/users/${encodeURIComponent(session.remoteUserId)}`);
    const reported = understand(schema, json, 'reputation');
    if (reported.id !== session.remoteUserId) throw new RemoteFailure('reputation of another seller');
    return viewOf(reported.seller_reputation, session.siteId);
  },
};

function viewOf(
  reported: z.output<typeof schema>['seller_reputation'],
  siteId: string,
): MarketplaceReputation {
  const { level_id: level, real_level: realLevel, protection_end_date: until } = reported;
  const figures = codes.flatMap((code) => {
    const found = reported.metrics?.[code];
    return found ? [figureOf(code, found, siteId)] : [];
  });
  const isProtected = Boolean(realLevel ?? until) || figures.some(({ real }) => real !== null);
  return {
    level: levelOf(level),
    medal: medalOf(reported.power_seller_status),
    protection: isProtected ? { until: until ?? null, level: levelOf(realLevel) } : null,
    sales: reported.metrics?.sales?.completed ?? null,
    days: daysOf(reported.metrics?.sales?.period),
    figures,
    limitsPublishedOn: figures.some(({ limits }) => limits.length > 0) ? limitsPublishedOn : null,
  };
}

/** A protected seller is shown with 0; the real value is next to it. */
function figureOf(
  code: (typeof codes)[number],
  { value, rate: share, excluded }: z.output<typeof metric>,
  siteId: string,
): ReputationFigure {
  const differs = excluded && (excluded.real_value !== value || excluded.real_rate !== share);
  const measure = measures[code];
  return {
    ...{ code, measure, name: '', unit: 'percent' },
    value: share,
    cases: value,
    real: differs ? { value: excluded.real_rate, cases: excluded.real_value } : null,
    before: null,
    limits: limitsOf(siteId, measure),
  };
}

/** `"60 days"`; other texts are unknown. */
function daysOf(period: string | null | undefined): number | null {
  const [, days] = /^(\d{1,4}) days?$/.exec(period ?? '') ?? [];
  return days === undefined ? null : Number(days);
}
