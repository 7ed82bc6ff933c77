import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { SerialEventKind } from '#contract/inventory/serial.ts';
import type { UnitCondition } from '#contract/orders/return-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { isSerial } from '#server/inventory/serial/serial.ts';
import { moveSerials } from '#server/inventory/serial/serial-events.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { type LiveSerial, readSerialParts } from '#server/orders/sale/sale-serials.ts';

export type ReturnedSerial = { partId: number; live: LiveSerial };

/** The serial numbers of a sale whose units did not come back, by part. */
export async function openSerials(tx: Tx, orderId: number): Promise<ReturnedSerial[]> {
  const parts = await readSerialParts(tx, orderId);
  return parts.flatMap((part) => part.live.map((live) => ({ partId: part.id, live })));
}

/** The one of them that was scanned; null if the code is none. One that was inspected already is refused. */
export function serialOfCode(serials: readonly ReturnedSerial[], code: string): ReturnedSerial | null {
  const found = serials.find(({ live }) => live.code === asCode(code));
  if (found && found.live.returnUnitId !== null) fail('serial_repeated');
  return found ?? null;
}

/** A code of nothing in the parcel: the serial number of a unit that left with another sale, or something else. */
export async function refuseForeign(tx: Tx, code: string): Promise<never> {
  return fail((await isSerial(tx, code)) ? 'serial_not_of_sale' : 'code_not_in_sale');
}

const saleOf = (order: OrderRow) => ({ id: order.id, sellerId: order.business_id });

/** The unit of a finding is the one with this serial number. */
export async function markReturned(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  { live }: ReturnedSerial,
  unitId: number,
): Promise<void> {
  await tx.db
    .updateTable('sale_serials')
    .set({ return_unit_id: unitId })
    .where('business_id', '=', order.business_id)
    .where('id', '=', live.id)
    .execute();
  const cause = { kind: 'returned', userId: actor.userId, sale: saleOf(order) } as const;
  await moveSerials(tx, actor.businessId, [live.serialId], cause);
}

/** The findings of an open return are void: its units are with the sale again. */
export async function unmarkReturned(tx: Tx, actor: Actor, order: OrderRow): Promise<void> {
  const freed = await tx.db
    .updateTable('sale_serials')
    .set({ return_unit_id: null })
    .where('business_id', '=', order.business_id)
    .where('order_id', '=', order.id)
    .where('return_unit_id', 'is not', null)
    .where('returned_at', 'is', null)
    .returning('serial_id')
    .execute();
  const ids = freed.map((one) => one.serial_id);
  const cause = { kind: 'inspection_voided', userId: actor.userId, sale: saleOf(order) } as const;
  await moveSerials(tx, actor.businessId, ids, cause);
}

type Closed = { serialId: number; condition: UnitCondition; stored: boolean };

/** A closed return: good units are in stock again, damaged ones in a blocked volume or lost. */
export async function endReturned(tx: Tx, actor: Actor, order: OrderRow): Promise<void> {
  const { rows } = await sql<Closed>`
    update sale_serials s set returned_at = ${tx.now()} from parcel_return_units u
    where s.business_id = ${order.business_id} and s.order_id = ${order.id} and s.returned_at is null
      and u.business_id = s.fulfiller_id and u.id = s.return_unit_id
    returning s.serial_id as "serialId", u.condition, u.volume_id is not null as stored`.execute(tx.db);
  for (const [kind, ended] of Map.groupBy(rows, kindOfEnd)) {
    const ids = ended.map((one) => one.serialId);
    await moveSerials(tx, actor.businessId, ids, { kind, userId: actor.userId, sale: saleOf(order) });
  }
}

function kindOfEnd({ condition, stored }: Closed): SerialEventKind {
  if (condition === 'good') return 'stored';
  return stored ? 'set_aside' : 'lost';
}
