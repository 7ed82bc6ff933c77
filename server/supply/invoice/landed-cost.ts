import { type Centavos, splitMoney, sumMoney } from '#contract/money.ts';
import type { Nfe, NfeExtras } from '#server/outside/nfe/nfe.ts';

type Charged = {
  items: readonly Pick<Nfe['items'][number], 'total' | 'counts' | 'extras'>[];
  extras: NfeExtras;
};

const added = ['freight', 'insurance', 'other', 'taxes'] as const satisfies (keyof NfeExtras)[];

/**
 * The cost of the goods of each line: their price and their share of freight, insurance, other costs and added taxes, minus
 * discount. The line's own share is used if the lines have shares; otherwise the document's is distributed by price. The
 * costs add up to the total of the document, to the centavo.
 */
export function landedCosts(nfe: Charged & Pick<Nfe, 'total'>): Centavos[] {
  const costs = costsOf(nfe, sumMoney(nfe.items.map(({ extras }) => extras.relief)) > 0);
  // Older layouts do not say whether relieved ICMS is subtracted: it is if the document adds up that way.
  const relieved = costsOf(nfe, true);
  return sumMoney(costs) !== nfe.total && sumMoney(relieved) === nfe.total ? relieved : costs;
}

function costsOf({ items, extras }: Charged, relieves: boolean): Centavos[] {
  // A line outside the total (indTot 0) adds no price to it, but may have charges.
  const prices = items.map((item) => (item.counts ? item.total : 0));
  const sharesOf = (name: keyof NfeExtras) => {
    const own = items.map((item) => item.extras[name]);
    return sumMoney(own) > 0 ? own : splitMoney(extras[name], prices);
  };
  const charges = added.map(sharesOf);
  const discounts = [sharesOf('discount'), ...(relieves ? [sharesOf('relief')] : [])];
  const at = (shares: Centavos[][], index: number) => sumMoney(shares.map((share) => share[index] ?? 0));
  return prices.map((price, index) => price + at(charges, index) - at(discounts, index));
}

/** The sums of all charges and of all deductions. */
export function extrasOf(nfe: Charged & Pick<Nfe, 'total'>) {
  const whole = (name: keyof NfeExtras) =>
    sumMoney(nfe.items.map((item) => item.extras[name])) || nfe.extras[name];
  const charges = sumMoney(added.map(whole));
  const goods = sumMoney(nfe.items.map((item) => (item.counts ? item.total : 0)));
  return { charges, discount: goods + charges - sumMoney(landedCosts(nfe)) };
}
