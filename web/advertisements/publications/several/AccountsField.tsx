import { Checkbox, Input, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n.ts';
import { FieldFault } from '../../../ui/form/FieldFault.tsx';
import { usePublicationsOf } from '../PublicationsSection.tsx';
import type { PublishAccount } from '../publish-values.ts';

type AccountsFieldProps = {
  advertisement: number;
  accounts: readonly PublishAccount[];
  chosen: readonly number[];
  disabled: boolean;
  error: string | undefined;
  toggle: (account: PublishAccount) => void;
};

/** The accounts to publish on, of all marketplaces; one that has this advertisement already is marked. */
export function AccountsField(props: AccountsFieldProps) {
  const { advertisement, accounts, chosen, disabled, error, toggle } = props;
  const { t } = useTranslation('advertisements');
  const published = usePublicationsOf(advertisement).data?.items ?? [];
  const isThere = (id: number) =>
    published.some(({ account, state }) => account.id === id && state !== 'closed');
  return (
    <Stack gap={6} role="group" aria-label={t('publish.accounts')}>
      <div>
        <Input.Label labelElement="div" required>
          {t('publish.accounts')}
        </Input.Label>
        <Input.Description>{t('publish.accountsHint')}</Input.Description>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" verticalSpacing={8}>
        {accounts.map((account) => (
          <Checkbox
            key={account.id}
            label={account.name}
            description={[account.marketplace.name, isThere(account.id) && t('publish.alreadyThere')]
              .filter(Boolean)
              .join(' · ')}
            checked={chosen.includes(account.id)}
            disabled={disabled}
            onChange={() => toggle(account)}
          />
        ))}
      </SimpleGrid>
      <FieldFault>{error}</FieldFault>
    </Stack>
  );
}
