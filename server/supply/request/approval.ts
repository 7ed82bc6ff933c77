import { sql } from 'kysely';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { revertReceived } from '#server/inventory/volume/received-volumes.ts';
import { newPrintKey } from '#server/supply/print-link.ts';
import { closeExpected, expectLines } from '#server/supply/receiving/expected.ts';
import { isAboveLimit, needsOtherApprover } from './purchase-limit.ts';
import { findRequest } from './supply-request.queries.ts';
import { readRequest } from './supply-request.ts';
import { recordRequest } from './supply-request-history.ts';

/** Freezes the lines, expects their goods in the warehouse, and records the agreed prices. */
export async function approveRequest(tx: Tx, actor: Actor, id: number): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  if (found.state !== 'pending') fail('state_conflict', { facts: { state: found.state } });
  if (await needsOtherApprover(tx, actor, found)) fail('approval_by_other');
  const approved = await tx.db
    .updateTable('supply_requests')
    .set({
      state: 'in_transport',
      ordered_delivery: found.estimated_delivery,
      approved_by: actor.userId,
      approved_at: tx.now(),
      print_key: newPrintKey(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('version', '=', found.version)
    .executeTakeFirst();
  if (approved.numUpdatedRows === 0n) fail('state_conflict');
  await expectLines(tx, actor, id, found.warehouse_id);
  await keepPrices(tx, actor.businessId, id, found.supplier_id);
  const own = found.created_by === actor.userId;
  await recordRequest(tx, actor.userId, id, 'approved', {
    ...(own && (await isAboveLimit(tx, found)) && { alone: true }),
  });
  return readRequest(tx, actor, id);
}

/** Records the agreed prices in the history; they become the supplier's current prices. */
async function keepPrices(tx: Tx, businessId: number, requestId: number, supplierId: number): Promise<void> {
  await sql`insert into paid_prices (business_id, variation_id, supplier_id, request_id, quantity, price_centavos,
      total_centavos, at)
    select ${businessId}, variation_id, ${supplierId}, request_id, quantity, price_centavos, total_centavos, ${tx.now()}
    from supply_request_lines where request_id = ${requestId} order by id`.execute(tx.db);
  await sql`insert into supplier_items (business_id, supplier_id, variation_id, supplier_sku, quantity_per_volume,
      price_centavos, at)
    select ${businessId}, ${supplierId}, variation_id, supplier_sku, quantity_per_volume, price_centavos, ${tx.now()}
    from supply_request_lines where request_id = ${requestId} order by variation_id
    on conflict (business_id, supplier_id, variation_id) do update set price_centavos = excluded.price_centavos, at = excluded.at,
      quantity_per_volume = excluded.quantity_per_volume,
      supplier_sku = case excluded.supplier_sku when '' then supplier_items.supplier_sku else excluded.supplier_sku end
    `.execute(tx.db);
}

/** A pending request may be canceled by its author or the management, a later one by the management only. */
export async function cancelRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  reason: string,
): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  const manages = actorCan(actor, 'supply-requests.approve');
  if (!manages && (found.state !== 'pending' || found.created_by !== actor.userId)) fail('forbidden');
  if (['attended', 'canceled'].includes(found.state))
    fail('state_conflict', { facts: { state: found.state } });
  const canceled = await tx.db
    .updateTable('supply_requests')
    .set({
      state: 'canceled',
      canceled_at: tx.now(),
      cancel_reason: reason,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('state', '=', found.state)
    .executeTakeFirst();
  if (canceled.numUpdatedRows === 0n) fail('state_conflict');
  await voidVolumes(tx, actor, id);
  await tx.db.updateTable('vendor_invoices').set({ released: true }).where('request_id', '=', id).execute();
  await closeExpected(tx, actor, id, found.warehouse_id, 'canceled');
  await recordRequest(tx, actor.userId, id, 'canceled', { reason, from: found.state });
  return readRequest(tx, actor, id);
}

/** Voids its registered volumes; once one is in stock, the request is received and cannot be canceled. */
async function voidVolumes(tx: Tx, actor: Actor, requestId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('supply_request_lines as l')
    .leftJoin('volumes as v', 'v.request_line_id', 'l.id')
    .select(['l.id', 'v.state'])
    .where('l.request_id', '=', requestId)
    .execute();
  if (rows.some(({ state }) => state !== null && !['registered', 'tagged', 'voided'].includes(state)))
    fail('state_conflict', { facts: { state: 'stock_up' } });
  const lines = [...new Set(rows.map((row) => row.id))];
  await revertReceived(tx, actor, lines, 'voided');
}
