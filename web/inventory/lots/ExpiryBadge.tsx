import { IconAlertTriangle, IconBan, IconCalendar } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';

/** Remaining shelf life of a lot; red after its last day. */
export function ExpiryBadge({ daysLeft }: { daysLeft: number }) {
  const { t } = useTranslation('inventory');
  if (daysLeft < 0)
    return <StateBadge tone="bad" icon={IconBan} label={t('lots.expiredFor', { count: -daysLeft })} />;
  const label = daysLeft === 0 ? t('lots.lastDay') : t('lots.daysLeft', { count: daysLeft });
  return daysLeft <= 30 ? (
    <StateBadge tone="attention" icon={IconAlertTriangle} label={label} />
  ) : (
    <StateBadge tone="neutral" icon={IconCalendar} label={label} />
  );
}
