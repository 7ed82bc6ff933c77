import { type ImportCellError, importCellErrors } from '#contract/business/import/import.ts';
import { asCode } from '#contract/codes.ts';
import { defaultAttributeType } from '#contract/products/attribute-types.ts';
import { attributeColumns } from '#contract/products/product-columns.ts';
import { type SheetFieldName, sheetFieldNames } from '#contract/products/product-fields.ts';
import type { VariationCreate, VariationUpdate } from '#contract/products/variation.ts';
import {
  type CheckedRow,
  compared,
  created,
  type Shown,
  wrong,
} from '#server/business/import/import-rule.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import { planVariations, type SavedVariation, type VariationPlan } from '../variation-plan.ts';
import { attributesOfOptions, attributesOfPairs, attributesOfText } from './family.ts';
import { categoryKey } from './find-categories.ts';
import type { KnownProduct } from './known-products.ts';
import type { PlacedRow } from './placed-row.ts';
import { newAddresses, type PlannedPicture, planPictures } from './plan-pictures.ts';

/** The planned product: an existing one with its changes, or a new one. */
export type ProductPlan = {
  known: KnownProduct | null;
  fields: ProductFields;
  types: string[];
  variations: VariationPlan;
  pictures: readonly PlannedPicture[];
};

const noAddresses: ReadonlySet<string> = new Set();

type Values = PlacedRow['values'];
const ofProduct = [...sheetFieldNames, 'category'] as const;
type ProductFields = Partial<Pick<Values, SheetFieldName | 'category'>>;

const types = Object.entries(attributeColumns) as [keyof typeof attributeColumns, string][];

/** Plans one product from its rows. Invalid rows are left out, and the others are checked without them. */
export async function planProduct(
  all: readonly PlacedRow[],
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

/** The row of a product whose variations have their own rows. */
const isParent = ({ values }: PlacedRow): boolean =>
  values.parent !== undefined && asCode(values.parent) === asCode(values.sku);

/** All rows of a product must agree about its fields. */
function withoutContradictions(rows: readonly PlacedRow[]) {
  const said: ProductFields = {};
  const faults: CheckedRow[] = [];
  const agreeing = rows.filter(({ line, values }) => {
    const errors: CheckedRow['errors'] = {};
    for (const key of ofProduct) {
      const value = values[key];
      if (value === undefined || key === 'name') continue;
      if (said[key] === undefined) Object.assign(said, { [key]: value });
      else if (plain(said[key]) !== plain(value)) errors[key] = 'differs_within';
    }
    if (Object.keys(errors).length > 0) faults.push(wrong(line, errors));
    return Object.keys(errors).length === 0;
  });
  return { rows: agreeing, faults };
}

const plain = (value: Values[SheetFieldName | 'category']) =>
  typeof value === 'object' ? categoryKey(value) : value;

async function tryPlan(
  rows: readonly PlacedRow[],
  known: KnownProduct | null,
): Promise<{ plan: ProductPlan } | { wrong: CheckedRow[] }> {
  const fields: ProductFields = firstOfEach(rows);
  const sold = rows.filter((row) => !isParent(row));
  const used = sold.flatMap(({ values }) => Object.keys(attributesOf(values)));
  const before = known?.attribute_types ?? [];
  const wanted = [...new Set([...before, ...used])];
  const names = wanted.length > 0 ? wanted : [defaultAttributeType];
  const lineOf = new Map<string, number>();
  const create: (VariationCreate & { tempId: string })[] = [];
  const update: Record<string, VariationUpdate> = {};
  for (const { line, values } of sold) {
    const saved = known?.variations.find(({ sku }) => asCode(sku) === asCode(values.sku));
    lineOf.set(saved ? `update ${saved.id}` : `create ${line}`, line);
    if (!saved)
      create.push({
        sku: values.sku,
        ...changesFor(values),
        attributes: attributesOf(values),
        tempId: String(line),
      });
    else if (differs(saved, values)) update[saved.id] = changesFor(values);
  }
  try {
    const variations = await planVariations(known?.variations ?? [], { create, update }, names);
    const pictures = planPictures(rows, isParent, known?.addresses ?? noAddresses);
    return { plan: { known, fields, types: names, variations, pictures } };
  } catch (error) {
    if (!(error instanceof Fault) || !error.fields) throw error;
    return { wrong: faultsOf(rows, error.fields, lineOf) };
  }
}

/** The value of each product field in the first row that has one. */
const firstOfEach = (rows: readonly PlacedRow[]): ProductFields =>
  Object.fromEntries(
    ofProduct.flatMap((key) => {
      const value = rows.find(({ values }) => values[key] !== undefined)?.values[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Attributes by type: from the columns of the types, or else from the columns of other systems. */
const attributesOf = (values: Values): Record<string, string> => ({
  ...(values.variationAttributes !== undefined && attributesOfText(values.variationAttributes)),
  ...(values.variationPairs !== undefined && attributesOfPairs(values.variationPairs)),
  ...attributesOfOptions(values),
  ...Object.fromEntries(
    types.flatMap(([key, type]) => (values[key] === undefined ? [] : [[type, values[key]]])),
  ),
});

/** Attributes whose type has no column, as one text. */
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

/** The variation of a row. */
function changesFor(values: Values) {
  const attributes = attributesOf(values);
  return {
    ...(values.gtin !== undefined && { gtin: values.gtin }),
    ...(values.cost !== undefined && { costCentavos: values.cost }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

const columnOfType = new Map<string, string>(types.map(([key, type]) => [type, key]));
const cellErrors = new Set<string>(importCellErrors);

/** Assigns errors of the plan to the rows they come from; an error of a variation without a row goes to the first row. */
function faultsOf(
  rows: readonly PlacedRow[],
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

/** The fate of a row: its changes of the variation and, if it is the first, of the product. */
function rowOf(row: PlacedRow, plan: ProductPlan): CheckedRow {
  const { line, values } = row;
  const { known: product } = plan;
  if (!product) return created(line);
  const before: Record<string, Shown> = {};
  for (const key of sheetFieldNames) before[key] = product[key];
  before.category = product.category;
  before.pictures = null;
  const { category, pictures: _, ...plain } = values;
  const attributes = attributesOf(values);
  const said = {
    ...plain,
    ...Object.fromEntries(
      types.flatMap(([key, type]) => (attributes[type] ? [[key, attributes[type]]] : [])),
    ),
    variationAttributes: otherValues(attributes) || undefined,
    pictures: newAddresses(row, product.addresses).join(' ') || undefined,
    ...(category && { category: category.id === product.category_id ? product.category : category.name }),
  };
  const saved = product.variations.find(({ sku }) => asCode(sku) === asCode(values.sku));
  if (isParent(row)) return compared(line, before, said);
  if (!saved) return { ...compared(line, before, said), fate: 'new' };
  const own: Record<string, Shown> = { gtin: saved.gtin, cost: saved.cost_centavos };
  for (const [key, type] of types) own[key] = saved.attributes[type] ?? '';
  own.variationAttributes = otherValues(saved.attributes);
  return compared(line, { ...before, ...own }, said);
}
