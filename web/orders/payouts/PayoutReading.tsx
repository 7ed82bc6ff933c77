import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudDownload } from '@tabler/icons-react';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { PayoutReading as Reading } from '#contract/orders/payout-reading.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { RetryLine } from '../../ui/page/RetryLine.tsx';

/** When the payouts of an account were read from its marketplace, and what to do if they were not. */
export function PayoutReading({ accountId }: { accountId: number }) {
  const { t } = useTranslation('orders');
  const params = { id: accountId };
  const found = useApi(api.payoutReadings.detail, { params });
  const read = useAct(api.payoutReadings.read);
  if (found.error && !found.data)
    return <RetryLine endpoint={api.payoutReadings.detail} failure={found.error} retry={found.refetch} />;
  if (!found.data) return <Skeleton height={30} />;
  if (!found.data.isTold)
    return (
      <Text size="sm" c="dimmed">
        {t('payouts.notTold')}
      </Text>
    );
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <LastReading reading={found.data} />
        <Actions
          size="xs"
          items={[
            {
              ...{ key: 'readNow', label: t('payouts.readNow'), icon: IconCloudDownload },
              permission: 'payouts.manage',
              pending: read.pending,
              refused: found.data.isReading && t('payouts.readingNow'),
              run: () => read.run({ params }),
            },
          ]}
        />
      </Group>
      <Failure reading={found.data} />
    </Stack>
  );
}

function LastReading({ reading: { isReading, readAt, through } }: { reading: Reading }) {
  const { t } = useTranslation('orders');
  const last = readAt && through && { at: formatInstant(readAt), through: formatDay(through) };
  return (
    <Text size="sm" c="dimmed" role="status">
      {isReading ? t('payouts.readingNow') : last ? t('payouts.lastRead', last) : t('payouts.neverRead')}
    </Text>
  );
}

function Failure({ reading: { isReading, failedAt, failure } }: { reading: Reading }) {
  const { t } = useTranslation('orders');
  if (isReading || !failedAt || !failure) return null;
  const title = t('payouts.readFailed', { at: formatInstant(failedAt) });
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {t(`payouts.readFailures.${failure}`)}
    </Alert>
  );
}
