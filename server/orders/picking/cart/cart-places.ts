import { sql } from 'kysely';
import { cartCode, readCartCode } from '#contract/inventory/cart.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { bindCart } from './take-cart.ts';

/** The cart of a walk, and the places that got the last units of a person and were not scanned since. */
export type CartOfWalk = { number: number; required: boolean; awaited: number[] };

const last = (actor: Actor, listId: number) =>
  sql`picking_scans s join picking_list_orders m on m.list_id = s.list_id and m.order_id = s.order_id and m.left_at is null
    where s.list_id = ${listId} and s.user_id = ${actor.userId} and s.voided_at is null`;

export async function findCartOfWalk(tx: Tx, actor: Actor, listId: number): Promise<CartOfWalk | null> {
  const { rows } = await sql<CartOfWalk>`select c.number, b.cart_places_required as required,
      coalesce((select json_agg(distinct m.place) from ${last(actor, listId)} and s.place_scan = 'awaited'), '[]') as awaited
    from cart_uses u join carts c on c.business_id = u.business_id and c.id = u.cart_id
      join businesses b on b.id = u.business_id
    where u.list_id = ${listId} and u.freed_at is null`.execute(tx.db);
  return rows[0] ?? null;
}

/**
 * The code of a cart, or of a place of it. A list without a cart takes it. The place that got the last unit is
 * confirmed, twice like once; any other place is refused and changes nothing. True: the code was one.
 */
export async function scanCart(
  tx: Tx,
  actor: Actor,
  listId: number,
  cart: CartOfWalk | null,
  code: string,
): Promise<'none' | 'scanned' | 'not_asked'> {
  const named = readCartCode(code);
  if (!named) return 'none';
  if (!cart) {
    await bindCart(tx, actor, listId, code);
    tx.changed(actor.businessId, 'carts');
    return 'scanned';
  }
  if (named.number !== cart.number)
    fail('cart_not_of_list', { facts: { code, wanted: cartCode(cart.number) } });
  if (named.place === null) return 'scanned';
  if (cart.awaited.includes(named.place)) {
    await settle(tx, actor, listId, { as: 'scanned', place: named.place });
    return 'scanned';
  }
  if (cart.awaited.length > 0) fail('cart_place_wrong', { facts: { code, wanted: cart.awaited.join(', ') } });
  return (await isRepeat(tx, actor, listId, named.place)) ? 'scanned' : 'not_asked';
}

/** If the business asks for it, the place comes before anything else. */
export function refuseUnplaced(cart: CartOfWalk | null): void {
  if (cart?.required && cart.awaited.length > 0)
    fail('cart_place_first', { facts: { wanted: cart.awaited.join(', ') } });
}

export const skipPlaces = (tx: Tx, actor: Actor, listId: number): Promise<void> =>
  settle(tx, actor, listId, { as: 'skipped' });

async function settle(
  tx: Tx,
  actor: Actor,
  listId: number,
  { as, place }: { as: 'scanned' | 'skipped'; place?: number },
): Promise<void> {
  const here =
    place === undefined
      ? sql``
      : sql`and order_id in (select m.order_id from picking_list_orders m
    where m.list_id = ${listId} and m.place = ${place})`;
  await sql`update picking_scans set place_scan = ${as}
    where list_id = ${listId} and user_id = ${actor.userId} and place_scan = 'awaited' ${here}`.execute(
    tx.db,
  );
}

async function isRepeat(tx: Tx, actor: Actor, listId: number, place: number): Promise<boolean> {
  const { rows } = await sql<{ place: number; place_scan: string | null }>`
    select m.place, s.place_scan from ${last(actor, listId)} order by s.id desc limit 1`.execute(tx.db);
  return rows[0]?.place === place && rows[0].place_scan === 'scanned';
}
