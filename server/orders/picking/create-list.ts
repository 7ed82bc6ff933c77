import { type SqlBool, sql } from 'kysely';
import { maxCartPlaces, type NewPickingList, type PickingRule } from '#contract/orders/picking.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { findReached, ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { findSelectedCheckout } from '#server/orders/checkout/checkout.queries.ts';
import { lockOrders } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { isOnList, mayBegin, whyNotBegin } from './may-begin.ts';

/** A list of chosen sales, or of the most urgent ones that match a rule; a sale is on at most one live list. */
export async function createList(tx: Tx, actor: Actor, body: NewPickingList): Promise<number> {
  const assigneeId = await readAssignee(tx, actor, body.assigneeId);
  const ids = await findWanted(tx, actor, body);
  if (ids.length === 0) fail('no_sale_selected');
  if (new Set(ids).size > maxCartPlaces) invalidField('ids', 'too_big');
  const reach = withinWarehouses(actor, sql`warehouse_id`);
  const sales = await lockOrders(tx, ids, sql`fulfiller_id = ${actor.businessId} and ${reach}`);
  const warehouseId = sales[0]?.warehouse_id ?? null;
  const known = new Map(sales.map((sale) => [sale.id, sale]));
  const refused = ids.find((id) => !isWaiting(known.get(id), warehouseId));
  if (refused !== undefined || warehouseId === null)
    fail('invalid_sale_selected', { facts: { sale: refused ?? 0 } });
  const { businessId, userId } = actor;
  const list = { businessId, warehouseId, assigneeId, createdBy: userId, rule: null };
  const id = await insertList(tx, list, [...new Set(ids)]);
  tx.changed(actor.businessId, 'checkout');
  return id;
}

type NewList = {
  businessId: number;
  warehouseId: number;
  assigneeId: number | null;
  /** Null: the clock released the rule. */
  createdBy: number | null;
  rule: { id: number; name: string } | null;
};

/** The sales are locked, and wait in this warehouse. */
export async function insertList(tx: Tx, list: NewList, sales: readonly number[]): Promise<number> {
  const { id } = await tx.db
    .insertInto('picking_lists')
    .values({
      business_id: list.businessId,
      warehouse_id: list.warehouseId,
      assignee_id: list.assigneeId,
      created_by: list.createdBy,
      created_at: tx.now(),
      wave_rule: list.rule?.name ?? '',
      wave_rule_id: list.rule?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addSales(tx, id, sales);
  return id;
}

function findWanted(
  tx: Tx,
  actor: Actor,
  body: NewPickingList,
): Promise<readonly number[]> | readonly number[] {
  if (body.rule) return findByRule(tx, actor, body.rule, body.places);
  if (body.query !== undefined)
    return findSelectedCheckout(tx, actor, { query: body.query, seen: body.seen });
  return body.ids ?? [];
}

function isWaiting(sale: OrderRow | undefined, warehouseId: number | null): boolean {
  return whyNotBegin(sale) === null && sale?.warehouse_id === warehouseId;
}

/** Pickers make lists for themselves; assigning others needs the right. */
async function readAssignee(tx: Tx, actor: Actor, wanted: number | undefined): Promise<number | null> {
  if (!actorCan(actor, 'picking.assign')) {
    if (wanted !== undefined && wanted !== actor.userId) fail('forbidden');
    return actor.userId;
  }
  if (wanted !== undefined) await expectStaff(tx, wanted);
  return wanted ?? null;
}

async function expectStaff(tx: Tx, userId: number): Promise<void> {
  const member = await tx.db
    .selectFrom('staff')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!member) invalidField('assigneeId', 'not_found');
}

async function findByRule(tx: Tx, actor: Actor, rule: PickingRule, places: number): Promise<number[]> {
  if (!(await findReached(tx, actor, rule.warehouseId))) invalidField('rule.warehouseId', 'not_found');
  const conditions = [
    sql<SqlBool>`true`,
    ...(rule.dispatchUntil ? [sql<SqlBool>`o.dispatch_limit <= ${rule.dispatchUntil}::timestamptz`] : []),
    ...(rule.logisticType !== undefined ? [sql<SqlBool>`o.logistic_type = ${rule.logisticType}`] : []),
    ...(rule.singles === undefined
      ? []
      : [
          sql<SqlBool>`((select sum(p.quantity) from order_parts p where p.order_id = o.id) = 1) = ${rule.singles}`,
        ]),
  ];
  const { rows } = await sql<{ id: number }>`select o.id from orders o
    where ${mayBegin} and not ${isOnList} and o.warehouse_id = ${rule.warehouseId} and ${sql.join(conditions, sql` and `)}
    order by o.urgency, o.id limit ${places}`.execute(tx.db);
  return rows.map((row) => row.id);
}

/** The most urgent sale gets the first place of the cart. */
async function addSales(tx: Tx, listId: number, ids: readonly number[]): Promise<void> {
  try {
    await sql`insert into picking_list_orders (business_id, list_id, order_id, place, units)
      select app_business(), ${listId}, o.id, row_number() over (order by o.urgency, o.id),
        (select sum(p.quantity) from order_parts p where p.order_id = o.id)
      from orders o where o.id = any(${ids}::bigint[])`.execute(tx.db);
  } catch (error) {
    if (violatedConstraint(error) === 'picking_list_orders_live')
      fail('invalid_sale_selected', { cause: error });
    throw error;
  }
}
