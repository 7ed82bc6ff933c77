import { Modal, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';

/** Why disputed units are right: the seller reads it. */
export function RefuseDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const form = useForm({
    endpoint: api.disputes.refuse,
    initial: { reason: '' },
    send: (body) => ({ params: { id }, body }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement.dispute.refuse')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settlement.dispute.refuseHint')}
          </Text>
          <NotesField
            {...form.field('reason')}
            label={t('settlement.dispute.refuseReason')}
            maxLength={500}
            required
          />
          <DialogSubmit form={form} label={t('settlement.dispute.refuse')} />
        </Stack>
      </Form>
    </Modal>
  );
}
