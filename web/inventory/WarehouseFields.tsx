import { states } from '#contract/primitives.ts';
import { useTranslation } from '../i18n.ts';
import { type FoundAddress, ZipLookupField } from '../inventory/ZipLookupField.tsx';
import { FieldRow } from '../ui/Form.tsx';
import type { FormState } from '../ui/form-state.ts';
import { NotesField } from '../ui/NotesField.tsx';
import { Section } from '../ui/Section.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { WarehouseValues } from './warehouse-values.ts';

export function WarehouseFields({ form }: { form: FormState<WarehouseValues> }) {
  const { t } = useTranslation('inventory');
  const state = form.field('state');
  const fill = (address: FoundAddress) => {
    form.set('state', address.state);
    form.set('city', address.city);
    if (address.neighborhood) form.set('neighborhood', address.neighborhood);
    if (address.street) form.set('street', address.street);
  };
  return (
    <>
      <Section title={t('warehouses.data')}>
        <TextField {...form.field('name')} label={t('warehouses.name')} required />
        <NotesField {...form.field('notes')} label={t('warehouses.notes')} />
      </Section>
      <Section title={t('warehouses.address')}>
        <FieldRow>
          <ZipLookupField {...form.field('zip')} label={t('warehouses.zip')} onFound={fill} />
          <SelectField
            {...state}
            value={state.value || null}
            onChange={(value) => state.onChange(value ?? '')}
            label={t('warehouses.state')}
            options={states.map((value) => ({ value, label: value }))}
            clearable
          />
          <TextField {...form.field('city')} label={t('warehouses.city')} />
        </FieldRow>
        <FieldRow>
          <TextField {...form.field('neighborhood')} label={t('warehouses.neighborhood')} />
          <TextField {...form.field('street')} label={t('warehouses.street')} />
        </FieldRow>
        <FieldRow>
          <TextField {...form.field('number')} label={t('warehouses.number')} />
          <TextField {...form.field('complement')} label={t('warehouses.complement')} />
        </FieldRow>
      </Section>
    </>
  );
}
