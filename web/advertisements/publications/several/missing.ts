import { isDescriptionShort, isTitleShort } from '#contract/advertisements/content-limits.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { shownAttributes } from '#contract/marketplaces/shown-attributes.ts';
import { useTranslation } from '../../../i18n.ts';
import { claimMessagesOf, type PublishValues, type VariationValues } from '../publish-values.ts';

export const hasPrice = ({ price }: VariationValues) => price !== null && !Number.isNaN(price);

/** A price that is being computed from the margin is not missing. */
const isPriced = (variation: VariationValues) => {
  const { price, margin, leads, impossible } = variation;
  return hasPrice(variation) || (price === null && leads === 'margin' && margin !== null && !impossible);
};

/** Names of the fields that an account still needs before it can be published on. */
export function useMissing(): (values: PublishValues, settings: CategorySettings | undefined) => string[] {
  const { t } = useTranslation('advertisements');
  return (values, settings) => {
    const { name, category, varies, variations } = values;
    const said = claimMessagesOf(values.attributes);
    const required = shownAttributes(settings?.attributes ?? [], said).filter(
      (attribute) => attribute.required && attribute.id !== varies?.id,
    );
    const isMisfit = settings && (name.length > settings.maxTitleLength || isTitleShort(values, settings));
    const isBrief = settings && isDescriptionShort(values, settings);
    return [
      ...(name.trim() === '' || isMisfit ? [t('publish.name')] : []),
      ...(category === null ? [t('publish.category')] : []),
      ...required.filter(({ id }) => !said.some((one) => one.id === id)).map((attribute) => attribute.name),
      ...(varies && variations.some(({ value }) => value.valueName === '') ? [varies.name] : []),
      ...(variations.every(isPriced) ? [] : [t('publish.price')]),
      ...(isBrief ? [t('publish.description')] : []),
    ];
  };
}
