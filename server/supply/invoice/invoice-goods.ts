import { parseDay } from '#contract/dates.ts';
import { maxCentavos, sumMoney } from '#contract/money.ts';
import { asCode } from '#contract/primitives.ts';
import type { InvoiceLot, VendorNfeFault } from '#contract/supply/vendor-invoice.ts';
import { fail } from '#server/fault.ts';
import type { Nfe, NfeItem } from '#server/outside/nfe/nfe.ts';
import { landedCosts } from './landed-cost.ts';
import { type KnownBy, stockUnitsOf } from './stock-units.ts';

/** As many as the layout of an NF-e holds. */
const mostItems = 990;
const mostUnits = 1_000_000;

/** What goods are known by: their GTIN, and the vendor's own code; `unit` is what one of them is. */
type Known = { gtin: string; supplierSku: string; unit: string };

/** What an NF-e brings of one product, in one line or several, in stock units. */
export type InvoiceGoods<K extends Known> = {
  /** The first of its lines, and their places in the document. */
  item: NfeItem;
  positions: number[];
  match: K | undefined;
  sold: { quantity: number | null; unit: string };
  goodsCentavos: number;
  lots: InvoiceLot[];
  /** Null where the document does not say it for certain. */
  units: number | null;
  /** Volumes that it is sold in, where each has the same units. */
  unitsPerVolume: number | undefined;
  /** Of all units, with their share of what comes beside the price. */
  costCentavos: number;
};

/** What an NF-e brings, product by product, or a refusal where it has figures that no truck brings. */
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

/** A day that is none is left to the person who has the goods in sight. */
const lotOf = ({ code, quantity, expiresOn }: NfeItem['lots'][number]): InvoiceLot => ({
  code: code.slice(0, 40),
  expiresOn: parseDay(expiresOn),
  units: quantity !== null && Number.isInteger(quantity) && quantity > 0 ? quantity : null,
});

/** Lines of one product are one: by what they are known as here, else by their codes at the vendor. */
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

/** Of one unit, as the document has it; null where the units are not known. */
export const priceOf = (goodsCentavos: number, units: number | null): number | null =>
  units === null || units === 0 ? null : Math.round(goodsCentavos / units);

const refuse = (reason: VendorNfeFault, more: { differenceCentavos?: number } = {}) =>
  fail('invoice_invalid', { facts: { reason, ...more } });

/** A sale of goods to somebody else, and not of an issuer to itself. */
export function assertPurchase({ purpose, direction, issuer }: Nfe, ownDocument: string): void {
  if (purpose === '4') refuse('return_note');
  // The note of one's own import enters at its issuer too; who issued it is what a person can act on.
  if (issuer === ownDocument) refuse('own_note');
  if (!['', '1'].includes(purpose) || direction === '0') refuse('no_purchase');
}

/** Every amount and quantity is one that goods have, and the lines add up to what the document says in all. */
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

/** A GTIN that two products have does not say which of them came. */
const onlyOne = <K>(found: readonly K[]): K | undefined => (found.length === 1 ? found[0] : undefined);
