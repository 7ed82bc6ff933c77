import { sql } from 'kysely';
import { addDays, dayOf } from '#contract/dates.ts';
import type { disputes } from '#contract/dropshipping/dispute.ts';
import {
  type DisputeAct,
  disputeActs,
  isInTime,
  refusedDueDays,
} from '#contract/dropshipping/dispute-states.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { keepDocuments, type PutFile } from '#server/business/files/kept-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair } from '#server/dropshipping/balance/pair-lock.ts';
import { addEntries, refreshInvoice, settlePair } from '#server/dropshipping/balance/settle.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { unitsLeftSql } from './dispute-limit.ts';
import { readDropinvoice } from './dropinvoice.queries.ts';

type Disputed = Awaited<ReturnType<typeof lockLine>>;

/** The seller disputes units of a line: the payable amount excludes them until the supplier decides. */
export async function openDispute(
  tx: Tx,
  actor: Actor,
  { itemId, quantity, reason }: BodyOf<typeof disputes.open>,
  photos: readonly PutFile[],
): Promise<Dropinvoice> {
  const disputed = await lockLine(tx, itemId, ({ seller_id }) => seller_id === actor.businessId);
  const { line, invoice } = disputed;
  if (invoice.closed_at === null) fail('invoice_open');
  if (invoice.state === 'complete') fail('state_conflict');
  if (!isInTime(invoice.closed_at, dayOf(tx.now()))) fail('dispute_late');
  const units = line.kind === 'sale' ? await unitsLeft(tx, itemId) : 0;
  if (units <= 0) fail('not_disputable');
  if (quantity > units) invalidField('quantity', 'too_big');
  const sides = { seller_id: line.seller_id, supplier_id: line.supplier_id };
  const made = await tx.db
    .insertInto('dropinvoice_disputes')
    .values({
      ...sides,
      dropinvoice_id: invoice.id,
      item_id: itemId,
      quantity,
      reason,
      opened_at: tx.now(),
    })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return fail('already_disputed');
  const fileIds = await keepDocuments(tx, actor.businessId, photos);
  await tx.db
    .insertInto('dropinvoice_dispute_photos')
    .values(fileIds.map((fileId) => ({ ...sides, dispute_id: made.id, file_id: fileId })))
    .execute();
  await settleAfter(tx, disputed);
  notify(tx, line.supplier_id, itemId, 'disputeOpened');
  return readDropinvoice(tx, actor, invoice.id);
}

/** Credits the units to the pair's balance, which is set off against payable invoices. */
export async function acceptDispute(tx: Tx, actor: Actor, id: number): Promise<Dropinvoice> {
  const { disputed, quantity } = await end(tx, actor, id, 'accept');
  const { line, sides } = disputed;
  await addEntries(tx, sides, [
    {
      ...{ kind: 'dispute', invoiceId: disputed.invoice.id, disputeId: id, orderId: line.order_id },
      ...{ quantity, product: line.product, userId: actor.userId },
      amountCentavos: quantity * line.unit_price_centavos,
    },
  ]);
  await settleAfter(tx, disputed);
  notify(tx, line.seller_id, line.id, 'disputeAccepted');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

/** The units are payable again, due in three days at the earliest, and cannot be disputed a second time. */
export async function refuseDispute(tx: Tx, actor: Actor, id: number, refusal: string): Promise<Dropinvoice> {
  const { disputed } = await end(tx, actor, id, 'refuse', { refusal, refused_at: tx.now() });
  await moveDueDay(tx, disputed);
  await settleAfter(tx, disputed);
  notify(tx, disputed.line.seller_id, disputed.line.id, 'disputeRefused');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

/** The seller withdraws: the units are payable with their former due day. */
export async function withdrawDispute(tx: Tx, actor: Actor, id: number): Promise<Dropinvoice> {
  const { disputed } = await end(tx, actor, id, 'withdraw');
  await settleAfter(tx, disputed);
  notify(tx, disputed.line.supplier_id, disputed.line.id, 'disputeWithdrawn');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

/**
 * Moves a due day that is earlier than three days from now. If the undisputed rest is past due already, it stays so, and
 * the later day applies once only refused units are left.
 */
async function moveDueDay(tx: Tx, { invoice }: Disputed): Promise<void> {
  const today = dayOf(tx.now());
  const later = addDays(today, refusedDueDays);
  if (invoice.due_on === null || invoice.due_on >= later) return;
  const isRestPastDue = invoice.due_on < today && invoice.payable_centavos > 0;
  await tx.db
    .updateTable('dropinvoices')
    .set(isRestPastDue ? { refused_due_on: later } : { due_on: later, refused_due_on: later })
    .where('id', '=', invoice.id)
    .execute();
}

async function settleAfter(tx: Tx, { sides, invoice }: Disputed): Promise<void> {
  await refreshInvoice(tx, invoice.id);
  await settlePair(tx, sides);
}

async function end(
  tx: Tx,
  actor: Actor,
  id: number,
  act: DisputeAct,
  answer: { refusal?: string; refused_at?: Date } = {},
) {
  const found = await lockDispute(tx, actor, id, act);
  await tx.db
    .updateTable('dropinvoice_disputes')
    .set({ ...answer, state: disputeActs[act].to, ended_at: tx.now() })
    .where('id', '=', id)
    .execute();
  return found;
}

/** The dispute of an act, locked together with its sale, pair and invoice. */
async function lockDispute(tx: Tx, actor: Actor, id: number, act: DisputeAct) {
  const found = await tx.db
    .selectFrom('dropinvoice_disputes')
    .select(['item_id', 'seller_id', 'supplier_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  const side = act === 'withdraw' ? found?.seller_id : found?.supplier_id;
  if (!found || side !== actor.businessId) return fail('not_found');
  const disputed = await lockLine(tx, found.item_id, () => true);
  const { state, quantity } = await tx.db
    .selectFrom('dropinvoice_disputes')
    .select(['state', 'quantity'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!disputeActs[act].from.some((from) => from === state)) fail('state_conflict');
  return { disputed, quantity };
}

/** A line with its sale, pair and invoice locked in this order; taking a sale back locks the sale first too. */
async function lockLine(tx: Tx, itemId: number, isAllowed: (line: { seller_id: number }) => boolean) {
  const line =
    (await tx.db.selectFrom('dropinvoice_items').selectAll().where('id', '=', itemId).executeTakeFirst()) ??
    fail('not_found');
  if (!isAllowed(line)) return fail('not_found');
  if (line.order_id !== null)
    await tx.db.selectFrom('orders').select('id').where('id', '=', line.order_id).forUpdate().execute();
  const sides = { sellerId: line.seller_id, supplierId: line.supplier_id };
  await lockPair(tx, sides);
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'state', 'closed_at', 'due_on', 'payable_centavos'])
    .where('id', '=', line.dropinvoice_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { line, invoice, sides };
}

/** Units of a sold line that were not taken back. */
async function unitsLeft(tx: Tx, itemId: number): Promise<number> {
  const { rows } = await sql<{
    units: number;
  }>`select ${unitsLeftSql} as units from dropinvoice_items s where s.id = ${itemId}`.execute(tx.db);
  return rows[0]?.units ?? 0;
}

function notify(tx: Tx, businessId: number, itemId: number, template: string): void {
  tx.enqueue({ task: 'dropinvoices.notify-line', payload: { businessId, itemId, template } });
}
