import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { changeOrder } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import type { Nfe } from '#server/outside/nfe/nfe.ts';

/** Either side gives a sale its NF-e; a job sends it to the marketplace, which decides. */
export async function attachInvoice(
  tx: Tx,
  actor: Actor,
  orderId: number,
  nfe: Nfe,
  fileId: number,
): Promise<OrderRow> {
  const cause = {
    userId: actor.userId,
    kind: 'document-sent',
    detail: { key: nfe.key, number: nfe.number },
  } as const;
  const side = actor.businessType === 'supply' ? 'fulfiller' : 'seller';
  return changeOrder(tx, orderId, { actor: side, ...cause }, (order) => {
    if (order.canceled_at) fail('order_canceled');
    const settled = order.document === 'accepted' || order.document === 'not_required';
    if (settled || order.account_id === null || !order.shipment_id || order.sent_at) fail('state_conflict');
    tx.enqueue({
      task: 'orders.send-invoice',
      payload: { businessId: order.business_id, orderId },
      key: `send-invoice:${orderId}`,
    });
    return { document: 'sent', document_error: null, invoice_file_id: fileId, invoice_key: nfe.key };
  });
}
