import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ComposedParts } from '../ComposedParts.tsx';
import type { KitForm as KitFormState } from './kit-values.ts';

type KitFormProps = {
  form: KitFormState;
  mayChange: boolean;
  label?: string;
  /** Quantity that can be sold, as saved. */
  quantity?: ReactNode;
};

/** Name, parts and closed box of a kit. */
export function KitForm({ form, mayChange, label, quantity }: KitFormProps) {
  const { t } = useTranslation('advertisements');
  const { components } = form.values;
  form.shownPaths.add('components');
  return (
    <Form form={form}>
      <fieldset disabled={!mayChange} style={{ display: 'contents' }}>
        <Section title={t('kits.data')}>
          <FieldRow>
            <TextField {...form.field('name')} label={t('kits.name')} required maxLength={120} />
            <TextField {...form.field('sku')} label={t('page.kitSku')} maxLength={60} />
          </FieldRow>
          <TextField
            {...form.field('title')}
            label={t('kits.adTitle')}
            description={t('kits.adTitleHint')}
            maxLength={120}
          />
          <FieldRow>
            <NumberField {...form.field('weight')} label={t('publish.weight')} decimals={3} unit="kg" />
            {(['width', 'height', 'depth'] as const).map((side) => (
              <NumberField
                key={side}
                {...form.field(side)}
                label={t(`publish.${side}`)}
                decimals={1}
                unit="cm"
              />
            ))}
          </FieldRow>
        </Section>
        <Section title={t('page.composition')} hint={t('kits.compositionHint')} actions={quantity}>
          <ComposedParts
            parts={components}
            change={(parts) => form.set('components', parts)}
            fields={{
              field: (index) => form.field(`components.${index}.quantity`),
              fault: (index) => form.errorOf(`components.${index}.offer`),
              remove: (index) => form.remove('components', index),
            }}
          />
        </Section>
      </fieldset>
      {mayChange && <FormBar form={form} label={label} />}
    </Form>
  );
}
