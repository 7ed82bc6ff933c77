import { useRef } from 'react';
import { states } from '#contract/primitives.ts';
import { useTranslation } from '../../i18n.ts';
import type { Binding } from '../../ui/bindings.ts';
import { FieldRow } from '../../ui/form/Form.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { type FoundAddress, ZipLookupField } from './ZipLookupField.tsx';

type AddressField = 'zip' | 'state' | 'city' | 'neighborhood' | 'street' | 'number' | 'complement';

/** A form with the fields of an address beside its others. */
type AddressForm = {
  field: (name: AddressField) => Binding<string>;
  set: (name: AddressField, value: string) => void;
};

/** An address by its zip code: what is found replaces what stood there, and the number is typed next. */
export function AddressFields({ form, title }: { form: AddressForm; title?: string }) {
  const { t } = useTranslation('inventory');
  const fields = useRef<HTMLDivElement>(null);
  const state = form.field('state');
  const focus = (name: AddressField) =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  const fill = ({ state, city, neighborhood, street }: FoundAddress) => {
    form.set('state', state);
    form.set('city', city);
    // A small town has one zip code for all its streets: the former street is not one of them.
    form.set('neighborhood', neighborhood);
    form.set('street', street);
    if (document.activeElement?.getAttribute('name') === 'zip') focus(street ? 'number' : 'street');
  };
  return (
    <div ref={fields}>
      <Section title={title ?? t('warehouses.address')}>
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
          <TextField {...form.field('street')} label={t('warehouses.street')} />
          <TextField {...form.field('number')} label={t('warehouses.number')} />
        </FieldRow>
        <FieldRow>
          <TextField {...form.field('complement')} label={t('warehouses.complement')} />
          <TextField {...form.field('neighborhood')} label={t('warehouses.neighborhood')} />
        </FieldRow>
      </Section>
    </div>
  );
}
