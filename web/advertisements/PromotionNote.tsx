import { Text } from '@mantine/core';
import type { Promotion } from '#contract/advertisements/promotion.ts';
import { formatInstant } from '#contract/dates.ts';
import { useTranslation } from '../i18n.ts';
import { writeMoney } from '../quantity.ts';

type PromotionNoteProps = {
  /** Null if none is running. */
  promotion: Promotion | null;
  /** True if our price is sent only after the promotion. */
  priceWaits?: boolean;
};

/** The promotional price, and that our price waits until the promotion ends. */
export function PromotionNote({ promotion, priceWaits = false }: PromotionNoteProps) {
  const { t } = useTranslation('advertisements');
  if (!promotion) return null;
  const { name, price, to } = promotion;
  const said = { name: name || t('publications.aPromotion'), price: writeMoney(price) };
  return (
    <Text size="xs" c={priceWaits ? 'orange' : 'dimmed'}>
      {to
        ? t('publications.promotionUntil', { ...said, until: formatInstant(to) })
        : t('publications.promotion', said)}
      {priceWaits &&
        ` ${t(to ? 'publications.priceWaitsUntil' : 'publications.priceWaits', { until: to ? formatInstant(to) : '' })}`}
    </Text>
  );
}
