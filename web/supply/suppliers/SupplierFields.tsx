import { useTranslation } from '../../i18n.ts';
import { AddressFields } from '../../inventory/warehouses/AddressFields.tsx';
import { DocumentField, MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { ContactsSection } from './ContactsSection.tsx';
import type { SupplierValues } from './supplier-values.ts';

export function SupplierFields({ form }: { form: FormState<SupplierValues> }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  return (
    <>
      <Section title={t('suppliers.data')}>
        <FieldRow>
          <TextField {...form.field('name')} label={t('suppliers.name')} required />
          <TextField {...form.field('fantasyName')} label={t('suppliers.fantasyName')} />
        </FieldRow>
        <FieldRow>
          <DocumentField {...form.field('document')} label={t('suppliers.document')} />
          <TextField {...form.field('stateInscription')} label={t('suppliers.stateInscription')} />
        </FieldRow>
      </Section>
      <ContactsSection form={form} />
      <Section title={t('suppliers.terms')}>
        <FieldRow>
          <NumberField
            {...form.field('leadDays')}
            label={t('suppliers.leadDays')}
            description={t('suppliers.leadDaysHint')}
            min={0}
          />
          {can('prices.read') && (
            <MoneyField {...form.field('minimumOrderCentavos')} label={t('suppliers.minimumOrder')} />
          )}
        </FieldRow>
        {can('prices.read') && (
          <TextField
            {...form.field('paymentTerms')}
            label={t('suppliers.paymentTerms')}
            placeholder={t('suppliers.paymentTermsExample')}
            maxLength={60}
          />
        )}
        <NotesField {...form.field('notes')} label={t('suppliers.notes')} />
      </Section>
      <AddressFields form={form} />
    </>
  );
}
