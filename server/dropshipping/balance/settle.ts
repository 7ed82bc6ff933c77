import { sql } from 'kysely';
import { z } from 'zod';
import type { PairEntryKind } from '#contract/dropshipping/pair-balance.ts';
import type { Tx } from '#server/db/transaction.ts';
import { openSnapshot, snapshotColumns } from '#server/dropshipping/dropinvoice/bank-data.ts';
import { endWherePaid } from '#server/dropshipping/overdue/overdue-case.ts';
import type { Task } from '#server/jobs/task.ts';
import { lockPair, type Sides } from './pair-lock.ts';

export type NewEntry = {
  kind: PairEntryKind;
  /** Positive in favor of the seller. */
  amountCentavos: number;
  invoiceId?: number;
  disputeId?: number;
  payoutId?: number;
  orderId?: number | null;
  partId?: number;
  attempt?: number;
  returnNumber?: number;
  quantity?: number;
  product?: string;
  reason?: string;
  userId?: number;
};

/** Adds entries to the balance of a locked pair. An existing return of a part is skipped. */
export async function addEntries(
  tx: Tx,
  { sellerId, supplierId }: Sides,
  entries: readonly NewEntry[],
): Promise<number[]> {
  const rows = entries.filter(({ amountCentavos }) => amountCentavos !== 0);
  if (rows.length === 0) return [];
  const made = await tx.db
    .insertInto('pair_entries')
    .values(
      rows.map((entry) => ({
        seller_id: sellerId,
        supplier_id: supplierId,
        kind: entry.kind,
        amount_centavos: entry.amountCentavos,
        dropinvoice_id: entry.invoiceId ?? null,
        dispute_id: entry.disputeId ?? null,
        payout_id: entry.payoutId ?? null,
        order_id: entry.orderId ?? null,
        part_id: entry.partId ?? null,
        attempt: entry.attempt ?? 0,
        return_number: entry.returnNumber ?? 0,
        quantity: entry.quantity ?? 0,
        product: entry.product ?? '',
        reason: entry.reason ?? '',
        user_id: entry.userId ?? null,
        at: tx.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['part_id', 'attempt', 'return_number']).doNothing())
    .returning('id')
    .execute();
  for (const businessId of [sellerId, supplierId]) tx.changed(businessId, 'pairBalances');
  return made.map(({ id }) => id);
}

export async function balanceOf(tx: Tx, { sellerId, supplierId }: Sides): Promise<number> {
  const { total } = await tx.db
    .selectFrom('pair_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_centavos'), eb.lit(0)).as('total'))
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Sets the balance of a locked pair off against closed payable invoices, oldest first; the rest stays. Invoices whose
 * payment waits for approval are skipped: the seller has paid, and the credit would only return.
 */
export async function settlePair(tx: Tx, sides: Sides): Promise<void> {
  let balance = await balanceOf(tx, sides);
  if (balance > 0) {
    const unpaid = await tx.db
      .selectFrom('dropinvoices')
      .select(['id', 'payable_centavos'])
      .where('seller_id', '=', sides.sellerId)
      .where('supplier_id', '=', sides.supplierId)
      .where('state', '=', 'pending')
      .where('closed_at', 'is not', null)
      .where('payable_centavos', '>', 0)
      .orderBy('day')
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, payable_centavos: payable } of unpaid) {
      const amount = Math.min(balance, payable);
      if (amount <= 0) break;
      await addEntries(tx, sides, [{ kind: 'set_off', amountCentavos: -amount, invoiceId: id }]);
      balance -= amount;
      await refreshInvoice(tx, id);
    }
  }
  await endWherePaid(tx, sides);
}

/** Adds a credit or correction, then sets the balance off. The pair is locked. */
export async function postEntries(tx: Tx, sides: Sides, entries: readonly NewEntry[]): Promise<number[]> {
  const made = await addEntries(tx, sides, entries);
  if (made.length > 0) await settlePair(tx, sides);
  return made;
}

type Due = { settled: number; disputed: number; refused: number; disputes: number };

/**
 * The only place that computes the rest of a closed invoice and how it is paid: settled and disputed amounts, due day and
 * code. The invoice is complete if nothing is left and nothing is in dispute.
 */
export async function refreshInvoice(tx: Tx, id: number): Promise<void> {
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Due>`select
    ((select coalesce(sum(amount_centavos), 0) from dropinvoice_settlements where dropinvoice_id = ${id})
      - (select coalesce(sum(amount_centavos), 0) from pair_entries
        where dropinvoice_id = ${id} and kind in ('set_off', 'overpayment')))::bigint as settled,
    coalesce(sum(x.quantity * i.unit_price_centavos) filter (where x.state = 'open'), 0)::bigint as disputed,
    coalesce(sum(x.quantity * i.unit_price_centavos) filter (where x.state = 'refused'), 0)::bigint as refused,
    (count(*) filter (where x.state = 'open'))::int as disputes
    from dropinvoice_disputes x join dropinvoice_items i on i.id = x.item_id
    where x.dropinvoice_id = ${id}`.execute(tx.db);
  const { settled, disputed, refused, disputes } = rows[0] ?? {
    settled: 0,
    disputed: 0,
    refused: 0,
    disputes: 0,
  };
  const left = invoice.total_centavos - settled;
  const payable = Math.max(0, left - disputed);
  const done = invoice.closed_at !== null && left === 0 && disputes === 0 && invoice.state !== 'complete';
  const { refused_due_on: later, due_on: due } = invoice;
  const moves = later !== null && due !== null && later > due && payable <= refused;
  const { bank, pixCode } = openSnapshot(tx.sealer, invoice);
  const coded = bank !== null && (payable !== invoice.payable_centavos || pixCode === null);
  await tx.db
    .updateTable('dropinvoices')
    .set((eb) => ({
      settled_centavos: settled,
      disputed_centavos: disputed,
      ...(done && { state: 'complete', completed_at: tx.now() }),
      ...(moves && { due_on: later }),
      ...(coded && payable > 0 && snapshotColumns(tx.sealer, bank, invoice.number, payable)),
      ...(payable === 0 && { pix_code: null }),
      version: eb('version', '+', 1),
      updated_at: tx.now(),
    }))
    .where('id', '=', id)
    .execute();
  for (const businessId of [invoice.seller_id, invoice.supplier_id]) tx.changed(businessId, 'dropinvoices');
}

/** Enqueues settling for pairs whose balance can be set off. Idempotent. */
export async function enqueueUnsettled(tx: Tx): Promise<void> {
  const { rows } = await sql<{ seller_id: number; supplier_id: number }>`
    select * from unsettled_pairs()`.execute(tx.db);
  for (const { seller_id: sellerId, supplier_id: supplierId } of rows)
    tx.enqueue({
      task: 'pair-balances.settle-one',
      payload: { sellerId, supplierId },
      key: `pair-balances.settle:${sellerId}:${supplierId}`,
    });
}

const pair = z.object({ sellerId: z.number(), supplierId: z.number() });

export const settleOnePair: Task = async (job, payload) => {
  const sides = pair.parse(payload);
  await job.inBusiness(sides.supplierId, async (tx) => {
    await lockPair(tx, sides);
    await settlePair(tx, sides);
    const uncoded = await tx.db
      .selectFrom('dropinvoices')
      .select('id')
      .where('seller_id', '=', sides.sellerId)
      .where('supplier_id', '=', sides.supplierId)
      .where('state', '=', 'pending')
      .where('payable_centavos', '>', 0)
      .where('bank', 'is not', null)
      .where('pix_code', 'is', null)
      .orderBy('id')
      .execute();
    for (const { id } of uncoded) await refreshInvoice(tx, id);
  });
};
