import { useTranslation } from '../i18n.ts';
import { useImageUpload } from '../products/image-upload.ts';
import { FieldRow, Form, FormBar } from '../ui/Form.tsx';
import type { FormState } from '../ui/form-state.ts';
import { ImagesField } from '../ui/ImagesField.tsx';
import { NotesField } from '../ui/NotesField.tsx';
import { Section } from '../ui/Section.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type AdvertisementValues, imageItem } from './advertisement-values.ts';
import { CompositionFields } from './CompositionFields.tsx';
import { SupplierImages } from './SupplierImages.tsx';

export type AdvertisementFormState = FormState<AdvertisementValues>;

/** Text, composition and images of an advertisement, new or saved. */
export function AdvertisementForm({ form, label }: { form: AdvertisementFormState; label?: string }) {
  const { t } = useTranslation('advertisements');
  return (
    <Form form={form}>
      <Section title={t('page.composition')} hint={t('page.compositionHint')}>
        <CompositionFields form={form} />
      </Section>
      <Section title={t('page.data')}>
        <FieldRow>
          <TextField {...form.field('product')} label={t('product')} required maxLength={120} />
          <TextField {...form.field('brand')} label={t('brand')} maxLength={120} />
        </FieldRow>
        <NotesField {...form.field('description')} label={t('description')} rows={4} maxLength={20_000} />
      </Section>
      <ImageFields form={form} />
      <FormBar form={form} label={label} />
    </Form>
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
