import { dayOf } from '#contract/dates.ts';
import type { disputes } from '#contract/dropshipping/dispute.ts';
import { type DisputeAct, disputeActs, isInTime } from '#contract/dropshipping/dispute-states.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { keepDocuments, type PutFile } from '#server/products/images/kept-file.ts';
import { readDropinvoice } from './dropinvoice.queries.ts';
import { settleChanged } from './dropinvoice-close.ts';
import { addLines, addLinesToday, type NewLine } from './invoice-lines.ts';

type Disputed = Awaited<ReturnType<typeof lockLine>>;

/** The seller does not accept a line: what is to be paid leaves it out until both agree. */
export async function openDispute(
  tx: Tx,
  actor: Actor,
  { itemId, reason }: BodyOf<typeof disputes.open>,
  photos: readonly PutFile[],
): Promise<Dropinvoice> {
  const disputed = await lockLine(tx, itemId);
  const { line, invoice } = disputed;
  if (line.seller_id !== actor.businessId) fail('not_found');
  if (invoice.closed_at === null) fail('invoice_open');
  if (invoice.state === 'complete') fail('state_conflict');
  if (!isInTime(invoice.closed_at, dayOf(tx.now()))) fail('dispute_late');
  const quantity = line.kind === 'sale' ? await unitsLeft(tx, line) : 0;
  if (quantity <= 0) fail('not_disputable');
  const sides = { seller_id: line.seller_id, supplier_id: line.supplier_id };
  const made = await tx.db
    .insertInto('dropinvoice_disputes')
    .values({
      ...sides,
      dropinvoice_id: invoice.id,
      item_id: itemId,
      quantity,
      reason,
      opened_by: actor.userId,
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
  await post(tx, disputed, [lineOf(disputed, made.id, 'dispute', -quantity)]);
  notify(tx, line.supplier_id, itemId, 'disputeOpened');
  return readDropinvoice(tx, actor, invoice.id);
}

/** The line is credited: it stays out, and is no longer in dispute. */
export async function acceptDispute(tx: Tx, actor: Actor, id: number): Promise<Dropinvoice> {
  const { disputed, quantity } = await end(tx, actor, id, 'accept');
  await post(tx, disputed, [
    lineOf(disputed, id, 'dispute', quantity),
    lineOf(disputed, id, 'credit', -quantity),
  ]);
  notify(tx, disputed.line.seller_id, disputed.line.id, 'disputeAccepted');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

/** The supplier says why the line stands. It stays out until the seller agrees. */
export async function refuseDispute(tx: Tx, actor: Actor, id: number, refusal: string): Promise<Dropinvoice> {
  const { disputed } = await lockDispute(tx, actor, id, 'refuse');
  await tx.db
    .updateTable('dropinvoice_disputes')
    .set({ state: disputeActs.refuse.to, refusal, refused_at: tx.now() })
    .where('id', '=', id)
    .execute();
  for (const businessId of [disputed.line.seller_id, disputed.line.supplier_id])
    tx.changed(businessId, 'dropinvoices');
  notify(tx, disputed.line.seller_id, disputed.line.id, 'disputeRefused');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

/** The seller agrees with the line after all: it is to be paid. */
export async function withdrawDispute(tx: Tx, actor: Actor, id: number): Promise<Dropinvoice> {
  const { disputed, quantity } = await end(tx, actor, id, 'withdraw');
  await post(tx, disputed, [lineOf(disputed, id, 'dispute', quantity)]);
  notify(tx, disputed.line.supplier_id, disputed.line.id, 'disputeWithdrawn');
  return readDropinvoice(tx, actor, disputed.invoice.id);
}

async function end(tx: Tx, actor: Actor, id: number, act: 'accept' | 'withdraw') {
  const found = await lockDispute(tx, actor, id, act);
  await tx.db
    .updateTable('dropinvoice_disputes')
    .set({ state: disputeActs[act].to, ended_at: tx.now() })
    .where('id', '=', id)
    .execute();
  return found;
}

/** The dispute that an act of one side starts from, locked with its sale and invoice. */
async function lockDispute(tx: Tx, actor: Actor, id: number, act: DisputeAct) {
  const found = await tx.db
    .selectFrom('dropinvoice_disputes')
    .select(['item_id', 'seller_id', 'supplier_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  const side = act === 'withdraw' ? found?.seller_id : found?.supplier_id;
  if (!found || side !== actor.businessId) return fail('not_found');
  const disputed = await lockLine(tx, found.item_id);
  const { state, quantity } = await tx.db
    .selectFrom('dropinvoice_disputes')
    .select(['state', 'quantity'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!disputeActs[act].from.some((from) => from === state)) fail('state_conflict');
  return { disputed, quantity };
}

/** A line with its sale and its invoice locked, in this order: whoever takes the sale back locks it first too. */
async function lockLine(tx: Tx, itemId: number) {
  const line =
    (await tx.db.selectFrom('dropinvoice_items').selectAll().where('id', '=', itemId).executeTakeFirst()) ??
    fail('not_found');
  if (line.order_id !== null)
    await tx.db.selectFrom('orders').select('id').where('id', '=', line.order_id).forUpdate().execute();
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'state', 'closed_at'])
    .where('id', '=', line.dropinvoice_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { line, invoice };
}

/** Units of a sold line that were not taken back. */
async function unitsLeft(tx: Tx, line: Disputed['line']): Promise<number> {
  const { back } = await tx.db
    .selectFrom('dropinvoice_items')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('back'))
    .where('part_id', '=', line.part_id)
    .where('attempt', '=', line.attempt)
    .where('kind', 'in', ['reversal', 'credit'])
    .executeTakeFirstOrThrow();
  return line.quantity + back;
}

function lineOf(
  { line }: Disputed,
  disputeId: number,
  kind: 'dispute' | 'credit',
  quantity: number,
): NewLine {
  const { order_id: orderId, advertisement, product, unit_price_centavos: unitPriceCentavos } = line;
  return { kind, quantity, unitPriceCentavos, orderId, disputeId, advertisement, product };
}

/** Onto the invoice itself while nobody has said that it is paid; what is paid stays as it is, and today's open one changes. */
async function post(tx: Tx, { line, invoice }: Disputed, lines: readonly NewLine[]): Promise<void> {
  const sides = { sellerId: line.seller_id, supplierId: line.supplier_id };
  if (invoice.state !== 'pending') {
    await addLinesToday(tx, sides, lines);
    return;
  }
  await addLines(tx, sides, invoice.id, lines);
  await settleChanged(tx, invoice.id);
}

function notify(tx: Tx, businessId: number, itemId: number, template: string): void {
  tx.enqueue({ task: 'dropinvoices.notify-line', payload: { businessId, itemId, template } });
}
