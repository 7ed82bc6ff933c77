import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import type { PickingBeep, PickingStop } from '#contract/orders/picking.ts';
import { refuseByHand } from '#server/business/business.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { moveToTote } from '#server/inventory/tote.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { goodsOfCode } from '#server/orders/product-code.ts';
import { lockOrder, recordEvent } from '#server/orders/sale/facts.ts';
import { findCartOfWalk, refuseUnplaced, scanCart, skipPlaces } from './cart/cart-places.ts';
import { lockList, lockListUnlessDone } from './lock-list.ts';
import { findStops, findWanting } from './stops.queries.ts';

type Scan = { code: string; from?: string | undefined; quantity: number; clientId: string };
export type Placed = Pick<PickingBeep, 'placed' | 'shares' | 'emptied'>;
const nothing = { placed: null, shares: [], emptied: [] };

const isAt = (stop: PickingStop, code: string) => stop.volume.name === code || stop.position === code;

/**
 * Two levels: a place is scanned first and changes nothing, then each product taken from it. A unit goes to the sale
 * with the first place on the cart that needs it from there; if the owner allows it, a typed quantity does, but never
 * more than is needed from there. A scan sent twice counts once. The place of the cart is scanned after the unit.
 */
export async function scanAtList(tx: Tx, actor: Actor, id: number, scan: Scan): Promise<Placed> {
  const known = await lockListUnlessDone(tx, actor, id, 'beep', () => findScan(tx, id, scan.clientId));
  if (known) return { ...nothing, placed: known };
  const code = asCode(scan.code);
  const stops = await findStops(tx, id);
  const cart = await findCartOfWalk(tx, actor, id);
  const onCart = await scanCart(tx, actor, id, cart, code);
  if (onCart === 'scanned') return nothing;
  if (onCart === 'not_asked') return refusePlace(tx, actor, stops, code);
  refuseUnplaced(cart);
  if (stops.some((stop) => isAt(stop, code))) return nothing;
  if (scan.from === undefined) return refuseWithoutPlace(tx, actor, stops, code);
  const from = asCode(scan.from);
  const here = stops.filter((stop) => isAt(stop, from));
  if (here.length === 0) fail('place_not_wanted', { facts: { code: from } });
  const wanted = await goodsOfCode(tx, here, code, (stop) => stop.variation.id);
  if (wanted.length === 0) return refuseProduct(tx, actor, here, code);
  if (scan.quantity > 1) await refuseByHand(tx, actor);
  if (scan.quantity > unitsOf(wanted)) invalidField('quantity', 'too_big');
  if (cart) await skipPlaces(tx, actor, id);
  return takeUnits(tx, actor, id, wanted, { ...scan, onCart: cart !== null });
}

/**
 * All units needed from a volume go into the tote without scans: an owner or administrator has seen them, and states
 * why they cannot be scanned. Each sale that gets some of them has this in its history.
 */
export async function takeByHand(
  tx: Tx,
  actor: Actor,
  id: number,
  { volumeId, variationId, reason }: { volumeId: number; variationId: number; reason: string },
): Promise<Placed['emptied']> {
  await lockList(tx, actor, id, 'takeByHand');
  await refuseByHand(tx, actor);
  const wanted = (await findStops(tx, id)).filter(
    (stop) => stop.volume.id === volumeId && stop.variation.id === variationId,
  );
  const quantity = unitsOf(wanted);
  if (quantity === 0) fail('product_not_wanted', { facts: { sku: '', product: '', wanted: '' } });
  const { shares, emptied } = await takeUnits(tx, actor, id, wanted, {
    ...{ quantity, clientId: randomUUID(), onCart: false },
  });
  for (const { order: orderId, units } of shares) {
    const order = await lockOrder(tx, orderId);
    const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'counted-by-hand' } as const;
    await recordEvent(tx, order, { ...cause, detail: { reason, units } }, order.status);
  }
  return emptied;
}

const unitsOf = (stops: readonly PickingStop[]) => stops.reduce((sum, stop) => sum + stop.quantity, 0);

/** A number of units, one after the other: all of them or none. The first represents the scan that requested them. */
async function takeUnits(
  tx: Tx,
  actor: Actor,
  listId: number,
  wanted: readonly PickingStop[],
  { quantity, clientId, onCart }: { quantity: number; clientId: string; onCart: boolean },
): Promise<Placed> {
  const emptied: Placed['emptied'] = [];
  const shares: Placed['shares'] = [];
  let placed: Placed['placed'] = null;
  for (let n = 0; n < quantity; n++) {
    const one = await takeUnit(tx, actor, listId, wanted, {
      clientId: n === 0 ? clientId : `${clientId}:${n}`,
      onCart,
    });
    emptied.push(...one.emptied);
    placed = one.placed;
    const { order, place } = one.placed;
    const share = shares.find((other) => other.order === order);
    if (share) share.units += 1;
    else shares.push({ order, place, units: 1 });
  }
  return { placed, shares, emptied };
}

async function findScan(tx: Tx, listId: number, clientId: string): Promise<Placed['placed']> {
  const row = await tx.db
    .selectFrom('picking_scans as s')
    .innerJoin('picking_list_orders as m', (join) =>
      join.onRef('m.list_id', '=', 's.list_id').onRef('m.order_id', '=', 's.order_id'),
    )
    .innerJoin('product_variations as v', 'v.id', 's.variation_id')
    .select(['s.list_id', 'm.order_id', 'm.place', 'v.sku', 'm.units', 'm.picked'])
    .where('s.client_id', '=', clientId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.list_id !== listId) fail('code_stale');
  return { order: row.order_id, place: row.place, sku: row.sku, left: row.units - row.picked };
}

/** Says what was scanned: a product whose place was not scanned, another place, or an unknown code. */
async function refuseWithoutPlace(
  tx: Tx,
  actor: Actor,
  stops: readonly PickingStop[],
  code: string,
): Promise<never> {
  const product = await findProduct(tx, code);
  if (product) return fail('no_volume_selected', { facts: product });
  return refusePlace(tx, actor, stops, code);
}

async function refuseProduct(
  tx: Tx,
  actor: Actor,
  here: readonly PickingStop[],
  code: string,
): Promise<never> {
  const product = await findProduct(tx, code);
  if (!product) return refusePlace(tx, actor, here, code);
  const wanted = [...new Set(here.map((stop) => stop.sku))].join(', ');
  return fail('product_not_wanted', { facts: { ...product, wanted } });
}

async function refusePlace(
  tx: Tx,
  actor: Actor,
  stops: readonly PickingStop[],
  code: string,
): Promise<never> {
  const next = stops[0];
  const wanted = next ? (next.position ?? next.volume.name) : '';
  if (readCartCode(code) || (await isPlace(tx, actor, code)))
    return fail('place_not_wanted', { facts: { code, wanted } });
  return fail('code_unknown', { facts: { code } });
}

export async function findProduct(tx: Tx, code: string): Promise<{ sku: string; product: string } | null> {
  const row = await tx.db
    .selectFrom('product_variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.sku', 'p.name as product'])
    .where('v.business_id', '=', ownBusiness)
    .where(({ or, eb, fn }) =>
      or([eb(fn('upper', ['v.sku']), '=', code), eb('v.gtin', '=', codeOfGoods(code))]),
    )
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A position or a volume within the actor's reach. */
export async function isPlace(tx: Tx, actor: Actor, code: string): Promise<boolean> {
  const reach = withinWarehouses(actor, sql`warehouse_id`);
  const [position, volume] = await Promise.all([
    tx.db
      .selectFrom('inventory_locations')
      .select('id')
      .where('code', '=', code)
      .where(reach)
      .executeTakeFirst(),
    tx.db
      .selectFrom('volumes')
      .select('id')
      .where('code', '=', code)
      .where('business_id', '=', ownBusiness)
      .where(reach)
      .executeTakeFirst(),
  ]);
  return position !== undefined || volume !== undefined;
}

/** A sale may have been canceled since it was read: then the next one gets the unit. */
async function takeUnit(
  tx: Tx,
  actor: Actor,
  listId: number,
  stops: readonly PickingStop[],
  { clientId, onCart }: { clientId: string; onCart: boolean },
): Promise<{ placed: NonNullable<Placed['placed']>; emptied: Placed['emptied'] }> {
  for (const stop of stops) {
    const place = { volumeId: stop.volume.id, variationId: stop.variation.id };
    for (const { order_id: orderId } of await findWanting(tx, listId, place)) {
      const order = await lockOrder(tx, orderId);
      if (order.status !== 'picking' || !(await isWanted(tx, listId, orderId, place))) continue;
      const emptied = await moveToTote(tx, actor, listId, { orderId, ...place });
      const placed = await countPicked(tx, listId, orderId, stop.sku);
      await tx.db
        .insertInto('picking_scans')
        .values({
          business_id: actor.businessId,
          list_id: listId,
          order_id: orderId,
          variation_id: stop.variation.id,
          volume_id: stop.volume.id,
          client_id: clientId,
          user_id: actor.userId,
          at: tx.now(),
          place_scan: onCart ? 'awaited' : null,
        })
        .execute();
      return { placed, emptied: emptied ? [emptied] : [] };
    }
  }
  return fail('product_not_wanted', { facts: { sku: stops[0]?.sku ?? '', product: '', wanted: '' } });
}

async function isWanted(tx: Tx, listId: number, orderId: number, place: Parameters<typeof findWanting>[2]) {
  return (await findWanting(tx, listId, place)).some((row) => row.order_id === orderId);
}

async function countPicked(tx: Tx, listId: number, orderId: number, sku: string) {
  const { place, units, picked } = await tx.db
    .updateTable('picking_list_orders')
    .set((eb) => ({ picked: eb('picked', '+', 1) }))
    .where('list_id', '=', listId)
    .where('order_id', '=', orderId)
    .returning(['place', 'units', 'picked'])
    .executeTakeFirstOrThrow();
  return { order: orderId, place, sku, left: units - picked };
}
