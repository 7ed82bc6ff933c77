import { type SqlBool, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { asksFor } from '#contract/filter.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { type ListedSupplier, supplierFilter, supplierSorts } from '#contract/supply/supplier.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

const spec = listSpec({
  fields: supplierFilter,
  sortedBy: supplierSorts,
  sql: {
    name: sql`s.name || ' ' || s.fantasy_name`,
    document: sql`s.document`,
    city: sql`s.city`,
    state: sql`s.state`,
    archived: { where: ([wanted]) => sql`(s.archived_at is not null) = ${wanted}` },
  },
  search: sql`s.search`,
  sorts: { name: sql`s.name`, city: sql`s.city`, created: sql`s.id`, lead: sql`s.lead_days` },
  required: ['name', 'city', 'created'],
  defaultSort: 'name',
  changedAt: sql`s.updated_at`,
  id: sql`s.id`,
});

const mainContact = sql<
  ListedSupplier['contact']
>`(select jsonb_build_object('name', c.name, 'phone', c.phone, 'email', c.email)
  from supplier_contacts c where c.business_id = s.business_id and c.supplier_id = s.id and c.main)`;

function selectSuppliers(tx: Tx) {
  return tx.db
    .selectFrom('suppliers as s')
    .select([
      's.id',
      's.name',
      's.fantasy_name as fantasyName',
      's.document',
      's.city',
      's.state',
      's.lead_days as leadDays',
      's.created_at as createdAt',
      sql<boolean>`s.archived_at is not null`.as('archived'),
      mainContact.as('contact'),
    ]);
}

export function listSuppliers(tx: Tx, _actor: Actor, query: ListQuery) {
  return listPage(tx, selectListed(tx, query.query), spec, query);
}

/** Archived vendors are listed only if the filter asks for them. */
function selectListed(tx: Tx, query: string | undefined) {
  const asked = asksFor(query, 'archived');
  return selectSuppliers(tx).where(asked ? sql<SqlBool>`true` : sql<SqlBool>`s.archived_at is null`);
}

export function findSelectedSuppliers(tx: Tx, selection: BulkSelection): Promise<number[]> {
  const base = selection.ids ? selectSuppliers(tx) : selectListed(tx, selection.query);
  return findSelected(tx, base, spec, selection);
}

export function findSupplier(tx: Tx, id: number) {
  return selectSuppliers(tx)
    .select([
      's.state_inscription as stateInscription',
      's.zip',
      's.neighborhood',
      's.street',
      's.number',
      's.complement',
      's.notes',
      's.minimum_order_centavos as minimumOrderCentavos',
      's.payment_terms as paymentTerms',
      's.version',
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

export function findContacts(tx: Tx, supplierId: number) {
  return tx.db
    .selectFrom('supplier_contacts')
    .select(['id', 'name', 'phone', 'email', 'main'])
    .where('supplier_id', '=', supplierId)
    .orderBy('main', 'desc')
    .orderBy('id')
    .execute();
}
