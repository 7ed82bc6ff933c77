import { Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { packageOf, packageSides } from '#contract/advertisements/package-size.ts';
import { useTranslation } from '../../i18n.ts';
import { printDecimal } from '../../quantity.ts';
import { FieldRow } from '../../ui/form/Form.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import classes from './PackageSection.module.css';
import { hasOwnPackages, type PackageValues, packageOfAd, packageOfVariation } from './package-values.ts';
import type { PublishFormProps } from './publish-form.ts';
import type { PublishValues } from './publish-values.ts';

type PackageSectionProps = PublishFormProps & {
  /** The parcel of a saved publication follows its product or kit. */
  followsSize?: boolean | undefined;
};

/** The closed parcel of the ad, or of each variation. Shown only for saved publications: which of them follow the product. */
export function PackageSection({ form, causeText, followsSize, of }: PackageSectionProps) {
  const { t } = useTranslation('advertisements');
  const refused = causeText('dimensions');
  const isOwn = hasOwnPackages(form.values);
  const hint = isOwn
    ? 'packageEach'
    : followsSize
      ? 'packageFollows'
      : followsSize === false
        ? 'packageStays'
        : 'packageHint';
  return (
    <Section
      title={t('publish.package')}
      hint={[of && t('publish.forAll'), t(`publish.${hint}`)].filter(Boolean).join(' ')}
    >
      {!isOwn && (
        <FieldRow>
          {packageSides.map((side) => (
            <NumberField
              key={side}
              {...form.field(side)}
              label={t(`publish.${side}`)}
              error={form.errors[side] ?? (side === 'weight' ? refused : undefined)}
              {...measured(side)}
              required
            />
          ))}
        </FieldRow>
      )}
      {(isOwn || form.values.variations.length > 1) && <OwnPackages form={form} />}
      {isOwn && refused && (
        <Text size="sm" c="red" role="alert">
          {refused}
        </Text>
      )}
      {form.values.account?.capabilities.takesVideo && (
        <TextField {...form.field('video')} label={t('publish.video')} maxLength={60} />
      )}
    </Section>
  );
}

const measured = (side: (typeof packageSides)[number]) =>
  side === 'weight' ? { decimals: 3, unit: 'kg' } : { decimals: 1, unit: 'cm' };

type OwnProps = Pick<PublishFormProps, 'form'>;

/** One parcel for all variations, or one of each. */
function OwnPackages({ form }: OwnProps) {
  const { t } = useTranslation('advertisements');
  const { variations } = form.values;
  const isOwn = hasOwnPackages(form.values);
  /** What was typed comes back if the switch is turned on again. */
  const former = useRef(new Map<string | number, PackageValues>());
  const turn = (on: boolean) => {
    const common = packageOfAd(form.values);
    const next = variations.map((variation) => {
      const key = variation.id ?? variation.tempId ?? '';
      if (!on && variation.package) former.current.set(key, variation.package);
      return { ...variation, package: on ? (former.current.get(key) ?? common) : null };
    });
    form.setValues({ ...form.values, ...common, variations: next });
  };
  return (
    <>
      <SwitchField
        label={t('publish.ownPackages')}
        description={t('publish.ownPackagesHint')}
        value={isOwn}
        onChange={turn}
      />
      {isOwn && (
        <Stack gap="sm">
          {variations.map((variation, index) => (
            <PackageRow key={variation.id ?? variation.tempId} form={form} index={index} />
          ))}
        </Stack>
      )}
      {isOwn && <SharedPackage values={form.values} />}
    </>
  );
}

function PackageRow({ form, index }: OwnProps & { index: number }) {
  const { t } = useTranslation('advertisements');
  const variation = form.values.variations[index];
  const shown = packageOfVariation(form.values, index);
  const [part, ...others] = variation?.parts ?? [];
  const own = others.length === 0 ? part?.offer.name : undefined;
  const name = variation?.value.valueName || own || variation?.sku || String(index + 1);
  return (
    <fieldset className={classes.row} aria-label={`${t('publish.package')}: ${name}`}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {packageSides.map((side) => {
        const path = `variations.${index}.package.${side}` as const;
        form.shownPaths.add(path);
        return (
          <NumberField
            key={side}
            label={t(`publish.${side}`)}
            value={shown[side]}
            onChange={(value) => form.set(`variations.${index}.package`, { ...shown, [side]: value })}
            error={form.errors[path]}
            {...measured(side)}
            required
          />
        );
      })}
    </fieldset>
  );
}

/** Accounts on which an ad has one parcel for all of its variations, and which one it is. */
function SharedPackage({ values }: { values: PublishValues }) {
  const { t } = useTranslation('advertisements');
  const { account, also, pricePerVariation } = values;
  const chosen = [...(account ? [{ ...account, pricePerVariation }] : []), ...also];
  const shared = chosen.filter((one) => !one.pricePerVariation && !one.capabilities.packagesDiffer);
  const largest = packageOf(packageOfAd(values));
  if (shared.length === 0 || !largest) return null;
  const { weight, ...sides } = largest;
  return (
    <Text size="sm" c="dimmed">
      {t('publish.sharedPackage', {
        accounts: shared.map(({ name }) => name).join(', '),
        weight: printDecimal(weight, 3),
        size: [sides.width, sides.height, sides.depth].map((side) => printDecimal(side, 1)).join(' × '),
      })}
    </Text>
  );
}
