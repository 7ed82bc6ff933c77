import { sql } from 'kysely';
import { cellKinds } from '#contract/business/import/cell.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Product, ProductRow, products } from '#contract/products/product.ts';
import { attributeColumns } from '#contract/products/product-columns.ts';
import { productFields, type SheetFieldName, sheetFieldNames } from '#contract/products/product-fields.ts';
import type { Tx } from '#server/db/transaction.ts';
import { columnsBy, type ExportColumn, type ExportColumns, wordOf } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { listProducts } from './product.queries.ts';

type Detail = {
  product_id: number;
  sku: string;
  gtin: string;
  cost_centavos: number | null;
  attributes: Record<string, string>;
  /** From the root: `Casa > Cozinha`. */
  category: string | null;
} & Pick<Product, SheetFieldName>;
type Row = { product: ProductRow; detail: Detail };

/** The products of the list, one row per variation; a product import reads the file back without loss. */
export async function listProductVariations(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Row>> {
  const page = await listProducts(tx, actor, query);
  const fields = sql.join(
    sheetFieldNames.map((name) => sql`${sql.ref(`p.${productFields[name].column}`)} as ${sql.ref(name)}`),
  );
  const ids = page.items.map(({ id }) => id);
  const { rows } = await sql<Detail>`
    with recursive paths as (
      select id, description as path from categories where business_id = ${actor.businessId} and parent_id is null
      union all select c.id, p.path || ' > ' || c.description from categories c join paths p on p.id = c.parent_id
        where c.business_id = ${actor.businessId})
    select v.product_id, v.sku, v.gtin, v.cost_centavos, v.attributes, c.path as category, ${fields}
    from product_variations v join products p on p.id = v.product_id left join paths c on c.id = p.category_id
    where v.business_id = ${actor.businessId} and v.product_id = any(${ids}::bigint[]) order by v.id`.execute(
    tx.db,
  );
  const details = Map.groupBy(rows, (row) => row.product_id);
  return {
    ...page,
    items: page.items.flatMap((product) =>
      (details.get(product.id) ?? []).map((detail) => ({ product, detail })),
    ),
  };
}

const ofField = (name: SheetFieldName): ExportColumn<Row> => ({
  label: (words) => words.products[name],
  value: ({ detail }, words) => (name === 'unit' ? wordOf(words.products.units, detail.unit) : detail[name]),
  kind: cellKinds[productFields[name].cell.kind].written,
});
const ofAttribute = (key: keyof typeof attributeColumns): ExportColumn<Row> => ({
  label: (words) => words.products[key],
  value: ({ detail }) => detail.attributes[attributeColumns[key]],
});

export const productExportColumns: ExportColumns<Row, (typeof products.export.columns)[number]> = {
  ...columnsBy(sheetFieldNames, ofField),
  ...columnsBy(Object.keys(attributeColumns) as (keyof typeof attributeColumns)[], ofAttribute),
  id: { label: (words) => words.products.id, value: ({ product }) => String(product.id) },
  sku: { label: (words) => words.products.sku, value: ({ detail }) => detail.sku },
  gtin: { label: (words) => words.products.gtin, value: ({ detail }) => detail.gtin },
  cost: {
    label: (words) => words.products.cost,
    value: ({ detail }) => detail.cost_centavos,
    kind: 'money',
    priced: true,
  },
  category: { label: (words) => words.products.category, value: ({ detail }) => detail.category },
  tags: {
    label: (words) => words.products.tags.title,
    value: ({ product }) => product.tags.map(({ name }) => name).join(', '),
  },
  variations: {
    label: (words) => words.products.variations,
    value: ({ product }) => product.variations,
    kind: 'number',
  },
  available: {
    label: (words) => words.products.available,
    value: ({ product }) => product.available,
    kind: 'number',
  },
  updated: {
    label: (words) => words.products.updated,
    value: ({ product }) => product.updatedAt,
    kind: 'instant',
  },
};
