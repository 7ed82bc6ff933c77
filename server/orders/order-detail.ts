import type { OrderDetail } from '#contract/orders/order.ts';
import { gatesOf } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { factsOf } from './facts.ts';
import { orderBase, shapeOrder } from './order-list.ts';

export async function readOrderDetail(tx: Tx, actor: Actor, orderId: number): Promise<OrderDetail> {
  const row = await orderBase(tx, actor).where('o.id', '=', orderId).executeTakeFirst();
  if (!row) fail('not_found');
  const moment = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...shapeOrder(tx, actor, row),
    gates: gatesOf(factsOf(row)),
    payment: row.payment as OrderDetail['payment'],
    paidAt: moment(row.paid_at),
    paymentExpiresAt: moment(row.payment_expires_at),
    lines: await readLines(tx, actor, orderId),
    buyer: addressOf(row.buyer),
    documentError: row.document_error,
    invoiceKey: row.invoice_key,
    hasInvoice: row.invoice_file_id !== null,
    labelAvailableAt: moment(row.label_available_at),
    labelPrintedAt: moment(row.label_printed_at),
    shipmentId: row.shipment_id,
    shipmentStatus: row.shipment_status,
    shipmentSubstatus: row.shipment_substatus,
    promisedAt: moment(row.promised_at),
    refusedAt: moment(row.refused_at),
    releasedAt: moment(row.released_at),
    packedAt: moment(row.packed_at),
    collectedAt: moment(row.collected_at),
    deliveredAt: moment(row.delivered_at),
    canceledAt: moment(row.canceled_at),
    canceledBy: row.canceled_by,
    canceledReason: row.canceled_reason,
    remoteCancel: row.remote_cancel as OrderDetail['remoteCancel'],
    remoteCancelError: row.remote_cancel_error,
    packmates: await readPackmates(tx, row),
    events: await readEvents(tx, orderId),
    version: row.version,
  };
}

async function readLines(tx: Tx, actor: Actor, orderId: number): Promise<OrderDetail['lines']> {
  const priced = actorCan(actor, 'prices.read');
  const lines = await tx.db
    .selectFrom('order_lines as l')
    .leftJoin('publication_variations as v', 'v.id', 'l.publication_variation_id')
    .leftJoin('publications as p', 'p.id', 'v.publication_id')
    .selectAll('l')
    .select(['p.id as publication_id', 'p.name as publication_name', 'p.advertisement_id'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.id')
    .execute();
  const parts = await tx.db
    .selectFrom('order_parts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return lines.map((line) => ({
    id: line.id,
    title: line.title,
    sku: line.sku,
    quantity: line.quantity,
    publication:
      line.publication_id === null
        ? null
        : {
            id: line.publication_id,
            name: line.publication_name ?? '',
            advertisementId: line.advertisement_id ?? 0,
          },
    remoteItemId: line.remote_item_id,
    ...(priced && { unitPriceCentavos: line.unit_price_centavos, saleFeeCentavos: line.sale_fee_centavos }),
    parts: parts
      .filter((part) => part.line_id === line.id)
      .map((part) => ({
        id: part.id,
        product: part.product_name,
        sku: part.sku,
        gtin: part.gtin,
        quantity: part.quantity,
        ...(priced && { unitCostCentavos: part.unit_cost_centavos }),
      })),
  }));
}

/** Written by us only; still read with care, a sale may be older than its shape. */
function addressOf(buyer: unknown): OrderDetail['buyer'] {
  if (typeof buyer !== 'object' || buyer === null || !('street' in buyer)) return null;
  const fields = new Map(Object.entries(buyer));
  const field = (key: string) => String(fields.get(key) ?? '');
  return {
    name: field('name'),
    street: field('street'),
    number: field('number'),
    complement: field('complement'),
    neighborhood: field('neighborhood'),
    city: field('city'),
    state: field('state'),
    zip: field('zip'),
  };
}

async function readPackmates(
  tx: Tx,
  row: { id: number; account_id: number | null; pack_id: string | null },
): Promise<number[]> {
  if (row.pack_id === null) return [];
  const mates = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', row.account_id)
    .where('pack_id', '=', row.pack_id)
    .where('id', '<>', row.id)
    .orderBy('id')
    .execute();
  return mates.map((mate) => mate.id);
}

async function readEvents(tx: Tx, orderId: number): Promise<OrderDetail['events']> {
  const rows = await tx.db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.at', 'e.kind', 'e.actor', 'u.name as author', 'e.status_to', 'e.detail'])
    .where('e.order_id', '=', orderId)
    .orderBy('e.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: row.actor,
    author: row.author,
    statusTo: row.status_to as OrderDetail['events'][number]['statusTo'],
    detail: row.detail as OrderDetail['events'][number]['detail'],
  }));
}
