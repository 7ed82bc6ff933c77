import { sql } from 'kysely';
import { companyFilter, companySorts } from '#contract/business/company.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
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
    .select('t.overdue_days')
    .select(['t.created_at', 't.version', 'b.id as other_id', 'b.name as other_name', 'b.type as other_type'])
    .where(({ eb, or }) => or([eb('t.seller_id', '=', businessId), eb('t.supplier_id', '=', businessId)]));
}

export const companyList = listSpec({
  fields: companyFilter,
  sortedBy: companySorts,
  sql: { name: sql`b.name`, state: sql`t.state`, accept: sql`t.accept_mode` },
  search: sql`fold(b.name)`,
  sorts: { name: sql`b.name`, created: sql`t.created_at` },
  defaultSort: 'name',
  changedAt: sql`t.updated_at`,
  id: sql`t.id`,
});

const supplierList = listSpec({
  fields: {},
  sql: {},
  search: sql`fold(b.name || ' ' || f.city)`,
  sortedBy: ['name'],
  sorts: { name: sql`b.name` },
  required: ['name'],
  defaultSort: 'name',
  id: sql`b.id`,
});

/** Suppliers who sell here, each with the state of our link. */
export function listSuppliersToFind(tx: Tx, businessId: number, query: ListQuery) {
  const base = tx.db
    .selectFrom('businesses as b')
    .innerJoin(sql<{ id: number; city: string }>`suppliers_to_find()`.as('f'), 'f.id', 'b.id')
    .leftJoin('trade_links as t', (join) =>
      join.onRef('t.supplier_id', '=', 'b.id').on('t.seller_id', '=', businessId),
    )
    .select(['b.id', 'b.name', 'f.city', 't.state']);
  return listPage(tx, base, supplierList, query);
}
