import { Text } from '@mantine/core';
import type { MarginChange, MarginTerms } from '#contract/advertisements/margin-change.ts';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent } from '../../quantity.ts';

const terms = ['cost', 'fee', 'freight', 'price', 'margin'] as const satisfies readonly (keyof MarginTerms)[];

/** What of a price is another than before, from the cause to the margin that is left. */
export function ChangedTerms({ change: { before, after } }: { change: MarginChange }) {
  const { t } = useTranslation('advertisements');
  const written = (term: keyof MarginTerms, value: number | null) =>
    value === null
      ? t('publish.unknown')
      : term === 'margin'
        ? formatPercent(value)
        : formatMoney(value).replace(' ', '\u00a0');
  const changed = terms.filter((term) => before[term] !== after[term]);
  const shown = changed.length > 0 ? changed : (['margin'] as const);
  return (
    <div>
      {shown.map((term) => (
        <Text key={term} span inherit display="block" size="sm">
          {changed.length === 0
            ? `${t(`margin.terms.${term}`)} ${written(term, after[term])}`
            : t('margin.fromTo', {
                term: t(`margin.terms.${term}`),
                before: written(term, before[term]),
                after: written(term, after[term]),
              })}
        </Text>
      ))}
    </div>
  );
}
