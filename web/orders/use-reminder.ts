import { IconCopy } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import type { OrderListRow } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { parted } from '../joined.ts';
import type { Action } from '../ui/actions/action.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { toast } from '../ui/toasts.ts';
import { useSession } from '../use-session.ts';

/** Copies one message for each supplier of selected late sales, with the deadlines of the sales. */
export function useReminder(): (chosen: Chosen<OrderListRow>) => Action | false {
  const { t } = useTranslation('orders');
  const { session } = useSession();
  return ({ rows, all }) => {
    const late = rows.filter((row) => row.late && row.supplier && row.supplier.id !== session?.business?.id);
    if (all || late.length === 0) return false;
    const messages = [...Map.groupBy(late, (row) => row.supplier?.name ?? '')].map(([supplier, sales]) =>
      t('lateSale.messageOfMany', {
        supplier,
        sales: sales
          .map(({ id, dispatchLimit, status }) => {
            const at = dispatchLimit === null ? '' : formatInstant(dispatchLimit);
            return `- ${t('lateSale.lineOfMany', { number: id, at, step: t(`lateSale.at.${status}`) })}`;
          })
          .join('\n'),
      }),
    );
    return {
      key: 'remind',
      label: t('lateSale.copyMessage'),
      icon: IconCopy,
      run: async () => {
        try {
          await navigator.clipboard.writeText(parted(messages.join('\n\n')));
          toast.success(t('lateSale.copied', { count: messages.length }));
        } catch {
          toast.failure(t('lateSale.notCopied'));
        }
      },
    };
  };
}
