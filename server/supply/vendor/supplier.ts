import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type {
  ContactFields,
  NewSupplier,
  Supplier,
  SupplierBulk,
  SupplierChange,
} from '#contract/supply/supplier.ts';
import { applyChangeSet } from '#server/db/change-set.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { findContacts, findSelectedSuppliers, findSupplier } from './supplier.queries.ts';

export async function readSupplier(tx: Tx, actor: Actor, id: number): Promise<Supplier> {
  const found = (await findSupplier(tx, id)) ?? fail('not_found');
  const { minimumOrderCentavos, paymentTerms, ...rest } = found;
  return {
    ...rest,
    createdAt: found.createdAt.toISOString(),
    contacts: await findContacts(tx, id),
    ...(actorCan(actor, 'prices.read') && { minimumOrderCentavos, paymentTerms }),
  };
}

export async function createSupplier(tx: Tx, actor: Actor, body: NewSupplier): Promise<Supplier> {
  const { contacts, ...fields } = body;
  const { id } = await withUniqueDocument(() =>
    tx.db
      .insertInto('suppliers')
      .values({
        ...columnsOf(fields),
        name: fields.name,
        business_id: actor.businessId,
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await changeContacts(tx, actor, id, contacts);
  return readSupplier(tx, actor, id);
}

export async function updateSupplier(
  tx: Tx,
  actor: Actor,
  id: number,
  body: SupplierChange,
  version: number | undefined,
): Promise<Supplier> {
  const { contacts, archived, ...fields } = body;
  const before = (await findSupplier(tx, id)) ?? fail('not_found');
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const changed = await withUniqueDocument(() =>
    tx.db
      .updateTable('suppliers')
      .set({
        ...columnsOf(fields),
        ...(archived !== undefined &&
          archived !== before.archived && { archived_at: archived ? tx.now() : null }),
        version: before.version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst(),
  );
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  await changeContacts(tx, actor, id, contacts);
  return readSupplier(tx, actor, id);
}

/** Applies one change to many vendors in one statement; an archived one keeps its day. */
export async function updateSuppliers(tx: Tx, { change, ...selection }: SupplierBulk): Promise<BulkOutcome> {
  const { archived, ...fields } = change;
  const found = await findSelectedSuppliers(tx, selection);
  const changed = await tx.db
    .updateTable('suppliers')
    .set({
      ...columnsOf(fields),
      ...(archived !== undefined && {
        archived_at: archived ? sql<Date>`coalesce(archived_at, ${tx.now()}::timestamptz)` : null,
      }),
      version: sql`version + 1`,
    })
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .returning('id')
    .execute();
  return outcomeOf(
    selection.ids ?? found,
    changed.map(({ id }) => id),
  );
}

export async function removeSupplier(tx: Tx, id: number): Promise<void> {
  if (!(await findSupplier(tx, id))) fail('not_found');
  try {
    await tx.db.deleteFrom('suppliers').where('id', '=', id).execute();
  } catch (error) {
    if (databaseCode(error) === '23503') fail('supplier_in_use', { cause: error });
    throw error;
  }
}

function columnsOf({
  fantasyName,
  stateInscription,
  leadDays,
  minimumOrderCentavos,
  paymentTerms,
  ...plain
}: Omit<SupplierChange, 'contacts' | 'archived'>) {
  return {
    ...plain,
    ...(fantasyName !== undefined && { fantasy_name: fantasyName }),
    ...(stateInscription !== undefined && { state_inscription: stateInscription }),
    ...(leadDays !== undefined && { lead_days: leadDays }),
    ...(minimumOrderCentavos !== undefined && { minimum_order_centavos: minimumOrderCentavos }),
    ...(paymentTerms !== undefined && { payment_terms: paymentTerms }),
  };
}

async function withUniqueDocument<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'suppliers_document') invalidField('document', 'duplicate');
    throw error;
  }
}

/** There is one main contact: the last one marked, or else the first. */
async function changeContacts(
  tx: Tx,
  actor: Actor,
  supplierId: number,
  changes: NewSupplier['contacts'],
): Promise<void> {
  if (!changes) return;
  const saved = await findContacts(tx, supplierId);
  const contacts = tx.db.updateTable('supplier_contacts');
  let main = saved.find((contact) => contact.main)?.id;
  const ids = new Set(saved.map((contact) => contact.id));
  await contacts.set({ main: false }).where('supplier_id', '=', supplierId).execute();
  await applyChangeSet<ContactFields, ContactFields>('contacts', changes, {
    ids,
    create: async ({ main: wanted, ...contact }) => {
      refuseEmpty(contact);
      const { id } = await tx.db
        .insertInto('supplier_contacts')
        .values({ ...contact, business_id: actor.businessId, supplier_id: supplierId })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (wanted) main = id;
    },
    update: async (id, { main: wanted, ...change }) => {
      const before = saved.find((contact) => contact.id === id);
      refuseEmpty({ ...before, ...change });
      if (Object.keys(change).length > 0) await contacts.set(change).where('id', '=', id).execute();
      if (wanted) main = id;
    },
    remove: async (id) => {
      await tx.db.deleteFrom('supplier_contacts').where('id', '=', id).execute();
      if (main === id) main = undefined;
    },
  });
  await contacts
    .set({ main: true })
    .where('supplier_id', '=', supplierId)
    .where(
      'id',
      '=',
      main ?? sql<number>`(select min(id) from supplier_contacts where supplier_id = ${supplierId})`,
    )
    .execute();
}

/** A contact needs a phone or an e-mail. */
function refuseEmpty({ name, phone, email }: ContactFields): void {
  if (!name && !phone && !email) invalidField('name', 'required');
}
