import { Stack, Text } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { formatInstant, formatLater, formatTime, systemClock } from '#contract/dates.ts';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import { type AccountState, disconnectReasons } from '#contract/marketplaces/marketplace-account-states.ts';
import { useTranslation } from '../i18n.ts';
import { StateBadge, type StateVariant } from '../ui/page/StateBadge.tsx';

const badges: Record<AccountState, StateVariant> = {
  connected: { tone: 'good', icon: IconPlugConnected },
  disconnected: { tone: 'bad', icon: IconPlugConnectedX },
};

type Account = Pick<MarketplaceAccount, 'state' | 'stateReason' | 'retryAt'> &
  Partial<Pick<MarketplaceAccount, 'parkedAnswers' | 'authorizationEndsAt'>>;

/** Connection state with its reason, and whether the marketplace answers or when it is called again. */
export function AccountBadge({ account }: { account: Account }) {
  const { t } = useTranslation('marketplaces');
  const reason = disconnectReasons.find((known) => known === account.stateReason) ?? 'other';
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge {...badges[account.state]} label={t(`states.${account.state}`)} />
      {account.state === 'disconnected' && (
        <Text size="xs" c="dimmed">
          {t(`reasons.${reason}`)}
        </Text>
      )}
      {account.authorizationEndsAt && (
        <Text size="xs" c="orange">
          {t('authorizationEnds', { at: formatInstant(account.authorizationEndsAt) })}
        </Text>
      )}
      {account.state === 'connected' && account.retryAt && (
        <Text size="xs" c="dimmed">
          {t('resting', { at: formatLater(account.retryAt, systemClock.now()) })}
        </Text>
      )}
      {account.parkedAnswers?.map(({ resource, reason, got, at }) => (
        <Text key={resource} size="xs" c="dimmed">
          {t(`parked.${reason}`, { resource, got, at: formatTime(at) })}
        </Text>
      ))}
    </Stack>
  );
}
