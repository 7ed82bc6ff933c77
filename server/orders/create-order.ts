import type { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import { maxCentavos, multiplyMoney, sumMoney } from '#contract/money.ts';
import type { newOrder } from '#contract/orders/order.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { advanceOrder } from './sale/advance.ts';
import { documentDigest, sealedDocument } from './sale/buyer-document.ts';
import { insertParts, type NewPart, readOfferPart } from './sale/composition.ts';
import { recordEvent } from './sale/facts.ts';
import type { OrderRow } from './sale/order-row.ts';
import { statusOf } from './sale/status.ts';

type NewOrder = z.output<typeof newOrder>;
type NewLine = {
  advertisementId: number | undefined;
  title: string;
  sku: string;
  quantity: number;
  unitPrice: number;
  parts: NewPart[];
};

/** Stock is reserved for two days while a payment is not confirmed. */
const payMinutes = 60 * 24 * 2;

/** A sale made outside every marketplace needs no document and no label of a channel. */
export async function createOrder(tx: Tx, actor: Actor, body: NewOrder): Promise<number> {
  const lines: NewLine[] = [];
  for (const [index, line] of body.lines.entries()) lines.push(await readLine(tx, line, index));
  const parts = lines.flatMap((line) => line.parts);
  const first = parts[0] ?? fail('no_dropshipping');
  if (parts.some((part) => part.warehouseId !== first.warehouseId)) fail('mixed_warehouses');
  refuseBeyondMeasure(lines);
  if (first.supplierId !== actor.businessId) await ensureTradeLink(tx, actor.businessId, first.supplierId);
  const order = await insertOrder(tx, actor, body, lines, first);
  for (const line of lines) {
    const { id } = await tx.db
      .insertInto('order_lines')
      .values({
        business_id: actor.businessId,
        fulfiller_id: first.supplierId,
        order_id: order.id,
        purchased_at: order.purchased_at,
        advertisement_id: line.advertisementId ?? null,
        title: line.title,
        sku: line.sku,
        quantity: line.quantity,
        unit_price_centavos: line.unitPrice,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertParts(tx, actor.businessId, order.id, id, line.parts);
  }
  await recordEvent(tx, order, { actor: 'seller', userId: actor.userId, kind: 'created' }, null);
  await advanceOrder(tx, actor.businessId, order.id);
  return order.id;
}

/** An amount beyond the integer range is a typing error; stored, it would break every sum that contains it. */
function refuseBeyondMeasure(lines: readonly NewLine[]): void {
  const total = sumMoney(lines.map(({ unitPrice, quantity }) => multiplyMoney(unitPrice, quantity)));
  const cost = sumMoney(
    lines.flatMap(({ parts }) => parts.map(({ unitCost, quantity }) => multiplyMoney(unitCost, quantity))),
  );
  if (Math.max(total, cost) > maxCentavos) invalidField('lines', 'too_big');
}

/** Seller and buyer deal directly. */
const nothingTaken = {
  seller_discount_centavos: 0,
  freight_charged_centavos: 0,
  processing_fee_centavos: 0,
  taxes_withheld_centavos: 0,
  refunded_centavos: 0,
  adjustment_centavos: 0,
};

async function insertOrder(
  tx: Tx,
  actor: Actor,
  body: NewOrder,
  lines: NewLine[],
  first: NewPart,
): Promise<OrderRow> {
  const now = tx.now();
  const { address } = body;
  const made = await tx.db
    .insertInto('orders')
    .values({
      business_id: actor.businessId,
      fulfiller_id: first.supplierId,
      warehouse_id: first.warehouseId,
      buyer_name: body.buyerName,
      buyer: JSON.stringify({
        ...address,
        name: body.buyerName,
        street: address?.street ?? '',
        ...(body.buyerDocument && sealedDocument(tx.sealer, body.buyerDocument)),
      }),
      buyer_document_digest: body.buyerDocument ? documentDigest(tx.sealer, body.buyerDocument) : null,
      total_centavos: sumMoney(lines.map((line) => multiplyMoney(line.unitPrice, line.quantity))),
      ...nothingTaken,
      purchased_at: now,
      payment: body.paid ? 'approved' : 'pending',
      paid_at: body.paid ? now : null,
      payment_expires_at: body.paid ? null : addMinutes(now, payMinutes),
      linked: true,
      document: 'not_required',
      label_ready: true,
      line_words: lines.map((line) => `${line.title} ${line.sku}`).join(' '),
      status: 'waiting_payment',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const status = statusOf(made);
  await tx.db.updateTable('orders').set({ status }).where('id', '=', made.id).execute();
  return { ...made, status };
}

async function readLine(tx: Tx, line: NewOrder['lines'][number], index: number): Promise<NewLine> {
  const { advertisementId, dropshipItemId, quantity } = line;
  if ((advertisementId === undefined) === (dropshipItemId === undefined))
    invalidField(`lines.${index}.dropshipItemId`, 'choose_one');
  const offers =
    advertisementId === undefined
      ? [{ dropship_item_id: dropshipItemId ?? 0, quantity: 1 }]
      : await readComponents(tx, advertisementId, index);
  const parts: NewPart[] = [];
  for (const offer of offers)
    parts.push(await readPart(tx, offer.dropship_item_id, quantity * offer.quantity));
  const only = parts.length === 1 ? parts[0] : undefined;
  const named = advertisementId === undefined ? undefined : await readName(tx, advertisementId);
  const title = named?.product ?? only?.productName ?? '';
  const sku = named?.sku || (only?.sku ?? '');
  return { advertisementId, title, sku, quantity, unitPrice: line.unitPriceCentavos, parts };
}

async function readComponents(tx: Tx, advertisementId: number, index: number) {
  const rows = await tx.db
    .selectFrom('advertisement_components')
    .select(['dropship_item_id', 'quantity'])
    .where('advertisement_id', '=', advertisementId)
    .orderBy('id')
    .execute();
  const known = await tx.db
    .selectFrom('advertisements')
    .select('as_variations')
    .where('id', '=', advertisementId)
    .executeTakeFirst();
  // The offer determines which variation is sold.
  if (known?.as_variations && rows.length > 1)
    invalidField(`lines.${index}.advertisementId`, 'choose_variation');
  if (rows.length > 0) return rows;
  return known ? fail('no_dropshipping') : invalidField(`lines.${index}.advertisementId`, 'not_found');
}

function readName(tx: Tx, advertisementId: number) {
  return tx.db
    .selectFrom('advertisements')
    .select(['product', 'sku'])
    .where('id', '=', advertisementId)
    .executeTakeFirst();
}

/** Only offers that this seller can see now can be sold manually. */
async function readPart(tx: Tx, dropshipItemId: number, quantity: number): Promise<NewPart> {
  const offer = await tx.db
    .selectFrom('dropship_items')
    .select('business_id')
    .where('id', '=', dropshipItemId)
    .where('active', '=', true)
    .executeTakeFirst();
  const part = offer && (await readOfferPart(tx, offer.business_id, dropshipItemId));
  return part ? { ...part, quantity } : fail('offer_not_available');
}
