import { sql } from 'kysely';
import { attributeColumns } from '#contract/business/import/kinds.ts';
import type { Messages } from '#contract/messages/index.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { ProductRow } from '#contract/products/product.ts';
import { taxFields } from '#contract/products/tax-codes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type ExportColumn, wordOf } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { listProducts } from './product.queries.ts';

type Detail = {
  product_id: number;
  sku: string;
  gtin: string;
  cost_centavos: number | null;
  attributes: Record<string, string>;
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  description: string;
  /** From the top: `Casa > Cozinha`. */
  category: string | null;
} & Record<(typeof taxFields)[number], string | number | null>;
type Row = { product: ProductRow; detail: Detail };

/** The products that the list shows, a row for each variation: what comes back by an import of products as it went. */
export async function listProductVariations(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Row>> {
  const page = await listProducts(tx, actor, query);
  const ids = page.items.map(({ id }) => id);
  const { rows } = await sql<Detail>`
    with recursive paths as (
      select id, description as path from categories where business_id = ${actor.businessId} and parent_id is null
      union all select c.id, p.path || ' > ' || c.description from categories c join paths p on p.id = c.parent_id
        where c.business_id = ${actor.businessId})
    select v.product_id, v.sku, v.gtin, v.cost_centavos, v.attributes, p.weight, p.width, p.height, p.depth, p.description,
      c.path as category, p.ncm, p.cest, p.origin, p.csosn, p.cfop_same_state as "cfopSameState",
      p.cfop_other_state as "cfopOtherState", p.tax_unit as "taxUnit"
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

/** A column that an import reads is called as the import calls it. */
const imported = (key: keyof Messages['business']['imports']['columns']['products']) => (words: Messages) =>
  words.business.imports.columns.products[key].label;

const measures = (['weight', 'width', 'height', 'depth'] as const).map(
  (key): ExportColumn<Row> => ({
    key,
    label: imported(key),
    value: ({ detail }) => (detail[key] === null ? null : Number(detail[key])),
    kind: 'number',
  }),
);
const attributes = (Object.keys(attributeColumns) as (keyof typeof attributeColumns)[]).map(
  (key): ExportColumn<Row> => ({
    key,
    label: imported(key),
    value: ({ detail }) => detail.attributes[attributeColumns[key]],
  }),
);
const taxes = taxFields.map(
  (key): ExportColumn<Row> => ({ key, label: imported(key), value: ({ detail }) => detail[key] }),
);

export const productExportColumns: ExportColumn<Row>[] = [
  { key: 'id', label: (words) => words.products.id, value: ({ product }) => String(product.id) },
  { key: 'name', label: (words) => words.products.name, value: ({ product }) => product.name },
  { key: 'sku', label: (words) => words.products.sku, value: ({ detail }) => detail.sku },
  { key: 'gtin', label: (words) => words.products.gtin, value: ({ detail }) => detail.gtin },
  ...attributes,
  {
    key: 'cost',
    label: (words) => words.products.cost,
    value: ({ detail }) => detail.cost_centavos,
    kind: 'money',
    priced: true,
  },
  { key: 'brand', label: (words) => words.products.brand, value: ({ product }) => product.brand },
  { key: 'model', label: (words) => words.products.model, value: ({ product }) => product.model },
  { key: 'category', label: (words) => words.products.category, value: ({ detail }) => detail.category },
  ...measures,
  {
    key: 'unit',
    label: (words) => words.products.unit,
    value: ({ product }, words) => wordOf(words.products.units, product.unit),
  },
  ...taxes,
  { key: 'description', label: imported('description'), value: ({ detail }) => detail.description },
  {
    key: 'tags',
    label: (words) => words.products.tags.title,
    value: ({ product }) => product.tags.map(({ name }) => name).join(', '),
  },
  {
    key: 'variations',
    label: (words) => words.products.variations,
    value: ({ product }) => product.variations,
    kind: 'number',
  },
  {
    key: 'available',
    label: (words) => words.products.available,
    value: ({ product }) => product.available,
    kind: 'number',
  },
  {
    key: 'updated',
    label: (words) => words.products.updated,
    value: ({ product }) => product.updatedAt,
    kind: 'instant',
  },
];
