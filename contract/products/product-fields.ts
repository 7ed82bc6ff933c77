import { z } from 'zod';
import type { ImportColumn } from '../business/import/import-column.ts';
import type { FilterField } from '../filter.ts';
import { oneLine, text } from '../primitives.ts';
import { optionalTaxCodes, taxCodeFields } from './tax-codes.ts';

type ProductField = {
  /** Its column in the table of products. */
  column: string;
  /** The schema of the field in a body. */
  write: z.ZodType;
  /** The schema of the field in a response. */
  read: z.ZodType;
  /** Its value in a new form. */
  empty: string | number | boolean | null;
  /** How a spreadsheet writes it; a field without it is in no import and no export. */
  cell?: Omit<ImportColumn, 'schema'>;
  /** The list can be filtered by it. */
  filter?: FilterField;
  /** The list can be sorted by it. */
  sorts?: true;
};

/** A measure with a number of decimals, at most `max`; null if unknown. */
const measure = (decimals: number, max: number) =>
  z
    .number('not_a_number')
    .min(10 ** -decimals, 'too_small')
    .max(max, 'too_big')
    .refine((value) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-9, 'invalid')
    .nullable()
    .optional();

const measured = { read: z.number().nullable(), empty: null };

/**
 * Every plain field of a product. Bodies, responses, the form's first values, imports, exports and the SQL that reads and
 * writes products are made from this table; its order is the one of the columns in a spreadsheet.
 */
export const productFields = {
  name: {
    column: 'name',
    write: oneLine(200, 1),
    read: z.string(),
    empty: '',
    filter: { kind: 'text' },
    sorts: true,
    cell: {
      kind: 'text',
      required: true,
      also: ['nome', 'nome do produto', 'titulo', 'title', 'product'],
      insteadOf: { key: 'description', title: 'descricao' },
    },
  },
  brand: {
    column: 'brand',
    write: oneLine(80).optional(),
    read: z.string(),
    empty: '',
    filter: { kind: 'text' },
    sorts: true,
    cell: { kind: 'text', also: [] },
  },
  model: {
    column: 'model',
    write: oneLine(80).optional(),
    read: z.string(),
    empty: '',
    filter: { kind: 'text' },
    cell: { kind: 'text', also: [] },
  },
  /** kg */
  weight: {
    column: 'weight',
    write: measure(3, 10_000),
    ...measured,
    cell: { kind: 'measure', also: ['peso bruto'] },
  },
  /** cm, as packed */
  width: {
    column: 'width',
    write: measure(1, 10_000),
    ...measured,
    cell: { kind: 'measure', also: ['largura do produto', 'largura embalagem'] },
  },
  height: {
    column: 'height',
    write: measure(1, 10_000),
    ...measured,
    cell: { kind: 'measure', also: ['altura do produto', 'altura embalagem'] },
  },
  depth: {
    column: 'depth',
    write: measure(1, 10_000),
    ...measured,
    cell: {
      kind: 'measure',
      also: ['profundidade do produto', 'comprimento', 'comprimento embalagem', 'length'],
    },
  },
  unit: {
    column: 'unit',
    write: oneLine(20, 1).optional(),
    read: z.string(),
    empty: 'unit',
    cell: { kind: 'unit', also: ['un'] },
  },
  ncm: {
    column: 'ncm',
    write: optionalTaxCodes.ncm,
    read: taxCodeFields.ncm,
    empty: '',
    cell: { kind: 'ncm', also: ['classificacao fiscal'] },
  },
  cest: {
    column: 'cest',
    write: optionalTaxCodes.cest,
    read: taxCodeFields.cest,
    empty: '',
    cell: { kind: 'cest', also: [] },
  },
  origin: {
    column: 'origin',
    write: optionalTaxCodes.origin,
    read: taxCodeFields.origin,
    empty: null,
    cell: { kind: 'origin', also: ['origem da mercadoria'] },
  },
  csosn: {
    column: 'csosn',
    write: optionalTaxCodes.csosn,
    read: taxCodeFields.csosn,
    empty: '',
    cell: { kind: 'taxCode', also: [] },
  },
  cfopSameState: {
    column: 'cfop_same_state',
    write: optionalTaxCodes.cfopSameState,
    read: taxCodeFields.cfopSameState,
    empty: '',
    cell: { kind: 'taxCode', also: ['cfop mesmo estado', 'cfop'] },
  },
  cfopOtherState: {
    column: 'cfop_other_state',
    write: optionalTaxCodes.cfopOtherState,
    read: taxCodeFields.cfopOtherState,
    empty: '',
    cell: { kind: 'taxCode', also: ['cfop outro estado'] },
  },
  taxUnit: {
    column: 'tax_unit',
    write: optionalTaxCodes.taxUnit,
    read: taxCodeFields.taxUnit,
    empty: '',
    cell: { kind: 'taxUnit', also: [] },
  },
  description: {
    column: 'description',
    write: text(20_000).optional(),
    read: z.string(),
    empty: '',
    cell: {
      kind: 'prose',
      also: ['descricao complementar', 'descricao do produto', 'descricao curta'],
    },
  },
  /** Volumes with it name a lot with its expiry. */
  asksLots: { column: 'asks_lots', write: z.boolean().optional(), read: z.boolean(), empty: false },
  /** Each of its units has a serial number of its own. */
  asksSerials: { column: 'asks_serials', write: z.boolean().optional(), read: z.boolean(), empty: false },
} as const satisfies Record<string, ProductField>;

type Fields = typeof productFields;
export type ProductFieldName = keyof Fields;

/** Fields that a spreadsheet has. */
export type SheetFieldName = {
  [Name in ProductFieldName]: Fields[Name] extends { cell: object } ? Name : never;
}[ProductFieldName];

/** Fields by which the list of products is filtered. */
export type FilteredFieldName = {
  [Name in ProductFieldName]: Fields[Name] extends { filter: FilterField } ? Name : never;
}[ProductFieldName];

/** Fields by which the list of products is sorted. */
export type SortedFieldName = {
  [Name in ProductFieldName]: Fields[Name] extends { sorts: true } ? Name : never;
}[ProductFieldName];

/** Fields in a row of the list, besides the relations of a product. */
export const listedFields = ['name', 'brand', 'model', 'unit'] as const satisfies ProductFieldName[];

/** Fields that stockists may correct without the permission for products; of a variation, its GTIN. */
export const measuredFields = ['weight', 'width', 'height', 'depth'] as const satisfies ProductFieldName[];

export const productFieldNames = Object.keys(productFields) as ProductFieldName[];
export const sheetFieldNames = productFieldNames.filter(
  (name): name is SheetFieldName => 'cell' in productFields[name],
);
export const filteredFieldNames = productFieldNames.filter(
  (name): name is FilteredFieldName => 'filter' in productFields[name],
);
export const sortedFieldNames = productFieldNames.filter(
  (name): name is SortedFieldName => 'sorts' in productFields[name],
);
export const fieldFilters = Object.fromEntries(
  filteredFieldNames.map((name) => [name, productFields[name].filter]),
) as { [Name in FilteredFieldName]: Fields[Name]['filter'] };

/** One part of each named field, by the field's name. */
export function partOfFields<
  Name extends ProductFieldName,
  Part extends 'column' | 'write' | 'read' | 'empty',
>(names: readonly Name[], part: Part): { [Key in Name]: Fields[Key][Part] } {
  const parts = names.map((name) => [name, productFields[name][part]]);
  return Object.fromEntries(parts) as { [Key in Name]: Fields[Key][Part] };
}
