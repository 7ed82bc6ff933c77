import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { Shortfall } from '#contract/dropshipping/dropinvoice.ts';
import { canDropinvoice, type DropinvoiceAct } from '#contract/dropshipping/dropinvoice-states.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/transaction.ts';
import { endWherePaid } from '#server/dropshipping/overdue/overdue-case.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readDropinvoice } from './dropinvoice.queries.ts';
import { changeDropinvoices, type LockedInvoice, lockFor, notifyBoth } from './dropinvoice.ts';
import { addLinesToday, type NewLine } from './invoice-lines.ts';

/** The supplier saw the money on the bank statement, and says what becomes of a rest that is not there. */
export async function approveDropinvoice(tx: Tx, actor: Actor, id: number, shortfall: Shortfall = 'charge') {
  const row = await lockFor(tx, id, 'approve');
  if (row.supplier_id !== actor.businessId) fail('not_found');
  await complete(tx, [row], shortfall);
  if (row.paid_centavos !== row.total_centavos) tx.noteChange('shortfall', null, shortfall);
  return readDropinvoice(tx, actor, id);
}

/** The proof does not hold. The due day stays what it was. */
export async function rejectDropinvoice(tx: Tx, actor: Actor, id: number, reason: string) {
  const row = await lockFor(tx, id, 'reject');
  if (row.supplier_id !== actor.businessId) fail('not_found');
  await sendBack(tx, [row], reason);
  return readDropinvoice(tx, actor, id);
}

export async function approveDropinvoices(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<BulkOutcome> {
  const { rows, outcome } = await lockMany(tx, actor, ids, 'approve');
  await complete(tx, rows, 'charge');
  return outcome;
}

export async function rejectDropinvoices(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  reason: string,
): Promise<BulkOutcome> {
  const { rows, outcome } = await lockMany(tx, actor, ids, 'reject');
  await sendBack(tx, rows, reason);
  return outcome;
}

/** Those of the invoices that the verb may be done to, locked in the order of their ids so that two never wait for each other. */
async function lockMany(tx: Tx, actor: Actor, ids: readonly number[], verb: DropinvoiceAct) {
  const found = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', 'in', ids)
    .where('supplier_id', '=', actor.businessId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isAllowed = (row: LockedInvoice) =>
    canDropinvoice(verb, { state: row.state, closedAt: row.closed_at });
  const rows = found.filter(isAllowed);
  const code: ErrorCode = 'state_conflict';
  const failed = found.filter((row) => !isAllowed(row)).map(({ id }) => ({ id, code }));
  const done = rows.map(({ id }) => id);
  return { rows, outcome: outcomeOf(ids, done, failed) };
}

async function complete(tx: Tx, rows: readonly LockedInvoice[], shortfall: Shortfall): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changeDropinvoices(tx, ids, { state: 'complete', completed_at: tx.now() });
  for (const row of rows) await carryDifference(tx, row, shortfall);
  for (const sellerId of new Set(rows.map((row) => row.seller_id)))
    await endWherePaid(tx, { sellerId, supplierId: rows[0]?.supplier_id ?? 0 });
  notifySellers(tx, rows, 'dropinvoiceApproved');
}

/** What a payment lacked, or was too much, is a line of today's open invoice; a rest that is let go is credited beside it. */
async function carryDifference(tx: Tx, row: LockedInvoice, shortfall: Shortfall): Promise<void> {
  const lacking = row.total_centavos - (row.paid_centavos ?? row.total_centavos);
  if (lacking === 0) return;
  const reason = `${row.number}`;
  const lines: NewLine[] = [{ kind: 'difference', quantity: 1, unitPriceCentavos: lacking, reason }];
  if (lacking > 0 && shortfall === 'waive')
    lines.push({ kind: 'hand_credit', quantity: 1, unitPriceCentavos: -lacking, reason: row.note });
  await addLinesToday(tx, { sellerId: row.seller_id, supplierId: row.supplier_id }, lines);
}

async function sendBack(tx: Tx, rows: readonly LockedInvoice[], reason: string): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.db
    .updateTable('dropinvoice_proofs')
    .set({ rejected_at: tx.now(), rejected_reason: reason })
    .where('dropinvoice_id', 'in', ids)
    .where('rejected_at', 'is', null)
    .execute();
  await changeDropinvoices(tx, ids, { state: 'pending', rejected_reason: reason, proof_file_id: null });
  notifySellers(tx, rows, 'dropinvoiceRejected');
}

/** One letter for each proof, whatever number of invoices it was sent for. */
function notifySellers(
  tx: Tx,
  rows: readonly LockedInvoice[],
  template: 'dropinvoiceApproved' | 'dropinvoiceRejected',
): void {
  const payments = Map.groupBy(rows, (row) => row.proof_file_id);
  for (const [first, ...others] of payments.values()) {
    if (!first) continue;
    notifyBoth(tx, first);
    tx.enqueue({
      task: 'dropinvoices.notify',
      payload: { id: first.id, paidWith: others.map(({ id }) => id), businessId: first.seller_id, template },
    });
  }
}
