import { Text } from '@mantine/core';
import type { MarginChange, MarginTerms } from '#contract/advertisements/margin-change.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent, writeMoney } from '../../quantity.ts';
import cells from '../../ui/table/cells.module.css';

const terms = [
  ...(['cost', 'fee', 'freight', 'taxBasisPoints', 'price', 'margin'] as const),
] satisfies readonly (keyof MarginTerms)[];

/** Changed terms of a price, from the cause to the new margin. */
export function ChangedTerms({ change: { before, after } }: { change: MarginChange }) {
  const { t } = useTranslation('advertisements');
  const written = (term: keyof MarginTerms, of: MarginTerms) => {
    const value = of[term];
    if (value === null) return t('publish.unknown');
    if (term === 'taxBasisPoints') return formatPercent(value);
    if (term !== 'margin') return writeMoney(value);
    const isWhole = of.fee !== null && of.freight !== null;
    return `${isWhole ? '' : `${t('publish.atMost')} `}${formatPercent(value)}`;
  };
  const changed = terms.filter((term) => before[term] !== after[term]);
  const shown = changed.length > 0 ? changed : (['margin'] as const);
  return (
    <div className={cells.stacked}>
      {shown.map((term) => (
        <Text key={term} span inherit display="block" size="sm">
          {changed.length === 0
            ? `${t(`margin.terms.${term}`)} ${written(term, after)}`
            : t('margin.fromTo', {
                term: t(`margin.terms.${term}`),
                before: written(term, before),
                after: written(term, after),
              })}
        </Text>
      ))}
    </div>
  );
}
