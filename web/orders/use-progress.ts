import type { OrderListRow } from '#contract/orders/order.ts';
import { dueAt } from '#contract/orders/order-states.ts';
import { useTranslation } from '../i18n.ts';

type Sale = Pick<OrderListRow, 'status' | 'supplier' | 'warehouse' | 'dispatchLimit'> & {
  promisedAt: string | null;
  pickedBy: string | null;
};

/** Who has a sale, how far the work on it is, and until when it is due. */
export function useProgress(sale: Sale) {
  const { t } = useTranslation('orders');
  const { status, supplier, warehouse, pickedBy } = sale;
  const place = [supplier?.name, warehouse?.name].filter(Boolean).join(' · ');
  const step =
    status === 'picking' && pickedBy
      ? t('lateSale.pickedBy', { name: pickedBy })
      : t(`lateSale.at.${status}`);
  return {
    step,
    words: place ? `${place}: ${step}` : step,
    limit: dueAt(sale),
  };
}
