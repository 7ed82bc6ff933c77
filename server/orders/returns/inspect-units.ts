import { asCode } from '#contract/codes.ts';
import type { NewReturnUnit } from '#contract/orders/return.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { goodsOfCode } from '#server/orders/product-code.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { unitsOut } from './claimed-units.ts';
import {
  markReturned,
  openSerials,
  type ReturnedSerial,
  refuseForeign,
  serialOfCode,
  unmarkReturned,
} from './returned-serials.ts';

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
  const { order, returnId } = await lockReturn(tx, actor, id);
  const known = await tx.db
    .selectFrom('parcel_return_units')
    .select('return_id')
    .where('business_id', '=', actor.businessId)
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (known) return known.return_id === returnId ? undefined : fail('code_stale');
  if (body.condition === 'damaged' && photoIds.length === 0) fail('photo_required');
  const { partId, serial } = await findUnit(tx, id, returnId, body);
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
  if (serial && body.condition !== 'missing') await markReturned(tx, actor, order, serial, unit.id);
  if (photoIds.length > 0)
    await tx.db
      .insertInto('parcel_return_images')
      .values(
        photoIds.map((imageId) => ({ business_id: actor.businessId, unit_id: unit.id, image_id: imageId })),
      )
      .execute();
  tx.changed(actor.businessId, 'returns');
}

/**
 * The part of the sale that has this code and as many units without inspection. A unit that left with a serial number
 * comes back by it.
 */
async function findUnit(
  tx: Tx,
  id: number,
  returnId: number,
  body: NewReturnUnit,
): Promise<{ partId: number; serial: ReturnedSerial | null }> {
  const [parts, units, serials] = [
    await partsOf(tx, id),
    await unitsOfReturn(tx, returnId),
    await openSerials(tx, id),
  ];
  const leftOf = (part: (typeof parts)[number]) =>
    units.reduce((left, unit) => left - (unit.part_id === part.id ? unit.quantity : 0), unitsOut(part));
  const serial = serialOfCode(serials, body.code);
  if (serial && body.quantity > 1) invalidField('quantity', 'too_big');
  const named = serial
    ? parts.filter((part) => part.id === serial.partId)
    : await goodsOfCode(tx, parts, asCode(body.code), (part) => part.variation_id);
  if (named.length === 0) return refuseForeign(tx, body.code);
  const open = named.find((part) => body.quantity <= leftOf(part));
  if (!open) return fail('line_full');
  const numbered = serials.filter(({ partId, live }) => partId === open.id && live.returnUnitId === null);
  if (!serial && body.condition !== 'missing' && leftOf(open) - body.quantity < numbered.length)
    fail('serial_required');
  return { partId: open.id, serial };
}

/** Voids the inspections: the parcel is inspected from the beginning. */
export async function resetReturn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { order, returnId } = await lockReturn(tx, actor, id);
  await unmarkReturned(tx, actor, order);
  await tx.db
    .updateTable('parcel_return_units')
    .set({ voided_at: tx.now() })
    .where('return_id', '=', returnId)
    .where('voided_at', 'is', null)
    .execute();
  tx.changed(actor.businessId, 'returns');
}
