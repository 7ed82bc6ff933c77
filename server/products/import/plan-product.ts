import { type ImportCellError, importCellErrors } from '#contract/business/import/import.ts';
import { attributeColumns } from '#contract/business/import/kinds.ts';
import { asCode } from '#contract/primitives.ts';
import { defaultAttributeType } from '#contract/products/attribute-types.ts';
import { taxFields } from '#contract/products/tax-codes.ts';
import type { VariationCreate, VariationUpdate } from '#contract/products/variation.ts';
import {
  type CheckedRow,
  compared,
  created,
  type ReadRow,
  type Shown,
  type Values,
  wrong,
} from '#server/business/import/import-rule.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import { planVariations, type SavedVariation, type VariationPlan } from '../variation-plan.ts';
import { attributesOfOptions, attributesOfPairs, attributesOfText } from './family.ts';
import type { FoundCategory } from './find-categories.ts';
import type { KnownProduct } from './known-products.ts';

/** What a product will be: one that is there already with what changes of it, or a new one. */
export type ProductPlan = {
  known: KnownProduct | null;
  fields: ProductFields;
  types: string[];
  variations: VariationPlan;
};

const plainColumns = [
  'name',
  'brand',
  'model',
  'weight',
  'width',
  'height',
  'depth',
  'unit',
  'description',
  ...taxFields,
] as const;
const productColumns = [...plainColumns, 'category'] as const;
type ProductColumn = (typeof productColumns)[number];
type ProductFields = Partial<Record<ProductColumn, unknown>>;

const types = Object.entries(attributeColumns) as [keyof typeof attributeColumns, string][];

/** One product of its rows. A row that is wrong is left out, and the others are looked at without it. */
export async function planProduct(
  all: readonly ReadRow[],
  known: KnownProduct | null,
): Promise<{ rows: CheckedRow[]; plan: ProductPlan | null }> {
  const { rows: agreeing, faults } = withoutContradictions(all);
  const checked = [...faults];
  for (let rows = agreeing; rows.length > 0; ) {
    if (rows.every(isParent)) {
      checked.push(...rows.map(({ line }) => wrong(line, { sku: 'without_variations' })));
      break;
    }
    const planned = await tryPlan(rows, known);
    if ('plan' in planned)
      return { rows: [...checked, ...rows.map((row) => rowOf(row, planned.plan))], plan: planned.plan };
    checked.push(...planned.wrong);
    const isWrong = new Set(planned.wrong.map(({ line }) => line));
    rows = rows.filter(({ line }) => !isWrong.has(line));
  }
  return { rows: checked, plan: null };
}

/** The row of a product whose variations have rows of their own. */
const isParent = ({ values }: ReadRow): boolean =>
  values.parent !== undefined && asCode(String(values.parent)) === asCode(String(values.sku));

/** What rows say of their product has to be the same wherever they say it. */
function withoutContradictions(rows: readonly ReadRow[]) {
  const said: ProductFields = {};
  const faults: CheckedRow[] = [];
  const agreeing = rows.filter(({ line, values }) => {
    const errors: CheckedRow['errors'] = {};
    for (const key of productColumns) {
      const value = values[key];
      if (value === undefined || key === 'name') continue;
      if (said[key] === undefined) said[key] = value;
      else if (plain(said[key]) !== plain(value)) errors[key] = 'differs_within';
    }
    if (Object.keys(errors).length > 0) faults.push(wrong(line, errors));
    return Object.keys(errors).length === 0;
  });
  return { rows: agreeing, faults };
}

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as FoundCategory).id : value;

async function tryPlan(
  rows: readonly ReadRow[],
  known: KnownProduct | null,
): Promise<{ plan: ProductPlan } | { wrong: CheckedRow[] }> {
  const fields: ProductFields = {};
  for (const { values } of rows) for (const key of productColumns) fields[key] ??= values[key];
  const sold = rows.filter((row) => !isParent(row));
  const used = sold.flatMap(({ values }) => Object.keys(attributesOf(values)));
  const before = known?.attribute_types ?? [];
  const wanted = [...new Set([...before, ...used])];
  const names = wanted.length > 0 ? wanted : [defaultAttributeType];
  const lineOf = new Map<string, number>();
  const create: (VariationCreate & { tempId: string })[] = [];
  const update: Record<string, VariationUpdate> = {};
  for (const { line, values } of sold) {
    const saved = known?.variations.find(({ sku }) => asCode(sku) === asCode(String(values.sku)));
    lineOf.set(saved ? `update ${saved.id}` : `create ${line}`, line);
    if (!saved)
      create.push({
        sku: String(values.sku),
        ...changesFor(values),
        attributes: attributesOf(values),
        tempId: String(line),
      });
    else if (differs(saved, values)) update[saved.id] = changesFor(values);
  }
  try {
    const variations = await planVariations(known?.variations ?? [], { create, update }, names);
    return { plan: { known, fields, types: names, variations } };
  } catch (error) {
    if (!(error instanceof Fault) || !error.fields) throw error;
    return { wrong: faultsOf(rows, error.fields, lineOf) };
  }
}

/** By type: what the columns of the types say, else what other systems' columns do. */
const attributesOf = (values: Values): Record<string, string> => ({
  ...(values.variationAttributes !== undefined && attributesOfText(String(values.variationAttributes))),
  ...(values.variationPairs !== undefined && attributesOfPairs(String(values.variationPairs))),
  ...attributesOfOptions(values),
  ...Object.fromEntries(
    types.flatMap(([key, type]) => (values[key] === undefined ? [] : [[type, String(values[key])]])),
  ),
});

/** Values of types that have no column of their own, as one text. */
const otherValues = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .flatMap(([type, value]) => (columnOfType.has(type) || !value ? [] : [value]))
    .join(' / ');

function differs(saved: SavedVariation, values: Values): boolean {
  return (
    (values.gtin !== undefined && values.gtin !== saved.gtin) ||
    (values.cost !== undefined && values.cost !== saved.cost_centavos) ||
    Object.entries(attributesOf(values)).some(([type, value]) => saved.attributes[type] !== value)
  );
}

/** What a row says of its variation. */
function changesFor(values: Values) {
  const attributes = attributesOf(values);
  return {
    ...(values.gtin !== undefined && { gtin: String(values.gtin) }),
    ...(values.cost !== undefined && { costCentavos: Number(values.cost) }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

const columnOfType = new Map<string, string>(types.map(([key, type]) => [type, key]));
const cellErrors = new Set<string>(importCellErrors);

/** Faults of the plan at the rows that they come from; one of a variation that no row names is told at the first. */
function faultsOf(
  rows: readonly ReadRow[],
  fields: FieldCodes,
  lineOf: ReadonlyMap<string, number>,
): CheckedRow[] {
  const found = new Map<number, CheckedRow['errors']>();
  const groups = fields.variations;
  for (const [group, items] of entries(groups))
    for (const [key, cells] of entries(items)) {
      const line = lineOf.get(`${group} ${key}`) ?? rows[0]?.line ?? 0;
      found.set(line, { ...found.get(line), ...errorsOf(cells) });
    }
  if (found.size === 0) return rows.map(({ line }) => wrong(line, { sku: 'invalid' }));
  return [...found].map(([line, errors]) => wrong(line, errors));
}

const entries = (value: unknown): [string, FieldCodes][] =>
  typeof value === 'object' && value !== null ? (Object.entries(value) as [string, FieldCodes][]) : [];

function errorsOf(cells: FieldCodes): CheckedRow['errors'] {
  const errors: CheckedRow['errors'] = {};
  for (const [field, code] of Object.entries(cells)) {
    if (typeof code === 'string') errors[field] = asError(code);
    else
      for (const [type, inner] of Object.entries(code))
        errors[columnOfType.get(type) ?? 'variationAttributes'] = asError(String(inner));
  }
  return errors;
}

const asError = (code: string): ImportCellError =>
  cellErrors.has(code) ? (code as ImportCellError) : 'invalid';

/** The fate of a row: what it changes of its variation, and of its product, as the plan has it. */
function rowOf(row: ReadRow, plan: ProductPlan): CheckedRow {
  const { line, values } = row;
  const { known: product } = plan;
  if (!product) return created(line);
  const before: Record<string, Shown> = {};
  for (const key of plainColumns) before[key] = product[key];
  before.category = product.category;
  const category = values.category as FoundCategory | undefined;
  const attributes = attributesOf(values);
  const said: Values = {
    ...values,
    ...Object.fromEntries(
      types.flatMap(([key, type]) => (attributes[type] ? [[key, attributes[type]]] : [])),
    ),
    variationAttributes: otherValues(attributes) || undefined,
    ...(category && { category: category.id === product.category_id ? product.category : category.name }),
  };
  const saved = product.variations.find(({ sku }) => asCode(sku) === asCode(String(values.sku)));
  if (isParent(row)) return compared(line, before, said);
  if (!saved) return { ...compared(line, before, said), fate: 'new' };
  const own: Record<string, Shown> = { gtin: saved.gtin, cost: saved.cost_centavos };
  for (const [key, type] of types) own[key] = saved.attributes[type] ?? '';
  own.variationAttributes = otherValues(saved.attributes);
  return compared(line, { ...before, ...own }, said);
}
