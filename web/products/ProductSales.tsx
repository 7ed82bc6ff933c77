import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatMonth } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { ProductSeries } from '#contract/products/product-series.ts';
import { useTranslation } from '../i18n.ts';
import { formatQuantity, writeMoney } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { Bars } from '../ui/charts/charts.tsx';
import { RetryLine } from '../ui/page/RetryLine.tsx';
import { useSession } from '../use-session.ts';
import classes from './ProductGlance.module.css';

const views = ['days', 'months', 'money'] as const;
type View = (typeof views)[number];

const height = 148;

/** Sold units of a product by day and month, with mean price and cost by month. */
export function ProductSales({ productId }: { productId: number }) {
  const { t } = useTranslation('products');
  const { can } = useSession();
  const [view, setView] = useState<View>('days');
  const series = useApi(api.products.series, { params: { id: productId } });
  const shown = views.filter((one) => one !== 'money' || can('prices.read'));
  return (
    <section className={classes.sales} aria-label={t('glance.sales')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('glance.sales')}</h2>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label={t('glance.view')}
          data={shown.map((value) => ({ value, label: t(`glance.${value}`) }))}
        />
      </div>
      {series.data ? (
        <Drawn series={series.data} view={view} />
      ) : series.error ? (
        <RetryLine
          endpoint={api.products.series}
          failure={series.error}
          retry={() => void series.refetch()}
        />
      ) : (
        <Skeleton height={height} />
      )}
    </section>
  );
}

const monthOf = (day: string) => formatMonth(day.slice(0, 7));

function Drawn({ series: { days, months }, view }: { series: ProductSeries; view: View }) {
  const { t } = useTranslation('products');
  const isEmpty =
    view === 'money'
      ? months.every(({ priceCentavos, costCentavos }) => (priceCentavos ?? costCentavos ?? null) === null)
      : (view === 'days' ? days : months).every(({ units }) => units === 0);
  if (isEmpty)
    return (
      <Text c="dimmed" size="sm" className={classes.none}>
        {t(view === 'money' ? 'glance.noPrices' : 'glance.noSales')}
      </Text>
    );
  if (view === 'money')
    return (
      <Bars
        label={t('glance.money')}
        data={months.map(({ month, priceCentavos, costCentavos }) => ({
          month: monthOf(month),
          // A month without a sale or purchase has no price, which is not a price of zero.
          ...(typeof priceCentavos === 'number' && { price: priceCentavos }),
          ...(typeof costCentavos === 'number' && { cost: costCentavos }),
        }))}
        by="month"
        axis={t('glance.month')}
        series={[
          { name: 'price', label: t('glance.price') },
          { name: 'cost', label: t('glance.cost') },
        ]}
        format={writeMoney}
        height={height}
      />
    );
  const units = { name: 'units', label: t('glance.units') };
  if (view === 'months')
    return (
      <Bars
        label={t('glance.months')}
        data={months.map((row) => ({ month: monthOf(row.month), units: row.units }))}
        by="month"
        axis={t('glance.month')}
        series={[units]}
        format={formatQuantity}
        height={height}
      />
    );
  return (
    <Bars
      label={t('glance.days')}
      data={days.map((row) => ({ day: formatDay(row.day).slice(0, 5), units: row.units }))}
      by="day"
      axis={t('glance.day')}
      series={[units]}
      format={formatQuantity}
      height={height}
    />
  );
}
