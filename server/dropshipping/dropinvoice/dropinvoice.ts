import type { Updateable } from 'kysely';
import type { dropinvoices } from '#contract/dropshipping/dropinvoice.ts';
import {
  canDropinvoice,
  type DropinvoiceAct,
  dropinvoiceActs,
} from '#contract/dropshipping/dropinvoice-states.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { insertFile, type StoredFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Dropinvoices } from '#server/db/types.ts';
import { lockPair } from '#server/dropshipping/balance/pair-lock.ts';
import { fail, refuseFuture } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readDropinvoice, stateOf } from './dropinvoice.queries.ts';

type Payment = BodyOf<typeof dropinvoices.pay>;

export type LockedInvoice = Awaited<ReturnType<typeof lockFor>>;

/** The invoice of an act, with its pair locked first; refused if its state does not allow the verb. */
export async function lockFor(tx: Tx, actor: Actor, id: number, verb: DropinvoiceAct) {
  const known = await tx.db
    .selectFrom('dropinvoices')
    .select(['seller_id as sellerId', 'supplier_id as supplierId'])
    .where('id', '=', id)
    .executeTakeFirst();
  const side = verb === 'pay' || verb === 'editProof' ? known?.sellerId : known?.supplierId;
  if (!known || side !== actor.businessId) return fail('not_found');
  await lockPair(tx, known);
  const row = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return fail('not_found');
  const state = stateOf(row.state);
  if (verb !== 'approve' && verb !== 'reject' && row.closed_at === null) fail('invoice_open');
  if (!canDropinvoice(verb, { state, closedAt: row.closed_at })) fail('state_conflict');
  if (verb === 'pay' && row.payable_centavos === 0) fail('nothing_to_pay');
  return row;
}

export async function changeDropinvoices(
  tx: Tx,
  ids: readonly number[],
  values: Updateable<Dropinvoices>,
): Promise<void> {
  await tx.db
    .updateTable('dropinvoices')
    .set((eb) => ({ ...values, updated_at: tx.now(), version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

export function notifyBoth(tx: Tx, row: { seller_id: number; supplier_id: number }): void {
  for (const businessId of [row.seller_id, row.supplier_id]) tx.changed(businessId, 'dropinvoices');
}

/** Pays, or replaces the proof of a payment that is not decided yet. */
export async function payDropinvoice(
  tx: Tx,
  actor: Actor,
  id: number,
  verb: 'pay' | 'editProof',
  payment: Payment,
  file: StoredFile,
) {
  const row = await lockFor(tx, actor, id, verb);
  refuseFuture('paidOn', payment.paidOn, tx.now());
  if (payment.paidCentavos !== row.payable_centavos && payment.note === '') {
    fail('note_required', { fields: { note: 'required' } });
  }
  const fileId = await insertFile(tx, actor.businessId, file);
  const { paidCentavos, paidOn, note } = payment;
  await tx.db
    .insertInto('dropinvoice_proofs')
    .values({
      seller_id: row.seller_id,
      supplier_id: row.supplier_id,
      dropinvoice_id: id,
      file_id: fileId,
      paid_centavos: paidCentavos,
      paid_on: paidOn,
      note,
      user_id: actor.userId,
      at: tx.now(),
    })
    .execute();
  await changeDropinvoices(tx, [id], {
    state: dropinvoiceActs[verb].to,
    paid_centavos: paidCentavos,
    paid_on: paidOn,
    note,
    proof_file_id: fileId,
    rejected_reason: null,
  });
  notifyBoth(tx, row);
  tx.enqueue({
    task: 'dropinvoices.notify',
    payload: { id, businessId: row.supplier_id, template: 'dropinvoicePaid' },
  });
  return readDropinvoice(tx, actor, id);
}

/** The supplier's own document of the invoice, for the seller's books. */
export async function attachDocument(tx: Tx, actor: Actor, id: number, file: StoredFile) {
  const invoice = await readDropinvoice(tx, actor, id);
  if (invoice.supplier.id !== actor.businessId) fail('not_found');
  const fileId = await insertFile(tx, actor.businessId, file);
  await changeDropinvoices(tx, [id], { document_file_id: fileId });
  notifyBoth(tx, { seller_id: invoice.seller.id, supplier_id: invoice.supplier.id });
  return readDropinvoice(tx, actor, id);
}
