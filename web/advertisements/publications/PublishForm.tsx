import { SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { longestDescription } from '#contract/advertisements/content-limits.ts';
import { publicationTypes } from '#contract/advertisements/publication-type.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import { useImageUpload } from '../../products/images/image-upload.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { imageItem } from '../advertisement-values.ts';
import { AttributeSection } from './AttributeSection.tsx';
import { CategoryPicker } from './CategoryPicker.tsx';
import { PackageSection } from './PackageSection.tsx';
import type { PublishFormProps } from './publish-form.ts';
import type { PublishValues } from './publish-values.ts';
import { SaleTermsSection } from './SaleTermsSection.tsx';
import { useCategory } from './use-category.ts';
import { VariationSection } from './VariationSection.tsx';

type WholeProps = PublishFormProps & {
  /** Chooses the account, or several; absent if it is saved. */
  accounts?: ReactNode;
  /** Saved as a publication: its account is fixed. */
  saved?: boolean;
  /** At the marketplace: category and variations are fixed. */
  created?: boolean;
  /** The parcel of a publication follows its product or kit. */
  followsSize?: boolean;
  /** The highest wholesale price of a saved publication. */
  mustStayAbove?: number | null;
  label: string;
  /** The forms of further accounts. */
  children?: ReactNode;
};

/** All fields of a publication, in the order in which they depend on each other. */
export function PublishForm(props: WholeProps) {
  const {
    form,
    causeText,
    accounts,
    saved = false,
    created = false,
    followsSize,
    mustStayAbove = null,
    label,
    of,
    children,
  } = props;
  const { t } = useTranslation('advertisements');
  const { account, category } = form.values;
  const { settings, isPending } = useCategory(form);
  const parts = { form, causeText, of };
  form.shownPaths.add('account').add('category');
  return (
    <Form form={form}>
      <Section title={t('publish.where')}>
        {accounts ?? <Text fw={600}>{account?.name}</Text>}
        <PlaceFields {...parts} created={created} settings={settings} />
      </Section>
      {account && category && <AttributeSection {...parts} settings={settings} />}
      {/* Below the attributes, which would move it when they come. */}
      {account && category && !isPending && (
        <>
          <SaleTermsSection {...parts} saved={saved} />
          <VariationSection {...parts} settings={settings} created={created} mustStayAbove={mustStayAbove} />
          <PresentationSection
            {...parts}
            settings={settings}
            mostPictures={settings?.maxPictures ?? account.capabilities.mostPictures}
          />
          <PackageSection {...parts} followsSize={followsSize} />
          {children}
          <FormBar form={form} label={label} />
        </>
      )}
    </Form>
  );
}

type PlaceProps = PublishFormProps & {
  created: boolean;
  settings: CategorySettings | undefined;
  /** No category was suggested, so a person has to choose one. */
  onNoCategory?: () => void;
};

/** Title, listing type and category on one account. */
export function PlaceFields({ form, causeText, created, settings, onNoCategory }: PlaceProps) {
  const { t } = useTranslation('advertisements');
  const { account, name, category } = form.values;
  const types = publicationTypes
    .filter((type) => account?.capabilities.listingTypes.includes(type))
    .toReversed();
  const typeId = useId();
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('publish.name')}
        description={
          settings
            ? [
                t('publish.nameLength', { count: name.length, max: settings.maxTitleLength }),
                settings.minTitleLength && t('publish.nameAtLeast', { min: settings.minTitleLength }),
              ]
                .filter(Boolean)
                .join('. ')
            : t('publish.nameUnknown')
        }
        error={form.errors.name ?? causeText('name')}
        maxLength={120}
        required
      />
      {types.length > 1 && (
        <Stack gap={4}>
          <Text size="sm" fw={600} id={typeId}>
            {t('publish.type')}
          </Text>
          <SegmentedControl
            aria-labelledby={typeId}
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
            onNone={onNoCategory}
            error={form.errors.category ?? causeText('category')}
          />
        ))}
    </>
  );
}

/** One description for all accounts is as long as the strictest of them accepts. */
function shortestLimit({ account, also }: PublishValues): { max: number; account: string } {
  const limits = [...(account ? [account] : []), ...also].map(({ name, capabilities }) => ({
    name,
    max: capabilities.longestDescription,
  }));
  const max = Math.min(longestDescription, ...limits.map((limit) => limit.max));
  return { max, account: limits.find((limit) => limit.max === max)?.name ?? '' };
}

type PresentationProps = PublishFormProps & {
  settings: CategorySettings | undefined;
  mostPictures: number;
};

function PresentationSection({ form, causeText, settings, mostPictures, of }: PresentationProps) {
  const { t } = useTranslation('advertisements');
  const { upload } = useImageUpload();
  const { description } = form.values;
  const longest = shortestLimit(form.values);
  return (
    <Section
      title={t('page.images')}
      hint={[of && t('publish.forAll'), t('page.imagesHint')].filter(Boolean).join(' ')}
    >
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
        description={[
          of && longest.account && t('publish.forAllLongest', longest),
          t('publish.descriptionHint', { count: description.length, max: longest.max }),
          settings?.minDescriptionLength &&
            t('publish.descriptionAtLeast', { min: settings.minDescriptionLength }),
        ]
          .filter(Boolean)
          .join(' ')}
        error={form.errors.description ?? causeText('description')}
        rows={6}
        maxLength={longest.max}
      />
    </Section>
  );
}
