import { sql } from 'kysely';
import { measuredFields, partOfFields, sheetFieldNames } from '#contract/products/product-fields.ts';
import { taxFields } from '#contract/products/tax-codes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { codesOf, insertProducts } from '../product.ts';
import { columnsOf } from '../product-columns.ts';
import { type PlanOfProduct, writePlans } from '../variation.ts';
import { makeCategories } from './find-categories.ts';
import { writePictures } from './plan-pictures.ts';
import type { ProductPlan } from './plan-product.ts';

/** Writes planned products with one statement per kind of row. */
export async function writeProducts(
  tx: Tx,
  actor: Actor,
  planned: readonly ProductPlan[],
  importId: number,
): Promise<void> {
  const plans = await withCategories(tx, actor, planned);
  const made = plans.filter(({ known }) => known === null);
  const ids = await insertProducts(tx, actor, made.map(newRow));
  const changed = plans.filter((plan) => plan.known !== null && isChanged(plan));
  await updateProducts(tx, changed);
  const changedIn = (names: readonly (keyof ProductPlan['fields'])[]) =>
    changed.flatMap(({ known, fields }) =>
      known && names.some((name) => fields[name] !== undefined) ? [known.id] : [],
    );
  await tx.publish('products.measured', { productIds: changedIn(measuredFields) });
  await tx.publish('products.taxed', { businessId: actor.businessId, productIds: changedIn(taxFields) });
  const placed: PlanOfProduct[] = [
    ...made.map(({ variations }, index) => ({ productId: ids[index] ?? fail('internal'), plan: variations })),
    ...changed.map(({ known, variations }) => ({
      productId: known?.id ?? fail('internal'),
      plan: variations,
    })),
  ];
  await writePlans(tx, actor, placed);
  const idOf = new Map(made.map((plan, index) => [plan, ids[index]]));
  await writePictures(
    tx,
    actor.businessId,
    importId,
    plans.map((plan) => ({
      productId: plan.known?.id ?? idOf.get(plan) ?? fail('internal'),
      pictures: plan.pictures,
    })),
  );
}

/** The plans with their missing categories made. */
async function withCategories(
  tx: Tx,
  actor: Actor,
  plans: readonly ProductPlan[],
): Promise<readonly ProductPlan[]> {
  const idOf = await makeCategories(
    tx,
    actor,
    plans.flatMap(({ fields: { category } }) => category ?? []),
  );
  return plans.map((plan) => {
    const { category } = plan.fields;
    return category?.id === null
      ? { ...plan, fields: { ...plan.fields, category: { ...category, id: idOf(category) } } }
      : plan;
  });
}

function newRow({ fields: { name, category, ...fields }, types, variations }: ProductPlan) {
  return {
    name: name ?? fail('internal'),
    ...columnsOf(fields),
    category_id: category?.id ?? null,
    attribute_types: types,
    codes: codesOf(variations),
  };
}

function isChanged({ known, fields, types, variations }: ProductPlan): boolean {
  if (!known || variations.rows.some(({ changed }) => changed)) return true;
  if (types.length !== known.attribute_types.length) return true;
  const { category, ...plain } = fields;
  if (category !== undefined && category.id !== known.category_id) return true;
  return sheetFieldNames.some((name) => plain[name] !== undefined && plain[name] !== known[name]);
}

/** The columns that the product import writes. */
const written = [
  ...Object.values(partOfFields(sheetFieldNames, 'column')),
  'category_id',
  'attribute_types',
  'codes',
];

async function updateProducts(tx: Tx, plans: readonly ProductPlan[]): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.map(({ known, fields: { category, ...fields }, types, variations }) => ({
    id: known?.id,
    ...columnsOf(fields),
    category_id: category?.id,
    attribute_types: types,
    codes: codesOf(variations),
  }));
  const sets = written.map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`n.${column}`)}, ${sql.ref(`p.${column}`)})`,
  );
  await sql`update products p set ${sql.join(sets)}, updated_at = ${tx.now()}::timestamptz, version = p.version + 1
    from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) n
    where p.id = n.id and p.business_id = app_business()`.execute(tx.db);
}
