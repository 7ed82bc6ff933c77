import { useTranslation } from '../i18n.ts';
import { AddressFields } from '../inventory/AddressFields.tsx';
import { DocumentField, MoneyField } from '../ui/brazilian-fields.tsx';
import { FieldRow } from '../ui/Form.tsx';
import type { FormState } from '../ui/form-state.ts';
import { NotesField } from '../ui/NotesField.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Section } from '../ui/Section.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useSession } from '../use-session.ts';
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
        <NotesField {...form.field('notes')} label={t('suppliers.notes')} />
      </Section>
      <AddressFields form={form} />
    </>
  );
}
