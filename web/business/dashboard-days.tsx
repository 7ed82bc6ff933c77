import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Dashboard } from '#contract/business/dashboard.ts';
import { formatDay } from '#contract/dates.ts';
import { useTranslation } from '../i18n.ts';
import { formatQuantity, writeMoney } from '../quantity.ts';
import { Bars } from '../ui/charts/charts.tsx';
import classes from './DashboardPage.module.css';

type Figure = Exclude<keyof Dashboard['days'][number], 'day'>;

/** Charts of the last 30 days; only series in the response are drawn. */
export function DashboardDays({ days }: { days: Dashboard['days'] }) {
  const { t } = useTranslation('business');
  // Drawn only if it differs from the parcels of all sales.
  const mine = days.map((row) => row.packedByMe ?? 0);
  const has = (figure: Figure) => days[0]?.[figure] !== undefined;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="lg" className={classes.days}>
      {has('sales') && (
        <Drawn days={days} figure="sales" title={t('home.days.sales')} label={t('home.days.series.sales')} />
      )}
      {has('salesCentavos') && (
        <Drawn
          days={days}
          figure="salesCentavos"
          title={t('home.days.salesValue')}
          label={t('home.days.series.value')}
          money
        />
      )}
      {has('packed') && (
        <Drawn
          days={days}
          figure="packed"
          title={t('home.days.packed')}
          label={t('home.days.series.packed')}
        />
      )}
      {has('packedCentavos') && (
        <Drawn
          days={days}
          figure="packedCentavos"
          title={t('home.days.packedValue')}
          label={t('home.days.series.value')}
          money
        />
      )}
      {mine.some((count) => count > 0) && mine.some((count, n) => count !== days[n]?.packed) && (
        <Drawn
          days={days}
          figure="packedByMe"
          title={t('home.days.packedByMe')}
          label={t('home.days.series.mine')}
        />
      )}
    </SimpleGrid>
  );
}

type DrawnProps = {
  days: Dashboard['days'];
  figure: Figure;
  title: string;
  /** Colour of the only series. */
  label: string;
  money?: boolean;
};

function Drawn({ days, figure, title, label, money = false }: DrawnProps) {
  const { t } = useTranslation('business');
  const format = money ? writeMoney : formatQuantity;
  const sum = days.reduce((total, row) => total + (row[figure] ?? 0), 0);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="baseline" style={{ rowGap: 0 }}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {t('home.days.total', { value: format(sum) })}
        </Text>
      </Group>
      <Bars
        label={title}
        data={days.map((row) => ({ day: formatDay(row.day).slice(0, 5), [figure]: row[figure] ?? 0 }))}
        by="day"
        axis={t('home.days.day')}
        series={[{ name: figure, label, color: money ? 'blue.6' : 'petrol.6' }]}
        format={format}
        height={180}
      />
    </Stack>
  );
}
