import type { FigureBesideLimits } from '#contract/marketplaces/reputation.ts';
import type { ReputationLimit, ToldLevel } from '#contract/marketplaces/reputation-figures.ts';
import { useTranslation } from '../../i18n.ts';
import { formatDecimal } from '../../quantity.ts';
import { nothing } from '../../ui/page/values.tsx';

type Unit = FigureBesideLimits['unit'];

/** Words for levels, measures and their values; unknown ones in the marketplace's own words. */
export function useReputationWords() {
  const { t } = useTranslation('marketplaces');
  const value = (told: number | null, unit: Unit): string => {
    if (told === null) return t('reputation.notMeasured');
    const text = formatDecimal(told, 2);
    if (unit === 'percent') return `${text}%`;
    return unit === 'days' || unit === 'hours' || unit === 'seconds'
      ? t(`reputation.units.${unit}`, { value: text, count: told })
      : text;
  };
  const allowed = (level: ReputationLimit['allows']) =>
    level === null ? nothing : t(`reputation.levels.${level}`);
  return {
    value,
    allowed,
    level: (level: ToldLevel) => (level.known ? t(`reputation.levels.${level.known}`) : level.told),
    measure: ({ measure, name }: Pick<FigureBesideLimits, 'measure' | 'name'>) =>
      measure === 'other' && name !== '' ? name : t(`reputation.measures.${measure}`),
    limit: ({ allows, comparator, value: limit }: ReputationLimit, unit: Unit) =>
      allows === null
        ? t(`reputation.target.${comparator}`, { value: value(limit, unit) })
        : t('reputation.limitUpTo', { level: allowed(allows), value: value(limit, unit) }),
  };
}
