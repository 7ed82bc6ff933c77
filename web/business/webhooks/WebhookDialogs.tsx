import { Checkbox, Modal, Stack } from '@mantine/core';
import { type Webhook, type WebhookTopic, webhookTopics } from '#contract/business/webhook.ts';
import { api } from '#contract/index.ts';
import { usePasswordGate } from '../../account/password-gate.tsx';
import { useTranslation } from '../../i18n.ts';
import type { Binding } from '../../ui/bindings.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';

export function CreateWebhookDialog({ close, made }: { close: () => void; made: (secret: string) => void }) {
  const { t } = useTranslation(['business', 'ui']);
  const initial: { url: string; topics: WebhookTopic[] } = { url: '', topics: [...webhookTopics] };
  const gate = usePasswordGate();
  const form = useForm({
    endpoint: api.webhooks.create,
    initial,
    send: (body) => ({ body }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: ({ secret }) => made(secret),
  });
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t('webhooks.createTitle')}
        closeButtonProps={{ 'aria-label': t('ui:act.close') }}
      >
        <Form form={form} guard={false}>
          <TextField
            {...form.field('url')}
            label={t('webhooks.url')}
            description={t('webhooks.urlHint')}
            maxLength={500}
            required
            autoFocus
          />
          <TopicsField {...form.field('topics')} />
          <DialogSubmit form={form} label={t('webhooks.create')} />
        </Form>
      </Modal>
      {gate.dialog}
    </>
  );
}

export function TopicsDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation(['business', 'ui']);
  const form = useForm({
    endpoint: api.webhooks.update,
    initial: { topics: webhook.topics },
    version: webhook.version,
    send: (body, version) => ({ params: { id: webhook.id }, body, version }),
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('webhooks.change')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <TopicsField {...form.field('topics')} />
        <DialogSubmit form={form} label={t('webhooks.save')} />
      </Form>
    </Modal>
  );
}

function TopicsField({ value, onChange, error, name }: Binding<WebhookTopic[]>) {
  const { t } = useTranslation('business');
  return (
    <Checkbox.Group
      label={t('webhooks.topics')}
      required
      value={value}
      error={error}
      onChange={(chosen) => onChange(webhookTopics.filter((topic) => chosen.includes(topic)))}
    >
      <Stack gap={8} mt={6}>
        {webhookTopics.map((topic) => (
          <Checkbox
            key={topic}
            name={name}
            value={topic}
            aria-invalid={error ? true : undefined}
            label={t(`webhooks.topicNames.${topic}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
