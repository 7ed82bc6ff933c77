import { sql } from 'kysely';
import { salesTaxNow } from '#server/business/sales-tax.ts';

/** The margin of the variation `v` at its regular price, after the tax on a sale that is bought now. */
export const marginSql = sql<number>`(v.margin_basis_points - ${salesTaxNow})`;
