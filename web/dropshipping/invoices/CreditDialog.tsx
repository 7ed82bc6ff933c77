import { Modal, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';

type Props = { seller: { id: number; name: string }; onClose: () => void };

/** A manual credit, with a reason for both sides. */
export function CreditDialog({ seller, onClose }: Props) {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const form = useForm({
    endpoint: api.pairBalances.credit,
    initial: { amountCentavos: null as number | null, reason: '' },
    send: ({ amountCentavos, reason }) => ({
      body: { sellerId: seller.id, amountCentavos: amountCentavos ?? Number.NaN, reason },
    }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement.credit.title', { seller: seller.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settlement.credit.hint')}
          </Text>
          <MoneyField
            {...form.field('amountCentavos')}
            data-autofocus
            label={t('settlement.credit.amount')}
            required
          />
          <NotesField
            {...form.field('reason')}
            label={t('settlement.credit.reason')}
            maxLength={300}
            required
          />
          <DialogSubmit form={form} label={t('settlement.credit.submit')} />
        </Stack>
      </Form>
    </Modal>
  );
}
