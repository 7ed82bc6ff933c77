import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { states } from '#contract/primitives.ts';
import { call, Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { ZipField } from '../ui/brazilian-fields.tsx';
import { FieldRow } from '../ui/Form.tsx';
import type { FormState } from '../ui/form-state.ts';
import { NotesField } from '../ui/NotesField.tsx';
import { Section } from '../ui/Section.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { WarehouseValues } from './warehouse-values.ts';

type Lookup = 'idle' | 'searching' | 'unknown' | 'down';

/** Fills the address from the zip code. Whatever the look-up says, every field stays free to type in. */
function useZipLookup(form: FormState<WarehouseValues>) {
  const [lookup, setLookup] = useState<Lookup>('idle');
  const latest = useRef('');
  const find = async (zip: string) => {
    latest.current = zip;
    setLookup('searching');
    try {
      const address = await call(api.zipCodes.detail, { params: { zip } });
      if (latest.current !== zip) return;
      form.set('state', address.state);
      form.set('city', address.city);
      if (address.neighborhood) form.set('neighborhood', address.neighborhood);
      if (address.street) form.set('street', address.street);
      setLookup('idle');
    } catch (error) {
      if (latest.current !== zip) return;
      setLookup(error instanceof Failure && error.problem.code === 'zip_code_not_found' ? 'unknown' : 'down');
    }
  };
  return { lookup, find };
}

export function WarehouseFields({ form }: { form: FormState<WarehouseValues> }) {
  const { t } = useTranslation('inventory');
  const { lookup, find } = useZipLookup(form);
  const state = form.field('state');
  return (
    <>
      <Section title={t('warehouses.data')}>
        <TextField {...form.field('name')} label={t('warehouses.name')} required />
        <NotesField {...form.field('notes')} label={t('warehouses.notes')} />
      </Section>
      <Section title={t('warehouses.address')}>
        <FieldRow>
          <ZipField
            {...form.field('zip')}
            label={t('warehouses.zip')}
            onComplete={find}
            description={
              <Text span inherit aria-live="polite" c={lookup === 'unknown' ? 'red' : undefined}>
                {lookup === 'searching' && t('warehouses.zipSearching')}
                {lookup === 'unknown' && t('warehouses.zipUnknown')}
                {lookup === 'down' && t('warehouses.zipDown')}
              </Text>
            }
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
