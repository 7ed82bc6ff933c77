import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';

type Alarms = ResponseOf<typeof api.balances.alarms>;

/** Stock levels below what sales need, and counts that wait for a decision; nothing if there are none. */
export function BalanceAlarms({ shortfalls, drifts, overdue, waitingApproval }: Alarms) {
  const { t } = useTranslation('inventory');
  if (shortfalls.length + drifts.length + overdue + waitingApproval === 0) return null;
  const waiting = paths.inventory.balance({ query: 'state:waiting_approval' });
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('balances.alarms')}>
      <Stack gap={4}>
        {shortfalls.map((short) => (
          <Anchor key={short.id} data-touch component={Link} to={paths.products.product(short.product.id)}>
            {t('balances.alarmShort', { count: short.sales, sku: `${short.product.name} · ${short.sku}` })}
          </Anchor>
        ))}
        {drifts.map((drift) => (
          <Text key={`${drift.id} ${drift.bucket} ${drift.source}`}>
            {t('balances.alarmDrift', {
              sku: `${drift.product.name} · ${drift.sku}`,
              warehouse: drift.warehouse.name,
              bucket: t(`stock.${drift.bucket}`),
              stored: drift.stored,
              source: t(`balances.driftSources.${drift.source}`),
              recounted: drift.recounted,
            })}
          </Text>
        ))}
        {waitingApproval > 0 && (
          <Anchor data-touch component={Link} to={waiting}>
            {t('balances.alarmApproval', { count: waitingApproval })}
          </Anchor>
        )}
        {overdue > 0 && <Text>{t('balances.alarmOverdue', { count: overdue })}</Text>}
      </Stack>
    </Alert>
  );
}
