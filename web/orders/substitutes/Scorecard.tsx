import { Text } from '@mantine/core';
import type { Substitute } from '#contract/orders/substitute.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent } from '../../quantity.ts';

/** A supplier's past performance with this seller, and its current stock. */
export function Scorecard({ item }: { item: Substitute }) {
  const { t } = useTranslation('orders');
  const { scorecard: card } = item;
  const said = [
    t('substitutes.available', { count: item.available }),
    card && card.sales === 0 && t('substitutes.noHistory'),
    card &&
      card.sales > 0 &&
      (card.dated > 0
        ? t('substitutes.onTime', {
            percent: formatPercent(Math.round((card.onTime / card.dated) * 10_000)),
            sales: card.sales,
            count: card.sales,
          })
        : t('substitutes.sent', { sales: card.sales })),
    card && card.refused > 0 && t('substitutes.refused', { count: card.refused }),
    card && card.short > 0 && t('substitutes.short', { count: card.short }),
    item.acceptedByHand && t('substitutes.acceptedByHand'),
  ].filter((part) => typeof part === 'string');
  return (
    <Text size="sm" c="dimmed">
      {said.join(' · ')}
    </Text>
  );
}
