import { formatMoney } from '#contract/money.ts';
import { nfeFaults } from '#contract/orders/order.ts';
import { vendorNfeFaults } from '#contract/supply/vendor-invoice.ts';
import type { Failure } from '../api.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { toast } from '../ui/toasts.ts';

/** Says why an XML is no NF-e, or no purchase; every other refusal of the act is said as usual. */
export function useNfeFailure(act: string): (failure: Failure) => boolean {
  const { t } = useTranslation(['orders', 'supply']);
  return ({ problem }) => {
    const reason = nfeFaults.find((fault) => fault === problem.facts?.reason);
    const refused = vendorNfeFaults.find((fault) => fault === problem.facts?.reason);
    if (!reason && !refused) return false;
    const difference = formatMoney(Number(problem.facts?.differenceCentavos ?? 0));
    const sentence = refused
      ? t(`supply:vendorNfeFaults.${refused}`, { difference })
      : reason && t(`orders:nfeFaults.${reason}`);
    toast.failure(actMessage('failures', act) ?? '', sentence);
    return true;
  };
}
