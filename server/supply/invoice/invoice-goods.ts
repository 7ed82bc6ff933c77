import { maxCentavos } from '#contract/money.ts';
import { fail } from '#server/fault.ts';
import type { Nfe, NfeItem } from '#server/orders/documents/nfe.ts';
import { landedCosts } from './landed-cost.ts';

const mostItems = 1000;
const mostUnits = 1_000_000;

/** What goods are known by: their GTIN, and the vendor's own code. */
type Known = { gtin: string; supplierSku: string };

/** One line of an NF-e in stock units, and what it brings of what is known. */
export type InvoiceGoods<K extends Known> = {
  item: NfeItem;
  match: K | undefined;
  units: number;
  /** Volumes that it is sold in, where each has the same units. */
  unitsPerVolume: number | undefined;
  /** Of one unit, as the document has it. */
  priceCentavos: number;
  /** Of all units, with their share of what comes beside the price. */
  costCentavos: number;
};

/** The lines of an NF-e, or a refusal where they have figures that no truck brings. */
export function readGoods<K extends Known>(nfe: Nfe, known: readonly K[]): InvoiceGoods<K>[] {
  const { items } = nfe;
  const refuse = () => fail('invoice_invalid', { facts: { reason: 'not_nfe' } });
  if (items.length === 0 || items.length > mostItems) refuse();
  const amounts = [nfe.total, nfe.extras, ...items.flatMap((item) => [item.total, item.extras])];
  const figures = amounts.flatMap((amount) => (typeof amount === 'number' ? amount : Object.values(amount)));
  if (!figures.every((figure) => figure >= 0 && figure <= maxCentavos)) refuse();
  const costs = landedCosts(nfe);
  return items.map((item, at) => {
    const { match, units } = matchItem(item, known);
    const costCentavos = costs[at] ?? 0;
    if (!(units >= 0 && units <= mostUnits) || costCentavos < 0) refuse();
    const perVolume = units / item.quantity;
    return {
      item,
      match,
      units,
      unitsPerVolume: Number.isInteger(perVolume) && perVolume > 1 ? perVolume : undefined,
      priceCentavos: units === 0 ? 0 : Math.round(item.total / units),
      costCentavos,
    };
  });
}

/** By GTIN, then by the vendor's own code. A box is as many stock units as the document's second quantity says. */
function matchItem<K extends Known>(
  item: NfeItem,
  known: readonly K[],
): { match: K | undefined; units: number } {
  const by = (gtin: string) => (gtin === '' ? undefined : known.find((one) => one.gtin === gtin));
  const unit = by(item.unitGtin);
  if (unit) return { match: unit, units: Math.round(item.unitQuantity) };
  const sold = by(item.gtin);
  if (sold) return { match: sold, units: Math.round(item.quantity) };
  const code = item.code.toUpperCase();
  const match = known.find((one) => one.supplierSku !== '' && one.supplierSku.toUpperCase() === code);
  return { match, units: Math.round(item.unitQuantity) };
}
