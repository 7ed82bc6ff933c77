import type { ClipboardEvent } from 'react';
import type { BankAccount } from '#contract/dropshipping/bank-account.ts';
import { keyOfPixCode, type PixKeyType, pixKeyTypes } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { usePasswordGate } from '../../account/password-gate.tsx';
import { useTranslation } from '../../i18n.ts';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { InvoiceDrawer } from './InvoiceDrawer.tsx';
import { PixKeyField } from './PixKeyField.tsx';

type BankAccountDrawerProps = { account: BankAccount | null; onClose: () => void };

export default function BankAccountDrawer({ account, onClose }: BankAccountDrawerProps) {
  const { t } = useTranslation('dropshipping');
  return (
    <InvoiceDrawer title={t('settlement.bank.title')} size="lg" onClose={onClose}>
      <BankAccountForm account={account} onDone={onClose} />
    </InvoiceDrawer>
  );
}

type Values = Omit<BankAccount, 'pixKeyType' | 'updatedAt' | 'version'> & { pixKeyType: PixKeyType | null };

const blank: Values = {
  pixKeyType: 'document',
  pixKey: '',
  holder: '',
  city: '',
  bank: '',
  agency: '',
  account: '',
};

const valuesOf = ({ updatedAt: _at, version: _version, ...values }: BankAccount): Values => values;

function BankAccountForm({ account, onDone }: { account: BankAccount | null; onDone: () => void }) {
  const { t } = useTranslation('dropshipping');
  const known: Values = account ? valuesOf(account) : blank;
  const gate = usePasswordGate();
  const form: FormState<Values> = useForm({
    endpoint: api.bankAccount.update,
    initial: known,
    version: account?.version,
    send: ({ pixKeyType, ...rest }, at) => ({
      body: { ...rest, pixKeyType: pixKeyType ?? 'document' },
      version: at,
    }),
    onSaved: onDone,
    onFailure: (failure) => gate.handles(failure, () => form.submit()),
  });
  /** A complete Pix code provides the key and its holder; a code without a key is refused with the reason. */
  const takeCode = (event: ClipboardEvent) => {
    const read = keyOfPixCode(event.clipboardData.getData('text'));
    if (read === 'no_code') return;
    event.preventDefault();
    if (typeof read === 'string') {
      form.setErrors({ pixKey: t(`settlement.bank.codes.${read}`) });
      return;
    }
    const { key, name, city } = read.fields;
    const { values } = form;
    form.setValues({
      ...{ ...values, pixKeyType: read.type, pixKey: key },
      ...{ holder: values.holder || name, city: values.city || city },
    });
  };
  return (
    <>
      {gate.dialog}
      <Form form={form}>
        <Section title="Pix" hint={t(account ? 'settlement.bank.hint' : 'settlement.bank.firstHint')}>
          <FieldRow onPaste={takeCode}>
            <SelectField
              {...form.field('pixKeyType')}
              label={t('settlement.bank.type')}
              options={pixKeyTypes.map((type) => ({
                value: type,
                label: t(`settlement.bank.types.${type}`),
              }))}
              required
            />
            <PixKeyField
              {...form.field('pixKey')}
              type={form.values.pixKeyType ?? 'document'}
              label={t('settlement.bank.key')}
              required
            />
          </FieldRow>
          <FieldRow>
            <TextField {...form.field('holder')} label={t('settlement.bank.holder')} required />
            <TextField {...form.field('city')} label={t('settlement.bank.city')} required />
          </FieldRow>
        </Section>
        <Section title={t('settlement.bank.bank')}>
          <FieldRow>
            <TextField {...form.field('bank')} label={t('settlement.bank.bank')} />
            <TextField {...form.field('agency')} label={t('settlement.bank.agency')} />
            <TextField {...form.field('account')} label={t('settlement.bank.account')} />
          </FieldRow>
        </Section>
        <FormBar form={form} />
      </Form>
    </>
  );
}
