import { asCode } from '#contract/codes.ts';
import type { NewReturnUnit } from '#contract/orders/return.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { goodsOfCode } from '#server/orders/product-code.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { unitsOut } from './claimed-units.ts';

/** The sale and its open return, locked by the sale. */
export async function lockReturn(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ order: OrderRow; returnId: number }> {
  const { order } = await lockAtBench(tx, actor, id, 'inspectReturn');
  const found = await tx.db
    .selectFrom('parcel_returns')
    .select('id')
    .where('order_id', '=', id)
    .where('closed_at', 'is', null)
    .where('called_off_at', 'is', null)
    .executeTakeFirst();
  if (!found) return fail('state_conflict');
  return { order, returnId: found.id };
}

/** The valid inspections. */
export async function unitsOfReturn(tx: Tx, returnId: number) {
  return tx.db
    .selectFrom('parcel_return_units')
    .select(['id', 'part_id', 'condition', 'quantity'])
    .where('return_id', '=', returnId)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Units of one product were inspected: never more than are out; a scan sent twice counts once. */
export async function inspectUnits(
  tx: Tx,
  actor: Actor,
  id: number,
  body: NewReturnUnit,
  photoIds: readonly number[] = [],
): Promise<void> {
  const { returnId } = await lockReturn(tx, actor, id);
  const known = await tx.db
    .selectFrom('parcel_return_units')
    .select('return_id')
    .where('business_id', '=', actor.businessId)
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (known) return known.return_id === returnId ? undefined : fail('code_stale');
  if (body.condition === 'damaged' && photoIds.length === 0) fail('photo_required');
  const partId = await openPart(tx, id, returnId, body);
  const unit = await tx.db
    .insertInto('parcel_return_units')
    .values({
      business_id: actor.businessId,
      return_id: returnId,
      part_id: partId,
      condition: body.condition,
      quantity: body.quantity,
      reason: body.reason,
      client_id: body.clientId,
      user_id: actor.userId,
      at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (photoIds.length > 0)
    await tx.db
      .insertInto('parcel_return_images')
      .values(
        photoIds.map((imageId) => ({ business_id: actor.businessId, unit_id: unit.id, image_id: imageId })),
      )
      .execute();
  tx.changed(actor.businessId, 'returns');
}

/** The part of the sale that has this code and as many units without inspection. */
async function openPart(tx: Tx, id: number, returnId: number, body: NewReturnUnit): Promise<number> {
  const wanted = asCode(body.code);
  const named = await goodsOfCode(tx, await partsOf(tx, id), wanted, (part) => part.variation_id);
  if (named.length === 0) fail('code_not_in_sale');
  const units = await unitsOfReturn(tx, returnId);
  const open = named.find((part) => {
    const seen = units.filter((unit) => unit.part_id === part.id);
    return seen.reduce((sum, unit) => sum + unit.quantity, body.quantity) <= unitsOut(part);
  });
  return open ? open.id : fail('line_full');
}

/** Voids the inspections: the parcel is inspected from the beginning. */
export async function resetReturn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { returnId } = await lockReturn(tx, actor, id);
  await tx.db
    .updateTable('parcel_return_units')
    .set({ voided_at: tx.now() })
    .where('return_id', '=', returnId)
    .where('voided_at', 'is', null)
    .execute();
  tx.changed(actor.businessId, 'returns');
}
