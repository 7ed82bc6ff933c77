import { type RawBuilder, sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { isSerial, takeSerial } from '#server/inventory/serial/serial.ts';
import { moveSerials } from '#server/inventory/serial/serial-events.ts';
import type { OrderRow } from './order-row.ts';

export type LiveSerial = {
  id: number;
  serialId: number;
  code: string;
  /** The finding of an open return. */
  returnUnitId: number | null;
};
export type SerialPart = {
  id: number;
  variationId: number;
  /** Its product asks for serial numbers now. */
  asks: boolean;
  beeped: number;
  live: LiveSerial[];
};

/** Serial numbers of a part `t` that are with its sale. */
const live = sql<
  LiveSerial[]
>`coalesce((select json_agg(json_build_object('id', u.id, 'serialId', u.serial_id,
    'code', u.code, 'returnUnitId', u.return_unit_id) order by u.id)
  from sale_serials u where u.business_id = t.business_id and u.order_id = t.order_id and u.part_id = t.id
    and u.freed_at is null and u.returned_at is null), '[]')`;

const asks = sql<boolean>`coalesce((select g.asks_serials from products g where g.id = t.product_id), false)`;

/**
 * Of a part: whether its units ask for serial numbers, those that the sale took, and those that did not come back yet.
 */
export const serialsOf = (part: RawBuilder<unknown>) =>
  sql<{ asks: boolean; codes: string[]; open: string[] }>`(select json_build_object(
    'asks', coalesce((select g.asks_serials from products g where g.id = ${part}.product_id), false),
    'codes', coalesce(json_agg(u.code order by u.id), '[]'),
    'open', coalesce(json_agg(u.code order by u.id)
      filter (where u.return_unit_id is null and u.returned_at is null), '[]'))
  from sale_serials u where u.business_id = ${part}.business_id and u.order_id = ${part}.order_id
    and u.part_id = ${part}.id and u.freed_at is null)`;

/** The parts of a sale with their serial numbers. */
export async function readSerialParts(tx: Tx, orderId: number): Promise<SerialPart[]> {
  const { rows } =
    await sql<SerialPart>`select t.id, t.variation_id as "variationId", ${asks} as asks, t.beeped,
      ${live} as live
    from order_parts t where t.order_id = ${orderId} and t.quantity > 0 order by t.id`.execute(tx.db);
  return rows;
}

/** Parts with a scanned unit whose serial number is still to be scanned. */
const awaitedOf = (parts: readonly SerialPart[]): SerialPart[] =>
  parts.filter((part) => part.asks && part.beeped > part.live.length);

/** A product is not counted while the serial number of the unit before is awaited. */
export async function refuseAwaited(tx: Tx, orderId: number): Promise<void> {
  if (awaitedOf(await readSerialParts(tx, orderId)).length > 0) fail('serial_expected');
}

export async function refuseWithoutSerials(tx: Tx, orderId: number): Promise<void> {
  if (awaitedOf(await readSerialParts(tx, orderId)).length > 0) fail('serial_required');
}

/** A scanned code that is on no goods of the sale may be a serial number, which has an error of its own. */
export async function refuseOutOfTurn(tx: Tx, code: string): Promise<void> {
  if (await isSerial(tx, code)) fail('serial_out_of_turn');
}

const saleOf = (order: Pick<OrderRow, 'id' | 'business_id'>) => ({
  id: order.id,
  sellerId: order.business_id,
});

/** Takes the serial number of the unit that was scanned last. */
export async function takeForSale(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  { code, clientId }: { code: string; clientId: string },
): Promise<void> {
  const parts = await readSerialParts(tx, order.id);
  if (parts.some((part) => part.live.some((one) => one.code === asCode(code)))) fail('serial_repeated');
  const awaited = awaitedOf(parts);
  if (awaited.length === 0) fail('serial_out_of_turn');
  const taken = await takeSerial(
    tx,
    actor,
    awaited.map((part) => part.variationId),
    { code, clientId, sale: saleOf(order) },
  );
  const part = awaited.find(({ variationId }) => variationId === taken.variationId);
  await tx.db
    .insertInto('sale_serials')
    .values({
      business_id: order.business_id,
      fulfiller_id: actor.businessId,
      order_id: order.id,
      part_id: part?.id ?? fail('serial_of_other'),
      serial_id: taken.id,
      code: taken.code,
      client_id: clientId,
      at: tx.now(),
    })
    .execute();
}

/** The scan was counted before: for this sale it changes nothing, for another one it is stale. */
export async function isSerialScanned(
  tx: Tx,
  actor: Actor,
  orderId: number,
  clientId: string,
): Promise<boolean> {
  const known = await tx.db
    .selectFrom('sale_serials')
    .select('order_id')
    .where('fulfiller_id', '=', actor.businessId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known && known.order_id !== orderId) fail('code_stale');
  return known !== undefined;
}

/** The units left the stock. */
export async function packSerials(tx: Tx, actor: Actor, order: OrderRow): Promise<void> {
  const ids = (await readSerialParts(tx, order.id)).flatMap((part) => part.live.map((one) => one.serialId));
  await moveSerials(tx, actor.businessId, ids, { kind: 'packed', userId: actor.userId, sale: saleOf(order) });
}

type Freed = { userId: number | null; kind: 'freed' | 'put_back'; partIds?: readonly number[] };

/**
 * The units of a sale, or of some of its parts, are in stock without it again. Acts for the business that packs.
 */
export async function freeSerials(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'business_id' | 'fulfiller_id'>,
  { userId, kind, partIds }: Freed,
): Promise<void> {
  const freed = await tx.db
    .updateTable('sale_serials')
    .set({ freed_at: tx.now() })
    .where('business_id', '=', order.business_id)
    .where('order_id', '=', order.id)
    .where('freed_at', 'is', null)
    .where('returned_at', 'is', null)
    .$if(partIds !== undefined, (query) => query.where(sql<boolean>`part_id = any(${partIds}::bigint[])`))
    .returning('serial_id')
    .execute();
  const ids = freed.map((one) => one.serial_id);
  await moveSerials(tx, order.fulfiller_id ?? order.business_id, ids, { kind, userId, sale: saleOf(order) });
}
