import { addDays, type Day, dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sides } from '#server/dropshipping/balance/pair-lock.ts';

export type NewLine = {
  kind: 'sale' | 'reversal';
  quantity: number;
  unitPriceCentavos: number;
  orderId: number;
  partId: number;
  /** The packing attempt of the part. */
  attempt: number;
  /** The return of the sale that the line reverses. */
  returnNumber: number;
  advertisement: string;
  product: string;
};

/** Adds lines to an open invoice and updates its total. An existing line of a part is skipped. */
export async function addLines(
  tx: Tx,
  { sellerId, supplierId }: Sides,
  invoiceId: number,
  lines: readonly NewLine[],
): Promise<void> {
  const items = await tx.db
    .insertInto('dropinvoice_items')
    .values(
      lines.map(({ quantity, unitPriceCentavos, ...line }) => ({
        seller_id: sellerId,
        supplier_id: supplierId,
        dropinvoice_id: invoiceId,
        order_id: line.orderId,
        part_id: line.partId,
        kind: line.kind,
        attempt: line.attempt,
        return_number: line.returnNumber,
        advertisement: line.advertisement,
        product: line.product,
        quantity,
        unit_price_centavos: unitPriceCentavos,
        total_centavos: quantity * unitPriceCentavos,
        at: tx.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['part_id', 'kind', 'attempt', 'return_number']).doNothing())
    .returning(['quantity', 'total_centavos'])
    .execute();
  await addToTotals(tx, invoiceId, items);
  for (const businessId of [sellerId, supplierId]) tx.changed(businessId, 'dropinvoices');
}

async function addToTotals(
  tx: Tx,
  invoiceId: number,
  items: readonly { quantity: number; total_centavos: number }[],
): Promise<void> {
  if (items.length === 0) return;
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  const total = items.reduce((sum, item) => sum + item.total_centavos, 0);
  await tx.db
    .updateTable('dropinvoices')
    .set((eb) => ({
      product_quantity: eb('product_quantity', '+', quantity),
      total_centavos: eb('total_centavos', '+', total),
      updated_at: tx.now(),
    }))
    .where('id', '=', invoiceId)
    .execute();
}

/** The open invoice of a day, locked; if that day is closed, the next open one. */
async function openInvoice(tx: Tx, { sellerId, supplierId }: Sides, day: Day): Promise<number> {
  await tx.db
    .insertInto('dropinvoices')
    .values({ seller_id: sellerId, supplier_id: supplierId, day, created_at: tx.now(), updated_at: tx.now() })
    .onConflict((conflict) => conflict.columns(['seller_id', 'supplier_id', 'day']).doNothing())
    .execute();
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'closed_at'])
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return invoice.closed_at ? openInvoice(tx, { sellerId, supplierId }, addDays(day, 1)) : invoice.id;
}

/** Adds sold lines to the open invoice of today. */
export async function addLinesToday(tx: Tx, sides: Sides, lines: readonly NewLine[]): Promise<void> {
  const id = await openInvoice(tx, sides, dayOf(tx.now()));
  await addLines(tx, sides, id, lines);
}
