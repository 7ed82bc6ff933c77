import { sql } from 'kysely';
import type { RemovalPreview } from '#contract/account/user.ts';
import { listMemberships } from '#server/account/sign-in/session.queries.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { DomainEvents } from '#server/events.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockBusiness } from './staff/staff.queries.ts';

/** Open records that other businesses depend on: a business with any of them does not end. */
export type Bonds = {
  openSales: number;
  unpaidInvoices: number;
  openBalances: number;
  publications: number;
  offers: number;
};

/** Of the business whose scope the transaction has. */
export async function readBonds(tx: Tx, businessId: number): Promise<Bonds> {
  const { rows } = await sql<Bonds>`select
    (select count(*)::int from orders where (business_id = ${businessId} or fulfiller_id = ${businessId})
      and status not in ('complete', 'canceled')) as "openSales",
    (select count(*)::int from dropinvoices where (seller_id = ${businessId} or supplier_id = ${businessId})
      and state <> 'complete') as "unpaidInvoices",
    (select count(*)::int from (select from pair_entries where supplier_id = ${businessId}
      group by seller_id having sum(amount_centavos) > 0) b) as "openBalances",
    (select count(*)::int from publications p join marketplace_accounts a on a.id = p.account_id
      where p.business_id = ${businessId} and p.state not in ('closed', 'failed') and a.state = 'connected') as "publications",
    (select count(*)::int from dropship_items where business_id = ${businessId} and active) as "offers"`.execute(
    tx.db,
  );
  return rows[0] ?? fail('internal');
}

/**
 * Ends a business: nobody belongs to it and nothing is connected to it any more. Records needed by law and by partners
 * stay: sales, invoices, documents and the ledger. `again`: it had ended before the database was restored, when nobody
 * depended on it.
 */
export async function endBusiness(tx: Tx, businessId: number, { again = false } = {}): Promise<void> {
  await lockBusiness(tx, businessId);
  const bonds = await readBonds(tx, businessId);
  if (!again && Object.values(bonds).some((count) => count > 0)) fail('business_busy', { facts: bonds });
  await tx.publish('business.ended', { businessId });
  await tx.db.deleteFrom('staff_invitations').where('business_id', '=', businessId).execute();
  await tx.db.updateTable('businesses').set({ ended_at: tx.now() }).where('id', '=', businessId).execute();
  await tx.db.deleteFrom('staff').where('business_id', '=', businessId).execute();
  tx.changed(businessId, 'staff');
}

/** A person leaves a business with their account: without another owner it ends. */
export async function endMembership(
  tx: Tx,
  { businessId, userId, again }: DomainEvents['membership.ended'],
): Promise<void> {
  if (await isLastOwner(tx, businessId, userId)) await endBusiness(tx, businessId, { again });
  else
    await tx.db
      .deleteFrom('staff')
      .where('business_id', '=', businessId)
      .where('user_id', '=', userId)
      .execute();
  tx.changed(businessId, 'staff');
}

/** Records that end with the account, and records that prevent its removal. */
export async function previewRemoval(tx: Tx, actor: Actor): Promise<RemovalPreview> {
  const businesses: RemovalPreview['businesses'] = [];
  for (const { id, name } of await listMemberships(tx)) {
    await setScope(tx, { userId: actor.userId, businessId: id });
    const ends = await isLastOwner(tx, id, actor.userId);
    businesses.push({ id, name, ends: ends ? await readBonds(tx, id) : null });
  }
  return { businesses };
}

/** Whether this person is the only owner of the business whose scope the transaction has. */
async function isLastOwner(tx: Tx, businessId: number, userId: number): Promise<boolean> {
  const owners = await tx.db
    .selectFrom('staff')
    .select('user_id')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`'owner' = any(roles)`)
    .execute();
  return owners.length === 1 && owners[0]?.user_id === userId;
}

/** The person types the name, so that they do not end the wrong one of several. */
export async function removeBusiness(tx: Tx, { businessId }: Actor, typed: string): Promise<void> {
  const { name } = await tx.db
    .selectFrom('businesses')
    .select('name')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  if (name !== typed) invalidField('name', 'invalid');
  await endBusiness(tx, businessId);
}
