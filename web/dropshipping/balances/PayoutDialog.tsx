import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Day, dayOf, systemClock } from '#contract/dates.ts';
import type { PairBalance } from '#contract/dropshipping/pair-balance.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { ProofField } from '../invoices/ProofField.tsx';

type Values = { amountCentavos: number | null; paidOn: Day | null; note: string };

/** The supplier reports a payout of the balance through the bank; the seller confirms its arrival. */
export function PayoutDialog({ balance, onClose }: { balance: PairBalance; onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui', 'fields']);
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const today = dayOf(systemClock.now());
  const initial: Values = { amountCentavos: balance.balanceCentavos, paidOn: today, note: '' };
  const form = useForm({
    endpoint: api.pairBalances.payOut,
    initial,
    send: ({ amountCentavos, paidOn, note }: Values) => ({
      params: { id: balance.id },
      body: { amountCentavos: amountCentavos ?? Number.NaN, paidOn: paidOn ?? '', note },
      files: file ? [file] : [],
    }),
    check: () => {
      setMissing(file === null);
      return { ...(file === null && { file: t('fields:required') }) };
    },
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('pairBalance.payOutTitle', { seller: balance.seller.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('pairBalance.payOutHint')}
          </Text>
          <MoneyField
            {...form.field('amountCentavos')}
            data-autofocus
            label={t('pairBalance.amount')}
            required
          />
          <DayField {...form.field('paidOn')} label={t('settlement.pay.day')} max={today} required />
          <NotesField {...form.field('note')} label={t('pairBalance.note')} maxLength={300} />
          <ProofField
            value={file}
            onChange={(chosen) => {
              setFile(chosen);
              setMissing(false);
            }}
            missing={missing}
          />
          <DialogSubmit form={form} label={t('pairBalance.payOut')} />
        </Stack>
      </Form>
    </Modal>
  );
}
