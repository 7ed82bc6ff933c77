import { asCode } from '#contract/codes.ts';
import { parseDay } from '#contract/dates.ts';
import { maxCentavos, sumMoney } from '#contract/money.ts';
import type { InvoiceLot, VendorNfeFault } from '#contract/supply/vendor-invoice.ts';
import { fail } from '#server/fault.ts';
import type { Nfe, NfeItem } from '#server/outside/nfe/nfe.ts';
import { landedCosts } from './landed-cost.ts';
import { type KnownBy, stockUnitsOf } from './stock-units.ts';

/** The maximum of the NF-e layout. */
const mostItems = 990;
const mostUnits = 1_000_000;

/** The codes of goods: their GTIN and the vendor's own code; `unit` is what one of them is. */
type Known = { gtin: string; supplierSku: string; unit: string };

/** One product of an NF-e, from one line or several, in stock units. */
export type InvoiceGoods<K extends Known> = {
  /** Its first line, and the numbers of all of them in the document. */
  item: NfeItem;
  positions: number[];
  match: K | undefined;
  sold: { quantity: number | null; unit: string };
  goodsCentavos: number;
  lots: InvoiceLot[];
  /** Null if the document leaves it open. */
  units: number | null;
  /** The volumes it is sold in, if each has the same units. */
  unitsPerVolume: number | undefined;
  /** The cost of all units, including their share of charges. */
  costCentavos: number;
};

/** The goods of an NF-e by product; refuses impossible amounts. */
export function readGoods<K extends Known>(nfe: Nfe, known: readonly K[]): InvoiceGoods<K>[] {
  const costs = checkAmounts(nfe);
  const lines = nfe.items.map((item, at) => goodsOfLine(item, at, costs[at] ?? 0, known));
  return [...Map.groupBy(lines, productOf).values()].map((same) => same.reduce(together));
}

function goodsOfLine<K extends Known>(
  item: NfeItem,
  at: number,
  costCentavos: number,
  known: readonly K[],
): InvoiceGoods<K> {
  const { match, by } = matchItem(item, known);
  const units = stockUnitsOf(item, by, match?.unit ?? '');
  const perVolume = units === null || item.quantity === null ? 0 : units / item.quantity;
  return {
    item,
    positions: [at],
    match,
    sold: { quantity: item.quantity, unit: item.unit },
    goodsCentavos: item.counts ? item.total : 0,
    units,
    unitsPerVolume: Number.isInteger(perVolume) && perVolume > 1 ? perVolume : undefined,
    costCentavos,
    lots: item.lots.map(lotOf),
  };
}

/** An invalid day is left to the person who has the goods. */
const lotOf = ({ code, quantity, expiresOn }: NfeItem['lots'][number]): InvoiceLot => ({
  code: code.slice(0, 40),
  expiresOn: parseDay(expiresOn),
  units: quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : null,
});

/** Merges the lines of one product: by the own product, or else by the vendor's codes. */
const productOf = <K extends Known>({ item, match }: InvoiceGoods<K>): unknown =>
  match ?? [asCode(item.code), item.gtin, item.unitGtin, item.unit].join('\u0000');

function together<K extends Known>(one: InvoiceGoods<K>, other: InvoiceGoods<K>): InvoiceGoods<K> {
  const isSameUnit = one.sold.unit === other.sold.unit;
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  return {
    ...one,
    positions: [...one.positions, ...other.positions],
    sold: isSameUnit
      ? { quantity: sum(one.sold.quantity, other.sold.quantity), unit: one.sold.unit }
      : { quantity: null, unit: '' },
    goodsCentavos: one.goodsCentavos + other.goodsCentavos,
    units: sum(one.units, other.units),
    unitsPerVolume: one.unitsPerVolume === other.unitsPerVolume ? one.unitsPerVolume : undefined,
    costCentavos: one.costCentavos + other.costCentavos,
    lots: [...one.lots, ...other.lots],
  };
}

/** The price of one unit as in the document; null if the units are unknown. */
export const priceOf = (goodsCentavos: number, units: number | null): number | null =>
  units === null || units === 0 ? null : Math.round(goodsCentavos / units);

const refuse = (reason: VendorNfeFault, more: { differenceCentavos?: number } = {}) =>
  fail('invoice_invalid', { facts: { reason, ...more } });

/** Requires a sale of goods to another party. */
export function assertPurchase({ purpose, direction, issuer }: Nfe, ownDocument: string): void {
  if (purpose === '4') refuse('return_note');
  // The note of the business's own import is entered by its issuer too; the issuer is the better explanation.
  if (issuer === ownDocument) refuse('own_note');
  if (!['', '1'].includes(purpose) || direction === '0') refuse('no_purchase');
}

/** Requires plausible amounts and quantities, and lines that add up to the totals of the document. */
function checkAmounts(nfe: Nfe): number[] {
  const { items } = nfe;
  if (items.length === 0) refuse('no_items');
  if (items.length > mostItems) refuse('too_many_items');
  const charged = [nfe.extras, ...items.map((item) => item.extras)].flatMap((extras) =>
    Object.values(extras),
  );
  const amounts = [nfe.total, nfe.goodsTotal, ...items.map((item) => item.total), ...charged];
  if (!amounts.every((amount) => amount >= 0 && amount <= maxCentavos)) refuse('amounts_invalid');
  const quantities = items.flatMap(({ quantity, unitQuantity }) => [quantity ?? 0, unitQuantity ?? 0]);
  if (!quantities.every((quantity) => quantity >= 0 && quantity <= mostUnits)) refuse('quantities_invalid');
  const goods = sumMoney(items.map((item) => (item.counts ? item.total : 0)));
  if (goods !== nfe.goodsTotal) refuse('goods_total_differs', { differenceCentavos: goods - nfe.goodsTotal });
  const costs = landedCosts(nfe);
  const difference = sumMoney(costs) - nfe.total;
  if (difference !== 0) refuse('total_differs', { differenceCentavos: difference });
  if (costs.some((cost) => cost < 0)) refuse('amounts_invalid');
  return costs;
}

/** By GTIN, then by the vendor's own code. */
function matchItem<K extends Known>(
  item: NfeItem,
  known: readonly K[],
): { match: K | undefined; by: KnownBy } {
  const named = (gtin: string) =>
    gtin === '' ? undefined : onlyOne(known.filter((one) => one.gtin === gtin));
  const unit = named(item.unitGtin);
  if (unit) return { match: unit, by: 'unitGtin' };
  const sold = named(item.gtin);
  if (sold) return { match: sold, by: 'gtin' };
  const code = asCode(item.code);
  const match = known.find((one) => one.supplierSku !== '' && asCode(one.supplierSku) === code);
  return { match, by: match ? 'code' : null };
}

/** A GTIN of two products does not identify either. */
const onlyOne = <K>(found: readonly K[]): K | undefined => (found.length === 1 ? found[0] : undefined);
