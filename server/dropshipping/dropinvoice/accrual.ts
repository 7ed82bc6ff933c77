import type { Tx } from '#server/db/transaction.ts';
import { limitDisputes } from './dispute-limit.ts';
import { addLinesToday } from './invoice-lines.ts';

/** The two sides of a packed sale, and what was packed at the cost frozen for it. */
export type Packed = {
  sellerId: number;
  supplierId: number;
  orderId: number;
  /** Packing attempt: packed, reset and packed again is two sales and one reversal. */
  attempt: number;
  /** Which return of the sale this is of; none: it was packed, or the packing was reset. */
  returnNumber?: number;
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
  await addLinesToday(tx, packed, linesOf(packed, 'sale', 1));
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
  if (!sold) return;
  await addLinesToday(tx, packed, linesOf(packed, sold.closed_at ? 'credit' : 'reversal', -1));
  await limitDisputes(tx, packed, packed.orderId);
}

function linesOf(
  { orderId, attempt, returnNumber = 0, lines }: Packed,
  kind: 'sale' | 'reversal' | 'credit',
  sign: 1 | -1,
) {
  return lines.map((line) => ({
    ...line,
    ...{ kind, orderId, attempt, returnNumber },
    quantity: sign * line.quantity,
  }));
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
