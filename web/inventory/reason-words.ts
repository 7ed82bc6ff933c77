import { type BalanceCause, balanceCauses } from '#contract/inventory/balance-states.ts';
import { useTranslation } from '../i18n.ts';

const isCause = (reason: string): reason is BalanceCause => balanceCauses.some((cause) => cause === reason);

/** Why the stock moved, in words: a count names its cause, people write their own. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('inventory');
  return (reason) => (isCause(reason) ? t(`balances.causes.${reason}`) : reason);
}
