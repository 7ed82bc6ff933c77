import { Group, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { canceledIn, expectedPayouts, soldIn } from '#contract/business/home-lists.ts';
import type { Compared, HomeSales } from '#contract/business/home-sales.ts';
import { dayOf, formatDay, formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import { formatQuantity, writeMoney } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Money, Quantity } from '../ui/page/values.tsx';
import classes from './HomeSales.module.css';
import { AtMost, Bar, bounded, hasSales } from './home-figures.tsx';

/** Sums are read again as often as this, and not with every sale: they read all sales of two months. */
export const everyMinute = 60_000;

/** What a seller asks first: the sales of today and of this month, each figure beside the same days before. */
export function HomeMoney() {
  const { t } = useTranslation('business');
  const { data, error, refetch } = useApi(api.homeSales.detail, {}, { every: everyMinute });
  const hints = useHints(data);
  if (error && !data)
    return (
      <ErrorState title={actMessage('failures', 'homeSales.detail') ?? ''} failure={error} retry={refetch} />
    );
  return (
    <section aria-label={t('home.money.title')} className={classes.money}>
      <Period
        title={t('home.money.today')}
        hint={hints.today}
        days={data?.today}
        to={data && dayOf(data.at)}
      />
      <Period
        title={t('home.money.month')}
        hint={hints.month}
        days={data?.month}
        to={data && dayOf(data.at)}
      />
      <Foot sales={data} />
    </section>
  );
}

/** With what the figures are compared. */
function useHints(sales: HomeSales | undefined): { today?: string; month?: string } {
  const { t } = useTranslation('business');
  if (!sales) return {};
  const at = formatInstant(sales.at).slice(-5);
  const { beforeFrom, beforeTo, before } = sales.month;
  const from = formatDay(beforeFrom);
  const days =
    beforeFrom === beforeTo
      ? t('home.money.besideDay', { day: from, at })
      : t('home.money.besideDays', { from, to: formatDay(beforeTo) });
  return {
    today: t(hasSales(sales.today.before) ? 'home.money.besideYesterday' : 'home.money.noneYesterday', {
      at,
    }),
    month: hasSales(before) ? days : t('home.money.noneLastMonth'),
  };
}

/** What marketplaces will pay, and what the mark of a bound means where one is shown. */
function Foot({ sales }: { sales: HomeSales | undefined }) {
  const { t } = useTranslation('business');
  if (!sales)
    return (
      <div className={classes.foot}>
        <Skeleton height={22} width="40%" />
      </div>
    );
  const { expected, today, month } = sales;
  const isBounded = [today, month]
    .flatMap(({ now, before }) => [now, before])
    .some(({ atMost, payoutAtMost }) => atMost || payoutAtMost);
  return (
    <Group justify="space-between" gap="xs" className={classes.foot}>
      {expected.sales > 0 ? (
        <Link className={classes.link} to={paths.orders.list({ query: expectedPayouts.query })}>
          {t(expected.atMost ? 'home.money.expectedAtMost' : 'home.money.expected', {
            count: expected.sales,
            value: writeMoney(expected.payout),
          })}
        </Link>
      ) : (
        <span>{t('home.money.expectedNone')}</span>
      )}
      {isBounded && <span>{t('home.money.atMostHint')}</span>}
    </Group>
  );
}

type PeriodProps = {
  title: string;
  hint: string | undefined;
  days: Compared | undefined;
  to: string | undefined;
};

function Period({ title, hint, days, to = '' }: PeriodProps) {
  const { t } = useTranslation('business');
  const sold = days && paths.orders.list({ query: soldIn(days.from, to).query });
  const bought = days && (days.from === to ? to : `${days.from}..${to}`);
  const profit = days && paths.orders.profits({ query: `purchased:${bought}` });
  const canceled = days && paths.orders.list({ query: canceledIn(days.from, to).query });
  const money = (value: number) => <Money value={value} />;
  const count = (value: number) => <Quantity value={value} />;
  const figures = [
    { key: 'value', to: sold, draw: money, print: writeMoney },
    { key: 'profit', to: profit, draw: money, print: writeMoney, bound: 'atMost' },
    { key: 'payout', to: sold, draw: money, print: writeMoney, bound: 'payoutAtMost' },
    { key: 'sales', to: sold, draw: count, print: formatQuantity },
    { key: 'units', to: sold, draw: count, print: formatQuantity },
    { key: 'canceled', to: canceled, draw: count, print: formatQuantity },
  ] as const;
  return (
    <div>
      <Group gap="xs" align="baseline" className={classes.period}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {hint ?? ' '}
        </Text>
      </Group>
      <ul className={classes.figures}>
        {figures.map((figure) => (
          <li key={figure.key}>
            <Figure
              label={t(`home.money.${figure.key}`)}
              to={figure.to}
              value={days && figure.draw(days.now[figure.key])}
              isAtMost={'bound' in figure && days?.now[figure.bound] === true}
              before={
                days &&
                hasSales(days.before) &&
                bounded(figure.print(days.before[figure.key]), 'bound' in figure && days.before[figure.bound])
              }
              amounts={days && [days.now[figure.key], days.before[figure.key]]}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type FigureProps = {
  label: string;
  to: Href | undefined;
  value: ReactNode;
  isAtMost: boolean;
  before: string | false | undefined;
  amounts: readonly [now: number, before: number] | undefined;
};

/** One figure with what it was before, as numbers and as two bars; it has the same size without. */
function Figure({ label, to, value, isAtMost, before, amounts }: FigureProps) {
  const { t } = useTranslation('business');
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {isAtMost && <AtMost />}
        {value ?? <Skeleton height="1.2em" width="70%" />}
      </span>
      <Bar amounts={before ? amounts : undefined} />
      <span className={classes.before}>{before ? t('home.money.before', { value: before }) : ' '}</span>
    </>
  );
  if (!to) return <span className={classes.figure}>{content}</span>;
  return (
    <Link to={to} className={classes.figure}>
      {content}
    </Link>
  );
}
