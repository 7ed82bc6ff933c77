import { IconAlarm, IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { systemClock } from '#contract/dates.ts';
import { statusesBeforeDispatch } from '#contract/orders/order-states.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';

const minuteMs = 60_000;

/** Statuses in which the dispatch limit still applies. */
export const inHouse: readonly string[] = statusesBeforeDispatch;

/** The time left already shows that the sale is late. */
export const isOverdue = ({ status, dispatchLimit }: { status: string; dispatchLimit: string | null }) =>
  inHouse.includes(status) && dispatchLimit !== null && new Date(dispatchLimit) < systemClock.now();

/** Minutes in the two largest units: 1 h 55 min, 3 d 4 h. */
export function spanOf(minutes: number): (readonly ['days' | 'hours' | 'minutes', number])[] {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const units = [
    ['days', days],
    ['hours', hours],
    ['minutes', days > 0 ? 0 : minutes % 60],
  ] as const;
  const told = units.filter(([, size]) => size > 0);
  return told.length > 0 ? told : [['minutes', 0]];
}

/** Time to the dispatch limit, updated; red when it has passed, yellow in the last hour. */
export function TimeLeft({ limit }: { limit: string | null }) {
  const { t } = useTranslation('orders');
  const [now, setNow] = useState(() => systemClock.now().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.now().getTime()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (limit === null)
    return <StateBadge tone="neutral" icon={IconClockHour4} label={t('bench.board.noLimit')} />;
  const minutes = Math.round((new Date(limit).getTime() - now) / minuteMs);
  const span = (count: number) =>
    spanOf(count)
      .map(([unit, size]) => t(`bench.queue.${unit}`, { count: size }))
      .join(' ');
  if (minutes < 0)
    return (
      <StateBadge tone="bad" icon={IconAlarm} label={t('bench.queue.overdue', { span: span(-minutes) })} />
    );
  return (
    <StateBadge tone={minutes < 60 ? 'attention' : 'info'} icon={IconClockHour4} label={span(minutes)} />
  );
}
