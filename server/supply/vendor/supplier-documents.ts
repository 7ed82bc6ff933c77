import { sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { SupplierDocument } from '#contract/supply/supplier-documents.ts';
import { dropFiles } from '#server/business/files/kept-file.ts';
import { type FileRow, findFile, insertFile, type StoredFile } from '#server/business/files/stored-file.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findSupplier } from './supplier.queries.ts';

const spec = listSpec({
  fields: {},
  sql: {},
  search: sql`fold(d.name)`,
  sortedBy: ['created'],
  sorts: { created: sql`d.id` },
  required: ['created'],
  defaultSort: '-created',
  id: sql`d.id`,
});

const invoiceOf = sql<SupplierDocument['invoice']>`(select jsonb_build_object('number', i.number,
    'issuedAt', i.issued_at, 'totalCentavos', i.total_centavos,
    'request', jsonb_build_object('id', r.id, 'number', r.number))
  from vendor_invoices i join supply_requests r on r.id = i.request_id
  where i.business_id = d.business_id and i.document_id = d.id)`;

function selectDocuments(tx: Tx) {
  return tx.db
    .selectFrom('supplier_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .leftJoin('users as u', 'u.id', 'd.created_by')
    .select(['d.id', 'd.name', 'd.created_at', 'f.content_type', 'f.bytes', 'u.name as author'])
    .select(invoiceOf.as('invoice'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>>;

const shape = (row: Row): SupplierDocument => ({
  id: row.id,
  name: row.name,
  contentType: row.content_type,
  bytes: row.bytes,
  createdAt: row.created_at.toISOString(),
  createdBy: row.author ?? '',
  invoice: row.invoice && { ...row.invoice, issuedAt: new Date(row.invoice.issuedAt).toISOString() },
});

export async function listDocuments(
  tx: Tx,
  supplierId: number,
  query: ListQuery,
): Promise<Page<SupplierDocument>> {
  if (!(await findSupplier(tx, supplierId))) fail('not_found');
  const page = await listPage(tx, selectDocuments(tx).where('d.supplier_id', '=', supplierId), spec, query);
  return { ...page, items: page.items.map(shape) };
}

/** Stores a paper of a vendor and returns its id. It is never changed. */
export async function keepDocument(
  tx: Tx,
  actor: Actor,
  supplierId: number,
  file: StoredFile,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('supplier_documents')
    .values({
      business_id: actor.businessId,
      supplier_id: supplierId,
      file_id: await insertFile(tx, actor.businessId, file),
      name: file.name,
      created_by: actor.userId,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addDocument(
  tx: Tx,
  actor: Actor,
  supplierId: number,
  file: StoredFile,
): Promise<SupplierDocument> {
  if (!(await findSupplier(tx, supplierId))) fail('not_found');
  const id = await keepDocument(tx, actor, supplierId, file);
  return shape(await selectDocuments(tx).where('d.id', '=', id).executeTakeFirstOrThrow());
}

/** The NF-e of a request cannot be removed: its goods were received by it. */
export async function removeDocument(tx: Tx, actor: Actor, id: number): Promise<void> {
  try {
    const gone = await tx.db
      .deleteFrom('supplier_documents')
      .where('id', '=', id)
      .returning('file_id')
      .executeTakeFirst();
    await dropFiles(tx, actor.businessId, [gone?.file_id ?? fail('not_found')]);
  } catch (error) {
    if (databaseCode(error) === '23503') fail('document_in_use', { cause: error });
    throw error;
  }
}

export async function findDocumentFile(tx: Tx, id: number): Promise<FileRow> {
  const row = await tx.db
    .selectFrom('supplier_documents')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return findFile(tx, row?.file_id ?? null);
}
