import { useRef } from 'react';
import { states } from '#contract/brazil.ts';
import { useTranslation } from '../../i18n.ts';
import type { Binding } from '../../ui/bindings.ts';
import { FieldRow } from '../../ui/form/Form.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { type FoundAddress, ZipLookupField } from './ZipLookupField.tsx';

type AddressField = 'zip' | 'state' | 'city' | 'neighborhood' | 'street' | 'number' | 'complement';

/** A form that contains the fields of an address. */
type AddressForm = {
  field: (name: AddressField) => Binding<string>;
  set: (name: AddressField, value: string) => void;
};

const foundFields = ['state', 'city', 'neighborhood', 'street'] as const;

/** An address by its zip code: the result replaces the former address, and the number is focused next. */
export function AddressFields({ form, title }: { form: AddressForm; title?: string }) {
  const { t } = useTranslation('inventory');
  const fields = useRef<HTMLDivElement>(null);
  const state = form.field('state');
  const former = useRef<FoundAddress | null>(null);
  /** The number belongs to another street, so the next key replaces it. */
  const focus = (name: AddressField) => {
    const next = fields.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    next?.focus();
    next?.select();
  };
  const fill = (found: FoundAddress) => {
    former.current = found;
    const { street } = found;
    // A small town has one zip code for all streets, so the result has none and the former street is removed.
    for (const name of foundFields) form.set(name, found[name]);
    if (document.activeElement?.getAttribute('name') === 'zip') focus(street ? 'number' : 'street');
  };
  /** Removes the address of the former zip code, but keeps what was typed. */
  const forget = () => {
    for (const name of foundFields)
      if (former.current && form.field(name).value === former.current[name]) form.set(name, '');
    former.current = null;
  };
  return (
    <div ref={fields}>
      <Section title={title ?? t('warehouses.address')}>
        <FieldRow>
          <ZipLookupField
            {...form.field('zip')}
            label={t('warehouses.zip')}
            onFound={fill}
            onUnknown={forget}
          />
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
