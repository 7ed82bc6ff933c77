import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { useApi } from '../../queries.ts';
import { useSession } from '../../use-session.ts';

/** Substitutes of a sale without a source, requested with the sale, so that nothing moves later. */
export function useSubstitutes(order: OrderDetail | undefined) {
  const { can } = useSession();
  const lost = order && (order.refusedAt !== null || order.reserve === 'short') && order.linked;
  const isOpen =
    order !== undefined &&
    lost === true &&
    canAct(orderActs, 'substitute', order.status) &&
    can(orderActs.substitute.permission);
  const found = useApi(api.substitutes.list, { params: { id: order?.id ?? 0 } }, { enabled: isOpen });
  return { found: isOpen ? found : undefined, isAwaited: isOpen && found.isPending };
}
