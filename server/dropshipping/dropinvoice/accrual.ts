import { addDays, type Day, dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The two sides of a packed sale, and what was packed at the cost frozen for it. */
export type Packed = {
  sellerId: number;
  supplierId: number;
  orderId: number;
  /** Packing attempt: packed, reset and packed again is two sales and one reversal. */
  attempt: number;
  lines: {
    partId: number;
    advertisement: string;
    product: string;
    quantity: number;
    unitPriceCentavos: number;
  }[];
};

/** Puts a packed sale on the invoice of its day. A seller's own shelf is not invoiced. Posting twice changes nothing. */
export async function accrueSale(tx: Tx, packed: Packed): Promise<void> {
  if (packed.sellerId === packed.supplierId) return;
  await addItems(tx, packed, 'sale', 1);
}

/** Takes a packed sale back: a negative line, on the open invoice of today. Nothing is ever removed. */
export async function reverseSale(tx: Tx, packed: Packed): Promise<void> {
  if (packed.sellerId === packed.supplierId) return;
  const sold = await tx.db
    .selectFrom('dropinvoice_items as i')
    .innerJoin('dropinvoices as d', 'd.id', 'i.dropinvoice_id')
    .select('d.closed_at')
    .where('i.order_id', '=', packed.orderId)
    .where('i.kind', '=', 'sale')
    .where('i.attempt', '=', packed.attempt)
    .executeTakeFirst();
  if (sold) await addItems(tx, packed, sold.closed_at ? 'credit' : 'reversal', -1);
}

async function addItems(
  tx: Tx,
  packed: Packed,
  kind: 'sale' | 'reversal' | 'credit',
  sign: 1 | -1,
): Promise<void> {
  const { sellerId, supplierId } = packed;
  const invoiceId = await openInvoice(tx, sellerId, supplierId, dayOf(tx.now()));
  const items = await tx.db
    .insertInto('dropinvoice_items')
    .values(
      packed.lines.map((line) => ({
        seller_id: sellerId,
        supplier_id: supplierId,
        dropinvoice_id: invoiceId,
        order_id: packed.orderId,
        part_id: line.partId,
        kind,
        attempt: packed.attempt,
        advertisement: line.advertisement,
        product: line.product,
        quantity: sign * line.quantity,
        unit_price_centavos: line.unitPriceCentavos,
        total_centavos: sign * line.quantity * line.unitPriceCentavos,
        at: tx.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['part_id', 'kind', 'attempt']).doNothing())
    .returning(['quantity', 'total_centavos'])
    .execute();
  await addToTotals(tx, invoiceId, items);
  tx.changed(sellerId, 'dropinvoices');
  tx.changed(supplierId, 'dropinvoices');
}

/** The open invoice of a day, locked. Where that day is already closed, the next one that is not. */
export async function openInvoice(tx: Tx, sellerId: number, supplierId: number, day: Day): Promise<number> {
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
  return invoice.closed_at ? openInvoice(tx, sellerId, supplierId, addDays(day, 1)) : invoice.id;
}

export async function addToTotals(
  tx: Tx,
  invoiceId: number,
  items: { quantity: number; total_centavos: number }[],
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

/** What a seller owes a supplier and has not seen approved: open and closed invoices. */
export async function unpaidTotal(tx: Tx, sellerId: number, supplierId: number): Promise<number> {
  const row = await tx.db
    .selectFrom('dropinvoices')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total_centavos'), eb.lit(0)).as('total'))
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .where('state', '<>', 'complete')
    .executeTakeFirstOrThrow();
  return row.total;
}
