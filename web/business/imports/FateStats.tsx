import { type RowFate, rowFates } from '#contract/business/import/import-states.ts';
import { useTranslation } from '../../i18n.ts';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { fateBadges } from './import-words.ts';

/** Number of rows by outcome. */
export function FateStats({ fates }: { fates: Record<RowFate, number> }) {
  const { t } = useTranslation('business');
  return (
    <StatGrid>
      {rowFates.map((fate) => (
        <Stat
          key={fate}
          label={t(`imports.fates.${fate}`)}
          value={fates[fate]}
          {...(fateBadges[fate].icon && { icon: fateBadges[fate].icon })}
          {...(fate === 'wrong' && fates.wrong > 0 && { tone: 'bad' as const })}
        />
      ))}
    </StatGrid>
  );
}
