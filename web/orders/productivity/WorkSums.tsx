import { Paper, Skeleton, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import {
  mostDrawnPeople,
  type ProductivityGroup,
  type ProductivitySums,
} from '#contract/orders/productivity.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { formatHours } from './work-hours.ts';

type Drawn = {
  by: ProductivityGroup;
  nameOf: (row: { name: string }) => string;
};

/** Low enough for the first rows of the list on a laptop. */
const chartHeight = 110;
const results = ['lines', 'units', 'parcels'] as const;

/** The sums of all rows, and the rows as a chart. */
export function WorkSums({ query, ...drawn }: Drawn & { query: string | undefined }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const isBlind = can('balances.count') && !can('balances.approve');
  const { data, error } = useApi(api.productivity.sums, { query: { query } });
  // The list says why nothing can be read, or where figures come from.
  if (data ? data.drawn.length === 0 : error) return null;
  return (
    <>
      <StatGrid>
        <Stat label={t('productivity.hours')} value={data && formatHours(data.seconds)} />
        <Stat label={t('productivity.lines')} value={data && <Quantity value={data.lines} />} />
        <Stat label={t('productivity.units')} value={data && <Quantity value={data.units} />} />
        <Stat label={t('productivity.parcels')} value={data && <Quantity value={data.parcels} />} />
        <Stat label={t('productivity.errors')} value={data && <Quantity value={data.errors} />} />
      </StatGrid>
      <Text size="sm" c="dimmed">
        {t('productivity.figuresHint')} {isBlind && t('productivity.unitsHidden')}
      </Text>
      <Paper p="md">
        {data ? <WorkChart sums={data} {...drawn} /> : <Skeleton height={chartHeight} radius="sm" />}
      </Paper>
    </>
  );
}

function WorkChart({ sums, by, nameOf }: Drawn & { sums: ProductivitySums }) {
  const { t } = useTranslation('orders');
  const group = t(`productivity.groups.${by}`);
  const series = results.filter((result) => sums[result] > 0);
  return (
    <>
      <Bars
        label={t('productivity.drawn', { group })}
        data={sums.drawn.map((point) => ({ ...point, name: nameOf(point) }))}
        by="name"
        axis={group}
        series={series.map((name) => ({ name, label: t(`productivity.${name}`) }))}
        height={chartHeight}
      />
      {by === 'person' && sums.drawn.length === mostDrawnPeople && (
        <Text size="sm" c="dimmed">
          {t('productivity.mostDrawn', { most: mostDrawnPeople })}
        </Text>
      )}
    </>
  );
}
