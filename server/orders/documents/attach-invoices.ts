import { sql } from 'kysely';
import { z } from 'zod';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import { dropFiles, keepDocuments } from '#server/business/files/kept-file.ts';
import { findFile, readStored, type StoredFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type Nfe, numbersIn } from '#server/outside/nfe/nfe.ts';
import { checkNfe } from '#server/outside/nfe/nfe-files.ts';
import { attachInvoice } from './invoice.ts';

const document = z.object({ fileId: z.number(), name: z.string() });
type Document = z.output<typeof document>;

/** Stores documents of many sales; a job finds the sale of each by the number in it. */
export async function startAttaching(tx: Tx, actor: Actor, files: readonly StoredFile[]) {
  if (files.length === 0) fail('invoice_required');
  const ids = await keepDocuments(tx, actor.businessId, files);
  const items = files.map(({ name }, index) => ({ name, fileId: ids[index] ?? 0 }));
  return startBulkRun(tx, actor, {
    kind: 'invoices',
    task: 'orders.attach-invoices',
    items,
    input: {},
    records: [],
  });
}

const attaching: BulkWork<Document> = {
  task: 'orders.attach-invoices',
  permission: 'checkout.document',
  item: document,
  batchSize: 25,
  nameOf: ({ name }) => ({ id: null, name }),
  async work(job, { actor, items }) {
    const read: { item: Document; nfe: Nfe | Fault }[] = [];
    for (const item of items) read.push({ item, nfe: await readDocument(job, actor, item) });
    return async (tx) => {
      const failed: RunFailure[] = [];
      const unused: number[] = [];
      for (const { item, nfe } of read) {
        const fault = nfe instanceof Fault ? nfe : await attach(tx, actor, item, nfe);
        if (!fault) continue;
        const reason = typeof fault.facts?.reason === 'string' ? fault.facts.reason : '';
        failed.push({ id: null, name: item.name, code: fault.code, reason });
        unused.push(item.fileId);
      }
      await dropFiles(tx, actor.businessId, unused);
      return { succeeded: items.length - failed.length, failed };
    };
  },
};

/** Task `orders.attach-invoices`. */
export const attachInvoicesTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, attaching);

async function readDocument(job: JobContext, actor: Actor, item: Document): Promise<Nfe | Fault> {
  const row = await job.inBusiness(actor.businessId, (tx) => findFile(tx, item.fileId));
  return refusalOf(async () => checkNfe(await readStored(job, row)));
}

const attach = (tx: Tx, actor: Actor, item: Document, nfe: Nfe): Promise<Fault | null> =>
  refusalOf(async () => {
    const sale = await findSaleOf(tx, [...nfe.orderNumbers, ...numbersIn(item.name)]);
    // The same document twice among the files.
    if (sale.invoice_key === nfe.key) fail('state_conflict');
    await attachInvoice(tx, actor, sale.id, nfe, item.fileId);
    return null;
  });

/** A refusal concerns this document alone: until then the rule has only read. */
async function refusalOf<T>(work: () => Promise<T>): Promise<T | Fault> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** The one sale, or the sales of one parcel, that a document names. */
async function findSaleOf(
  tx: Tx,
  numbers: readonly string[],
): Promise<{ id: number; invoice_key: string | null }> {
  if (numbers.length === 0) fail('invoice_unmatched');
  const rows = await tx.db
    .selectFrom('orders')
    .select(['id', 'shipment_id', 'invoice_key'])
    .where('account_id', 'in', (inner) => inner.selectFrom('marketplace_accounts').select('id'))
    .where(
      sql<boolean>`(remote_order_id = any(${numbers}::text[]) or pack_id = any(${numbers}::text[])
        or shipment_id = any(${numbers}::text[]))`,
    )
    .orderBy('id')
    .limit(50)
    .execute();
  const [first] = rows;
  if (!first) fail('invoice_unmatched');
  if (rows.some((row) => row.shipment_id !== first.shipment_id)) fail('invoice_ambiguous');
  return first;
}
