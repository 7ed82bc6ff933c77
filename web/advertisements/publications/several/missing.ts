import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { shownAttributes } from '#contract/marketplaces/shown-attributes.ts';
import { useTranslation } from '../../../i18n.ts';
import { claimMessagesOf, type PublishValues, type VariationValues } from '../publish-values.ts';

const isPriced = ({ price, margin, leads, impossible }: VariationValues) =>
  price === null ? leads === 'margin' && margin !== null && !impossible : !Number.isNaN(price);

/** Names of the fields that an account still needs before it can be published on. */
export function useMissing(): (values: PublishValues, settings: CategorySettings | undefined) => string[] {
  const { t } = useTranslation('advertisements');
  return (values, settings) => {
    const { name, category, varies, variations } = values;
    const said = claimMessagesOf(values.attributes);
    const required = shownAttributes(settings?.attributes ?? [], said).filter(
      (attribute) => attribute.required && attribute.id !== varies?.id,
    );
    const isLong = settings !== undefined && name.length > settings.maxTitleLength;
    return [
      ...(name.trim() === '' || isLong ? [t('publish.name')] : []),
      ...(category === null ? [t('publish.category')] : []),
      ...required.filter(({ id }) => !said.some((one) => one.id === id)).map((attribute) => attribute.name),
      ...(varies && variations.some(({ value }) => value.valueName === '') ? [varies.name] : []),
      ...(variations.every(isPriced) ? [] : [t('publish.price')]),
    ];
  };
}
