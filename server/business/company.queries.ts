import { sql } from 'kysely';
import { companyFilter } from '#contract/business/company.ts';
import { listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Trade links of a business, each with the business on the other side. */
export function selectCompanies(tx: Tx, businessId: number) {
  return tx.db
    .selectFrom('trade_links as t')
    .innerJoin('businesses as b', (join) =>
      join.on(
        'b.id',
        '=',
        sql<number>`case when t.seller_id = ${businessId} then t.supplier_id else t.seller_id end`,
      ),
    )
    .select(['t.id', 't.seller_id', 't.state', 't.accept_mode', 't.due_days', 't.credit_limit_centavos'])
    .select(['t.created_at', 't.version', 'b.id as other_id', 'b.name as other_name', 'b.type as other_type'])
    .where(({ eb, or }) => or([eb('t.seller_id', '=', businessId), eb('t.supplier_id', '=', businessId)]));
}

export const companyList = listSpec({
  fields: companyFilter,
  sql: { name: sql`b.name`, state: sql`t.state`, accept: sql`t.accept_mode` },
  search: sql`fold(b.name)`,
  sorts: { name: sql`b.name`, created: sql`t.created_at` },
  defaultSort: 'name',
  id: sql`t.id`,
});
