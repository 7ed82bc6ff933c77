import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockArriving } from './vendor-invoice.ts';

type Said = { itemId: number; lineId?: number | undefined; units?: number | undefined };

/**
 * Assigns an NF-e item to a line of the request, with its stock units, as given by the person who has the goods. Units that
 * the document states cannot be changed.
 */
export async function matchInvoiceItem(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { itemId, lineId, units }: Said,
): Promise<void> {
  await lockArriving(tx, actor, requestId);
  if (lineId !== undefined && !(await isLineOf(tx, requestId, lineId))) invalidField('lineId', 'not_found');
  const found = await tx.db
    .updateTable('vendor_invoice_items as x')
    .from('vendor_invoices as i')
    .set({
      ...(lineId !== undefined && { line_id: lineId }),
      ...(units !== undefined && { units: sql<number>`coalesce(x.units, ${units})` }),
    })
    .whereRef('i.id', '=', 'x.invoice_id')
    .where('i.request_id', '=', requestId)
    .where('x.id', '=', itemId)
    .returning('x.id')
    .executeTakeFirst();
  if (!found) invalidField('itemId', 'not_found');
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
}

async function isLineOf(tx: Tx, requestId: number, lineId: number): Promise<boolean> {
  const line = await tx.db
    .selectFrom('supply_request_lines')
    .select('id')
    .where('id', '=', lineId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return line !== undefined;
}
