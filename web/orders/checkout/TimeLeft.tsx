import { IconAlarm, IconClockHour4 } from '@tabler/icons-react';
import { isBeforeDispatch, isPast, type OrderStatus } from '#contract/orders/order-states.ts';
import { useNow } from '../../clock.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';

const minuteMs = 60_000;

/** A sale for a badge beside its time left, which already shows that the limit has passed. */
export const besideTimeLeft = <S extends { status: OrderStatus; late: boolean }>(sale: S) => ({
  ...sale,
  late: sale.late && !isBeforeDispatch(sale.status),
  dispatchLimit: null,
});

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
  const now = useNow();
  if (limit === null)
    return <StateBadge tone="neutral" icon={IconClockHour4} label={t('bench.board.noLimit')} />;
  const left = (new Date(limit).getTime() - now.getTime()) / minuteMs;
  const span = (count: number) =>
    spanOf(count)
      .map(([unit, size]) => t(`bench.queue.${unit}`, { count: size }))
      .join(' ');
  if (isPast(limit, now)) {
    const over = span(Math.floor(-left));
    return <StateBadge tone="bad" icon={IconAlarm} label={t('bench.queue.overdue', { span: over })} />;
  }
  const minutes = Math.ceil(left);
  return (
    <StateBadge tone={minutes < 60 ? 'attention' : 'info'} icon={IconClockHour4} label={span(minutes)} />
  );
}
