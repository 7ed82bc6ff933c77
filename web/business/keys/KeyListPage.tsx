import { Anchor, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconClockOff, IconKey, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiKey } from '#contract/business/api-key.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';

const badges = {
  active: { tone: 'good', icon: IconCheck },
  expired: { tone: 'neutral', icon: IconClockOff },
  revoked: { tone: 'neutral', icon: IconTrash },
  orphaned: { tone: 'bad', icon: IconUserOff },
} as const;

/** API keys with which programs act for the business. */
export default function KeyListPage() {
  const { t } = useTranslation('business');
  const keys = useApi(api.apiKeys.list, {});
  const [creating, setCreating] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const items = keys.data?.items ?? [];
  const create: Action = {
    key: 'create',
    label: t('keys.create'),
    icon: IconKey,
    tone: 'primary',
    permission: 'api-keys.manage',
    run: () => setCreating(true),
  };
  return (
    <Page title={t('keys.title')} hint={t('keys.hint')} actions={<Actions items={[create]} />}>
      <Stack gap="md">
        <Anchor href="/api/docs" target="_blank" rel="noreferrer" w="fit-content">
          {t('keys.docs')}
        </Anchor>
        {keys.error && !keys.data && (
          <ErrorState
            failure={keys.error}
            title={actMessage('failures', 'apiKeys.list')}
            retry={() => void keys.refetch()}
          />
        )}
        {keys.isPending && <Skeleton height={120} />}
        {keys.data && items.length === 0 && (
          <EmptyState
            icon={IconKey}
            title={t('keys.empty')}
            hint={t('keys.emptyHint')}
            action={<Actions items={[create]} />}
          />
        )}
        {items.map((key) => (
          <KeyCard key={key.id} apiKey={key} />
        ))}
      </Stack>
      {creating && (
        <CreateKeyDialog
          close={() => setCreating(false)}
          made={(made) => {
            setCreating(false);
            setToken(made);
          }}
        />
      )}
      {token !== null && (
        <ShownOnce
          title={t('keys.shownTitle')}
          hint={t('keys.shownText')}
          label={t('keys.token')}
          secret={token}
          copy={t('keys.copy')}
          done={t('keys.done')}
          close={() => setToken(null)}
        />
      )}
    </Page>
  );
}

function KeyCard({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('business');
  const { id, name, role, state, hint, createdBy, createdAt, expiresAt, lastUsedAt, lastAddress } = apiKey;
  const revoke = useAct(api.apiKeys.revoke);
  return (
    <Section
      title={name}
      hint={t(`roles.${role}`)}
      actions={
        state !== 'revoked' && (
          <Actions
            items={[
              {
                key: 'revoke',
                label: t('keys.revoke'),
                icon: IconTrash,
                tone: 'bad',
                permission: 'api-keys.manage',
                confirm: {
                  title: t('keys.revokeSure', { name }),
                  message: t('keys.revokeText'),
                  confirm: t('keys.revoke'),
                  tone: 'bad',
                },
                run: () => revoke.run({ params: { id } }),
              },
            ]}
          />
        )
      }
    >
      <Group gap="md">
        <StateBadge {...badges[state]} label={t(`keys.states.${state}`)} />
        <Code>{hint}…</Code>
        <Text size="sm" c="dimmed">
          {t('keys.made', { name: createdBy.name })} <Instant value={createdAt} />
        </Text>
        <Text size="sm" c="dimmed">
          {t('keys.expires')} <Instant value={expiresAt} />
        </Text>
        <Text size="sm" c="dimmed">
          {lastUsedAt ? (
            <>
              {t('keys.lastUse')} <Instant value={lastUsedAt} />{' '}
              {lastAddress && t('keys.from', { address: lastAddress })}
            </>
          ) : (
            t('keys.neverUsed')
          )}
        </Text>
        {state === 'orphaned' && <Text size="sm">{t('keys.orphanedHint')}</Text>}
      </Group>
    </Section>
  );
}
