import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import { type Day, dayOf } from '#contract/dates.ts';
import type { dropinvoices, Shortfall } from '#contract/dropshipping/dropinvoice.ts';
import { canDropinvoice, type DropinvoiceAct } from '#contract/dropshipping/dropinvoice-states.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair } from '#server/dropshipping/balance/pair-lock.ts';
import { addEntries, refreshInvoice, settlePair } from '#server/dropshipping/balance/settle.ts';
import { fail, refuseFuture } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readDropinvoice } from './dropinvoice.queries.ts';
import { changeDropinvoices, type LockedInvoice, lockFor, notifyBoth } from './dropinvoice.ts';

/** The supplier saw the payment on the bank statement, and decides what happens to a missing rest. */
export async function approveDropinvoice(tx: Tx, actor: Actor, id: number, shortfall: Shortfall = 'charge') {
  const row = await lockFor(tx, actor, id, 'approve');
  await complete(tx, actor, [row], shortfall);
  if (row.paid_centavos !== row.payable_centavos) tx.noteChange('shortfall', null, shortfall);
  return readDropinvoice(tx, actor, id);
}

/** Rejects the proof; the due day does not change. */
export async function rejectDropinvoice(tx: Tx, actor: Actor, id: number, reason: string) {
  const row = await lockFor(tx, actor, id, 'reject');
  await sendBack(tx, [row], reason);
  return readDropinvoice(tx, actor, id);
}

/** The payment is on the bank statement, with or without a proof of the seller. */
export async function receivePayment(
  tx: Tx,
  actor: Actor,
  id: number,
  received: BodyOf<typeof dropinvoices.receive>,
) {
  const row = await lockFor(tx, actor, id, 'receive');
  refuseFuture('receivedOn', received.receivedOn, tx.now());
  if (row.payable_centavos === 0 && row.state === 'pending') fail('nothing_to_pay');
  await settlePayment(tx, actor, row, {
    ...{ amount: received.amountCentavos, day: received.receivedOn, source: 'by_hand' },
    ...{ bankReference: received.bankReference, shortfall: received.shortfall ?? 'charge' },
  });
  await settlePair(tx, sidesOf(row));
  tx.noteChange('receivedCentavos', null, received.amountCentavos);
  notifySellers(tx, [row], 'dropinvoiceApproved');
  return readDropinvoice(tx, actor, id);
}

/** Writes off the payable amount. Units in dispute are excluded and are decided first. */
export async function writeOffDropinvoice(tx: Tx, actor: Actor, id: number, reason: string) {
  const row = await lockFor(tx, actor, id, 'writeOff');
  if (row.payable_centavos === 0) fail('nothing_to_pay');
  await addSettlement(tx, row, {
    ...{ kind: 'write_off', amount_centavos: row.payable_centavos, reason, user_id: actor.userId },
  });
  await refreshInvoice(tx, id);
  await settlePair(tx, sidesOf(row));
  tx.noteChange('writtenOffCentavos', null, row.payable_centavos);
  tx.enqueue({
    task: 'dropinvoices.notify',
    payload: { id, businessId: row.seller_id, template: 'dropinvoiceWrittenOff' },
  });
  return readDropinvoice(tx, actor, id);
}

export async function approveDropinvoices(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<BulkOutcome> {
  const { rows, outcome } = await lockMany(tx, actor, ids, 'approve');
  await complete(tx, actor, rows, 'charge');
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

const sidesOf = (row: { seller_id: number; supplier_id: number }) => ({
  sellerId: row.seller_id,
  supplierId: row.supplier_id,
});

/** Invoices of a supplier; pairs and invoices are locked by id. */
export async function lockInvoices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<LockedInvoice[]> {
  if (ids.length === 0) return [];
  const sellers = await tx.db
    .selectFrom('dropinvoices')
    .select('seller_id as sellerId')
    .distinct()
    .where('id', 'in', ids)
    .where('supplier_id', '=', actor.businessId)
    .orderBy('seller_id')
    .execute();
  for (const { sellerId } of sellers) await lockPair(tx, { sellerId, supplierId: actor.businessId });
  return tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', 'in', ids)
    .where('supplier_id', '=', actor.businessId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The invoices whose state allows the verb, locked. */
async function lockMany(tx: Tx, actor: Actor, ids: readonly number[], verb: DropinvoiceAct) {
  const found = await lockInvoices(tx, actor, ids);
  const isAllowed = (row: LockedInvoice) =>
    canDropinvoice(verb, { state: row.state, closedAt: row.closed_at });
  const rows = found.filter(isAllowed);
  const code: ErrorCode = 'state_conflict';
  const failed = found.filter((row) => !isAllowed(row)).map(({ id }) => ({ id, code }));
  const done = rows.map(({ id }) => id);
  return { rows, outcome: outcomeOf(ids, done, failed) };
}

async function complete(
  tx: Tx,
  actor: Actor,
  rows: readonly LockedInvoice[],
  shortfall: Shortfall,
): Promise<void> {
  for (const row of rows)
    await settlePayment(tx, actor, row, {
      ...{ amount: row.paid_centavos ?? row.payable_centavos, day: row.paid_on ?? dayOf(tx.now()) },
      ...{ source: 'proof', bankReference: '', shortfall },
    });
  for (const sellerId of new Set(rows.map((row) => row.seller_id)))
    await settlePair(tx, { sellerId, supplierId: actor.businessId });
  notifySellers(tx, rows, 'dropinvoiceApproved');
}

export type Receipt = {
  amount: number;
  day: Day;
  source: 'proof' | 'by_hand' | 'bank_row';
  bankReference: string;
  /** The bank row that proves the payment. */
  bankRowId?: number;
  shortfall: Shortfall;
};

/**
 * Distributes one bank movement over invoices of one seller, oldest first: each gets its payable amount, the last one
 * the rest. Invoices that the money does not reach stay unchanged.
 */
export async function receiveTogether(
  tx: Tx,
  actor: Actor,
  invoices: readonly LockedInvoice[],
  movement: { amount: number; day: Day; bankReference: string; bankRowId: number },
): Promise<void> {
  const [first] = invoices;
  if (!first) return;
  let rest = movement.amount;
  const reached: LockedInvoice[] = [];
  for (const [index, invoice] of invoices.entries()) {
    const isLast = index === invoices.length - 1;
    const amount = isLast ? rest : Math.min(rest, invoice.payable_centavos);
    if (amount <= 0) continue;
    await settlePayment(tx, actor, invoice, { ...movement, amount, source: 'bank_row', shortfall: 'charge' });
    reached.push(invoice);
    rest -= amount;
  }
  await settlePair(tx, sidesOf(first));
  notifySellers(tx, reached, 'dropinvoiceApproved');
}

/**
 * Settles an invoice by a payment that the supplier saw. An excess becomes a credit in the balance; a rest stays payable,
 * or is waived by a manual credit that is set off at once. The caller settles the pair afterwards.
 */
export async function settlePayment(
  tx: Tx,
  actor: Actor,
  row: LockedInvoice,
  { amount, day, source, bankReference, bankRowId, shortfall }: Receipt,
): Promise<void> {
  const sides = sidesOf(row);
  const proof = await proofOf(tx, row);
  await addSettlement(tx, row, {
    ...{ kind: 'payment', amount_centavos: amount, source, paid_on: day, bank_reference: bankReference },
    ...{ proof_id: proof, bank_row_id: bankRowId ?? null, user_id: actor.userId },
  });
  const left = row.total_centavos - row.settled_centavos - amount;
  const lacking = Math.max(0, left - row.disputed_centavos);
  if (left < 0)
    await addEntries(tx, sides, [{ kind: 'overpayment', amountCentavos: -left, invoiceId: row.id }]);
  if (lacking > 0 && shortfall === 'waive')
    await addEntries(tx, sides, [
      {
        ...{ kind: 'hand_credit', amountCentavos: lacking, invoiceId: row.id },
        ...{ reason: row.note, userId: actor.userId },
      },
      { kind: 'set_off', amountCentavos: -lacking, invoiceId: row.id },
    ]);
  await changeDropinvoices(tx, [row.id], { state: 'pending', rejected_reason: null });
  await refreshInvoice(tx, row.id);
  await tx.db
    .updateTable('dropinvoices')
    .set({ proof_file_id: null })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute();
}

/** The current proof of an invoice whose payment is decided. */
async function proofOf(tx: Tx, row: LockedInvoice): Promise<number | null> {
  if (row.state !== 'waiting_approval' || row.proof_file_id === null) return null;
  const found = await tx.db
    .selectFrom('dropinvoice_proofs')
    .select('id')
    .where('dropinvoice_id', '=', row.id)
    .where('file_id', '=', row.proof_file_id)
    .where('rejected_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found?.id ?? null;
}

type NewSettlement = {
  kind: 'payment' | 'write_off';
  amount_centavos: number;
  source?: Receipt['source'];
  paid_on?: Day;
  bank_reference?: string;
  proof_id?: number | null;
  bank_row_id?: number | null;
  reason?: string;
  user_id: number;
};

async function addSettlement(tx: Tx, row: LockedInvoice, settlement: NewSettlement): Promise<void> {
  await tx.db
    .insertInto('dropinvoice_settlements')
    .values({
      ...settlement,
      seller_id: row.seller_id,
      supplier_id: row.supplier_id,
      dropinvoice_id: row.id,
      at: tx.now(),
    })
    .execute();
}

async function sendBack(tx: Tx, rows: readonly LockedInvoice[], reason: string): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.db
    .updateTable('dropinvoice_proofs')
    .set({ rejected_at: tx.now(), rejected_reason: reason })
    .where('dropinvoice_id', 'in', ids)
    .where('rejected_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dropinvoice_settlements as s')
            .select('s.id')
            .whereRef('s.proof_id', '=', 'dropinvoice_proofs.id'),
        ),
      ),
    )
    .execute();
  await changeDropinvoices(tx, ids, { state: 'pending', rejected_reason: reason, proof_file_id: null });
  for (const id of ids) await refreshInvoice(tx, id);
  for (const [first] of Map.groupBy(rows, (row) => row.seller_id).values())
    if (first) await settlePair(tx, sidesOf(first));
  notifySellers(tx, rows, 'dropinvoiceRejected');
}

/** One mail per proof, for any number of invoices. */
function notifySellers(
  tx: Tx,
  rows: readonly LockedInvoice[],
  template: 'dropinvoiceApproved' | 'dropinvoiceRejected',
): void {
  const payments = Map.groupBy(rows, (row) => row.proof_file_id ?? `invoice ${row.id}`);
  for (const [first, ...others] of payments.values()) {
    if (!first) continue;
    notifyBoth(tx, first);
    tx.enqueue({
      task: 'dropinvoices.notify',
      payload: { id: first.id, paidWith: others.map(({ id }) => id), businessId: first.seller_id, template },
    });
  }
}
