import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { api } from '#contract/index.ts';
import { api as endpoints } from '#contract/index.ts';
import { maxImages } from '#contract/products/image.ts';
import { goodsOrigins } from '#contract/products/tax-codes.ts';
import { WornTagsField } from '../business/tags/WornTagsField.tsx';
import { useTranslation } from '../i18n.ts';
import { formatDecimal } from '../quantity.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { FieldRow, Form, FormBar } from '../ui/form/Form.tsx';
import type { FormState } from '../ui/form/form-state.ts';
import { ImagesField } from '../ui/form/ImagesField.tsx';
import { NotesField } from '../ui/form/NotesField.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';
import { keepPictures } from './images/image-upload.ts';
import classes from './Product.module.css';
import type { ProductValues } from './product-values.ts';
import { useUnitOptions } from './unit-options.ts';
import { VariationSection } from './variations/VariationSection.tsx';

type ProductFormState = FormState<ProductValues>;
type Category = NonNullable<ProductValues['category']>;
type CategoryItem = { id: number; path: string };

type ProductFormProps = {
  form: ProductFormState;
  isNew?: boolean;
  /** The foot of the form, if it does more than save. */
  bar?: ReactNode;
};

/** Every field of a product; fields that the reader may not change are read-only. */
export function ProductForm({ form, isNew = false, bar }: ProductFormProps) {
  const { t } = useTranslation('products');
  const { can } = useSession();
  const mayEdit = can('products.update');
  const mayMeasure = can('products.measure');
  return (
    <Form form={form}>
      {!mayEdit && (
        <Alert color="gray" icon={<IconLock size={16} aria-hidden />} p="xs">
          {t(mayMeasure ? 'form.measureOnly' : 'form.readOnly')}
        </Alert>
      )}
      <IdentitySection form={form} disabled={!mayEdit} />
      <VariationSection form={form} disabled={!mayEdit} gtinDisabled={!mayMeasure} isNew={isNew} />
      <ImageSection form={form} disabled={!mayEdit} />
      <MeasureSection form={form} disabled={!mayMeasure} />
      <TaxSection form={form} disabled={!mayEdit} />
      {bar ?? (mayMeasure && <FormBar form={form} />)}
    </Form>
  );
}

/** Read-only instead of disabled, so that values stay readable. */
const lockedIf = (locked: boolean) => (locked ? { readOnly: true, className: classes.locked } : {});

type SectionProps = { form: ProductFormState; disabled: boolean };

function IdentitySection({ form, disabled }: SectionProps) {
  const { t } = useTranslation('products');
  const unit = form.values.unit;
  const known = useUnitOptions();
  return (
    <Section title={t('form.identity')}>
      <TextField {...form.field('name')} label={t('name')} required {...lockedIf(disabled)} maxLength={200} />
      <FieldRow>
        <TextField {...form.field('brand')} label={t('brand')} {...lockedIf(disabled)} maxLength={80} />
        <TextField {...form.field('model')} label={t('model')} {...lockedIf(disabled)} maxLength={80} />
        <SelectField
          {...form.field('unit')}
          onChange={(next) => form.set('unit', next ?? 'unit')}
          label={t('unit')}
          {...lockedIf(disabled)}
          options={
            known.some(({ value }) => value === unit) ? known : [...known, { value: unit, label: unit }]
          }
        />
      </FieldRow>
      <AsyncSelect<typeof api.categories.list>
        {...form.field('category')}
        onChange={(next: Category | null) => form.set('category', next)}
        endpoint={endpoints.categories.list}
        option={(item: CategoryItem) => ({ id: item.id, name: item.path })}
        label={t('category')}
        description={t('form.categoryHint')}
        {...lockedIf(disabled)}
        clearable={!disabled}
      />
      <WornTagsField
        kind="products"
        {...form.field('tags')}
        onChange={(next) => form.set('tags', next)}
        label={t('tags.title')}
        placeholder={disabled ? undefined : t('tags.placeholder')}
        creatable
        {...lockedIf(disabled)}
      />
      <NotesField
        {...form.field('description')}
        label={t('description')}
        {...lockedIf(disabled)}
        rows={4}
        maxLength={20_000}
      />
      <SwitchField
        {...form.field('asksLots')}
        label={t('form.asksLots')}
        description={t('form.asksLotsHint')}
        {...lockedIf(disabled)}
      />
      <SwitchField
        {...form.field('asksSerials')}
        label={t('form.asksSerials')}
        description={t('form.asksSerialsHint')}
        {...lockedIf(disabled)}
      />
    </Section>
  );
}

function MeasureSection({ form, disabled }: SectionProps) {
  const { t } = useTranslation('products');
  return (
    <Section title={t('form.measures')} hint={t('form.measuresHint')}>
      <FieldRow>
        <NumberField
          {...form.field('weight')}
          label={t('weight')}
          decimals={3}
          unit="kg"
          placeholder={formatDecimal(0.35, 3, 3)}
          {...lockedIf(disabled)}
        />
        {(['width', 'height', 'depth'] as const).map((side) => (
          <NumberField
            key={side}
            {...form.field(side)}
            label={t(side)}
            decimals={1}
            unit="cm"
            {...lockedIf(disabled)}
          />
        ))}
      </FieldRow>
    </Section>
  );
}

/** A fiscal document needs all of them except CEST; unknown ones stay empty. */
function TaxSection({ form, disabled }: SectionProps) {
  const { t } = useTranslation('products');
  const { value: origin, ...originField } = form.field('origin');
  const code = (name: 'ncm' | 'cest' | 'csosn' | 'cfopSameState' | 'cfopOtherState', length: number) => (
    <TextField
      {...form.field(name)}
      label={t(name)}
      description={t('tax.digits', { count: length })}
      maxLength={length}
      inputMode="numeric"
      {...lockedIf(disabled)}
    />
  );
  return (
    <Section title={t('tax.title')} hint={t('tax.hint')}>
      <FieldRow>
        {code('ncm', 8)}
        {code('cest', 7)}
        {code('csosn', 3)}
      </FieldRow>
      <FieldRow>
        {code('cfopSameState', 4)}
        {code('cfopOtherState', 4)}
        <TextField
          {...form.field('taxUnit')}
          label={t('taxUnit')}
          description={t('tax.taxUnitHint')}
          maxLength={6}
          {...lockedIf(disabled)}
        />
      </FieldRow>
      <SelectField
        {...originField}
        value={origin === null ? null : String(origin)}
        onChange={(next) => form.set('origin', next === null ? null : Number(next))}
        label={t('origin')}
        options={goodsOrigins.map((name, code) => ({
          value: String(code),
          label: `${code} · ${t(`tax.origins.${name}`)}`,
        }))}
        clearable={!disabled}
        {...lockedIf(disabled)}
      />
    </Section>
  );
}

function ImageSection({ form, disabled }: SectionProps) {
  const { t } = useTranslation('products');
  const { values } = form;
  const change = (images: ProductValues['images']) => {
    const kept = new Set(images.map((image) => image.id));
    form.setValues({
      ...values,
      images,
      // A picture removed from the product is removed from its variations.
      variations: values.variations.map((row) => ({
        ...row,
        images: row.images.filter((id) => kept.has(id)),
      })),
    });
  };
  return (
    <Section title={t('images')} hint={t('form.imagesHint')}>
      {disabled && values.images.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('list.noImage')}
        </Text>
      ) : (
        <ImagesField
          {...form.field('images')}
          onChange={change}
          errorOf={(index) => form.errorOf(`images.${index}.id`)}
          upload={keepPictures}
          max={Math.min(30, values.images.filter(({ file }) => !file).length + maxImages)}
          disabled={disabled}
        />
      )}
    </Section>
  );
}
