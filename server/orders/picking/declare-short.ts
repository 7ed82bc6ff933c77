import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { MovedUnits } from '#contract/orders/picking.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { suspectCounted, suspectVolume } from '#server/inventory/balance/suspect-volume.ts';
import { lockStock } from '#server/inventory/ledger.ts';
import {
  allocateSales,
  countFree,
  insertPickAllocations,
  type SaleWants,
  type Want,
} from '#server/inventory/pick-allocation.ts';
import { unpin } from '#server/inventory/picking.ts';
import { lockVolume } from '#server/inventory/volume/volume-lock.ts';
import { lockOrders } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { chooseLeaving } from './choose-leaving.ts';
import { type LockedList, lockList } from './lock-list.ts';
import { findLoose } from './return-units.ts';
import { sendToApproval } from './send-to-approval.ts';
import { findWanting } from './stops.queries.ts';

type Short = { volumeId: number; variationId: number; reason: string };

/** A live sale of the list that needs the product, and the units of it that are held for the sale. */
type Member = { sale: OrderRow; place: number; units: number; held: Held[] };
type Held = Want & { allocationId: number; volumeId: number; tote: boolean };

/**
 * A product is not in its place. Its volume becomes suspect and waits for a count. The units in totes, in other volumes
 * and held for the sales of the list are distributed so that as few sales as possible leave the list for approval, the
 * least urgent first. Returns the units that change their place on the cart.
 */
export async function declareShort(tx: Tx, actor: Actor, id: number, short: Short): Promise<MovedUnits[]> {
  const list = await lockList(tx, actor, id, 'declareShort');
  await tx.db
    .updateTable('picking_lists')
    .set({ short_volume_id: short.volumeId, short_at: tx.now() })
    .where('id', '=', id)
    .execute();
  // A count may have led the sales elsewhere while the picker walked to the volume; that it lacks the product is still
  // new.
  if ((await findWanting(tx, id, short)).length === 0) {
    if (!(await isCounted(tx, list.warehouse_id, short)))
      fail('product_not_wanted', { facts: { sku: '', product: '', wanted: '' } });
    await doubtVolume(tx, actor, short);
    return [];
  }
  const members = await lockMembers(tx, id, short);
  await unpin(
    tx,
    members.flatMap(({ held }) => held.filter((pin) => pin.volumeId === short.volumeId)).map(idOf),
  );
  await doubtVolume(tx, actor, short);
  const found = members.flatMap(({ held }) => held.filter((pin) => pin.volumeId !== short.volumeId));
  const loose = await findLooseOf(tx, id, short.variationId);
  const free = await countFree(tx, list.warehouse_id, short.variationId);
  const leaving = chooseLeaving(
    members.map(({ sale, units }) => ({ id: sale.id, units })),
    unitsOf(found) + unitsOf(loose) + free,
  );
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'picked-short' } as const;
  for (const { sale } of members.filter((member) => leaving.has(member.sale.id)).toSorted(bySaleId))
    await sendToApproval(tx, actor.businessId, sale, { ...cause, detail: { reason: short.reason } });
  return serve(tx, list, members, leaving, short);
}

const idOf = (held: Held) => held.allocationId;
const bySaleId = (one: Member, other: Member) => one.sale.id - other.sale.id;
const unitsOf = (rows: readonly { quantity: number }[]) => rows.reduce((sum, row) => sum + row.quantity, 0);

/** The volume is in a routine count and contains the product according to stock. */
async function isCounted(tx: Tx, warehouseId: number, { volumeId, variationId }: Short): Promise<boolean> {
  const found = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('volume_lines as l', 'l.volume_id', 'v.id')
    .select('v.id')
    .where('v.id', '=', volumeId)
    .where('v.warehouse_id', '=', warehouseId)
    .where('v.state', '=', 'in_balance')
    .where('v.suspect', '=', false)
    .where('l.variation_id', '=', variationId)
    .where('l.quantity', '>', 0)
    .executeTakeFirst();
  return found !== undefined;
}

/** Live sales that need the product, the most urgent first. Locks them, then the stock rows of all their parts. */
async function lockMembers(tx: Tx, listId: number, { volumeId, variationId }: Short): Promise<Member[]> {
  const { rows: places } = await sql<{ order_id: number; place: number }>`
    select m.order_id, m.place from picking_list_orders m
    where m.list_id = ${listId} and m.left_at is null and exists (select from order_parts p
      where p.order_id = m.order_id and p.variation_id = ${variationId})`.execute(tx.db);
  const ids = places.map((row) => row.order_id);
  const sales = (await lockOrders(tx, ids)).filter((sale) => sale.status === 'picking');
  const { rows: shelves } = await sql<{ id: number }>`
    select p.stock_id as id from order_parts p where p.order_id = any(${ids}::bigint[])
    union select s.id from volume_lines l join volumes v on v.id = l.volume_id
      join stock s on s.business_id = l.business_id and s.variation_id = l.variation_id and s.warehouse_id = v.warehouse_id
      where l.volume_id = ${volumeId}`.execute(tx.db);
  await lockStock(
    tx,
    shelves.map((shelf) => shelf.id),
  );
  const held = Map.groupBy(await findHeld(tx, ids, variationId), (row) => row.orderId);
  const placeOf = new Map(places.map((row) => [row.order_id, row.place]));
  return sales
    .map((sale) => {
      const own = held.get(sale.id) ?? [];
      return { sale, place: placeOf.get(sale.id) ?? 0, units: unitsOf(own), held: own };
    })
    .filter(({ units }) => units > 0)
    .toSorted((one, other) => urgencyOf(one.sale) - urgencyOf(other.sale) || one.sale.id - other.sale.id);
}

const urgencyOf = (sale: OrderRow) => sale.dispatch_limit?.getTime() ?? Number.MAX_SAFE_INTEGER;

async function findHeld(tx: Tx, orderIds: readonly number[], variationId: number) {
  const { rows } = await sql<Held & { orderId: number }>`
    select a.id as "allocationId", a.order_id as "orderId", p.id as "partId", p.stock_id as "stockId",
      p.variation_id as "variationId", a.volume_id as "volumeId", v.tote, a.quantity
    from pick_allocations a join order_parts p on p.id = a.part_id join volumes v on v.id = a.volume_id
    where a.order_id = any(${orderIds}::bigint[]) and p.variation_id = ${variationId} order by a.id`.execute(
    tx.db,
  );
  return rows;
}

/** The volume is held back completely until it is counted, even if a routine count has begun. */
async function doubtVolume(tx: Tx, actor: Actor, { volumeId, reason }: Short): Promise<void> {
  const { state, suspect } = await tx.db
    .selectFrom('volumes')
    .select(['state', 'suspect'])
    .where('id', '=', volumeId)
    .executeTakeFirstOrThrow();
  if (state === 'in_balance' && !suspect) {
    const counted = await lockVolume(tx, actor, volumeId, 'endBalance');
    await suspectCounted(tx, actor, counted, reason);
  }
  if (state !== 'active') return;
  const volume = await lockVolume(tx, actor, volumeId, 'denyEmpty');
  await suspectVolume(tx, actor, volume, { event: 'suspected', origin: 'short', reason });
}

/** Units of the product in totes of the list that belong to no sale, of a lot that may be sold. */
async function findLooseOf(tx: Tx, listId: number, variationId: number) {
  const today = dayOf(tx.now());
  return (await findLoose(tx, listId)).filter(
    (line) => line.variationId === variationId && (line.expiresOn === null || line.expiresOn >= today),
  );
}

/** The sales that stay get their missing units: first from the totes of the list, then from other volumes. */
async function serve(
  tx: Tx,
  list: LockedList,
  members: readonly Member[],
  leaving: ReadonlySet<number>,
  short: Short,
): Promise<MovedUnits[]> {
  const loose = await findLooseOf(tx, list.id, short.variationId);
  const moved: MovedUnits[] = [];
  const wants: SaleWants[] = [];
  for (const { sale, place, held } of members.filter((member) => !leaving.has(member.sale.id))) {
    const missing = held.filter((pin) => pin.volumeId === short.volumeId).map((pin) => ({ ...pin }));
    for (const want of missing) {
      for (const line of loose) {
        const quantity = Math.min(want.quantity, line.quantity);
        if (quantity === 0) continue;
        want.quantity -= quantity;
        line.quantity -= quantity;
        for (const { from, units } of await giveFromTote(tx, list.id, sale.id, { ...want, quantity }, line))
          moved.push({ sku: line.sku, from, to: place, units });
      }
    }
    const rest = missing.filter((want) => want.quantity > 0);
    if (rest.length > 0) wants.push({ orderId: sale.id, wants: rest });
  }
  const unserved = await allocateSales(tx, list.warehouse_id, wants);
  if (unserved.length > 0) fail('in_progress');
  return moved;
}

type LooseLine = Awaited<ReturnType<typeof findLoose>>[number];

/**
 * Units in a tote that belong to no sale are held for this one, with the scans that put them there: those of sales that
 * left the list last come first. Returns how many come from which place of the cart.
 */
async function giveFromTote(
  tx: Tx,
  listId: number,
  orderId: number,
  { partId, variationId, quantity }: Want,
  line: LooseLine,
): Promise<{ from: number; units: number }[]> {
  const place = { volume_id: line.toteId, volume_line_id: line.lineId };
  await insertPickAllocations(tx, [{ order_id: orderId, part_id: partId, ...place, quantity }]);
  const { rows } = await sql<{ from: number; units: number }>`
    with scans as (
      select s.id, s.order_id from picking_scans s
        join picking_list_orders m on m.list_id = s.list_id and m.order_id = s.order_id and m.left_at is not null
      where s.list_id = ${listId} and s.variation_id = ${variationId} and s.voided_at is null
      order by m.left_at desc, s.id desc limit ${quantity}
    ), given as (
      update picking_scans p set order_id = ${orderId} from scans s where p.id = s.id returning s.order_id as giver
    ), counted as (select giver, count(*)::int as units from given group by giver), taken as (
      update picking_list_orders m set picked = m.picked - c.units from counted c
      where m.list_id = ${listId} and m.order_id = c.giver returning m.place as "from", c.units
    ), received as (
      update picking_list_orders m set picked = m.picked + ${quantity}
      where m.list_id = ${listId} and m.order_id = ${orderId})
    select * from taken order by "from"`.execute(tx.db);
  return rows;
}
