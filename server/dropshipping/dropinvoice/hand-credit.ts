import type { Dropinvoice, dropinvoices } from '#contract/dropshipping/dropinvoice.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/transaction.ts';
import { invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readDropinvoice } from './dropinvoice.queries.ts';
import { addLinesToday } from './invoice-lines.ts';

/** A supplier credits a seller it trades with, for a reason that both read. */
export async function giveCredit(
  tx: Tx,
  actor: Actor,
  { sellerId, amountCentavos, reason }: BodyOf<typeof dropinvoices.credit>,
): Promise<Dropinvoice> {
  const link = await tx.db
    .selectFrom('trade_links')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', actor.businessId)
    .executeTakeFirst();
  if (!link) invalidField('sellerId', 'not_found');
  const sides = { sellerId, supplierId: actor.businessId };
  const id = await addLinesToday(tx, sides, [
    { kind: 'hand_credit', quantity: 1, unitPriceCentavos: -amountCentavos, reason },
  ]);
  const { itemId } = await tx.db
    .selectFrom('dropinvoice_items')
    .select((eb) => eb.fn.max('id').as('itemId'))
    .where('dropinvoice_id', '=', id)
    .executeTakeFirstOrThrow();
  tx.enqueue({
    task: 'dropinvoices.notify-line',
    payload: { businessId: sellerId, itemId, template: 'creditGiven' },
  });
  return readDropinvoice(tx, actor, id);
}
