import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { longestDescription } from '#contract/advertisements/publication.ts';
import { publicationTypes } from '#contract/advertisements/publication-type.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { useImageUpload } from '../../products/images/image-upload.ts';
import { useApi } from '../../queries.ts';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { imageItem } from '../advertisement-values.ts';
import { AttributeSection } from './AttributeSection.tsx';
import { CategoryPicker } from './CategoryPicker.tsx';
import { inCategory } from './category-change.ts';
import type { PublishFormProps } from './publish-form.ts';
import { onAccount } from './publish-values.ts';
import { SaleTermsSection } from './SaleTermsSection.tsx';
import { VariationSection } from './VariationSection.tsx';

type WholeProps = PublishFormProps & {
  /** Saved as a publication: its account is fixed. */
  saved?: boolean;
  /** At the marketplace: category and variations are fixed. */
  created?: boolean;
  /** The parcel of a publication follows its product or kit. */
  followsSize?: boolean;
  label: string;
};

/** All fields of a publication, in the order in which they depend on each other. */
export function PublishForm({
  form,
  causeText,
  saved = false,
  created = false,
  followsSize,
  label,
}: WholeProps) {
  const { account, category, saidFor } = form.values;
  const { data: settings, isPending } = useApi(
    api.marketplacesCategories.attributes,
    { params: { account: account?.id ?? 0, id: category?.id ?? '' } },
    { enabled: account !== null && category !== null },
  );
  // Values of another category are taken over as soon as the attributes of this one are known.
  useEffect(() => {
    if (!category || !settings || saidFor === category.id) return;
    const { attributes, unlisted, varies, told } = inCategory(form.values, settings.attributes);
    form.derive('saidFor', category.id);
    form.derive('attributes', attributes);
    form.derive('unlisted', unlisted);
    form.derive('varies', varies);
    // Field by field: a price may be on its way into the same variation.
    for (const [index, value] of told.entries()) form.derive(`variations.${index}.value`, value);
  });
  const parts = { form, causeText };
  return (
    <Form form={form}>
      <PlaceSection {...parts} saved={saved} created={created} maxName={settings?.maxTitleLength ?? null} />
      {account && category && <AttributeSection {...parts} settings={settings} />}
      {/* Below the attributes, which would move it when they come. */}
      {account && category && !isPending && (
        <>
          <SaleTermsSection {...parts} saved={saved} />
          <VariationSection {...parts} settings={settings} created={created} />
          <PresentationSection
            {...parts}
            mostPictures={settings?.maxPictures ?? account.capabilities.mostPictures}
          />
          <PackageSection {...parts} followsSize={followsSize} />
          <FormBar form={form} label={label} />
        </>
      )}
    </Form>
  );
}

type PlaceProps = PublishFormProps & { saved: boolean; created: boolean; maxName: number | null };

function PlaceSection({ form, causeText, saved, created, maxName }: PlaceProps) {
  const { t } = useTranslation('advertisements');
  const { account, name, category } = form.values;
  const types = publicationTypes
    .filter((type) => account?.capabilities.listingTypes.includes(type))
    .toReversed();
  form.shownPaths.add('category');
  return (
    <Section title={t('publish.where')}>
      {saved ? (
        <Text fw={600}>{account?.name}</Text>
      ) : (
        <AsyncSelect<typeof api.marketplaceAccounts.list>
          {...form.field('account')}
          onChange={() => undefined}
          onPick={(picked) =>
            form.setValues({
              ...form.values,
              ...(picked ? onAccount(form.values, picked) : { account: null }),
            })
          }
          endpoint={api.marketplaceAccounts.list}
          always="state:connected"
          option={({ id, name: own, marketplace }) => ({ id, name: own, hint: marketplace.name })}
          label={t('publish.account')}
          description={t('publish.accountHint')}
          required
        />
      )}
      <TextField
        {...form.field('name')}
        label={t('publish.name')}
        description={
          maxName === null
            ? t('publish.nameUnknown')
            : t('publish.nameLength', { count: name.length, max: maxName })
        }
        error={form.errors.name ?? causeText('name')}
        maxLength={120}
        required
      />
      {types.length > 1 && (
        <Stack gap={4}>
          <Text size="sm" fw={600} id="publication-type">
            {t('publish.type')}
          </Text>
          <SegmentedControl
            aria-labelledby="publication-type"
            value={form.values.type}
            onChange={(type) => form.set('type', types.find((known) => known === type) ?? 'classic')}
            data={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
            style={{ alignSelf: 'start' }}
          />
        </Stack>
      )}
      {/* The last part: it shrinks when a category is taken. */}
      {account &&
        (created ? (
          <Text size="sm" c="dimmed">
            {category?.name} · {t('publish.frozenCategory')}
          </Text>
        ) : (
          <CategoryPicker
            account={account.id}
            title={name}
            value={category}
            onChange={(next) => form.set('category', next)}
            onSuggested={(next) => form.derive('category', next)}
            error={form.errors.category ?? causeText('category')}
          />
        ))}
    </Section>
  );
}

type PresentationProps = PublishFormProps & { mostPictures: number };

function PresentationSection({ form, causeText, mostPictures }: PresentationProps) {
  const { t } = useTranslation('advertisements');
  const { upload } = useImageUpload();
  const { account, description } = form.values;
  const max = Math.min(account?.capabilities.longestDescription ?? longestDescription, longestDescription);
  return (
    <Section title={t('page.images')} hint={t('page.imagesHint')}>
      <ImagesField
        {...form.field('images')}
        aria-label={t('page.images')}
        error={form.errors.images ?? causeText('images')}
        errorOf={(index) => form.errorOf(`images.${index}`)}
        max={mostPictures}
        upload={async (files) => (await upload(files)).map(imageItem)}
      />
      <NotesField
        {...form.field('description')}
        label={t('publish.description')}
        description={t('publish.descriptionHint', { count: description.length, max })}
        error={form.errors.description ?? causeText('description')}
        rows={6}
        maxLength={max}
      />
    </Section>
  );
}

type PackageProps = PublishFormProps & Pick<WholeProps, 'followsSize'>;

/** Shown only for saved publications: which of them follow the product. */
function PackageSection({ form, causeText, followsSize }: PackageProps) {
  const { t } = useTranslation('advertisements');
  const refused = causeText('dimensions');
  const hint = followsSize ? 'packageFollows' : followsSize === false ? 'packageStays' : 'packageHint';
  return (
    <Section title={t('publish.package')} hint={t(`publish.${hint}`)}>
      <FieldRow>
        <NumberField
          {...form.field('weight')}
          label={t('publish.weight')}
          error={form.errors.weight ?? refused}
          decimals={3}
          unit="kg"
          required
        />
        {(['width', 'height', 'depth'] as const).map((side) => (
          <NumberField
            key={side}
            {...form.field(side)}
            label={t(`publish.${side}`)}
            decimals={1}
            unit="cm"
            required
          />
        ))}
      </FieldRow>
      {form.values.account?.capabilities.takesVideo && (
        <TextField {...form.field('video')} label={t('publish.video')} maxLength={60} />
      )}
    </Section>
  );
}
