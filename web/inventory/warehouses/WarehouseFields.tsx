import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { AddressFields } from './AddressFields.tsx';
import type { WarehouseValues } from './warehouse-values.ts';

export function WarehouseFields({ form }: { form: FormState<WarehouseValues> }) {
  const { t } = useTranslation('inventory');
  return (
    <>
      <Section title={t('warehouses.data')}>
        <TextField {...form.field('name')} label={t('warehouses.name')} required />
        <NotesField {...form.field('notes')} label={t('warehouses.notes')} />
      </Section>
      <AddressFields form={form} />
    </>
  );
}
