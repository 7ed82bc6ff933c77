import { sql } from 'kysely';
import { measuredFields } from '#contract/products/product.ts';
import { type TaxCodes, taxFields } from '#contract/products/tax-codes.ts';
import { productsMeasured } from '#server/advertisements/size/measured.ts';
import { productsTaxed } from '#server/advertisements/tax/taxed.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { codesOf, columnsOf, insertProducts } from '../product.ts';
import { type PlanOfProduct, writePlans } from '../variation.ts';
import type { FoundCategory } from './find-categories.ts';
import type { ProductPlan } from './plan-product.ts';

/** Writes planned products, set by set. */
export async function writeProducts(tx: Tx, actor: Actor, plans: readonly ProductPlan[]): Promise<void> {
  const made = plans.filter(({ known }) => known === null);
  const ids = await insertProducts(tx, actor, made.map(newRow));
  const changed = plans.filter((plan) => plan.known !== null && isChanged(plan));
  await updateProducts(tx, changed);
  const changedIn = (names: readonly (keyof ProductPlan['fields'])[]) =>
    changed.flatMap(({ known, fields }) =>
      known && names.some((name) => fields[name] !== undefined) ? [known.id] : [],
    );
  productsMeasured(tx, changedIn(measuredFields));
  productsTaxed(tx, actor.businessId, changedIn(taxFields));
  const placed: PlanOfProduct[] = [
    ...made.map(({ variations }, index) => ({ productId: ids[index] ?? fail('internal'), plan: variations })),
    ...changed.map(({ known, variations }) => ({
      productId: known?.id ?? fail('internal'),
      plan: variations,
    })),
  ];
  await writePlans(tx, actor, placed);
}

type Text = string | undefined;
type Figure = number | undefined;

function newRow({ fields, types, variations }: ProductPlan) {
  const { name, category, brand, model, unit, description, weight, width, height, depth, ...tax } = fields;
  return {
    name: String(name),
    category_id: (category as FoundCategory | undefined)?.id ?? null,
    attribute_types: types,
    codes: codesOf(variations),
    ...columnsOf(given(tax) as Partial<TaxCodes>),
    ...given({
      brand: brand as Text,
      model: model as Text,
      unit: unit as Text,
      description: description as Text,
    }),
    ...given({
      weight: weight as Figure,
      width: width as Figure,
      height: height as Figure,
      depth: depth as Figure,
    }),
  };
}

/** Without what is not said, for the table's own values. */
const given = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<T>;

function isChanged({ known, fields, types, variations }: ProductPlan): boolean {
  if (!known || variations.rows.some(({ changed }) => changed)) return true;
  if (types.length !== known.attribute_types.length) return true;
  const { category, ...plain } = fields;
  if (category !== undefined && (category as FoundCategory).id !== known.category_id) return true;
  return Object.entries(plain).some(
    ([key, value]) => value !== undefined && value !== known[key as keyof typeof plain],
  );
}

async function updateProducts(tx: Tx, plans: readonly ProductPlan[]): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.map(({ known, fields, types, variations }) => ({
    ...known,
    ...given(fields),
    variations: undefined,
    category_id: (fields.category as FoundCategory | undefined)?.id ?? known?.category_id ?? null,
    attribute_types: types,
    codes: codesOf(variations),
  }));
  await sql`update products p set name = n.name, brand = n.brand, model = n.model, category_id = n.category_id,
      weight = n.weight, width = n.width, height = n.height, depth = n.depth, unit = n.unit, description = n.description,
      ncm = n.ncm, cest = n.cest, origin = n.origin, csosn = n.csosn, cfop_same_state = n."cfopSameState",
      cfop_other_state = n."cfopOtherState", tax_unit = n."taxUnit", attribute_types = n.attribute_types, codes = n.codes, updated_at = ${tx.now()}::timestamptz, version = p.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, name text, brand text, model text,
      category_id bigint, weight numeric, width numeric, height numeric, depth numeric, unit text, description text,
      ncm text, cest text, origin smallint, csosn text, "cfopSameState" text, "cfopOtherState" text, "taxUnit" text,
      attribute_types text[], codes text)
    where p.id = n.id and p.business_id = app_business()`.execute(tx.db);
}
