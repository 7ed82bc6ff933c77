import { z } from 'zod';
import { findFile, readStored } from '#server/business/files/stored-file.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { changeOrder, loadFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

const payload = z.object({ businessId: z.number(), orderId: z.number() });

/**
 * Task `orders.send-invoice`: sends the NF-e to the marketplace byte for byte; the result is stored with every sale of
 * the parcel.
 */
export async function sendInvoice(job: JobContext, input: unknown): Promise<void> {
  const { businessId, orderId } = payload.parse(input);
  const { order, file } = await job.inBusiness(businessId, async (tx) => {
    const row = await loadFacts(tx, orderId);
    return { order: row, file: await findFile(tx, row.invoice_file_id) };
  });
  const { account_id: accountId, shipment_id: shipmentId } = order;
  if (order.document !== 'sent' || accountId === null || !shipmentId) return;
  const bytes = await readStored(job, file);
  const refused = await withAccount(jobAccountContext(job, businessId), accountId, (session) =>
    session.marketplace.parcels.sendDocument(session, shipmentId, { bytes, key: order.invoice_key ?? '' }),
  );
  await writeVerdict(job, order, refused);
}

async function writeVerdict(job: JobContext, order: OrderRow, refused: string | null): Promise<void> {
  await job.inBusiness(order.business_id, async (tx) => {
    const rows = await tx.db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', order.account_id)
      .where('shipment_id', '=', order.shipment_id)
      .orderBy('id')
      .execute();
    const kind = refused === null ? 'document-accepted' : 'document-rejected';
    const detail = refused === null ? { key: order.invoice_key } : { error: refused };
    for (const { id } of rows)
      await changeOrder(tx, id, { actor: 'marketplace', kind, detail }, (row) => {
        if (row.document === 'accepted' || row.document === 'not_required') return null;
        // The other sales of the parcel share an accepted document; a refusal concerns the one it was sent for.
        if (id !== order.id && refused !== null) return null;
        return refused === null
          ? {
              document: 'accepted',
              document_error: null,
              invoice_file_id: order.invoice_file_id,
              invoice_key: order.invoice_key,
            }
          : { document: 'rejected', document_error: refused };
      });
    if (refused === null)
      tx.enqueue({
        task: 'orders.fetch-shipment',
        payload: {
          businessId: order.business_id,
          accountId: order.account_id,
          shipmentId: order.shipment_id,
        },
        key: `fetch-shipment:${order.account_id}:${order.shipment_id}`,
      });
  });
}
