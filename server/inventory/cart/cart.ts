import { sql } from 'kysely';
import { type Cart, cartCode } from '#contract/inventory/cart.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findReached, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

function selectCarts(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('carts as c')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.business_id', '=', 'c.business_id').onRef('w.id', '=', 'c.warehouse_id'),
    )
    .leftJoin('cart_uses as u', (join) =>
      join
        .onRef('u.business_id', '=', 'c.business_id')
        .onRef('u.cart_id', '=', 'c.id')
        .on('u.freed_at', 'is', null),
    )
    .select(['c.id', 'c.number', 'c.name', 'c.places', 'c.version', 'c.warehouse_id', 'w.name as warehouse'])
    .select('u.list_id')
    .where('c.removed_at', 'is', null)
    .where(withinWarehouses(actor, sql`c.warehouse_id`));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCarts>['executeTakeFirstOrThrow']>>;

const shape = ({ number, warehouse_id, warehouse, list_id, ...rest }: Row): Cart => ({
  ...rest,
  listId: list_id,
  code: cartCode(number),
  warehouse: { id: warehouse_id, name: warehouse },
});

export async function listCarts(tx: Tx, actor: Actor): Promise<{ items: Cart[] }> {
  const rows = await selectCarts(tx, actor).orderBy('w.name').orderBy('w.id').orderBy('c.number').execute();
  return { items: rows.map(shape) };
}

export async function readCart(tx: Tx, actor: Actor, id: number): Promise<Cart> {
  const row = await selectCarts(tx, actor).where('c.id', '=', id).executeTakeFirst();
  return row ? shape(row) : fail('not_found');
}

type NewCart = { warehouseId: number; name: string; places: number };

export async function createCart(tx: Tx, actor: Actor, { warehouseId, ...cart }: NewCart): Promise<Cart> {
  if (!(await findReached(tx, actor, warehouseId))) invalidField('warehouseId', 'not_found');
  // Carts that are added at the same time get different numbers.
  await sql`select from warehouses where id = ${warehouseId} for no key update`.execute(tx.db);
  const { id } = await namedOnce(() =>
    tx.db
      .insertInto('carts')
      .values({
        business_id: actor.businessId,
        warehouse_id: warehouseId,
        ...cart,
        number: sql<number>`(select coalesce(max(o.number), 0) + 1 from carts o
          where o.business_id = ${actor.businessId} and o.warehouse_id = ${warehouseId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return readCart(tx, actor, id);
}

export async function updateCart(
  tx: Tx,
  actor: Actor,
  id: number,
  cart: { name: string; places: number },
  version: number | undefined,
): Promise<Cart> {
  const before = await lockCart(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  if (cart.places < (await mostInUse(tx, id)))
    fail('cart_in_use', { facts: { code: cartCode(before.number) } });
  await namedOnce(() =>
    tx.db
      .updateTable('carts')
      .set({ ...cart, version: before.version + 1 })
      .where('id', '=', id)
      .execute(),
  );
  return readCart(tx, actor, id);
}

export async function removeCart(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { version, number } = await lockCart(tx, actor, id);
  if ((await mostInUse(tx, id)) > 0) fail('cart_in_use', { facts: { code: cartCode(number) } });
  await tx.db
    .updateTable('carts')
    .set({ removed_at: tx.now(), version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** The last place that the list of a cart needs; 0: no list uses it. */
async function mostInUse(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`select coalesce(max(m.place), 1) as place from cart_uses u
      left join picking_list_orders m on m.list_id = u.list_id and m.left_at is null
    where u.cart_id = ${id} and u.freed_at is null group by u.list_id`.execute(tx.db);
  return rows[0]?.place ?? 0;
}

async function lockCart(tx: Tx, actor: Actor, id: number): Promise<{ version: number; number: number }> {
  const cart = await tx.db
    .selectFrom('carts')
    .select(['version', 'number'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  return cart ?? fail('not_found');
}

async function namedOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'carts_name') invalidField('name', 'duplicate');
    throw error;
  }
}
