import type { ReputationFigure, ReputationLevel, ReputationLimit } from './reputation-figures.ts';

/** The rating of a level; `fair`: some disadvantages, `bad`: many. */
export const levelTones: Record<ReputationLevel, 'good' | 'fair' | 'bad'> = {
  red: 'bad',
  orange: 'bad',
  yellow: 'fair',
  light_green: 'good',
  green: 'good',
  poor: 'bad',
  improvement_needed: 'fair',
  good: 'good',
  excellent: 'good',
};

/** `over`: a limit of the good level is crossed, or the level is not good. `near`: one more case, or a tenth, crosses it. */
export const reputationRisks = ['good', 'near', 'over'] as const;
export type ReputationRisk = (typeof reputationRisks)[number];

/** The decisive level: the real one of a protected seller. */
export const countedValue = (figure: Pick<ReputationFigure, 'value' | 'real'>): number | null =>
  figure.real?.value ?? figure.value;

/** Null if its amount is unknown. */
export function isKept(limit: ReputationLimit, value: number | null): boolean | null {
  if (value === null) return null;
  switch (limit.comparator) {
    case '<':
      return value < limit.value;
    case '<=':
      return value <= limit.value;
    case '>':
      return value > limit.value;
    case '>=':
      return value >= limit.value;
    case '=':
      return value === limit.value;
  }
}

/**
 * The remaining number of cases below a limit in percent, negative if it is exceeded; null if cases or sales are
 * unknown. An estimate: sales in the share and the reported number of sales may differ.
 */
export function casesToLimit(
  limit: ReputationLimit,
  figure: Pick<ReputationFigure, 'unit' | 'cases' | 'real'>,
  sales: number | null,
): number | null {
  const cases = figure.real?.cases ?? figure.cases;
  if (figure.unit !== 'percent' || cases === null || sales === null || limit.comparator !== '<=') return null;
  // Slightly more, because 4.5 % of 200 may be computed slightly below 9.
  return Math.floor((limit.value * sales) / 100 + 1e-9) - cases;
}

/** The limit of the good level; undefined if there is none. */
export const goodLimit = (limits: readonly ReputationLimit[]): ReputationLimit | undefined =>
  limits.find(({ allows }) => allows === null || (allows !== 'leader' && levelTones[allows] === 'good'));

type Judged = Pick<ReputationFigure, 'unit' | 'value' | 'cases' | 'real' | 'limits'>;

/** Null: the value or its limit is unknown. */
export function riskOfFigure(figure: Judged, sales: number | null): ReputationRisk | null {
  const limit = goodLimit(figure.limits);
  const value = countedValue(figure);
  if (!limit || value === null) return null;
  if (isKept(limit, value) === false) return 'over';
  const spare = casesToLimit(limit, figure, sales);
  if (spare !== null) return spare <= 0 ? 'near' : 'good';
  const isMost = limit.comparator === '<' || limit.comparator === '<=';
  return isMost && limit.value > 0 && value >= limit.value * 0.9 ? 'near' : 'good';
}

/** Null: without a level and without figures nothing is known. */
export function riskOf(reading: {
  level: { known: ReputationLevel | null } | null;
  protection: { level: { known: ReputationLevel | null } | null } | null;
  sales: number | null;
  figures: readonly Judged[];
}): ReputationRisk | null {
  const level = reading.protection?.level?.known ?? reading.level?.known ?? null;
  if (level === null && reading.figures.length === 0) return null;
  if (level !== null && levelTones[level] !== 'good') return 'over';
  // Without a level nothing is lost yet: too few sales.
  if (reading.level === null) return 'good';
  const risks = reading.figures.map((figure) => riskOfFigure(figure, reading.sales));
  if (risks.includes('over')) return 'over';
  return risks.includes('near') ? 'near' : 'good';
}
