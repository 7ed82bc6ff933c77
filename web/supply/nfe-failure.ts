import { nfeFaults } from '#contract/orders/order.ts';
import type { Failure } from '../api.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { toast } from '../ui/toasts.ts';

/** Says what is wrong with an XML that is no NF-e; every other refusal of the act is said as usual. */
export function useNfeFailure(act: string): (failure: Failure) => boolean {
  const { t } = useTranslation('orders');
  return ({ problem }) => {
    const reason = nfeFaults.find((fault) => fault === problem.facts?.reason);
    if (!reason) return false;
    toast.failure(actMessage('failures', act) ?? '', t(`nfeFaults.${reason}`));
    return true;
  };
}
