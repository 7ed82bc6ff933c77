import { Group, Paper, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import type { AccountListings } from '#contract/advertisements/publication-link.ts';
import { formatInstant } from '#contract/dates.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { useTranslation } from '../../i18n.ts';
import { useConnect } from '../../marketplaces/use-connect.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useGo } from '../../ui/page/navigation.tsx';

/** Step 1: the account of the ads. */
export function AccountStep({ accounts }: { accounts: readonly AccountListings[] }) {
  const { t } = useTranslation('advertisements');
  const { actions } = useConnect(paths.advertisements.addExisting());
  if (accounts.length === 0)
    return (
      <Paper>
        <EmptyState
          title={t('existing.noAccounts')}
          hint={t('existing.noAccountsHint')}
          action={<Actions items={actions} />}
        />
      </Paper>
    );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {accounts.map((account) => (
        <AccountCard key={account.id} account={account} />
      ))}
    </SimpleGrid>
  );
}

function AccountCard({ account }: { account: AccountListings }) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const isConnected = account.state === 'connected';
  return (
    <UnstyledButton
      disabled={!isConnected}
      onClick={() => go(paths.advertisements.addExisting({ account: account.id }))}
    >
      <Paper withBorder p="md" h="100%" opacity={isConnected ? 1 : 0.6}>
        <Stack gap={4}>
          <Group justify="space-between">
            <Text fw={650}>{account.name}</Text>
            <Text size="sm" c="dimmed">
              {marketplaceNames[account.marketplace]}
            </Text>
          </Group>
          {!isConnected ? (
            <Text size="sm" c="red">
              {t('existing.disconnected')}
            </Text>
          ) : account.readAt === null && account.found === 0 ? (
            <Text size="sm">{t('existing.neverRead')}</Text>
          ) : (
            <Text size="sm">{t('existing.unlinked', { count: account.unlinked })}</Text>
          )}
          {account.readAt && (
            <Text size="xs" c="dimmed">
              {t('existing.readAt', { at: formatInstant(account.readAt) })}
            </Text>
          )}
        </Stack>
      </Paper>
    </UnstyledButton>
  );
}
