import { useSession } from './use-session.ts';

/** Who counts blind neither filters nor sorts by what is there. */
export function useTold(): boolean {
  const { can } = useSession();
  return can('balances.approve') || !can('balances.count');
}
