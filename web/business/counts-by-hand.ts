import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import { useSession } from '../use-session.ts';

/** Whether the reader may count goods without scanning, by the setting of the business and by their role. */
export function useCountsByHand(): boolean {
  const { can } = useSession();
  const may = can('checkout.override');
  const business = useApi(api.business.detail, {}, { enabled: may });
  return may && business.data?.countsByHand === true;
}
