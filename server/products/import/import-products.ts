import { foldText } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import {
  type CheckedRow,
  type ImportRule,
  type Prepared,
  type ReadRow,
  wrong,
} from '#server/business/import/import-rule.ts';
import { inherit, parentOf, withoutParentCells } from './family.ts';
import { categoryFinder } from './find-categories.ts';
import { type KnownProduct, readKnown } from './known-products.ts';
import type { PlacedRow } from './placed-row.ts';
import { type ProductPlan, planProduct } from './plan-product.ts';
import { writeProducts } from './write-products.ts';

/** Imports products with variations: each row is a variation, and rows with one name are one product. */
export const productImport: ImportRule<'products'> = {
  touches: ['products', 'productsVariations', 'categories'],
  fills: ['categories', 'products', 'product_variations'],
  family: { withoutParentCells, parentOf, inherit },
  async prepare(tx, actor, rows, context): Promise<Prepared> {
    const [known, findCategory] = await Promise.all([
      readKnown(tx, actor, rows),
      categoryFinder(tx, actor, rows, context),
    ]);
    const checked: CheckedRow[] = [];
    const plans: ProductPlan[] = [];
    for (const group of groupsOf(rows)) {
      const { good, faults } = placed(group, findCategory);
      checked.push(...faults);
      const { mine, others } = ofOneProduct(good, known.bySku);
      checked.push(...others);
      const product = productOf(mine, known);
      if (product === 'several') {
        checked.push(...mine.map(({ line }) => wrong(line, { name: 'several_found' })));
        continue;
      }
      const planned = await planProduct(mine, product);
      checked.push(...planned.rows);
      if (planned.plan) plans.push(planned.plan);
    }
    const newCategories = plans.flatMap(({ fields: { category } }) =>
      category && category.id === null ? [category.name] : [],
    );
    return { rows: checked, newCategories, write: () => writeProducts(tx, actor, plans, context.importId) };
  },
};

function groupsOf(rows: readonly ReadRow<'products'>[]): Iterable<ReadRow<'products'>[]> {
  return Map.groupBy(rows, ({ values }) => foldText(values.name)).values();
}

/** Rows whose category exists, with the id in place of the name. */
function placed(rows: readonly ReadRow<'products'>[], find: Awaited<ReturnType<typeof categoryFinder>>) {
  const good: PlacedRow[] = [];
  const faults: CheckedRow[] = [];
  for (const row of rows) {
    const { category, ...values } = row.values;
    const found = category === undefined ? undefined : find(category);
    if (typeof found === 'string') faults.push(wrong(row.line, { category: found }));
    else good.push({ line: row.line, values: { ...values, ...(found && { category: found }) } });
  }
  return { good, faults };
}

/** A SKU of another product is refused, also where the row has that product's name. */
function ofOneProduct(rows: readonly PlacedRow[], bySku: ReadonlyMap<string, KnownProduct>) {
  const first = rows.flatMap(({ values }) => bySku.get(asCode(values.sku)) ?? [])[0];
  const isMine = ({ values }: PlacedRow) => {
    const product = bySku.get(asCode(values.sku));
    return product === undefined || product === first;
  };
  return {
    mine: rows.filter(isMine),
    others: rows.filter((row) => !isMine(row)).map(({ line }) => wrong(line, { sku: 'other_product' })),
  };
}

function productOf(
  rows: readonly PlacedRow[],
  known: { bySku: ReadonlyMap<string, KnownProduct>; byName: ReadonlyMap<string, KnownProduct[]> },
): KnownProduct | null | 'several' {
  const bySku = rows.flatMap(({ values }) => known.bySku.get(asCode(values.sku)) ?? [])[0];
  if (bySku) return bySku;
  const named = new Set(rows.flatMap(({ values }) => known.byName.get(values.name) ?? []));
  if (named.size > 1) return 'several';
  return [...named][0] ?? null;
}
