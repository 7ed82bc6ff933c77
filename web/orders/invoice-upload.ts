import { api } from '#contract/index.ts';
import type { NfeFault } from '#contract/orders/order.ts';
import { nfeFaults } from '#contract/orders/order.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { toast } from '../ui/toasts.ts';

/** Uploads an NF-e; a file that is not one is refused with the reason in the reader's words. */
export function useInvoiceUpload(orderId: number) {
  const { t } = useTranslation('orders');
  const act = useAct(api.orders.sendInvoice, {
    onFailure: ({ problem }) => {
      const reason = nfeFaults.find((fault: NfeFault) => fault === problem.facts?.reason);
      if (!reason) return false;
      toast.failure(actMessage('failures', 'orders.sendInvoice') ?? '', t(`nfeFaults.${reason}`));
      return true;
    },
  });
  return {
    pending: act.pending,
    send: (file: File) => act.run({ params: { id: orderId }, files: [file] }),
  };
}
