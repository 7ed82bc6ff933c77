import { Text } from '@mantine/core';
import type { PublicationVariation } from '#contract/advertisements/publication.ts';
import { formatInstant } from '#contract/dates.ts';
import { useTranslation } from '../../i18n.ts';

type UnitsThereProps = { variation: PublicationVariation; service: string | null };

/** Units in the marketplace's own warehouse, as they were last read, and what that means for our stock. */
export function UnitsThere({ variation, service }: UnitsThereProps) {
  const { t } = useTranslation('advertisements');
  const { fulfillmentStock: stock, fulfilledByMarketplace } = variation;
  if (!stock && !fulfilledByMarketplace) return null;
  const named = service ?? '';
  return (
    <>
      {stock ? (
        <Text size="xs" title={t('fulfillment.readAt', { at: formatInstant(stock.readAt) })}>
          {[
            t('fulfillment.there', { service: named, units: stock.sellable }),
            stock.inTransfer ? t('fulfillment.thereInTransfer', { units: stock.inTransfer }) : '',
            stock.unsellable ? t('fulfillment.thereUnsellable', { units: stock.unsellable }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ) : (
        <Text size="xs" c="dimmed">
          {t('fulfillment.thereUnread', { service: named })}
        </Text>
      )}
      {fulfilledByMarketplace && (
        <Text size="xs" c="dimmed">
          {t('publications.fulfilled')}
        </Text>
      )}
    </>
  );
}
