import { type SqlBool, sql } from 'kysely';

/** The filter `product` of lists with `products as p` and `product_variations as v`: a part of its name or of its SKU. */
export const productFilter = {
  where: (values: readonly unknown[]) =>
    sql.join<SqlBool>(
      values.map((value) => {
        const text = `%${String(value).replace(/[\\%_]/g, '\\$&')}%`;
        return sql`(p.search like fold(${text}) or fold(v.sku) like fold(${text}))`;
      }),
      sql` or `,
    ),
};
