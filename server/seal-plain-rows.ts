import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/transaction.ts';
import { sealBankFields, sealSnapshot } from '#server/dropshipping/dropinvoice/bank-data.ts';
import { documentDigest, openDocument } from '#server/orders/sale/buyer-document.ts';
import { sealSource } from '#server/orders/sync/sale-source.ts';

const atOnce = 500;

/**
 * Encrypts values that an earlier release stored as plain text. Runs before the process answers, so that no rule reads a
 * plain row; without such rows it only reads empty indexes.
 */
export async function sealPlainRows(database: Database): Promise<void> {
  const businesses = await database.transact(null, (tx) =>
    sql<{ id: number }>`select id from businesses_with_plain_rows() as id`.execute(tx.db),
  );
  for (const { id } of businesses.rows) {
    const steps = [sealBankAccounts, sealDropinvoices, sealBuyers, digestBuyers, sealSources];
    for (const step of steps) while ((await database.transact({ businessId: id }, step)) > 0);
  }
}

async function sealBankAccounts(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('supplier_bank_accounts')
    .select(['business_id', 'pix_key as pixKey', 'agency', 'account'])
    .where('sealed', '=', false)
    .forUpdate()
    .execute();
  for (const row of rows)
    await tx.db
      .updateTable('supplier_bank_accounts')
      .set({ ...sealBankFields(tx.sealer, row), sealed: true })
      .where('business_id', '=', row.business_id)
      .execute();
  return rows.length;
}

async function sealDropinvoices(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'bank', 'pix_code'])
    .where(sql<boolean>`jsonb_typeof(bank) = 'object'`)
    .limit(atOnce)
    .forUpdate()
    .execute();
  for (const row of rows)
    await tx.db
      .updateTable('dropinvoices')
      .set(sealSnapshot(tx.sealer, row.bank, row.pix_code ?? ''))
      .where('id', '=', row.id)
      .execute();
  return rows.length;
}

/** A seller's sale is also its supplier's to read, and only the seller's to seal. */
async function sealBuyers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number; document: string }>`
    select id, buyer->>'document' as document from orders
    where business_id = app_business() and buyer ? 'document' limit ${atOnce} for update`.execute(tx.db);
  for (const { id, document } of rows) {
    const sealed = document === '' ? {} : { sealedDocument: tx.sealer.seal('buyer-document', document) };
    await sql`update orders set buyer = buyer - 'document' || ${JSON.stringify(sealed)}::jsonb
      where id = ${id}`.execute(tx.db);
  }
  return rows.length;
}

/** A document that was sealed before sales were found by it. */
async function digestBuyers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number; buyer: unknown }>`
    select id, buyer from orders where business_id = app_business()
      and buyer ? 'sealedDocument' and buyer_document_digest is null limit ${atOnce} for update`.execute(
    tx.db,
  );
  for (const { id, buyer } of rows)
    await sql`update orders set buyer_document_digest = ${documentDigest(tx.sealer, openDocument(tx.sealer, buyer) ?? '')}
      where id = ${id}`.execute(tx.db);
  return rows.length;
}

async function sealSources(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number; body: unknown }>`
    select id, body from order_sources
    where not body ? 'sealed' limit ${atOnce} for update`.execute(tx.db);
  for (const { id, body } of rows)
    await sql`update order_sources set body = ${JSON.stringify(sealSource(tx.sealer, body))}::jsonb
      where id = ${id}`.execute(tx.db);
  return rows.length;
}
