import { Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconKey,
  IconListCheck,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconPower,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Webhook } from '#contract/business/webhook.ts';
import { api } from '#contract/index.ts';
import { useFreshAct } from '../../account/password-gate.tsx';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { TopicsDialog } from './WebhookDialogs.tsx';

const badges = {
  active: { tone: 'good', icon: IconCheck },
  failing: { tone: 'attention', icon: IconAlertTriangle },
  off: { tone: 'neutral', icon: IconPower },
  refused: { tone: 'bad', icon: IconPlugConnectedX },
} as const;

export function WebhookCard({ webhook, tell }: { webhook: Webhook; tell: (secret: string) => void }) {
  const { t } = useTranslation('business');
  return (
    <Section
      title={webhook.url}
      hint={webhook.topics.map((topic) => t(`webhooks.topicNames.${topic}`)).join(', ')}
      actions={<WebhookActions webhook={webhook} tell={tell} />}
    >
      <Group gap="md">
        <StateBadge {...badges[webhook.state]} label={t(`webhooks.states.${webhook.state}`)} />
        <Fact
          label={t('webhooks.lastDelivered')}
          at={webhook.lastDeliveredAt}
          none={t('webhooks.neverDelivered')}
        />
        {webhook.waiting > 0 && <Text size="sm">{t('webhooks.waiting', { count: webhook.waiting })}</Text>}
        <Fact label={t('webhooks.failingSince')} at={webhook.failingSince} />
        <Fact label={t('webhooks.retryAt')} at={webhook.retryAt} />
        <Fact label={t('webhooks.previousUntil')} at={webhook.previousSecretUntil} />
      </Group>
    </Section>
  );
}

function Fact({ label, at, none }: { label: string; at: string | null; none?: string }) {
  if (at === null && none === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {at === null ? (
        none
      ) : (
        <>
          {label} <Instant value={at} />
        </>
      )}
    </Text>
  );
}

function WebhookActions({ webhook, tell }: { webhook: Webhook; tell: (secret: string) => void }) {
  const { t } = useTranslation('business');
  const [changing, setChanging] = useState(false);
  const update = useAct(api.webhooks.update);
  const ping = useAct(api.webhooks.ping);
  const renew = useFreshAct(api.webhooks.renewSecret, { onSuccess: ({ secret }) => tell(secret) });
  const remove = useAct(api.webhooks.remove);
  const at = { params: { id: webhook.id } };
  const isOn = webhook.state === 'active' || webhook.state === 'failing';
  const permission = 'webhooks.manage';
  return (
    <>
      <Actions
        items={[
          {
            key: 'ping',
            label: t('webhooks.ping'),
            icon: IconSend,
            permission,
            refused: !isOn && t('webhooks.isOff'),
            run: () => ping.run(at),
          },
          {
            key: 'switch',
            label: t(isOn ? 'webhooks.switchOff' : 'webhooks.switchOn'),
            icon: isOn ? IconPower : IconPlayerPlay,
            permission,
            run: () => update.run({ ...at, body: { active: !isOn }, version: webhook.version }),
          },
          {
            key: 'topics',
            label: t('webhooks.change'),
            icon: IconListCheck,
            secondary: true,
            permission,
            run: () => setChanging(true),
          },
          {
            key: 'renew',
            label: t('webhooks.renewSecret'),
            icon: IconKey,
            secondary: true,
            permission,
            confirm: {
              title: t('webhooks.renewSure'),
              message: t('webhooks.renewText'),
              confirm: t('webhooks.renewSecret'),
            },
            run: () => renew.run(at),
          },
          {
            key: 'remove',
            label: t('webhooks.remove'),
            icon: IconTrash,
            tone: 'bad',
            secondary: true,
            permission,
            confirm: {
              title: t('webhooks.removeSure'),
              message: t('webhooks.removeText'),
              confirm: t('webhooks.remove'),
              tone: 'bad',
            },
            run: () => remove.run(at),
          },
        ]}
      />
      {renew.dialog}
      {changing && <TopicsDialog webhook={webhook} close={() => setChanging(false)} />}
    </>
  );
}
