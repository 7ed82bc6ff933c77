import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockArriving } from './vendor-invoice.ts';

type Told = { itemId: number; lineId: number };

/** Which line of the request an item of its NF-e brings goods for, said by whoever has the goods in sight. */
export async function matchInvoiceItem(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { itemId, lineId }: Told,
): Promise<void> {
  await lockArriving(tx, actor, requestId);
  const line = await tx.db
    .selectFrom('supply_request_lines')
    .select('id')
    .where('id', '=', lineId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!line) invalidField('lineId', 'not_found');
  const told = await tx.db
    .updateTable('vendor_invoice_items as x')
    .from('vendor_invoices as i')
    .set({ line_id: lineId })
    .whereRef('i.id', '=', 'x.invoice_id')
    .where('i.request_id', '=', requestId)
    .where('x.id', '=', itemId)
    .returning('x.id')
    .executeTakeFirst();
  if (!told) invalidField('itemId', 'not_found');
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
}
