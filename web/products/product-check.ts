import { maxQuantity as maxUnits } from '#contract/primitives.ts';
import { i18n } from '../i18n.ts';
import type { FlatErrors } from '../ui/form/field-errors.ts';
import type { ProductValues } from './product-values.ts';

/** Errors that the schema cannot see because the value is never sent: text that is not a number. */
export function checkProduct(values: ProductValues): FlatErrors {
  return Object.fromEntries(
    values.variations.flatMap((row, index) =>
      Number.isNaN(row.costCentavos)
        ? [[`variations.${index}.costCentavos`, i18n.t('fields:money_invalid')]]
        : [],
    ),
  );
}

/** Units that the business has are whole, and of own goods each costs something. */
export function checkNewProduct(values: ProductValues, isOwn: boolean): FlatErrors {
  const faults: FlatErrors = checkProduct(values);
  for (const [index, { opening, costCentavos }] of values.variations.entries()) {
    if (values.asksLots || opening === null || opening === 0) continue;
    if (Number.isNaN(opening)) faults[`variations.${index}.opening`] = i18n.t('fields:not_whole');
    else if (opening < 0) faults[`variations.${index}.opening`] = i18n.t('ui:field.zeroOrMore');
    else if (opening > maxUnits) faults[`variations.${index}.opening`] = i18n.t('fields:too_big');
    if (isOwn && !costCentavos)
      faults[`variations.${index}.costCentavos`] = i18n.t('products:form.costOfUnits');
  }
  return faults;
}

/**
 * Maps errors of a type, tag or removal to their section, those of a variation's picture to its pictures, and those
 * of a product's picture to that picture.
 */
export function formPath(path: string): string {
  return path
    .replace(/^attributeTypes\..*$/, 'attributeTypes')
    .replace(/^tags\..*$/, 'tags')
    .replace(/^variations\.remove(\..*)?$/, 'variations')
    .replace(/^(variations\.\d+\.images)\..*$/, '$1')
    .replace(/^images\.(?!\d+\.id$).*$/, 'images');
}
