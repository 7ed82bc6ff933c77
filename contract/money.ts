/** Money is an integer number of centavos of BRL. Everything that rounds, parses or prints it is here. */
export type Centavos = number;

export const maxCentavos: Centavos = 1_000_000_000_000;
/** Of one unit: times any quantity of a sale it stays a whole number that survives. */
export const maxPrice: Centavos = 1_000_000_000;

/** The one rounding: half away from zero, to whole centavos. */
export function roundCentavos(value: number): Centavos {
  const rounded = Math.sign(value) * Math.round(Math.abs(value) + 1e-9);
  return rounded === 0 ? 0 : rounded;
}

const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 1.234,56`, with the ordinary space that people can type. */
export function formatMoney(centavos: Centavos): string {
  return currency.format(centavos / 100).replace(/\u00a0/g, ' ');
}

/** `1.234,56`, as in a text field or a spreadsheet. */
export function formatAmount(centavos: Centavos): string {
  return formatMoney(centavos).replace('R$ ', '');
}

/** Brazilian text → centavos; null if it is not clearly an amount (`1,234`, `1.2`, `1.234.5`). */
export function parseMoney(text: string): Centavos | null {
  const bare = text.trim().replace(/^(-?)\s*R\$\s*/, '$1');
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const centavos = Number(whole.replaceAll('.', '')) * 100 + Number(fraction.padEnd(2, '0') || 0);
  if (centavos > maxCentavos) return null;
  return sign && centavos > 0 ? -centavos : centavos;
}

/** A typed or pasted amount, also with a point before exactly two decimals (`49.90`, `1,234.56`), which is clear as well. */
export function parseTypedMoney(text: string): Centavos | null {
  const point = /^(-?\s*(?:R\$\s*)?)(\d{1,3}(?:,\d{3})+|\d+)\.(\d{2})$/.exec(text.trim());
  return parseMoney(point ? `${point[1]}${point[2]?.replaceAll(',', '')},${point[3]}` : text);
}

/** Decimal amount of the outside (`49.9`) → centavos. */
export function fromDecimal(amount: number): Centavos {
  return roundCentavos(amount * 100);
}

/** Centavos → decimal amount as remote APIs expect it. */
export function toDecimal(centavos: Centavos): number {
  return centavos / 100;
}

/** Centavos → `1234.50`, for PIX and fiscal files. */
export function toDecimalText(centavos: Centavos): string {
  return (centavos / 100).toFixed(2);
}

export function sumMoney(amounts: readonly Centavos[]): Centavos {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

export function multiplyMoney(amount: Centavos, quantity: number): Centavos {
  return amount * quantity;
}

/** A known price changed by this many basis points; a selling price is at least a centavo. */
export function priceChangedBy(price: Centavos, basisPoints: number): Centavos {
  return Math.max(1, roundCentavos((price * (10_000 + basisPoints)) / 10_000));
}

/** The lowest price from `price` on that ends in these centavos, as 90 in R$ 59,90; null keeps the price. */
export function priceEndingIn(price: Centavos, ending: number | null): Centavos {
  if (ending === null) return price;
  const below = price - (price % 100) + ending;
  return below < price ? below + 100 : below;
}

/**
 * Deductions from a price: the marketplace's share in basis points, its fixed part, the seller's freight, and the share
 * that the seller pays as tax on the sale. Null is unknown and not counted: then a margin is the highest possible, a price
 * the lowest.
 */
export type Fee = {
  basisPoints: number;
  fixed: Centavos | null;
  freight: Centavos | null;
  taxBasisPoints: number;
};

/** The tax that the seller pays on a sale of this amount. */
export const taxOf = (amount: Centavos, basisPoints: number): Centavos =>
  roundCentavos((amount * basisPoints) / 10_000);

export function feeOf(price: Centavos, fee: { basisPoints: number; fixed: Centavos }): Centavos {
  return roundCentavos((price * fee.basisPoints) / 10_000) + fee.fixed;
}

/** Margin in basis points of the price, to be shown: the rest after cost, fee, freight and tax. */
export function marginOf(price: Centavos, cost: Centavos, fee: Fee): number {
  return roundCentavos(exactMarginOf(price, cost, fee));
}

/**
 * The same before the tax, as it is stored: the rate changes by day, and is subtracted from it. Both are whole, so that the
 * difference is the margin.
 */
export const marginBeforeTax = (price: Centavos, cost: Centavos, fee: Omit<Fee, 'taxBasisPoints'>): number =>
  marginOf(price, cost, { ...fee, taxBasisPoints: 0 });

/** The same with its fraction, from which `priceForMargin` finds the price again for any amount. */
export function exactMarginOf(price: Centavos, cost: Centavos, fee: Fee): number {
  if (price <= 0) return 0;
  return 10_000 - fee.basisPoints - fee.taxBasisPoints - ((cost + knownOf(fee)) * 10_000) / price;
}

const knownOf = ({ fixed, freight }: Fee): Centavos => (fixed ?? 0) + (freight ?? 0);

/** The price with this margin (basis points of the price); null if fee, tax and margin leave nothing. */
export function priceForMargin(marginBasisPoints: number, cost: Centavos, fee: Fee): Centavos | null {
  const share = 10_000 - fee.basisPoints - fee.taxBasisPoints - marginBasisPoints;
  if (share <= 0) return null;
  const price = roundCentavos(((cost + knownOf(fee)) * 10_000) / share);
  return price > maxCentavos ? null : price;
}

/** Splits an amount in proportion to weights; the parts add up to it. Without weights all parts are equal. */
export function splitMoney(amount: Centavos, weights: readonly number[]): Centavos[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counted = total > 0 ? weights : weights.map(() => 1);
  const whole = total > 0 ? total : weights.length;
  let before = 0;
  return counted.map((weight) => {
    const from = roundCentavos((amount * before) / whole);
    before += weight;
    return roundCentavos((amount * before) / whole) - from;
  });
}
