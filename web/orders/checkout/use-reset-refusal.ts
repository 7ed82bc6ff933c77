import { formatInstant } from '#contract/dates.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import type { ResetRefusal } from '#contract/orders/reset-refusal.ts';
import { useTranslation } from '../../i18n.ts';

/** Why the reader may not start the scans of a sale over: who may, and until when. */
export function useResetRefusal(sale: Checkout): (refusal: ResetRefusal) => string {
  const { t } = useTranslation('orders');
  return ({ why, until }) => {
    const at = until ? formatInstant(until) : '';
    switch (why) {
      case 'picked_by_other':
        return t('bench.bench.resetRefusal.picked', { name: sale.pickingBy?.name ?? '' });
      case 'packed_by_other': {
        const packed = sale.events.findLast(({ kind }) => kind === 'packed');
        return t('bench.bench.resetRefusal.packed', { name: packed?.author ?? '', at });
      }
      case 'packed_long_ago':
        return t('bench.bench.resetRefusal.late', { at });
    }
  };
}
