import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

type Written = Record<string, string | number | boolean | null>;

export type VendorDraft = {
  /** Null: a new one. */
  id: number | null;
  /** Its main contact, where it has one. */
  contactId: number | null;
  /** By the columns of the table: what is given. */
  fields: Written;
  contact: Written;
};

/** Vendors and their main contacts, set by set; what is not given stays, or is what a new one begins with. */
export async function writeVendors(tx: Tx, actor: Actor, drafts: readonly VendorDraft[]): Promise<void> {
  const added = drafts.filter(({ id }) => id === null);
  const ids = await insertVendors(tx, actor, added);
  const changed = drafts.filter(({ id }) => id !== null);
  await updateVendors(tx, changed);
  const owned = [
    ...added.map((draft, index) => ({ ...draft, id: ids[index] ?? fail('internal') })),
    ...changed,
  ].filter(({ contact }) => Object.values(contact).some((value) => value !== ''));
  await writeContacts(tx, actor, owned);
}

async function insertVendors(tx: Tx, actor: Actor, drafts: readonly VendorDraft[]): Promise<number[]> {
  if (drafts.length === 0) return [];
  const rows = await tx.db
    .insertInto('suppliers')
    .values(
      drafts.map(({ fields }) => ({
        name: String(fields.name),
        ...fields,
        business_id: actor.businessId,
        created_at: tx.now(),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function updateVendors(tx: Tx, drafts: readonly VendorDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ id, fields }) => ({ id, ...fields }));
  await sql`update suppliers s set name = coalesce(n.name, s.name), fantasy_name = coalesce(n.fantasy_name, s.fantasy_name),
      document = coalesce(n.document, s.document), state_inscription = coalesce(n.state_inscription, s.state_inscription),
      lead_days = coalesce(n.lead_days, s.lead_days),
      minimum_order_centavos = coalesce(n.minimum_order_centavos, s.minimum_order_centavos), zip = coalesce(n.zip, s.zip),
      state = coalesce(n.state, s.state), city = coalesce(n.city, s.city),
      neighborhood = coalesce(n.neighborhood, s.neighborhood), street = coalesce(n.street, s.street),
      number = coalesce(n.number, s.number), complement = coalesce(n.complement, s.complement),
      notes = coalesce(n.notes, s.notes), version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, name text, fantasy_name text, document text,
      state_inscription text, lead_days integer, minimum_order_centavos bigint, zip text, state text, city text,
      neighborhood text, street text, number text, complement text, notes text)
    where s.id = n.id and s.business_id = app_business()`.execute(tx.db);
}

async function writeContacts(tx: Tx, actor: Actor, drafts: readonly VendorDraft[]): Promise<void> {
  const rows = drafts.map(({ id, contactId, contact }) => ({ supplier: id, contact: contactId, ...contact }));
  if (rows.length === 0) return;
  await sql`with n as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (supplier bigint, contact bigint, name text, phone text, email text)),
    changed as (
      update supplier_contacts c set name = coalesce(n.name, c.name), phone = coalesce(n.phone, c.phone),
        email = coalesce(n.email, c.email)
      from n where c.id = n.contact and c.business_id = app_business())
    insert into supplier_contacts (business_id, supplier_id, name, phone, email, main)
    select ${actor.businessId}, supplier, coalesce(name, ''), coalesce(phone, ''), coalesce(email, ''), true
    from n where contact is null`.execute(tx.db);
}
