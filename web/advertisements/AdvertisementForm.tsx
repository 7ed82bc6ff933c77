import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from '../i18n.ts';
import { useImageUpload } from '../products/images/image-upload.ts';
import { formatQuantity } from '../quantity.ts';
import { FieldRow, Form, FormBar } from '../ui/form/Form.tsx';
import { ImagesField } from '../ui/form/ImagesField.tsx';
import { NotesField } from '../ui/form/NotesField.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Section } from '../ui/page/Section.tsx';
import {
  type AdvertisementFormState,
  imageItem,
  isKit,
  isOneProduct,
  weightOf,
} from './advertisement-values.ts';
import { CompositionFields } from './CompositionFields.tsx';
import { SupplierImages } from './SupplierImages.tsx';

/** Text, composition and images of an advertisement, new or saved. */
type FormProps = {
  form: AdvertisementFormState;
  label?: string;
  /** Weight of the saved parts together. */
  weight?: number | null;
  /**
   * True for a new advertisement: texts come from its parts, and the reader chooses how several variations are sold.
   */
  isNew?: boolean;
};

export function AdvertisementForm({ form, label, weight = null, isNew = false }: FormProps) {
  const { t } = useTranslation('advertisements');
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  return (
    <Form form={form}>
      <Section title={t('page.composition')} hint={t('page.compositionHint')}>
        <CompositionFields form={form} isNew={isNew} />
        {isNew && isOneProduct(form.values.components) && (
          <Stack gap={4}>
            <Text size="sm" fw={600} id="how-it-is-sold">
              {t('page.sells')}
            </Text>
            <SegmentedControl
              aria-labelledby="how-it-is-sold"
              orientation={isNarrow ? 'vertical' : 'horizontal'}
              value={form.values.asVariations ? 'variations' : 'kit'}
              onChange={(value) => form.set('asVariations', value === 'variations')}
              data={[
                { value: 'variations', label: t('page.asVariations') },
                { value: 'kit', label: t('page.asKit') },
              ]}
              style={{ alignSelf: 'start' }}
            />
            <Text size="sm" c="dimmed">
              {t('page.asVariationsHint')}
            </Text>
          </Stack>
        )}
      </Section>
      <Section title={t('page.data')}>
        <FieldRow>
          <TextField {...form.field('product')} label={t('product')} required maxLength={120} />
          <TextField {...form.field('brand')} label={t('brand')} maxLength={120} />
        </FieldRow>
        <NotesField {...form.field('description')} label={t('description')} rows={4} maxLength={20_000} />
      </Section>
      {isKit(form.values) && <KitFields form={form} weight={weightOf(form.values.components) ?? weight} />}
      <ImageFields form={form} />
      <FormBar form={form} label={label} />
    </Form>
  );
}

function KitFields({ form, weight }: { form: AdvertisementFormState; weight: number | null }) {
  const { t } = useTranslation('advertisements');
  return (
    <Section title={t('page.kit')} hint={t('page.kitHint')}>
      <FieldRow>
        <TextField {...form.field('sku')} label={t('page.kitSku')} maxLength={60} />
        {(['width', 'height', 'depth'] as const).map((side) => (
          <NumberField key={side} {...form.field(side)} label={t(`publish.${side}`)} decimals={1} unit="cm" />
        ))}
      </FieldRow>
      <Text size="sm">
        {t('page.kitWeight')}:{' '}
        {weight === null ? (
          t('page.kitWeightUnknown')
        ) : (
          <strong>
            {formatQuantity(weight)}
            {'\u00a0'}kg
          </strong>
        )}
      </Text>
    </Section>
  );
}

function ImageFields({ form }: { form: AdvertisementFormState }) {
  const { t } = useTranslation('advertisements');
  const { upload } = useImageUpload();
  const { images, components } = form.values;
  return (
    <Section title={t('page.images')} hint={t('page.imagesHint')}>
      <ImagesField
        {...form.field('images')}
        aria-label={t('page.images')}
        max={30}
        upload={async (files) => (await upload(files)).map(imageItem)}
      />
      <SupplierImages
        offers={components.map((part) => part.offer.id)}
        used={images.map((image) => image.id)}
        onPick={(image) => form.set('images', [...form.values.images, imageItem(image)])}
      />
    </Section>
  );
}
