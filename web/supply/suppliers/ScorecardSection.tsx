import { Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { SupplierScorecard } from '#contract/supply/supplier-scorecard.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';

/** Delivery performance of a supplier over a year, by month. */
export function ScorecardSection({ supplierId }: { supplierId: number }) {
  const { t } = useTranslation('supply');
  const card = useApi(api.suppliers.scorecard, { params: { id: supplierId } });
  return (
    <Section title={t('scorecard.title')} hint={t('scorecard.hint')}>
      {card.error && !card.data && (
        <ErrorState
          failure={card.error}
          title={actMessage('failures', 'suppliers.scorecard')}
          retry={() => void card.refetch()}
        />
      )}
      <Figures card={card.data} />
      {card.data?.arrived === 0 && (
        <Text size="sm" c="dimmed">
          {t('scorecard.nothing')}
        </Text>
      )}
      {card.data && card.data.arrived > 0 && <Drawings card={card.data} />}
    </Section>
  );
}

function Figures({ card }: { card: SupplierScorecard | undefined }) {
  const { t } = useTranslation('supply');
  const of = (some: number, all: number) => (all === 0 ? '—' : t('scorecard.of', { some, all }));
  const late = card && card.onTime < card.dated;
  return (
    <StatGrid>
      <Stat
        label={t('scorecard.onTime')}
        value={card && of(card.onTime, card.dated)}
        tone={late ? 'attention' : 'neutral'}
        hint={
          card?.meanDaysLate == null
            ? t('scorecard.neverLate')
            : t('scorecard.meanLate', {
                days: formatQuantity(card.meanDaysLate),
                count: card.meanDaysLate,
              })
        }
      />
      <Stat label={t('scorecard.complete')} value={card && of(card.complete, card.attended)} />
      <Stat
        label={t('scorecard.problems')}
        value={card?.problems}
        hint={card && t('scorecard.open', { count: card.openProblems })}
        tone={card && card.openProblems > 0 ? 'bad' : 'neutral'}
      />
      {card?.priced !== undefined && (
        <Stat label={t('scorecard.priceKept')} value={of(card.priceKept ?? 0, card.priced)} />
      )}
    </StatGrid>
  );
}

/** `2026-11` as `11/26`. */
const shortMonth = (month: string) => `${month.slice(5)}/${month.slice(2, 4)}`;

function Drawings({ card }: { card: SupplierScorecard }) {
  const { t } = useTranslation('supply');
  const months = card.months.map((month) => ({ ...month, month: shortMonth(month.month) }));
  const prices = months.flatMap(({ month, priceIndex }) =>
    priceIndex == null ? [] : { month, index: priceIndex / 100 },
  );
  const axis = t('scorecard.month');
  return (
    <>
      <Bars
        label={t('scorecard.drawn')}
        data={months.map((row) => ({
          month: row.month,
          onTime: row.arrived - row.dated + row.onTime,
          late: row.dated - row.onTime,
        }))}
        by="month"
        axis={axis}
        series={[
          { name: 'onTime', label: t('scorecard.onTime') },
          { name: 'late', label: t('scorecard.late') },
        ]}
        stacked
        height={180}
      />
      {card.problems > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {t('scorecard.kinds')}
          </Text>
          <Bars
            label={t('scorecard.kinds')}
            data={card.problemsByKind.map(({ kind, problems }) => ({
              kind: t(`problemKind.${kind}`),
              problems,
            }))}
            by="kind"
            axis={t('problems.kind')}
            series={[{ name: 'problems', label: t('scorecard.kinds') }]}
            height={160}
          />
        </>
      )}
      {prices.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {t('scorecard.prices')}
          </Text>
          <Bars
            label={t('scorecard.prices')}
            data={prices}
            by="month"
            axis={axis}
            series={[{ name: 'index', label: t('scorecard.prices') }]}
            height={160}
          />
        </>
      )}
    </>
  );
}
