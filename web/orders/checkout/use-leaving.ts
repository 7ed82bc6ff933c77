import { useRef } from 'react';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useTranslation } from '../../i18n.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { isOnGoods, stateOf } from './bench-state.ts';

type Asked = { about: string; code: string };

type Leaving = { from: Checkout; to: number; code: string; proceed: () => Promise<ScanOutcome> };

/**
 * Products of another sale while an unstarted one is open. A sale that a person opened is left only when the same code
 * is scanned twice in a row; one that the bench brought after packing is left at once, and the answer says so.
 */
export function useLeaving() {
  const { t } = useTranslation('orders');
  const brought = useRef<number | null>(null);
  const asked = useRef<Asked | null>(null);

  const forget = () => {
    asked.current = null;
  };
  /** Any other code cancels the question. */
  const isRepeat = (code: string, from?: Checkout): boolean => {
    const former = asked.current;
    forget();
    return from !== undefined && former?.code === code.toUpperCase() && former.about === stateOf(from);
  };
  const leave = async ({ from, to, code, proceed }: Leaving): Promise<ScanOutcome> => {
    const sales = { id: from.id, other: to };
    if (brought.current !== from.id) {
      asked.current = { about: stateOf(from), code: code.toUpperCase() };
      const ask = isOnGoods(from, code) ? 'alsoOfOther' : 'ofOther';
      return { tone: 'bad', message: t(`bench.bench.${ask}`, sales), about: stateOf(from) };
    }
    const outcome = await proceed();
    const message = [t('bench.bench.leftForOther', sales), outcome.message].filter(Boolean).join(' ');
    return { ...outcome, tone: outcome.tone === 'bad' ? 'bad' : 'attention', message };
  };
  const bring = (id: number) => {
    brought.current = id;
  };
  return { isRepeat, forget, leave, bring };
}
