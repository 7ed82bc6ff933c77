import { sql } from 'kysely';
import { z } from 'zod';
import { declarationItem } from '#contract/orders/content-declaration.ts';
import type { shownAddress } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readOneFiscalData } from '#server/orders/fiscal/fiscal-data.ts';
import { changeOrder } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

const written = z.string().default('');

/** Facts stored when a declaration is issued; the buyer may lack any part of the address. */
export const declarationPaper = z.object({
  sender: z.object({ name: z.string(), document: z.string() }),
  recipient: z.object({
    name: z.string(),
    zip: written,
    state: written,
    city: written,
    neighborhood: written,
    street: written,
    number: written,
    complement: written,
  } satisfies Record<keyof typeof shownAddress | 'name', z.ZodType>),
  items: z.array(declarationItem),
  weightKg: z.number().nullable(),
});
type Paper = z.output<typeof declarationPaper>;

/** Issues the declaration of a sale whose parcel goes without an NF-e, with the seller's next number. */
export async function issueDeclaration(tx: Tx, actor: Actor, orderId: number): Promise<number> {
  const by = { actor: 'seller', userId: actor.userId, kind: 'declaration-issued' } as const;
  // Numbers have no gaps: issuing another declaration waits until this one is stored.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`declarations ${actor.businessId}`}, 0))`.execute(
    tx.db,
  );
  const order = await changeOrder(tx, orderId, by, (sale) => {
    if (sale.business_id !== actor.businessId) fail('not_found');
    if (sale.canceled_at) fail('order_canceled');
    if (sale.document !== 'not_required') fail('declaration_needs_invoice');
    if (sale.sent_at || sale.fulfiller_id === null) fail('state_conflict');
    return {};
  });
  const paper = await readPaper(tx, actor, order);
  const made = await tx.db
    .insertInto('content_declarations')
    .values({
      seller_id: actor.businessId,
      fulfiller_id: order.fulfiller_id ?? fail('state_conflict'),
      order_id: order.id,
      number: sql`(select coalesce(max(number), 0) + 1 from content_declarations where seller_id = app_business())`,
      paper: JSON.stringify(paper),
      issued_at: tx.now(),
    })
    .onConflict((conflict) => conflict.column('order_id').where('canceled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? fail('state_conflict');
}

/** Receiver and goods are those of the fiscal data; the parcel goes to the delivery address. */
async function readPaper(tx: Tx, actor: Actor, order: OrderRow): Promise<Paper> {
  const { buyer, lines } = await readOneFiscalData(tx, actor, order.id);
  const { rows } = await sql<Pick<Paper, 'sender' | 'weightKg'>>`
    select json_build_object('name', b.name, 'document', b.document) as sender,
      (select case when bool_and(p.weight is not null) then sum(p.weight * t.quantity)::float8 end
        from order_parts t left join products p on p.id = t.product_id where t.order_id = ${order.id}) as "weightKg"
    from businesses b where b.id = app_business()`.execute(tx.db);
  const [found] = rows;
  return declarationPaper.parse({
    ...found,
    recipient: { ...buyer?.delivery, name: buyer?.delivery?.name || buyer?.name || order.buyer_name },
    items: lines.map(({ title, quantity, totalCentavos }) => ({
      name: title,
      quantity,
      valueCentavos: totalCentavos,
    })),
  });
}

/** A declaration keeps the destination of the parcel without the buyer's address. */
export async function forgetRecipient(tx: Tx, orderId: number): Promise<void> {
  await sql`update content_declarations set paper = jsonb_set(paper, '{recipient}', jsonb_build_object('name', '',
      'city', coalesce(paper#>>'{recipient,city}', ''), 'state', coalesce(paper#>>'{recipient,state}', '')))
    where order_id = ${orderId} and seller_id = app_business()`.execute(tx.db);
}

/** The declarations of a parcel: those issued elsewhere for the same parcel. */
export async function keepDceKey(tx: Tx, id: number, key: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('content_declarations')
    .set({ dce_key: key || null })
    .where('id', '=', id)
    .where('seller_id', '=', sql<number>`app_business()`)
    .where('canceled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await refuseChange(tx, id);
}

/** After it is canceled the sale may have another one. */
export async function cancelDeclaration(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const canceled = await tx.db
    .updateTable('content_declarations')
    .set({ canceled_at: tx.now(), cancel_reason: reason })
    .where('id', '=', id)
    .where('seller_id', '=', sql<number>`app_business()`)
    .where('canceled_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst();
  if (!canceled) return refuseChange(tx, id);
  const by = {
    actor: 'seller',
    userId: actor.userId,
    kind: 'declaration-canceled',
    detail: { reason },
  } as const;
  await changeOrder(tx, canceled.order_id, by, () => ({}));
}

/** It is canceled already, or belongs to another business. */
async function refuseChange(tx: Tx, id: number): Promise<never> {
  const own = await tx.db
    .selectFrom('content_declarations')
    .select('id')
    .where('id', '=', id)
    .where('seller_id', '=', sql<number>`app_business()`)
    .executeTakeFirst();
  return fail(own ? 'state_conflict' : 'not_found');
}
