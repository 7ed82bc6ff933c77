import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { cartCode, readCartCode } from '#contract/inventory/cart.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockList } from '#server/orders/picking/lock-list.ts';
import { lockOrders } from '#server/orders/sale/facts.ts';

/** The list uses another cart, or none. */
export async function takeCart(tx: Tx, actor: Actor, id: number, code: string | null): Promise<void> {
  await lockList(tx, actor, id, 'takeCart');
  tx.changed(actor.businessId, 'carts');
  if (code === null) {
    await tx.db.deleteFrom('cart_uses').where('list_id', '=', id).execute();
    return;
  }
  await bindCart(tx, actor, id, code);
}

/** A list is locked, and gets the cart with this code or with this code of a place. */
export async function bindCart(tx: Tx, actor: Actor, listId: number, scanned: string): Promise<void> {
  const code = asCode(scanned);
  const cart = await findCart(tx, listId, code);
  const sales = await tx.db
    .selectFrom('picking_list_orders')
    .select(['order_id', 'place'])
    .where('list_id', '=', listId)
    .where('left_at', 'is', null)
    .execute();
  // A sale that leaves at the same moment frees the cart before or after.
  await lockOrders(
    tx,
    sales.map((sale) => sale.order_id),
  );
  const { places, count } = await tx.db
    .selectFrom('picking_list_orders')
    .select([sql<number>`coalesce(max(place), 0)`.as('places'), sql<number>`count(*)::int`.as('count')])
    .where('list_id', '=', listId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count === 0) fail('no_sale_selected');
  if (places > cart.places) fail('cart_too_small', { facts: { code: cartCode(cart.number), places } });
  await use(tx, actor, listId, cart);
}

type Cart = { id: number; number: number; places: number };

/** A cart that is being removed meanwhile is locked. */
async function findCart(tx: Tx, listId: number, code: string): Promise<Cart> {
  const named = readCartCode(code);
  const { rows } = await sql<Cart>`select c.id, c.number, c.places from picking_lists p
      join carts c on c.business_id = p.business_id and c.warehouse_id = p.warehouse_id
    where p.id = ${listId} and c.number = ${named?.number ?? 0} and c.places >= ${named?.place ?? 1}
      and c.removed_at is null for share of c`.execute(tx.db);
  return rows[0] ?? fail('code_unknown', { facts: { code } });
}

async function use(tx: Tx, actor: Actor, listId: number, cart: Cart): Promise<void> {
  try {
    await tx.db
      .insertInto('cart_uses')
      .values({ business_id: actor.businessId, list_id: listId, cart_id: cart.id })
      .onConflict((conflict) =>
        conflict.columns(['business_id', 'list_id']).doUpdateSet({ cart_id: cart.id, freed_at: null }),
      )
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === 'cart_uses_live')
      fail('cart_in_use', { cause: error, facts: { code: cartCode(cart.number) } });
    throw error;
  }
}
