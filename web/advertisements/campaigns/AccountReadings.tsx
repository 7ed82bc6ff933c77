import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AccountCampaigns } from '#contract/advertisements/campaign.ts';
import { useTranslation } from '../../i18n.ts';

/** What is to be known of the readings: those under way, those that failed, and accounts with own discounts only. */
export function AccountReadings({ accounts }: { accounts: readonly AccountCampaigns[] }) {
  const { t } = useTranslation('advertisements');
  const failed = accounts.filter((one) => one.connected && one.failed);
  const off = accounts.filter((one) => !one.connected && one.readAt !== null);
  const reading = accounts.filter((one) => one.reading);
  const ownOnly = accounts.filter(({ account }) => account.capabilities.campaignKinds === 'own');
  if (failed.length + off.length + reading.length + ownOnly.length === 0) return null;
  return (
    <Stack gap={4} role="status">
      {failed.map(({ account }) => (
        <Alert key={account.id} color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('campaigns.accountFailed', { name: account.name })}
        </Alert>
      ))}
      {off.map(({ account }) => (
        <Alert key={account.id} color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('campaigns.accountOff', { name: account.name })}
        </Alert>
      ))}
      {reading.map(({ account }) => (
        <Text key={account.id} size="sm">
          {t('campaigns.reading', { name: account.name })}
        </Text>
      ))}
      {ownOnly.map(({ account }) => (
        <Text key={account.id} size="sm" c="dimmed">
          {t('campaigns.onlyOwn', { name: account.name })}
        </Text>
      ))}
    </Stack>
  );
}
