import { type Centavos, splitMoney, sumMoney } from '#contract/money.ts';
import type { Nfe, NfeExtras } from '#server/orders/documents/nfe.ts';

const names = ['freight', 'insurance', 'other', 'discount'] as const satisfies (keyof NfeExtras)[];

/**
 * What the goods of each line cost: their price and their share of freight, insurance and other costs, less discount. A
 * share is the line's own where the lines have it, else what the document says, by the price of the goods. The costs add up
 * to what the document charges for all of it, to the centavo.
 */
export function landedCosts({ items, extras }: Pick<Nfe, 'items' | 'extras'>): Centavos[] {
  const prices = items.map((item) => item.total);
  const shares = names.map((name) => {
    const own = items.map((item) => item.extras[name]);
    return sumMoney(own) > 0 ? own : splitMoney(extras[name], prices);
  });
  const [freight = [], insurance = [], other = [], discount = []] = shares;
  return prices.map(
    (price, at) => price + (freight[at] ?? 0) + (insurance[at] ?? 0) + (other[at] ?? 0) - (discount[at] ?? 0),
  );
}

/** All of it together: what came on top, and what went off. */
export function extrasOf({ items, extras }: Pick<Nfe, 'items' | 'extras'>) {
  const whole = (name: keyof NfeExtras) => sumMoney(items.map((item) => item.extras[name])) || extras[name];
  return {
    charges: whole('freight') + whole('insurance') + whole('other'),
    discount: whole('discount'),
  };
}
