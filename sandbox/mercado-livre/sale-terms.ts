import { idOf, isFields, listOf, textOf } from '../reading.ts';
import type { Cause } from './endpoint.ts';
import { cause } from './endpoint.ts';
import { hasFreeShipping } from './fees.ts';
import type { AttributeValue, Item, Shipping } from './market.ts';

const types: Readonly<Record<string, string>> = {
  '2230279': 'Garantia de fábrica',
  '2230280': 'Garantia do vendedor',
  '6150835': 'Sem garantia',
};
const names: Readonly<Record<string, string>> = {
  WARRANTY_TYPE: 'Tipo de garantia',
  WARRANTY_TIME: 'Tempo de garantia',
  MANUFACTURING_TIME: 'Disponibilidade de estoque',
};
const noManufacturing = new Set(['self_service', 'fulfillment', 'turbo']);
const MOST_MANUFACTURING_DAYS = 60;

/** Sent values replace the existing ones. */
export const readSaleTerms = (value: unknown): AttributeValue[] =>
  listOf(value)
    .filter(isFields)
    .map((entry) => {
      const id = textOf(entry.id);
      const valueId = idOf(entry.value_id);
      const known = id === 'WARRANTY_TYPE' ? types[valueId ?? ''] : undefined;
      return {
        id,
        name: names[id ?? ''] ?? id ?? '',
        value_id: valueId,
        value_name: known ?? textOf(entry.value_name),
      };
    });

const problemOf = (term: AttributeValue, { logistic_type: logistic }: Shipping): string | null => {
  const text = term.value_name ?? '';
  const [, number = '', unit = ''] = /^(\d+) (dias|meses|anos)$/.exec(text) ?? [];
  switch (term.id) {
    case 'WARRANTY_TYPE':
      return types[term.value_id ?? ''] === undefined
        ? `The value [${text}] of [WARRANTY_TYPE] is invalid.`
        : null;
    case 'WARRANTY_TIME':
      return Number(number) > 0 ? null : `The value [${text}] of [WARRANTY_TIME] is invalid.`;
    case 'MANUFACTURING_TIME':
      if (noManufacturing.has(logistic))
        return `[MANUFACTURING_TIME] is not allowed for logistic type ${logistic}.`;
      return unit === 'dias' && Number(number) > 0 && Number(number) <= MOST_MANUFACTURING_DAYS
        ? null
        : `[MANUFACTURING_TIME] must be between 1 and ${MOST_MANUFACTURING_DAYS} days.`;
    default:
      return `The sale term [${term.id}] is not known.`;
  }
};

export const judgeSaleTerms = (terms: AttributeValue[], shipping: Shipping): Cause[] => {
  const type = terms.find(({ id }) => id === 'WARRANTY_TYPE')?.value_id;
  const isTimed = terms.some(({ id }) => id === 'WARRANTY_TIME');
  const problems = terms.map((term) => problemOf(term, shipping)).filter((problem) => problem !== null);
  if (isTimed && (type === undefined || type === '6150835'))
    problems.push('[WARRANTY_TIME] needs a [WARRANTY_TYPE] that has one.');
  return problems.map((problem) => cause(376, 'item.sale_terms.invalid', 'item.sale_terms', problem));
};

const conditionsById: Readonly<Record<string, string>> = { '2230284': 'new', '2230581': 'used' };

/** The attribute of a category and the item's own field are the same value. */
export const conditionIn = (attributes: AttributeValue[], otherwise: string): string => {
  const found = attributes.find(({ id }) => id === 'ITEM_CONDITION')?.value_id;
  return conditionsById[found ?? ''] ?? otherwise;
};

/** If the seller chose it, and always from a certain price on. */
export const isFreeToBuyer = (item: Pick<Item, 'shipping'>, price: number): boolean =>
  item.shipping.free_shipping || hasFreeShipping(price);

const warrantyUnits = /^\d+ /;

/** As a buyer reads it on the item's page. */
export const warrantyWords = ({ sale_terms: terms }: Pick<Item, 'sale_terms'>): string | null => {
  const type = terms.find(({ id }) => id === 'WARRANTY_TYPE')?.value_name;
  const time = terms.find(({ id }) => id === 'WARRANTY_TIME')?.value_name ?? '';
  if (!type) return null;
  return warrantyUnits.test(time) ? `${type}: ${time}` : type;
};

export const manufacturingWords = ({ sale_terms: terms }: Pick<Item, 'sale_terms'>): string | null =>
  terms.find(({ id }) => id === 'MANUFACTURING_TIME')?.value_name ?? null;
