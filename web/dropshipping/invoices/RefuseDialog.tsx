import { Modal, Stack, Text } from '@mantine/core';
import type { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';

type Props = {
  endpoint: typeof api.disputes.refuse | typeof api.pairBalances.refusePayout;
  id: number;
  words: { title: string; hint: string; reason: string; submit: string };
  maxLength: number;
  onClose: () => void;
};

/** Refuses a request of the other side, with a reason that the other side reads. */
export function RefuseDialog({ endpoint, id, words, maxLength, onClose }: Props) {
  const { t } = useTranslation('ui');
  const form = useForm({
    endpoint,
    initial: { reason: '' },
    send: (body) => ({ params: { id }, body }),
    onSaved: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm" c="dimmed">
            {words.hint}
          </Text>
          <NotesField
            {...form.field('reason')}
            data-autofocus
            label={words.reason}
            maxLength={maxLength}
            required
          />
          <DialogSubmit form={form} label={words.submit} />
        </Stack>
      </Form>
    </Modal>
  );
}
