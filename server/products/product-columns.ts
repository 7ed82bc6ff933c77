import { type RawBuilder, sql } from 'kysely';
import {
  filteredFieldNames,
  type ProductFieldName,
  productFieldNames,
  productFields,
  sortedFieldNames,
} from '#contract/products/product-fields.ts';

type ColumnOf<Name extends ProductFieldName> = (typeof productFields)[Name]['column'];

/** `p.tax_unit as taxUnit`: the columns of `products as p` under the names of the contract. */
export function selectFields<Name extends ProductFieldName>(names: readonly Name[]) {
  type Selection = { [Key in Name]: `p.${ColumnOf<Key>} as ${Key}` }[Name];
  return names.map((name) => `p.${productFields[name].column} as ${name}`) as Selection[];
}

function columnSql<Name extends ProductFieldName>(names: readonly Name[]) {
  const columns = names.map((name) => [name, sql.ref(`p.${productFields[name].column}`)]);
  return Object.fromEntries(columns) as { [Key in Name]: RawBuilder<unknown> };
}

/** The fields of `products as p` by which a list is filtered or sorted; a field without a value is null. */
export const fieldSql = columnSql(filteredFieldNames);
export const fieldSorts = columnSql(sortedFieldNames);
export const requiredSorts = sortedFieldNames.filter((name) => productFields[name].empty !== null);

/** The given fields by column name; an unknown field does not compile. */
export function columnsOf<
  Given extends { [Name in ProductFieldName]?: unknown } & {
    [Other in Exclude<keyof Given, ProductFieldName>]: never;
  },
>(given: Given) {
  type Columns = {
    [Name in keyof Given as Name extends ProductFieldName ? ColumnOf<Name> : never]: Given[Name];
  };
  return Object.fromEntries(
    productFieldNames.flatMap((name) =>
      given[name] === undefined ? [] : [[productFields[name].column, given[name]]],
    ),
  ) as Columns;
}
