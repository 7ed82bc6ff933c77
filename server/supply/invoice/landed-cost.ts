import { type Centavos, splitMoney, sumMoney } from '#contract/money.ts';
import type { Nfe, NfeExtras } from '#server/outside/nfe/nfe.ts';

type Charged = {
  items: readonly Pick<Nfe['items'][number], 'total' | 'counts' | 'extras'>[];
  extras: NfeExtras;
};

const added = ['freight', 'insurance', 'other', 'taxes'] as const satisfies (keyof NfeExtras)[];

/**
 * What the goods of each line cost: their price and their share of freight, insurance, other costs and the taxes charged on
 * top, less discount. A share is the line's own where the lines have it, else what the document says, by the price of the
 * goods. The costs add up to what the document charges for all of it, to the centavo.
 */
export function landedCosts(nfe: Charged & Pick<Nfe, 'total'>): Centavos[] {
  const costs = costsOf(nfe, sumMoney(nfe.items.map(({ extras }) => extras.relief)) > 0);
  // Older layouts do not say whether the relieved ICMS goes off: it does where the document then adds up.
  const relieved = costsOf(nfe, true);
  return sumMoney(costs) !== nfe.total && sumMoney(relieved) === nfe.total ? relieved : costs;
}

function costsOf({ items, extras }: Charged, relieves: boolean): Centavos[] {
  // A line outside the total has no price of its own in it (indTot 0), but may bear charges.
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

/** All of it together: what came on top, and what went off. */
export function extrasOf(nfe: Charged & Pick<Nfe, 'total'>) {
  const whole = (name: keyof NfeExtras) =>
    sumMoney(nfe.items.map((item) => item.extras[name])) || nfe.extras[name];
  const charges = sumMoney(added.map(whole));
  const goods = sumMoney(nfe.items.map((item) => (item.counts ? item.total : 0)));
  return { charges, discount: goods + charges - sumMoney(landedCosts(nfe)) };
}
