import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** Sales that a carrier has just taken are added to the open manifest of their pile; the first of a pile opens one. */
export async function addToManifests(tx: Tx, actor: Actor, orders: readonly OrderRow[]): Promise<void> {
  const piles = Map.groupBy(orders, (order) => JSON.stringify(pileOf(order)));
  // Always in one order, so that two people who scan the same piles do not deadlock.
  for (const [, sales] of [...piles].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = sales;
    if (!first) continue;
    const manifest = await openManifest(tx, actor, pileOf(first));
    await tx.db
      .insertInto('manifest_sales')
      .values(
        sales.map((order) => ({
          business_id: actor.businessId,
          manifest_id: manifest,
          order_id: order.id,
          at: tx.now(),
        })),
      )
      .execute();
  }
  tx.changed(actor.businessId, 'manifests');
}

const pileOf = (order: OrderRow) => ({
  warehouse_id: order.warehouse_id ?? fail('state_conflict'),
  marketplace: order.marketplace ?? '',
  logistic_type: order.logistic_type,
});

/** Locked, so that it is not closed before this transaction ends. */
async function openManifest(tx: Tx, actor: Actor, pile: ReturnType<typeof pileOf>): Promise<number> {
  const { id } = await tx.db
    .insertInto('manifests')
    .values({ business_id: actor.businessId, ...pile, opened_by: actor.userId, opened_at: tx.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'warehouse_id', 'marketplace', 'logistic_type'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ opened_at: sql`manifests.opened_at` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The carrier leaves: the manifest gets the next number of its business. */
export async function closeManifest(tx: Tx, actor: Actor, id: number): Promise<void> {
  // Numbers have no gaps: closing another manifest waits until this one is stored.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`manifests ${actor.businessId}`}, 0))`.execute(
    tx.db,
  );
  const manifest = await tx.db
    .selectFrom('manifests')
    .select(['warehouse_id', 'closed_at'])
    .where('id', '=', id)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  if (!manifest) return fail('not_found');
  if (manifest.closed_at) fail('state_conflict');
  await tx.db
    .updateTable('manifests')
    .set({
      number: sql`(select coalesce(max(number), 0) + 1 from manifests where business_id = app_business())`,
      closed_by: actor.userId,
      closed_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  tx.changed(actor.businessId, 'manifests');
  tx.changed(actor.businessId, 'checkout');
}
