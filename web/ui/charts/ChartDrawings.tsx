import { useTranslation } from '../../i18n.ts';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Text, VisuallyHidden } from '@mantine/core';
import { formatQuantity } from '../../quantity.ts';
import { nothing } from '../page/values.tsx';
import classes from '../table/Lists.module.css';

type Series = { name: string; label: string; color?: string };

export type ChartProps = {
  /** Description of the chart in a sentence, as its accessible name. */
  label: string;
  /** One object per point; `by` is the key on the horizontal axis, `axis` formats it. */
  data: readonly Record<string, string | number>[];
  by: string;
  axis: string;
  series: readonly Series[];
  format?: (value: number) => string;
  height?: number;
  stacked?: boolean;
};

const palette = ['petrol.6', 'amber.5', 'blue.6', 'green.6', 'red.5', 'gray.6'];

const standardHeight = 220;

function drawn({ series, data, by, format = formatQuantity, height = standardHeight }: ChartProps) {
  return {
    h: height,
    data: data.map((point) => ({ ...point })),
    dataKey: by,
    series: series.map((line, index) => ({
      ...line,
      color: line.color ?? palette[index % palette.length] ?? 'petrol.6',
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    // Labels at equal distances, from the first point on.
    xAxisProps: { interval: 'equidistantPreserveStart' as const },
    yAxisProps: {
      width: 84,
      allowDecimals: false,
      // Every grid line has a label, and the top one has room for it.
      interval: 0,
      // With only zeros the library would invent a scale.
      ...(isEmpty({ data, series }) && { domain: [0, 1], ticks: [0] }),
      tickFormatter: (value: number) => axisLabel(format(value)),
    },
  };
}

const isEmpty = ({ data, series }: Pick<ChartProps, 'data' | 'series'>) =>
  data.every((point) => series.every((line) => Number(point[line.name] ?? 0) === 0));

/** Axis labels are round and need no centavos; they stay on one line. */
const axisLabel = (text: string) => text.replace(/,00$/, '').replaceAll(' ', '\u00a0');

/** A series without a value at a point is not zero there. */
const cellOf = (value: string | number | undefined, format: (value: number) => string) =>
  value === undefined ? nothing : format(Number(value));

/** Not focusable: the table beside it has the same figures. */
const quiet = { accessibilityLayer: false, margin: { top: 8 } };

export function BarsDrawing(props: ChartProps) {
  return (
    <Figure {...props}>
      <BarChart
        {...drawn(props)}
        barChartProps={quiet}
        type={props.stacked ? 'stacked' : 'default'}
        maxBarWidth={28}
      />
    </Figure>
  );
}

/** The chart, and its figures as a table for screen readers. */
function Figure({
  label,
  data,
  by,
  axis,
  series,
  format = formatQuantity,
  height = standardHeight,
  children,
}: ChartProps & { children: React.ReactNode }) {
  const { t } = useTranslation();
  if (data.length === 0)
    return (
      <Text c="dimmed" h={height}>
        {t('chart.empty')}
      </Text>
    );
  return (
    <figure className={classes.drawing}>
      <div aria-hidden>{children}</div>
      {isEmpty({ data, series }) && <p className={classes.nothing}>{t('chart.empty')}</p>}
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {series.map((line) => (
                <th key={line.name} scope="col">
                  {line.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((point) => (
              <tr key={String(point[by])}>
                <th scope="row">{point[by]}</th>
                {series.map((line) => (
                  <td key={line.name}>{cellOf(point[line.name], format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
