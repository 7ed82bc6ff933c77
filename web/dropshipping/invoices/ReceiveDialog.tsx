import { Modal, Stack, Text } from '@mantine/core';
import { type Day, dayOf, systemClock } from '#contract/dates.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';

type Values = { amountCentavos: number | null; receivedOn: Day | null; bankReference: string };

/** Records money found on the bank statement, with or without a proof from the seller. */
export function ReceiveDialog({ invoice, onClose }: { invoice: Dropinvoice; onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const today = dayOf(systemClock.now());
  const initial: Values = {
    amountCentavos: invoice.state === 'waiting_approval' ? invoice.paidCentavos : invoice.payableCentavos,
    receivedOn: invoice.state === 'waiting_approval' ? invoice.paidOn : today,
    bankReference: '',
  };
  const form = useForm({
    endpoint: api.dropinvoices.receive,
    initial,
    send: ({ amountCentavos, receivedOn, bankReference }: Values) => ({
      params: { id: invoice.id },
      body: { amountCentavos: amountCentavos ?? Number.NaN, receivedOn: receivedOn ?? '', bankReference },
    }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement.receive.title', { number: `#${invoice.number}` })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settlement.receive.hint')}
          </Text>
          <MoneyField
            {...form.field('amountCentavos')}
            data-autofocus
            label={t('settlement.receive.amount')}
            required
          />
          <DayField {...form.field('receivedOn')} label={t('settlement.receive.day')} max={today} required />
          <TextField
            {...form.field('bankReference')}
            label={t('settlement.receive.reference')}
            maxLength={140}
            required
          />
          <DialogSubmit form={form} label={t('settlement.receive.submit')} />
        </Stack>
      </Form>
    </Modal>
  );
}
