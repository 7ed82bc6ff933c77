import { type BalanceCause, balanceCauses } from '#contract/inventory/balance-states.ts';
import { type BlockCause, blockCauses } from '#contract/inventory/volume-states.ts';
import { useTranslation } from '../i18n.ts';

const isBlockCause = (reason: string): reason is BlockCause => blockCauses.some((cause) => cause === reason);
const isCause = (reason: string): reason is BalanceCause => balanceCauses.some((cause) => cause === reason);

/**
 * The reason of a stock movement in words: counts have named causes, people write their own. Both share 'Damaged'.
 */
export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('inventory');
  return (reason) => {
    if (isBlockCause(reason)) return t(`volumes.blockCauses.${reason}`);
    return isCause(reason) ? t(`balances.causes.${reason}`) : reason;
  };
}
