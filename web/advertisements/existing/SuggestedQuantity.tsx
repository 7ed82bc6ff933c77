import type { LinkSuggestion } from '#contract/advertisements/publication-link.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { formatQuantity } from '../../quantity.ts';

export const nameOfSuggestion = ({ kit, parts }: LinkSuggestion): string =>
  kit?.name ?? parts.map(({ offer }) => offer.name).join(' + ');

/** Available quantity of a suggested product, with its terms. */
export function SuggestedQuantity({ suggestion }: { suggestion: LinkSuggestion }) {
  const { t } = useTranslation('advertisements');
  const { kit, parts, quantity } = suggestion;
  return (
    <WhyQuantity
      of={kit ? { kit: kit.id } : { offers: parts.map(({ offer }) => offer.id) }}
      value={quantity}
      name={nameOfSuggestion(suggestion)}
    >
      {t('existing.inStock', { count: quantity, units: formatQuantity(quantity) })}
    </WhyQuantity>
  );
}
