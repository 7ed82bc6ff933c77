import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { contactColumns, vendorColumns } from './vendor-columns.ts';

type Written = Record<string, string | number | boolean | null>;

export type VendorDraft = {
  /** Null: a new vendor. */
  id: number | null;
  /** The id of its main contact, if any. */
  contactId: number | null;
  /** The given fields by column. */
  fields: Written;
  contact: Written;
};

/** Writes vendors and their main contacts in a few statements; missing fields stay, or get their defaults. */
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
  await sql`update suppliers s set ${givenOrKept(Object.values(vendorColumns), 's')}, version = s.version + 1
    from jsonb_populate_recordset(null::suppliers, ${JSON.stringify(rows)}::jsonb) n
    where s.id = n.id and s.business_id = app_business()`.execute(tx.db);
}

/** `name = coalesce(n.name, s.name), …`: given values replace stored ones. */
const givenOrKept = (columns: readonly string[], stored: 's' | 'c') =>
  sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(column)} = coalesce(${sql.ref(`n.${column}`)}, ${sql.ref(`${stored}.${column}`)})`,
    ),
  );

async function writeContacts(tx: Tx, actor: Actor, drafts: readonly VendorDraft[]): Promise<void> {
  const rows = drafts.map(({ id, contactId, contact }) => ({ supplier_id: id, id: contactId, ...contact }));
  if (rows.length === 0) return;
  const columns = Object.values(contactColumns);
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  await sql`with n as (
      select * from jsonb_populate_recordset(null::supplier_contacts, ${JSON.stringify(rows)}::jsonb)),
    changed as (
      update supplier_contacts c set ${givenOrKept(columns, 'c')}
      from n where c.id = n.id and c.business_id = app_business())
    insert into supplier_contacts (business_id, supplier_id, main, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${actor.businessId}, supplier_id, true, ${sql.join(texts)}
    from n where id is null`.execute(tx.db);
}
