import { Modal, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { PayoutMonth } from '#contract/orders/payout.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';

type AcceptDialogProps = { month: PayoutMonth; keys: readonly string[]; onClose: () => void };

/** Accepts differences; the note is read with the month later. */
export function AcceptDialog({ month, keys, onClose }: AcceptDialogProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const form = useForm({
    endpoint: api.payouts.accept,
    initial: { accountId: month.account.id, month: month.month, keys: [...keys], note: '' },
    send: (body) => ({ body }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payouts.acceptTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm">{t('payouts.acceptText')}</Text>
          <NotesField
            data-autofocus
            {...form.field('note')}
            label={t('payouts.note')}
            maxLength={500}
            required
          />
          <DialogSubmit form={form} label={t('payouts.accept', { count: keys.length })} />
        </Stack>
      </Form>
    </Modal>
  );
}
