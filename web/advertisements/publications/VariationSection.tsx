import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { traitAttribute, traitValue } from '../traits.ts';
import { type PublishFormProps, titleOf } from './publish-form.ts';
import { newVariation, type VariationValues } from './publish-values.ts';
import { VariationFields } from './VariationFields.tsx';

type VariationSectionProps = PublishFormProps & {
  settings: CategorySettings | undefined;
  /** At the marketplace: the attribute of its variations is fixed. */
  created: boolean;
  /** The highest wholesale price: then all variations have one price above it. */
  mustStayAbove?: number | null;
  /** No margin leads to a price, because the rates of the account are missing. */
  onUnpriced?: (index: number) => void;
};

const single = '-';

/** With one price for all: of the variations with a typed margin, the one with the highest cost. */
function leaderOf(variations: readonly VariationValues[]): number | null {
  const [first] = [...variations.entries()]
    .filter(([, { leads }]) => leads === 'margin')
    .toSorted(([, one], [, other]) => other.cost - one.cost);
  return first?.[0] ?? null;
}

/** In a further account a variation that was left out there can be chosen again. */
const choosable = (own: readonly VariationValues[], first: readonly VariationValues[] | undefined) =>
  first?.map((one) => own.find(({ tempId }) => tempId === one.tempId) ?? one) ?? own;

/** One item, or several that differ in one attribute, each with product and price. */
export function VariationSection(props: VariationSectionProps) {
  const { form, causeText, settings, created, mustStayAbove = null, of, first, onUnpriced } = props;
  const { t } = useTranslation('advertisements');
  const { account, varies, variations, pricePerVariation } = form.values;
  const choices = settings?.attributes.filter((attribute) => attribute.variation) ?? [];
  const pricesDiffer =
    mustStayAbove === null && (pricePerVariation || account?.capabilities.pricesDiffer === true);
  const samePrice = !pricesDiffer && variations.length > 1;
  const leader = samePrice ? leaderOf(variations) : null;
  const change = (index: number, next: Partial<VariationValues>) => {
    const isTyped = next.price !== undefined || next.margin !== undefined;
    // With one price for all, the variation with the typed value leads and the others follow its price.
    const shared = samePrice && isTyped ? { price: next.price ?? null, leads: 'price' as const } : null;
    form.set(
      'variations',
      form.values.variations.map((variation, place) =>
        place === index ? { ...variation, ...next } : { ...variation, ...shared },
      ),
    );
  };
  /** Only this function writes a price that follows from a margin, one path at a time, so that no write is lost. */
  const settle = (index: number, price: number | null) => {
    if (leader !== null && leader !== index) return;
    for (const place of leader === null ? [index] : variations.keys()) {
      form.derive(`variations.${place}.price`, price);
      form.derive(`variations.${place}.impossible`, false);
    }
  };
  const isDraft = !created && varies === null && variations.length > 1;
  const variedBy = (id: string | null) => {
    const chosen = choices.find((attribute) => attribute.id === id);
    return {
      varies: chosen ? { id: chosen.id, name: chosen.name } : null,
      variations: chosen
        ? choosable(variations, first).map((variation) => ({
            ...variation,
            value: traitValue(variation, chosen),
          }))
        : variations.slice(0, 1),
    };
  };
  const chooseVaries = (id: string | null) => form.setValues({ ...form.values, ...variedBy(id) });
  // A draft with several variations is told apart by what its products are told apart by, as soon as the category says how.
  useEffect(() => {
    if (!isDraft || choices.length === 0) return;
    const { varies: found, variations: told } = variedBy(traitAttribute(variations, choices)?.id ?? null);
    form.derive('varies', found);
    form.derive('variations', told);
  });
  const add = () => {
    const [first] = variations;
    // At its current price: a price derived from a margin would become the price of all.
    const priced = first && { price: first.price, margin: first.margin, leads: first.leads };
    form.add('variations', newVariation(first?.parts ?? [], priced));
  };
  return (
    <Section
      title={titleOf(t('publish.variations'), of)}
      hint={
        mustStayAbove === null
          ? samePrice
            ? t('publish.samePrice')
            : undefined
          : t('wholesale.mustStayAbove', { price: writeMoney(mustStayAbove) })
      }
      actions={
        varies &&
        !first && (
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('publish.addVariation')}
          </Button>
        )
      }
    >
      {!created && choices.length > 0 && (
        <SelectField
          label={t('publish.varies')}
          value={varies?.id ?? single}
          options={[
            { value: single, label: t('publish.variesNone') },
            ...choices.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={chooseVaries}
        />
      )}
      {isDraft && settings && choices.length === 0 && (
        <Alert color="orange" p="xs">
          {t('publish.noVariations')}
        </Alert>
      )}
      {causeText('variations') && (
        <Text size="sm" c="red" role="alert">
          {causeText('variations')}
        </Text>
      )}
      <Stack gap="sm">
        {variations.map((variation, index) => (
          <VariationFields
            key={variation.id ?? variation.tempId}
            form={form}
            causeText={causeText}
            first={first}
            onUnpriced={onUnpriced && (() => onUnpriced(index))}
            index={index}
            attribute={choices.find((choice) => choice.id === varies?.id)}
            leads={leader === null || leader === index}
            change={(next) => change(index, next)}
            settle={(price) => settle(index, price)}
          />
        ))}
      </Stack>
    </Section>
  );
}
