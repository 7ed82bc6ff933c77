import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { ShowAll, useFirst } from '../../ui/page/ShowAll.tsx';

type Alarms = ResponseOf<typeof api.balances.alarms>;

/** So many lines leave room for the first counts below them. */
const shown = 2;

/** Stock levels below what sales need, and counts that wait for a decision; nothing if there are none. */
export function BalanceAlarms(alarms: Alarms) {
  const { t } = useTranslation('inventory');
  const { first, ...fold } = useFirst(useAlarmLines(alarms), shown);
  if (first.length === 0) return null;
  return (
    <Alert color="red" p="xs" icon={<IconAlertTriangle aria-hidden />} title={t('balances.alarms')}>
      <Stack gap={4}>
        {first}
        <ShowAll {...fold} />
      </Stack>
    </Alert>
  );
}

/** The most urgent first: sales wait for a shortfall. */
function useAlarmLines({ shortfalls, drifts, overdue, waitingApproval }: Alarms): ReactNode[] {
  const { t } = useTranslation('inventory');
  return [
    ...shortfalls.map((short) => (
      <Anchor key={short.id} data-touch component={Link} to={paths.products.product(short.product.id)}>
        {t('balances.alarmShort', { count: short.sales, sku: `${short.product.name} · ${short.sku}` })}
      </Anchor>
    )),
    ...(waitingApproval > 0
      ? [
          <Anchor
            key="approval"
            data-touch
            component={Link}
            to={paths.inventory.balance({ query: 'state:waiting_approval' })}
          >
            {t('balances.alarmApproval', { count: waitingApproval })}
          </Anchor>,
        ]
      : []),
    ...(overdue > 0 ? [<Text key="overdue">{t('balances.alarmOverdue', { count: overdue })}</Text>] : []),
    ...drifts.map((drift) => (
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
    )),
  ];
}
