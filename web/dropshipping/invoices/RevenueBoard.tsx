import { Paper, Skeleton } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Money } from '../../ui/page/values.tsx';
import type { Side } from './invoice-side.ts';

type Screen = (search: { query: string }) => Href;

/** Totals that each link to the list they sum. */
export function RevenueBoard({ side, screen }: { side: Side; screen: Screen }) {
  const { t } = useTranslation('dropshipping');
  const { data, error, refetch } = useApi(api.dropinvoices.revenue, {});
  const money = (value: number | undefined) => (value === undefined ? undefined : <Money value={value} />);
  if (error && !data)
    return (
      <Paper p="md">
        <ErrorState
          title={actMessage('failures', 'dropinvoices.revenue')}
          failure={error}
          retry={() => void refetch()}
        />
      </Paper>
    );
  return (
    <StatGrid>
      <Stat
        label={t(`settlement.revenue.${side}Receivable`)}
        value={money(side === 'seller' ? data?.payableCentavos : data?.receivableCentavos)}
        tone="info"
        to={screen({
          query: side === 'seller' ? 'closed:yes status:pending' : 'closed:yes -status:complete',
        })}
      />
      <Stat
        label={t('settlement.revenue.waiting')}
        value={money(data?.waitingCentavos)}
        tone={data && data.waitingCentavos > 0 ? 'attention' : 'neutral'}
        to={screen({ query: 'status:waiting_approval' })}
      />
      <Stat
        label={t('settlement.revenue.overdue')}
        value={money(data?.overdueCentavos)}
        tone={data && data.overdueCentavos > 0 ? 'bad' : 'neutral'}
        to={screen({ query: 'overdue:yes' })}
      />
      <Stat
        label={t('settlement.revenue.open')}
        value={money(data?.openCentavos)}
        to={screen({ query: 'closed:no' })}
      />
      <Stat
        label={t(`settlement.revenue.${side}Complete`)}
        value={money(data?.completeCentavos)}
        tone="good"
        to={screen({ query: 'status:complete' })}
      />
      <Stat
        label={t(`settlement.revenue.${side}Balance`)}
        value={money(data?.balanceCentavos)}
        to={paths.dropshipping.balances()}
      />
    </StatGrid>
  );
}

/** What was invoiced on each of the last 30 days. */
export function RevenueDays() {
  const { t } = useTranslation('dropshipping');
  const { data } = useApi(api.dropinvoices.revenue, {});
  if (!data) return <Skeleton height={120} />;
  return (
    <Bars
      label={t('settlement.revenue.title')}
      data={data.days.map(({ day, totalCentavos }) => ({
        day: formatDay(day).slice(0, 5),
        total: totalCentavos,
      }))}
      by="day"
      axis={t('settlement.day')}
      series={[{ name: 'total', label: t('settlement.revenue.series') }]}
      format={writeMoney}
      height={120}
    />
  );
}
