import { useState } from 'react';
import { type Day, dayOf, systemClock } from '#contract/dates.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ProofField } from './ProofField.tsx';

type Values = { paidCentavos: number | null; paidOn: Day | null; note: string };

/** Reports a payment with its proof; the proof can be replaced until the supplier decides. */
export function PaymentForm({ invoice, onDone }: { invoice: Dropinvoice; onDone: () => void }) {
  const { t } = useTranslation('dropshipping');
  const { t: words } = useTranslation('fields');
  const { t: errors } = useTranslation('errors');
  const editing = invoice.state === 'waiting_approval';
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const today = dayOf(systemClock.now());
  const initial: Values = editing
    ? { paidCentavos: invoice.paidCentavos, paidOn: invoice.paidOn, note: invoice.note }
    : { paidCentavos: invoice.payableCentavos, paidOn: today, note: '' };
  const form = useForm({
    endpoint: editing ? api.dropinvoices.editProof : api.dropinvoices.pay,
    initial,
    send: (values: Values) => ({
      params: { id: invoice.id },
      body: { paidCentavos: values.paidCentavos ?? 0, paidOn: values.paidOn ?? '', note: values.note },
      files: file ? [file] : [],
    }),
    check: (values: Values) => {
      setMissing(file === null);
      const differs = values.paidCentavos !== invoice.payableCentavos;
      return {
        ...(file === null && { file: words('required') }),
        ...(differs && values.note.trim() === '' && { note: errors('note_required') }),
      };
    },
    onSaved: () => {
      setFile(null);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Section title={t(editing ? 'settlement.pay.editTitle' : 'settlement.pay.title')}>
        <FieldRow>
          <MoneyField {...form.field('paidCentavos')} label={t('settlement.pay.amount')} required />
          <DayField {...form.field('paidOn')} label={t('settlement.pay.day')} max={today} required />
        </FieldRow>
        <NotesField
          {...form.field('note')}
          label={t('settlement.pay.note')}
          description={t('settlement.pay.noteHint')}
        />
        <ProofField
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setMissing(false);
          }}
          missing={missing}
        />
      </Section>
      <FormBar form={form} label={t('settlement.pay.submit')} />
    </Form>
  );
}
