import { Modal, Stack, Text } from '@mantine/core';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';

/** Gives up the unpaid rest, with a reason for both sides. */
export function WriteOffDialog({ invoice, onClose }: { invoice: Dropinvoice; onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const form = useForm({
    endpoint: api.dropinvoices.writeOff,
    initial: { reason: '' },
    send: (body) => ({ params: { id: invoice.id }, body }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement.writeOff.title', { number: `#${invoice.number}` })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm">
            {t('settlement.writeOff.hint', { value: writeMoney(invoice.payableCentavos) })}
          </Text>
          <NotesField
            data-autofocus
            {...form.field('reason')}
            label={t('settlement.writeOff.reason')}
            maxLength={300}
            required
          />
          <DialogSubmit form={form} label={t('settlement.writeOff.submit')} />
        </Stack>
      </Form>
    </Modal>
  );
}
