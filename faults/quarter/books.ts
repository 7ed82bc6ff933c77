import {
  type Cause,
  costOf,
  dayAt,
  feeOf,
  goodsOf,
  type Movement,
  type Place,
  type Plan,
  paidFor,
  type Sale,
  sum,
} from './plan.ts';

/** A difference up to this amount is rounding. */
const tolerance = 5;
/** Days after the delivery until which a payout may arrive. */
const termDays = 30;

export type Finding = { day: string; number: string; cause: Cause; difference: number };
export type MonthBook = {
  released: number;
  transferred: number;
  expected: number;
  /** Released by day, without transfers; days without movements are left out. */
  days: Record<string, number>;
  findings: Finding[];
  /** By the first number of what is paid together, roundings included. */
  differences: ReadonlyMap<string, number>;
};

/**
 * What is known on a day: facts up to it, the movements of the imported reports, and for each closed month the
 * differences that it counted, by the first number of what is paid together.
 */
export type Knowledge = {
  plan: Plan;
  today: number;
  movements: readonly Movement[];
  closed: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

export const monthOf = (day: number) => dayAt(day).slice(0, 7);
export const closedKey = (place: Place, month: string) => `${place} ${month}`;

const isKnown = (day: number | null | undefined, today: number): day is number =>
  day !== null && day !== undefined && day <= today;

const isEnded = (sale: Sale, today: number) =>
  isKnown(sale.canceled, today) || isKnown(sale.refundedWhole, today);

/**
 * What the place owes for a sale. The store tells no fee, so its fee is the sum that its report states: `stated`.
 */
export function owedFor(sale: Sale, today: number, stated: number): number {
  if (isEnded(sale, today)) return 0;
  const refunds = sum(sale.refunds.filter(({ day }) => day <= today).map(({ amount }) => amount));
  const back = isKnown(sale.returnFreight?.day, today) ? (sale.returnFreight?.amount ?? 0) : 0;
  const adjustment = isKnown(sale.adjustment?.day, today) ? (sale.adjustment?.amount ?? 0) : 0;
  const fee = sale.place === 'nuvemshop' ? feeOf(sale) - stated : 0;
  return paidFor(sale) - refunds - back + adjustment + fee;
}

/** Sales that are paid together, with their movements. `expected` is what open months still have to account for. */
type Paid = {
  key: string;
  sales: Sale[];
  movements: Movement[];
  expected: number;
  released: number;
  isSettled: boolean;
  /** Of the last movement in an open month, else the end of the term. */
  day: number;
};

function paidTogether({ plan, today, movements, closed }: Knowledge, place: Place): Paid[] {
  const groups = Map.groupBy(
    plan.sales.filter((sale) => sale.place === place && sale.bought <= today),
    ({ cart, id }) => cart ?? id,
  );
  const counted = [...closed].filter(([key]) => key.startsWith(`${place} `)).map(([, all]) => all);
  return [...groups].map(([key, sales]) => {
    const own = movements.filter((one) => one.sales.some((sale) => sales.includes(sale)));
    const open = own.filter(({ day }) => !closed.has(closedKey(place, monthOf(day))));
    const stated = sum(own.map(({ fee }) => fee));
    const settled = sum(counted.map((all) => all.get(key) ?? 0));
    return {
      ...{ key, sales, movements: own, isSettled: settled !== 0 },
      expected: sum(sales.map((sale) => owedFor(sale, today, stated))) + settled,
      released: sum(own.map(({ net }) => net)),
      day: own.length > 0 ? Math.max(...open.map(({ day }) => day)) : dueOf(sales),
    };
  });
}

/** The last day on which an unpaid sale may be paid; endless before it is delivered. */
const dueOf = (sales: readonly Sale[]) =>
  Math.max(...sales.map(({ delivered }) => (delivered ?? Number.POSITIVE_INFINITY) + termDays));

/** Unpaid sales are judged only for days that the reports of their account reach. */
const reachOf = (own: readonly Movement[]) => {
  const days = own.map(({ day }) => day);
  return { begin: Math.min(...days), end: Math.max(...days) };
};

/** The books of one account and open month. */
export function bookOf(known: Knowledge, place: Place, month: string): MonthBook {
  const inMonth = (day: number) => Number.isFinite(day) && monthOf(day) === month;
  const own = known.movements.filter((one) => one.place === place);
  const lines = own.filter(({ day }) => inMonth(day));
  const { begin, end } = reachOf(own);
  const isDue = ({ day, expected }: Paid) => day >= begin && day <= end && expected > tolerance;
  const counted = paidTogether(known, place).filter(
    (paid) => inMonth(paid.day) && (paid.movements.length > 0 || isDue(paid)),
  );
  const strange = lines.filter(({ strangeNumber }) => strangeNumber !== null);
  const money = lines.filter(({ kind }) => kind !== 'transfer');
  const released = sum(money.map(({ net }) => net));
  const differences = new Map(counted.map((paid) => [paid.key, paid.released - paid.expected]));
  return {
    ...{ released, differences },
    transferred: sum(lines.filter(({ kind }) => kind === 'transfer').map(({ net }) => net)),
    expected: released - sum([...differences.values()]) - sum(strange.map(({ net }) => net)),
    days: Object.fromEntries(
      [...Map.groupBy(money, ({ day }) => dayAt(day))].map(([day, some]) => [
        day,
        sum(some.map(({ net }) => net)),
      ]),
    ),
    findings: [
      ...counted.flatMap((paid) => findingOf(known.plan, paid)),
      ...strange.map((line) => ({
        ...{ day: dayAt(line.day), number: line.strangeNumber ?? '', cause: 'no_sale' as const },
        difference: line.net,
      })),
    ].toSorted(byNumber),
  };
}

/** A difference that nobody planted is a fault of the plan itself. */
function findingOf({ planted }: Plan, paid: Paid): Finding[] {
  const difference = paid.released - paid.expected;
  if (Math.abs(difference) <= tolerance) return [];
  const made = planted.find(({ sale }) => paid.sales.includes(sale));
  if (!made) throw new Error(`sale ${paid.key} differs by ${difference}, which was not planted`);
  const isUnpaid = paid.movements.length === 0;
  const cause = isUnpaid ? 'missing' : paid.isSettled ? 'unknown' : (made.cause ?? 'unknown');
  return [{ day: dayAt(paid.day), number: paid.sales[0]?.id ?? '', cause, difference }];
}

export const byNumber = (one: Finding, other: Finding) =>
  `${one.number} ${one.day}` < `${other.number} ${other.day}` ? -1 : 1;

/** Expected of sales that are in no month yet: neither paid nor past their term. */
export function owedLater(known: Knowledge, place: Place): number {
  const { end } = reachOf(known.movements.filter((one) => one.place === place));
  const waiting = paidTogether(known, place).filter(
    ({ movements, day }) => movements.length === 0 && !(day <= end),
  );
  return sum(waiting.map(({ expected }) => expected));
}

/** What all sales are owed by now, the way a marketplace reports it: no fee of the store is known. */
export const owedInAll = ({ plan, today, movements }: Knowledge, place: Place) =>
  sum(
    plan.sales
      .filter((sale) => sale.place === place)
      .map((sale) => {
        const own = movements.filter(({ sales }) => sales.includes(sale));
        return owedFor(sale, today, sum(own.map(({ fee }) => fee)));
      }),
  );

/** Rates of the seller's own tax, from a day on. */
export const taxes = [
  { from: '2026-07-01', basisPoints: 600 },
  { from: '2026-08-15', basisPoints: 730 },
] as const;

const isSold = (sale: Sale) => sale.canceled === null;
const refundedOf = (sale: Sale) =>
  sale.refundedWhole === null ? sum(sale.refunds.map(({ amount }) => amount)) : goodsOf(sale);

/** The result of a sale before its month closes, after everything that happened to it. */
export function resultOfSale(sale: Sale) {
  const value = goodsOf(sale) - sale.sellerDiscount;
  const refunded = refundedOf(sale);
  const unknownFee = sale.place === 'nuvemshop' ? feeOf(sale) : 0;
  const payout =
    paidFor(sale) +
    unknownFee -
    refunded -
    (sale.returnFreight?.amount ?? 0) +
    (sale.adjustment?.amount ?? 0);
  const rate = taxes.findLast(({ from }) => dayAt(sale.bought) >= from)?.basisPoints ?? 0;
  const base = Math.max(0, value + sale.freightCharged - refunded);
  const salesTax = Math.round((base * rate) / 10_000);
  return { value, payout, cost: costOf(sale), salesTax, profit: payout - costOf(sale) - salesTax };
}

export function profitOf({ sales }: Plan) {
  const results = sales.filter(isSold).map(resultOfSale);
  const all = (of: (result: ReturnType<typeof resultOfSale>) => number) => sum(results.map(of));
  return {
    sales: results.length,
    value: all(({ value }) => value),
    payout: all(({ payout }) => payout),
    cost: all(({ cost }) => cost),
    salesTax: all(({ salesTax }) => salesTax),
    profit: all(({ profit }) => profit),
  };
}

/** What the seller owes the supplier: the cost of everything that was packed and not canceled afterwards. */
export const debtOf = ({ sales }: Plan) => sum(sales.filter(isSold).map(costOf));
