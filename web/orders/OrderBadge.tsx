import { IconAlarm } from '@tabler/icons-react';
import type { OrderListRow } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import cells from '../ui/table/cells.module.css';
import { orderBadges } from './order-badges.ts';

type Shown = Pick<OrderListRow, 'status' | 'late'> & Partial<Pick<OrderListRow, 'refusedReason'>>;

/** Its supplier gave it back: it waits for nobody but the seller, until it is moved or canceled. */
const isRefused = ({ status, refusedReason = null }: Shown) =>
  refusedReason !== null && status.startsWith('waiting_') && status !== 'waiting_collect';

/** The phase of a sale; late is said beside it, never instead of it. */
export function OrderBadge({ order, compact }: { order: Shown; compact?: boolean }) {
  const { t } = useTranslation('orders');
  const refused = isRefused(order);
  return (
    <span className={cells.line}>
      {order.late && compact && (
        <IconAlarm size={17} role="img" aria-label={t('late')} color="var(--mantine-color-error)" />
      )}
      <StateBadge
        {...orderBadges[refused ? 'refused' : order.status]}
        label={refused ? t('flags.refusedNext') : t(`statuses.${order.status}`)}
      />
      {order.late && !compact && <StateBadge {...orderBadges.late} label={t('late')} />}
    </span>
  );
}
