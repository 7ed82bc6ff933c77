import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { type Passkey, type PasskeyCreation, passkeys } from '#contract/account/passkey.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { canUsePasskeys } from '../passkey-ceremony.ts';
import { useFreshAct } from '../password-gate.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

/** Passkeys complement the authenticator app and require it. */
export function PasskeysSection() {
  const state = useApi(auth.otp, {});
  return state.data?.activatedAt ? <MyPasskeys /> : null;
}

function MyPasskeys() {
  const { t } = useTranslation('account');
  const mine = useApi(passkeys.list, {});
  const prepare = useFreshAct(passkeys.prepare, { success: false });
  const [options, setOptions] = useState<PasskeyCreation | null>(null);
  const items = mine.data?.items ?? [];
  async function begin() {
    const prepared = await prepare.run({});
    if (prepared.ok) setOptions(prepared.response);
  }
  return (
    <Section
      title={t('passkeys.title')}
      hint={t('passkeys.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'add',
              label: t('passkeys.add'),
              refused: canUsePasskeys() ? null : t('passkeys.unsupported'),
              run: begin,
            },
          ]}
        />
      }
    >
      {mine.error && !mine.data && <ErrorState failure={mine.error} retry={() => void mine.refetch()} />}
      {mine.isPending && <Skeleton height={36} />}
      {mine.data && items.length === 0 && <Text c="dimmed">{t('passkeys.none')}</Text>}
      <Stack gap="md">
        {items.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
      </Stack>
      {options && <AddPasskeyDialog options={options} onClose={() => setOptions(null)} />}
      {prepare.dialog}
    </Section>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const remove = useFreshAct(passkeys.remove);
  const [renaming, setRenaming] = useState(false);
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <Group justify="space-between">
      <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
        <IconFingerprint size={24} stroke={1.6} style={{ flex: 'none' }} aria-hidden />
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('passkeys.created')} <Instant value={createdAt} />
            {lastUsedAt && (
              <>
                {' '}
                · {t('passkeys.used')} <Instant value={lastUsedAt} />
              </>
            )}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => setRenaming(true)}>
          {t('passkeys.rename')}
        </Button>
        <Actions
          items={[
            {
              key: 'remove',
              label: t('passkeys.remove'),
              confirm: {
                title: t('passkeys.removeSure', { name }),
                message: t('passkeys.removeText'),
                confirm: t('passkeys.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id } }),
            },
          ]}
        />
      </Group>
      {renaming && <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
      {remove.dialog}
    </Group>
  );
}
