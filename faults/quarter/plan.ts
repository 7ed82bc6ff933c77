import { addDays, type Day } from '#contract/dates.ts';
import { randomFrom } from '#server/test/kill.ts';

/** Day 0 of the quarter; days are counted from it. */
export const firstDay: Day = '2026-07-01';
export const quarterDays = 92;
/** Within the month after the quarter, everything is settled. */
const lastMovement = 121;

export const places = ['mercado-livre', 'shopee', 'nuvemshop'] as const;
export type Place = (typeof places)[number];

/** Costs of the supplier's products, and the ads of each place: products with units, and the usual price. */
export const productCosts = [1999, 3333, 507] as const;
export const listings = [
  { parts: [{ product: 0, units: 1 }], price: 4990 },
  { parts: [{ product: 1, units: 1 }], price: 8499 },
  {
    parts: [
      { product: 0, units: 1 },
      { product: 2, units: 2 },
    ],
    price: 7290,
  },
] as const;

export type Line = { listing: number; quantity: number; unitPrice: number; fee: number };
type Dated = { day: number; amount: number };

/** A sale as it really was. Amounts are centavos of the whole sale; what happens later has its day. */
export type Sale = {
  n: number;
  place: Place;
  id: string;
  /** The store's own number, which its payment provider writes. */
  number: string;
  cart: string | null;
  parcel: string;
  bought: number;
  lines: Line[];
  sellerDiscount: number;
  marketplaceDiscount: number;
  freightCharged: number;
  freight: number;
  interest: number;
  processingFee: number;
  taxes: number;
  delivered: number | null;
  refunds: Dated[];
  returnFreight: Dated | null;
  adjustment: Dated | null;
  canceled: number | null;
  /** All of it goes back to the buyer, and the sale stays one. */
  refundedWhole: number | null;
};

export type MovementKind = 'payment' | 'refund' | 'dispute' | 'correction' | 'transfer';
/** A movement of money as a report has it. Fee and freight are those that the report states as paid. */
export type Movement = {
  place: Place;
  day: number;
  kind: MovementKind;
  source: string;
  sales: Sale[];
  /** Overrides the number of the sale: one that nobody knows, or a sale of another account. */
  strangeNumber: string | null;
  gross: number;
  fee: number;
  freight: number;
  net: number;
  /** Appears only in files that are made from this day on. */
  knownFrom: number;
};

export type Cause = 'fee' | 'freight' | 'refund' | 'unknown' | 'no_sale' | 'missing';
/** A sale to whose payment something was done on purpose, and what a finding of it has to say: null if there is none. */
export type Planted = { sale: Sale; cause: Cause | null };

export type Plan = { sales: Sale[]; movements: Movement[]; planted: Planted[] };

export const dayAt = (day: number): Day => addDays(firstDay, day);
/** An hour of a day in São Paulo. */
export const instantAt = (day: number, hour: number): Date =>
  new Date(new Date(`${firstDay}T03:00:00.000Z`).getTime() + (day * 24 + hour) * 3_600_000);

export const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
export const goodsOf = ({ lines }: Sale) => sum(lines.map((line) => line.quantity * line.unitPrice));
export const feeOf = ({ lines }: Sale) => sum(lines.map(({ fee }) => fee));
export const costOf = ({ lines }: Sale) =>
  sum(lines.map((line) => line.quantity * listingCost(line.listing)));
export const listingCost = (listing: number) =>
  sum((listings[listing]?.parts ?? []).map(({ product, units }) => units * (productCosts[product] ?? 0)));

/** Everything that a payment of this sale pays when nothing goes wrong. */
export const paidFor = (sale: Sale) =>
  goodsOf(sale) -
  sale.sellerDiscount +
  sale.freightCharged -
  feeOf(sale) -
  sale.processingFee -
  sale.taxes -
  sale.freight;

type Random = { chance: number; below(limit: number): number; one<T>(list: readonly T[]): T };

function diceOf(seed: number): () => Random {
  const random = randomFrom(seed);
  return () => ({
    chance: random(),
    below: (limit) => Math.floor(random() * limit),
    one: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
  });
}

/** The whole quarter of one seller, from a seed. */
export function makePlan(seed: number, count: number): Plan {
  const roll = diceOf(seed);
  const plan: Plan = { sales: [], movements: [], planted: [] };
  for (let n = 0; n < count; n++) {
    const place = places[n % 3] ?? 'mercado-livre';
    const isPlanted = n < plantedKinds.length * 3;
    const bought = Math.floor(isPlanted ? n / 6 : (n * quarterDays) / count);
    if (isPlanted) plantOne(plan, roll(), { n, place, bought });
    else if (place === 'mercado-livre') sellAtFirst(plan, roll(), { n, place, bought });
    else if (place === 'shopee') sellAtSecond(plan, roll(), { n, place, bought });
    else sellAtStore(plan, roll(), { n, place, bought });
  }
  addTransfers(plan);
  return plan;
}

type Begin = { n: number; place: Place; bought: number };

function saleOf(dice: Random, { n, place, bought }: Begin): Sale {
  const lines = Array.from({ length: dice.below(4) === 0 ? 2 : 1 }, (_, at) => {
    const listing = (dice.below(3) + at) % 3;
    const quantity = 1 + (dice.below(5) === 0 ? dice.below(3) : 0);
    const unitPrice = (listings[listing]?.price ?? 0) + dice.below(700) - 350;
    return { listing, quantity, unitPrice };
  });
  const distinct = lines.filter(
    (line, at) => lines.findIndex(({ listing }) => listing === line.listing) === at,
  );
  const basisPoints = place === 'mercado-livre' ? 1150 : 1400;
  const goods = sum(distinct.map((line) => line.quantity * line.unitPrice));
  return {
    n,
    place,
    bought,
    ...numbersOf(n, place),
    cart: null,
    // A fee is stated by unit in whole centavos.
    lines: distinct.map((line) => ({
      ...line,
      fee: Math.round((line.unitPrice * basisPoints) / 10_000) * line.quantity,
    })),
    ...{ sellerDiscount: 0, marketplaceDiscount: 0, freightCharged: 0, interest: 0 },
    freight: place === 'nuvemshop' ? 0 : goods > 7900 ? 1200 + dice.below(900) : 0,
    processingFee: place === 'shopee' ? 400 : 0,
    taxes: place === 'shopee' && dice.below(5) === 0 ? 37 : 0,
    delivered: bought + 2 + dice.below(7),
    refunds: [],
    ...{ returnFreight: null, adjustment: null, canceled: null, refundedWhole: null },
  };
}

function numbersOf(n: number, place: Place): { id: string; number: string; parcel: string } {
  if (place === 'mercado-livre')
    return { id: String(2_000_003_500_000_000 + n), number: '', parcel: String(43_000_000_000 + n) };
  const id = place === 'shopee' ? `2607Q${String(n).padStart(6, '0')}AB` : String(1_500_000_000 + n);
  return { id, number: place === 'nuvemshop' ? String(1001 + n) : '', parcel: id };
}

function moved(sale: Sale, changes: Partial<Movement> & { day: number }): Movement {
  return {
    ...{ place: sale.place, kind: 'payment', source: String(131_000_000 + sale.n), sales: [sale] },
    strangeNumber: null,
    gross: goodsOf(sale) - sale.sellerDiscount + sale.freightCharged,
    fee: feeOf(sale) + sale.processingFee,
    freight: sale.freight,
    net: paidFor(sale),
    knownFrom: 0,
    ...changes,
  };
}

const takenBack = (payment: Movement, day: number, kind: MovementKind = 'refund'): Movement => ({
  ...{ ...payment, day, kind },
  ...{ gross: -payment.gross, fee: -payment.fee, freight: -payment.freight, net: -payment.net },
});

const refundMovement = (sale: Sale, { day, amount }: Dated): Movement =>
  moved(sale, { day, kind: 'refund', gross: -amount, fee: 0, freight: 0, net: -amount });

/** The marketplace with coupons, carts, claims, and refunds apart from payments. */
function sellAtFirst({ sales, movements, planted }: Plan, dice: Random, begin: Begin): void {
  const sale = saleOf(dice, begin);
  const { chance } = dice;
  const payDay = (sale.delivered ?? 0) + 2 + dice.below(6);
  const later = Math.min(payDay + 1 + dice.below(25), lastMovement - 2);
  sales.push(sale);
  if (dice.below(4) === 0) sale.interest = 100 + dice.below(500);
  if (chance < 0.18) sale.sellerDiscount = 100 + dice.below(600);
  if (chance > 0.1 && chance < 0.24) sale.marketplaceDiscount = 100 + dice.below(400);
  if (chance > 0.9) {
    sellCart({ sales, movements }, dice, sale, payDay);
    return;
  }
  const payment = moved(sale, { day: payDay });
  if (chance > 0.82) {
    sale.canceled = sale.bought + (dice.below(2) === 0 ? 0 : 1);
    sale.delivered = null;
    if (dice.below(2) === 0) movements.push(payment, takenBack(payment, later));
    // Until it is taken back it is a refund that is missing.
    planted.push({ sale, cause: 'refund' });
    return;
  }
  movements.push(payment);
  if (chance > 0.76) {
    sale.refundedWhole = later;
    movements.push(takenBack(payment, later));
  } else if (chance > 0.7) {
    movements.push(takenBack(payment, later, 'dispute'));
    // Until the claim is decided the money is held like a refund.
    planted.push({ sale, cause: 'refund' });
    movements.push({ ...payment, day: Math.min(later + 2 + dice.below(8), lastMovement), kind: 'dispute' });
  } else if (chance > 0.55) {
    const refund = { day: dice.below(2) === 0 ? payDay : later, amount: 100 + dice.below(1500) };
    sale.refunds.push(refund);
    movements.push(refundMovement(sale, refund));
  }
}

function sellCart(
  { sales, movements }: Pick<Plan, 'sales' | 'movements'>,
  dice: Random,
  first: Sale,
  day: number,
) {
  const cart = String(2_000_008_000_000_000 + first.n);
  const others = Array.from({ length: 1 + dice.below(2) }, (_, at) => ({
    ...saleOf(dice, { n: 100_000 + first.n * 3 + at, place: first.place, bought: first.bought }),
    ...{ parcel: first.parcel, delivered: first.delivered, freight: 0 },
  }));
  first.freight = 1990;
  const all = [first, ...others];
  for (const one of all) one.cart = cart;
  sales.push(...others);
  movements.push({
    ...moved(first, { day }),
    sales: all,
    ...sumsOf(all.map((one) => moved(one, { day }))),
  });
}

const sumsOf = (all: readonly Movement[]) => ({
  gross: sum(all.map(({ gross }) => gross)),
  fee: sum(all.map(({ fee }) => fee)),
  freight: sum(all.map(({ freight }) => freight)),
  net: sum(all.map(({ net }) => net)),
});

/** The marketplace that reports the payout of each order, vouchers, taxes, return freight and adjustments. */
function sellAtSecond({ sales, movements }: Plan, dice: Random, begin: Begin): void {
  const sale = saleOf(dice, begin);
  const { chance } = dice;
  sales.push(sale);
  if (chance < 0.2) sale.sellerDiscount = 150 + dice.below(500);
  if (chance > 0.12 && chance < 0.25) sale.marketplaceDiscount = 100 + dice.below(300);
  const day = (sale.delivered ?? 0) + 7 + dice.below(4);
  if (chance > 0.88) {
    sale.canceled = sale.bought + dice.below(2);
    sale.delivered = null;
    return;
  }
  if (chance > 0.76) {
    // Settled before the payout, in one line.
    sale.refunds.push({ day: day - 2, amount: 200 + dice.below(1500) });
    sale.returnFreight = { day: day - 2, amount: 800 + dice.below(400) };
    const [refunded, back] = [sale.refunds[0]?.amount ?? 0, sale.returnFreight.amount];
    const whole = moved(sale, { day });
    movements.push({
      ...whole,
      freight: whole.freight + back,
      gross: whole.gross - refunded,
      net: whole.net - refunded - back,
    });
    return;
  }
  movements.push(moved(sale, { day }));
  if (chance > 0.64) {
    const amount = (dice.below(2) === 0 ? -1 : 1) * (50 + dice.below(900));
    sale.adjustment = { day: Math.min(day + 4 + dice.below(20), lastMovement), amount };
    movements.push(
      moved(sale, {
        day: sale.adjustment.day,
        kind: 'correction',
        gross: amount,
        fee: 0,
        freight: 0,
        net: amount,
      }),
    );
  }
}

/** The store: freight paid by the buyer, its own coupons, a provider that keeps a fee that the store does not know. */
function sellAtStore({ sales, movements, planted }: Plan, dice: Random, begin: Begin): void {
  const sale = saleOf(dice, begin);
  const { chance } = dice;
  sales.push(sale);
  if (chance < 0.5) sale.freightCharged = 900 + dice.below(1500);
  if (chance < 0.25) sale.sellerDiscount = 100 + dice.below(700);
  const day = sale.bought + 3 + dice.below(12);
  const payment = moved(sale, { day });
  if (chance > 0.9) {
    sale.canceled = sale.bought + dice.below(2);
    sale.delivered = null;
    planted.push({ sale, cause: 'refund' });
    if (dice.below(2) === 0)
      movements.push(payment, takenBack(payment, Math.min(day + 1 + dice.below(25), lastMovement)));
    return;
  }
  movements.push(payment);
  if (chance > 0.78) {
    const refund = { day: Math.min(day + 1 + dice.below(25), lastMovement), amount: 100 + dice.below(1500) };
    sale.refunds.push(refund);
    movements.push(refundMovement(sale, refund));
  }
}

/** What is done to one payment of each place on purpose; the first sales of the quarter have them. */
export const plantedKinds = [
  'fee',
  'freight',
  'refund',
  'unknown',
  'two parts',
  'missing',
  'at the tolerance',
  'above the tolerance',
  'unknown number',
  'number of another account',
  'canceled and kept',
  'corrected in part',
  'late line',
] as const;

function plantOne({ sales, movements, planted }: Plan, dice: Random, begin: Begin): void {
  const kind = plantedKinds[Math.floor(begin.n / places.length)];
  const sale = saleOf(dice, begin);
  sales.push(sale);
  // Of different amounts everywhere, so that none explains another.
  const delta = 211 + begin.n * 7;
  const payment = moved(sale, { day: (sale.delivered ?? 0) + 8 });
  /** A payment that differs by an amount, and the part in which the report says so. */
  const pay = (by: number, changes: Partial<Movement> = {}) =>
    movements.push({ ...payment, ...changes, net: payment.net + by });
  planted.push({ sale, cause: causeOf(kind, sale.place) });
  if (kind === 'fee') pay(-delta, { fee: payment.fee + delta });
  else if (kind === 'freight') pay(-delta, { freight: payment.freight + delta });
  else if (kind === 'two parts')
    pay(-delta - 13, { fee: payment.fee + delta, freight: payment.freight + 13 });
  else if (kind === 'unknown') pay(-delta);
  else if (kind === 'at the tolerance') pay(-5);
  else if (kind === 'above the tolerance') pay(6);
  else if (kind === 'late line') pay(0, { day: 20, knownFrom: 60 });
  else if (kind === 'refund')
    movements.push(payment, refundMovement(sale, { day: payment.day + 3, amount: delta }));
  else if (kind === 'canceled and kept') {
    sale.canceled = sale.bought;
    sale.delivered = null;
    pay(0, { day: sale.bought + 9 });
  } else if (kind === 'corrected in part') {
    pay(-delta);
    const amount = delta - 60;
    movements.push(
      moved(sale, { day: 70, kind: 'correction', gross: amount, fee: 0, freight: 0, net: amount }),
    );
  } else if (kind !== 'missing') {
    pay(0);
    movements.push(strangePayment(sales, payment, delta, kind === 'unknown number'));
  }
}

/** The store knows no fee, so that of the report is the fee. */
function causeOf(kind: (typeof plantedKinds)[number] | undefined, place: Place): Cause | null {
  const isStore = place === 'nuvemshop';
  if (kind === 'fee') return isStore ? null : 'fee';
  if (kind === 'two parts') return isStore ? 'freight' : 'unknown';
  if (kind === 'freight' || kind === 'refund') return kind;
  return kind === 'canceled and kept' ? 'refund' : 'unknown';
}

/** A payment besides those of the sales: its number belongs to nobody, or to the account of another place. */
function strangePayment(
  sales: readonly Sale[],
  payment: Movement,
  amount: number,
  isUnknown: boolean,
): Movement {
  const other = sales.find(({ place }) => place !== payment.place);
  return {
    ...payment,
    ...{ source: String(139_000_000 + amount), sales: [], day: payment.day + 1 },
    strangeNumber: isUnknown || !other ? `${9_900_000_000 + amount}` : other.number || other.id,
    ...{ gross: amount, fee: 0, freight: 0, net: amount },
  };
}

/** Money that goes to the bank, once in a month. */
function addTransfers({ movements }: Plan): void {
  for (const day of [28, 59, 90])
    movements.push({
      ...{ place: 'mercado-livre', day, kind: 'transfer', source: String(138_000_000 + day), sales: [] },
      ...{ strangeNumber: null, gross: -50_000, fee: 0, freight: 0, net: -50_000, knownFrom: 0 },
    });
}
