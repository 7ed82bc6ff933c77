import { IconAlarm } from '@tabler/icons-react';
import type { OrderListRow } from '#contract/orders/order.ts';
import { isBeforeDispatch, isPast } from '#contract/orders/order-states.ts';
import { useNow } from '../clock.ts';
import { useTranslation } from '../i18n.ts';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import cells from '../ui/table/cells.module.css';
import { orderBadges } from './order-badges.ts';

type Shown = Pick<OrderListRow, 'status' | 'late'> &
  Partial<Pick<OrderListRow, 'refusedReason' | 'changed' | 'dispatchLimit'>> & { waitsForLabel?: boolean };
type Props = {
  order: Shown;
  compact?: boolean;
  /** Refused by the reader, for whom it is finished. */
  here?: boolean;
};

/** Refused by its supplier; the seller has to move or cancel it. */
const isRefused = ({ status, refusedReason = null }: Shown) =>
  refusedReason !== null && status.startsWith('waiting_') && status !== 'waiting_collect';

/** As it was read, and from the moment on at which the limit passes while the sale is on the screen. */
export function useLate({ status, late, dispatchLimit = null }: Shown): boolean {
  const now = useNow();
  return late || (isBeforeDispatch(status) && isPast(dispatchLimit, now));
}

/** The phase of a sale. Lateness is shown beside it, not instead of it. */
export function OrderBadge({ order, compact, here }: Props) {
  const { t } = useTranslation('orders');
  const late = useLate(order);
  return (
    <span className={cells.line}>
      {late && compact && (
        <IconAlarm size={17} role="img" aria-label={t('late')} color="var(--mantine-color-error)" />
      )}
      <Phase order={order} here={here ?? false} />
      {order.changed && <StateBadge {...orderBadges.refused} label={t('change.short')} />}
      {late && !compact && <StateBadge {...orderBadges.late} label={t('late')} />}
    </span>
  );
}

function Phase({ order, here }: { order: Shown; here: boolean }) {
  const { t } = useTranslation('orders');
  if (here && order.refusedReason != null)
    return (
      <StateBadge {...orderBadges.canceled} icon={orderBadges.refused.icon} label={t('flags.refusedHere')} />
    );
  if (order.waitsForLabel)
    return <StateBadge {...orderBadges.unlabelled} label={t('bench.bench.waitsForLabel')} />;
  if (isRefused(order)) return <StateBadge {...orderBadges.refused} label={t('flags.refusedNext')} />;
  return <StateBadge {...orderBadges[order.status]} label={t(`statuses.${order.status}`)} />;
}
