import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { Carrier } from '#contract/orders/manifest.ts';
import { useTranslation } from '../i18n.ts';

/** The marketplace's state of a parcel in the reader's words; unknown states as they were sent. */
export function useShipmentWords() {
  const { i18n } = useTranslation('orders');
  const word = (group: 'statuses' | 'substatuses' | 'logistics', value: string) => {
    const key = `orders:parcel.${group}.${value}`;
    return i18n.exists(key) ? i18n.t(key as 'orders:parcel.statuses.pending') : value;
  };
  return {
    carrier: ({ marketplace, logisticType }: Carrier) =>
      [
        marketplace === null
          ? i18n.t('orders:manifests.noMarketplace')
          : (marketplaceName(marketplace) ?? marketplace),
        logisticType && word('logistics', logisticType),
      ]
        .filter(Boolean)
        .join(' · '),
    logistic: (type: string) => (type === '' ? '—' : word('logistics', type)),
    status: (status: string, substatus: string) => {
      if (status === '') return '—';
      const detail = substatus === '' ? '' : ` · ${word('substatuses', substatus)}`;
      return word('statuses', status) + detail;
    },
  };
}
