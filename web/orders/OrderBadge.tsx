import { IconAlarm } from '@tabler/icons-react';
import type { OrderListRow } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import cells from '../ui/table/cells.module.css';
import { orderBadges } from './order-badges.ts';

type Shown = Pick<OrderListRow, 'status' | 'late'>;

/** The phase of a sale; late is said beside it, never instead of it. */
export function OrderBadge({ order, compact }: { order: Shown; compact?: boolean }) {
  const { t } = useTranslation('orders');
  return (
    <span className={cells.line}>
      {order.late && compact && (
        <IconAlarm size={17} role="img" aria-label={t('late')} color="var(--mantine-color-error)" />
      )}
      <StateBadge {...orderBadges[order.status]} label={t(`statuses.${order.status}`)} />
      {order.late && !compact && <StateBadge {...orderBadges.late} label={t('late')} />}
    </span>
  );
}
