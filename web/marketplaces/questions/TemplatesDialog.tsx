import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { AnswerTemplate } from '#contract/marketplaces/answer-template.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { Form } from '../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';

/** Creates, edits and removes the templates of the business. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const templates = useApi(api.answerTemplates.list, { query: { size: '100' } });
  const [made, setMade] = useState(0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('questions.templates')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('questions.templatesHint')}
        </Text>
        {templates.error && !templates.data && (
          <ErrorState
            failure={templates.error}
            title={actMessage('failures', 'answerTemplates.list') ?? ''}
            retry={() => void templates.refetch()}
          />
        )}
        {!templates.data && !templates.error && <Skeleton height={160} />}
        {templates.data?.items.map((template) => (
          <KeptTemplate key={`${template.id} ${template.version}`} template={template} />
        ))}
        {templates.data && <NewTemplate key={made} onMade={() => setMade(made + 1)} />}
      </Stack>
    </Modal>
  );
}

type Values = { name: string; text: string };

function KeptTemplate({ template }: { template: AnswerTemplate }) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const params = { id: template.id };
  const form = useForm({
    endpoint: api.answerTemplates.update,
    initial: { name: template.name, text: template.text },
    version: template.version,
    send: (values, version) => ({ params, body: values, version }),
  });
  const remove = useAct(api.answerTemplates.remove);
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('questions.templateRemoveSure', { name: template.name }),
      confirm: t('ui:act.remove'),
      tone: 'bad',
    });
    if (sure) await remove.run({ params });
  };
  return (
    <Form form={form} gap="sm" guard={false}>
      <TemplateFields form={form} />
      <Group gap="xs">
        <Button type="submit" variant="default" disabled={!form.dirty} loading={form.pending}>
          {t('questions.templateSave')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.pending}
          aria-label={t('questions.templateRemove', { name: template.name })}
          onClick={() => void askAndRemove()}
        >
          {t('ui:act.remove')}
        </Button>
      </Group>
    </Form>
  );
}

function NewTemplate({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('marketplaces');
  const form = useForm({
    endpoint: api.answerTemplates.create,
    initial: { name: '', text: '' },
    send: (values) => ({ body: values }),
    onSaved: onMade,
  });
  return (
    <section aria-label={t('questions.templateNew')}>
      <Form form={form} gap="sm" guard={false}>
        <Text fw={600}>{t('questions.templateNew')}</Text>
        <TemplateFields form={form} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t('questions.templateSave')}
          </Button>
        </Group>
      </Form>
    </section>
  );
}

function TemplateFields({ form }: { form: Pick<FormState<Values>, 'field'> }) {
  const { t } = useTranslation('marketplaces');
  return (
    <>
      <TextField {...form.field('name')} label={t('questions.templateName')} required maxLength={60} />
      <NotesField {...form.field('text')} label={t('questions.templateText')} required rows={3} />
    </>
  );
}
