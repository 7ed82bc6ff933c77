import { z } from 'zod';
import { noSaleTerms, type SaleTerms, type Warranty } from '#contract/advertisements/sale-terms.ts';
import type { Centavos } from '#contract/money.ts';
import { freeShippingFrom } from './capabilities.ts';

const term = z.looseObject({
  id: z.string().nullish(),
  value_id: z.string().nullish(),
  value_name: z.string().nullish(),
});
/** The sale terms that an item contains; unknown values are ignored. */
export const soldAs = {
  condition: z.string().nullish().catch(null),
  sale_terms: z.array(term).nullish().catch([]),
  shipping: z
    .object({
      mode: z.string().nullish().catch(null),
      logistic_type: z.string().nullish().catch(null),
      free_shipping: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
};
export type SoldAs = z.output<z.ZodObject<typeof soldAs>>;
type Term = z.output<typeof term>;

const warrantors = { factory: '2230279', seller: '2230280', none: '6150835' } as const;
const units = { days: 'dias', months: 'meses', years: 'anos' } as const;
const unitWords = [
  ['days', /^dias?$/i],
  ['months', /^m[eê]s(es)?$/i],
  ['years', /^anos?$/i],
] as const;

const conditionIds = { new: '2230284', used: '2230581' } as const;
/** Both the item's own field and the attribute of its category. */
export const conditionOf = (condition: SaleTerms['condition'] = null) => condition ?? 'new';
export const conditionAttribute = (condition: SaleTerms['condition'] = null) => ({
  id: 'ITEM_CONDITION',
  value_id: conditionIds[conditionOf(condition)],
});

const named = (terms: readonly Term[], id: string) => terms.find((one) => one.id === id);

/** `90 dias`; null for any other format. */
function readTime(text: string | null | undefined): Pick<Warranty, 'time' | 'unit'> | null {
  const [, number, word = ''] = /^(\d{1,3})\s*(\p{L}+)$/u.exec(text?.trim() ?? '') ?? [];
  const unit = unitWords.find(([, pattern]) => pattern.test(word))?.[0];
  return number && unit ? { time: Number(number), unit } : null;
}

function readWarranty(terms: readonly Term[]): Warranty | null {
  const type = named(terms, 'WARRANTY_TYPE')?.value_id;
  const by = (['factory', 'seller', 'none'] as const).find((one) => warrantors[one] === type);
  if (by === 'none') return { by, time: 0, unit: 'days' };
  const time = readTime(named(terms, 'WARRANTY_TIME')?.value_name);
  return by && time && time.time > 0 ? { by, ...time } : null;
}

function readHandling(terms: readonly Term[]): number | null {
  const found = readTime(named(terms, 'MANUFACTURING_TIME')?.value_name);
  return found?.unit === 'days' && found.time > 0 ? found.time : null;
}

/**
 * From the price on from which the marketplace obliges the seller, a free freight does not show the seller's choice.
 */
export function viewTerms(item: SoldAs, price: Centavos | null): SaleTerms {
  const terms = item.sale_terms ?? [];
  const { condition, shipping } = item;
  return {
    ...noSaleTerms,
    condition: condition === 'new' || condition === 'used' ? condition : null,
    warranty: readWarranty(terms),
    handlingDays: readHandling(terms),
    freeShipping: price !== null && price >= freeShippingFrom ? null : (shipping?.free_shipping ?? null),
  };
}

/** The sent terms: all of them, because omitted ones are deleted. Terms that are not ours stay as they are. */
export function termBodies(
  { warranty = null, handlingDays = null }: Partial<SaleTerms>,
  before: readonly Term[] = [],
): Record<string, unknown>[] {
  const ours = new Set<string>();
  if (warranty) for (const id of ['WARRANTY_TYPE', 'WARRANTY_TIME']) ours.add(id);
  if (handlingDays !== null || readHandling(before) !== null) ours.add('MANUFACTURING_TIME');
  return [
    ...before
      .filter(({ id }) => !ours.has(id ?? ''))
      .map(({ id, value_id, value_name }) => ({ id, ...(value_id ? { value_id } : { value_name }) })),
    ...(warranty ? [{ id: 'WARRANTY_TYPE', value_id: warrantors[warranty.by] }] : []),
    ...(warranty && warranty.by !== 'none'
      ? [{ id: 'WARRANTY_TIME', value_name: `${warranty.time} ${units[warranty.unit]}` }]
      : []),
    ...(handlingDays === null ? [] : [{ id: 'MANUFACTURING_TIME', value_name: `${handlingDays} dias` }]),
  ];
}
