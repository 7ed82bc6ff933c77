import { useRef } from 'react';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useTranslation } from '../../i18n.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { isOnGoods, stateOf } from './bench-state.ts';
import type { OtherSale } from './open-sale.ts';

type Asked = { about: string; code: string };

/** Products of another sale while an unstarted one is open: it is left when the same code is scanned twice in a row. */
export function useLeaving() {
  const { t } = useTranslation('orders');
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
  const ask = (from: Checkout, to: OtherSale, code: string): ScanOutcome => {
    asked.current = { about: stateOf(from), code: code.toUpperCase() };
    const question = isOnGoods(from, code) ? 'alsoOfOther' : 'ofOther';
    const place = to.warehouse && to.warehouse.id !== from.warehouse?.id ? ` (${to.warehouse.name})` : '';
    const message = t(`bench.bench.${question}`, { id: from.id, other: `${to.id}${place}` });
    return { tone: 'bad', message, about: stateOf(from) };
  };
  return { isRepeat, forget, ask };
}
