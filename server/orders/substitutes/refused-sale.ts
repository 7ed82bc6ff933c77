import { type SqlBool, sql } from 'kysely';
import { type RefusalState, refusedSaleFilter, refusedSaleSorts } from '#contract/orders/refused-sale.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** The supplier refuses: their side of the sale is recorded. Acts as the supplier. */
export async function keepRefusal(tx: Tx, actor: Actor, order: OrderRow, reason: string): Promise<void> {
  await insertRefusal(tx, order, {
    cause: 'refused',
    reason,
    refused_by: actor.userId,
    refused_at: tx.now(),
  });
}

/** Another supplier ships it from now on. Acts as the seller, before the parts become those of the other supplier. */
export async function keepMovedSale(tx: Tx, order: OrderRow): Promise<void> {
  const { fulfiller_id: fulfiller, id } = order;
  // A sale that never reached a supplier's bench was never theirs.
  if (fulfiller === null || order.shown_at === null) return;
  await asBusiness(tx, fulfiller, async () => {
    const { numUpdatedRows } = await tx.db
      .updateTable('refused_sales')
      .set({ moved_at: tx.now() })
      .where('order_id', '=', id)
      .where('moved_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const short = { cause: 'short', reason: '', refused_by: null, refused_at: tx.now() } as const;
    await insertRefusal(tx, order, { ...short, moved_at: tx.now() });
  });
}

type Refusal = {
  cause: 'refused' | 'short';
  reason: string;
  refused_by: number | null;
  refused_at: Date;
  moved_at?: Date;
};

async function insertRefusal(tx: Tx, order: OrderRow, refusal: Refusal): Promise<void> {
  const parts = await partsOf(tx, order.id);
  await tx.db
    .insertInto('refused_sales')
    .values({
      business_id: order.fulfiller_id ?? order.business_id,
      order_id: order.id,
      seller_id: order.business_id,
      warehouse_id: order.warehouse_id,
      items: parts.map(({ quantity, product_name: name }) => `${quantity} × ${name}`).join(', '),
      units: parts.reduce((sum, { quantity }) => sum + quantity, 0),
      ...refusal,
    })
    .execute();
}

const state = sql<RefusalState>`case when r.moved_at is not null then 'moved'
  when o.canceled_at is not null then 'canceled' else 'waiting' end`;

const spec = listSpec({
  fields: refusedSaleFilter,
  sortedBy: refusedSaleSorts,
  sql: {
    state,
    cause: sql`r.cause`,
    warehouse: sql`r.warehouse_id`,
    seller: sql`seller.name`,
    sale: sql`r.order_id`,
    refused: sql`r.refused_at`,
  },
  search: sql`r.order_id || ' ' || r.items || ' ' || r.reason`,
  sorts: { id: sql`r.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`r.id`,
});

const selectRefused = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('refused_sales as r')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.id', '=', 'r.order_id').onRef('o.fulfiller_id', '=', 'r.business_id'),
    )
    .leftJoin('businesses as seller', 'seller.id', 'r.seller_id')
    .leftJoin('warehouses as w', 'w.id', 'r.warehouse_id')
    .leftJoin('users as author', 'author.id', 'r.refused_by')
    .where(sql<SqlBool>`r.business_id = app_business()`)
    .where(withinWarehouses(actor, sql`r.warehouse_id`))
    .select(['r.id', 'r.order_id', 'r.cause', 'r.reason', 'r.seller_id', 'seller.name as seller_name'])
    .select([
      'r.warehouse_id',
      'w.name as warehouse_name',
      'r.items',
      'r.units',
      'r.refused_at',
      'r.moved_at',
    ])
    .select(['author.name as author', state.as('state')]);

/** Sales that were refused here or left because they were short, the newest first, with any supplier now. */
export async function listRefused(tx: Tx, actor: Actor, query: ListQuery) {
  const found = await listPage(tx, selectRefused(tx, actor), spec, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      ...{ id: row.id, sale: row.order_id, state: row.state, cause: row.cause, reason: row.reason },
      seller: { id: row.seller_id, name: row.seller_name ?? '' },
      warehouse: row.warehouse_id === null ? null : { id: row.warehouse_id, name: row.warehouse_name ?? '' },
      ...{ items: row.items, unitCount: row.units, author: row.author },
      ...{ refusedAt: row.refused_at, movedAt: row.moved_at },
    })),
  };
}
