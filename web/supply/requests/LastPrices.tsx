import { Text } from '@mantine/core';
import { dayOf, formatDay } from '#contract/dates.ts';
import type { RequestLine } from '#contract/supply/supply-request-line.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent, writeMoney } from '../../quantity.ts';

/** Former prices, and the deviation of the new one from their mean. */
export function LastPrices({ line }: { line: RequestLine }) {
  const { t } = useTranslation('supply');
  const { lastPrices = [], differenceBasisPoints: difference } = line;
  if (lastPrices.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('requests.noLastPrice')}
      </Text>
    );
  const told = lastPrices.map(
    ({ priceCentavos, at }) => `${writeMoney(priceCentavos)} (${formatDay(dayOf(at))})`,
  );
  const percent = formatPercent(Math.abs(difference ?? 0));
  const from = !difference
    ? t('requests.atMean')
    : t(difference > 0 ? 'requests.aboveMean' : 'requests.belowMean', { percent });
  return (
    <Text size="xs" c="dimmed" title={lastPrices.map(({ supplier }) => supplier).join(', ')}>
      {told.join(' · ')} — {from}
    </Text>
  );
}
