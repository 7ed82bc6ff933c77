import { useSession } from './use-session.ts';

/** People who count blind can neither filter nor sort by quantities. */
export function useCanSeeQuantities(): boolean {
  const { can } = useSession();
  return can('balances.approve') || !can('balances.count');
}
