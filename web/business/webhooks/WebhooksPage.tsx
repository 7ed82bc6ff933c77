import { Skeleton, Stack, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ShownOnce } from '../ShownOnce.tsx';
import { DeliveriesTable } from './DeliveriesTable.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { CreateWebhookDialog } from './WebhookDialogs.tsx';

/** Addresses that receive events, and their latest responses. */
export default function WebhooksPage() {
  const { t } = useTranslation('business');
  const webhooks = useApi(api.webhooks.list, {});
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const items = webhooks.data?.items ?? [];
  const create: Action = {
    key: 'create',
    label: t('webhooks.create'),
    icon: IconWebhook,
    tone: 'primary',
    permission: 'webhooks.manage',
    run: () => setCreating(true),
  };
  return (
    <Page title={t('webhooks.title')} hint={t('webhooks.hint')} actions={<Actions items={[create]} />}>
      <Stack gap="md">
        {webhooks.error && !webhooks.data && (
          <ErrorState
            failure={webhooks.error}
            title={actMessage('failures', 'webhooks.list')}
            retry={() => void webhooks.refetch()}
          />
        )}
        {webhooks.isPending && <Skeleton height={120} />}
        {webhooks.data && items.length === 0 && (
          <EmptyState
            icon={IconWebhook}
            title={t('webhooks.empty')}
            hint={t('webhooks.emptyHint')}
            action={<Actions items={[create]} />}
          />
        )}
        {items.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} tell={setSecret} />
        ))}
        {items.length > 0 && (
          <Section
            title={t('webhooks.deliveries')}
            hint={<Text span>{t('webhooks.deliveriesEmptyHint')}</Text>}
          >
            <DeliveriesTable webhooks={items} />
          </Section>
        )}
      </Stack>
      {creating && (
        <CreateWebhookDialog
          close={() => setCreating(false)}
          made={(made) => {
            setCreating(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={t('webhooks.shownTitle')}
          hint={t('webhooks.shownText')}
          label={t('webhooks.secret')}
          secret={secret}
          copy={t('webhooks.copy')}
          done={t('webhooks.done')}
          close={() => setSecret(null)}
        />
      )}
    </Page>
  );
}
