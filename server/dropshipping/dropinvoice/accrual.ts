import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair, type Sides } from '#server/dropshipping/balance/pair-lock.ts';
import {
  addEntries,
  type NewEntry,
  refreshInvoice,
  settlePair,
} from '#server/dropshipping/balance/settle.ts';
import { limitDisputes } from './dispute-limit.ts';
import { addLines, addLinesToday, type NewLine } from './invoice-lines.ts';

/** The two sides of a packed sale, and the packed units at their frozen cost. */
export type Packed = {
  sellerId: number;
  supplierId: number;
  orderId: number;
  /** Packing attempt: packed, reset and packed again makes two sale lines and one reversal. */
  attempt: number;
  /** The number of the return; none if the sale was packed, or the packing was reset. */
  returnNumber?: number;
  lines: {
    partId: number;
    advertisement: string;
    product: string;
    quantity: number;
    unitPriceCentavos: number;
  }[];
};

/** Adds a packed sale to the invoice of its day, unless seller and fulfiller are the same. Idempotent. */
export async function accrueSale(tx: Tx, packed: Packed): Promise<void> {
  if (packed.sellerId === packed.supplierId || packed.lines.length === 0) return;
  if (await findSold(tx, packed)) return;
  await addLinesToday(tx, packed, linesOf(packed, 'sale', 1));
}

/**
 * Reverses a packed sale once: by a negative line if its invoice is open, by a credit to the pair's balance if it is
 * closed. Rows are never removed.
 */
export async function reverseSale(tx: Tx, packed: Packed): Promise<void> {
  if (packed.sellerId === packed.supplierId) return;
  if (!(await findSold(tx, packed))) return;
  await lockPair(tx, packed);
  const sold = await findSold(tx, packed, true);
  if (!sold || (await isTakenBack(tx, packed))) return;
  if (sold.closed_at === null) return addLines(tx, packed, sold.id, linesOf(packed, 'reversal', -1));
  const { entries, disputed } = await limitDisputes(tx, packed.orderId, packed.attempt, backOf(packed));
  await addEntries(tx, packed, [...returnsOf(packed), ...entries]);
  for (const id of disputed) await refreshInvoice(tx, id);
  await settlePair(tx, packed);
}

/** The invoice of this packing attempt; locked if its state decides. */
function findSold(tx: Tx, { orderId, attempt }: Packed, locked = false) {
  return tx.db
    .selectFrom('dropinvoices as d')
    .select(['d.id', 'd.closed_at'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('dropinvoice_items as i')
          .select('i.id')
          .whereRef('i.dropinvoice_id', '=', 'd.id')
          .where('i.order_id', '=', orderId)
          .where('i.kind', '=', 'sale')
          .where('i.attempt', '=', attempt),
      ),
    )
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Whether this return was posted already, as a line or as a credit. */
async function isTakenBack(tx: Tx, { orderId, attempt, returnNumber = 0 }: Packed): Promise<boolean> {
  const { rows } =
    await sql`select from dropinvoice_items where order_id = ${orderId} and attempt = ${attempt}
      and return_number = ${returnNumber} and kind in ('reversal', 'credit') and part_id is not null
    union all select from pair_entries where order_id = ${orderId} and attempt = ${attempt}
      and return_number = ${returnNumber} and kind = 'return' limit 1`.execute(tx.db);
  return rows.length > 0;
}

function linesOf(
  { orderId, attempt, returnNumber = 0, lines }: Packed,
  kind: NewLine['kind'],
  sign: 1 | -1,
): NewLine[] {
  return lines.map((line) => ({
    ...line,
    ...{ kind, orderId, attempt, returnNumber },
    quantity: sign * line.quantity,
  }));
}

const returnsOf = ({ orderId, attempt, returnNumber = 0, lines }: Packed): NewEntry[] =>
  lines.map(({ partId, product, quantity, unitPriceCentavos }) => ({
    ...{ kind: 'return', orderId, attempt, returnNumber, partId, product, quantity },
    amountCentavos: quantity * unitPriceCentavos,
  }));

/** Returned units by part. */
const backOf = ({ lines }: Packed) => new Map(lines.map(({ partId, quantity }) => [partId, quantity]));

/**
 * Exposure without reservations: the unsettled amount of open and closed invoices, including units in dispute, minus what
 * the supplier owes the seller. A payment counts once it is approved.
 */
export async function unpaidTotal(tx: Tx, { sellerId, supplierId }: Sides): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (
      (select coalesce(sum(total_centavos - settled_centavos), 0) from dropinvoices
        where seller_id = ${sellerId} and supplier_id = ${supplierId} and state <> 'complete')
      - (select coalesce(sum(amount_centavos), 0) from pair_entries
        where seller_id = ${sellerId} and supplier_id = ${supplierId}))::bigint as total`.execute(tx.db);
  return rows[0]?.total ?? 0;
}
