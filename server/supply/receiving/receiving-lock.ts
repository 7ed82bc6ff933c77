import { sql } from 'kysely';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/**
 * Locks a request in its required step. Acts within a step share the lock, and completing the step takes it exclusively, so
 * that no count, label or launch is incomplete when the step ends.
 */
export async function lockReceiving(
  tx: Tx,
  actor: Actor,
  id: number,
  state: SupplyRequestState,
  strength: 'share' | 'alone',
) {
  const rows = tx.db
    .selectFrom('supply_requests')
    .select(['id', 'number', 'state', 'supplier_id', 'warehouse_id', 'version', 'attended_at'])
    .where('id', '=', id)
    .where(withinWarehouses(actor, sql`warehouse_id`));
  const row = await (strength === 'share' ? rows.forShare() : rows.forUpdate()).executeTakeFirst();
  if (!row) fail('not_found');
  if (row.state !== state) fail('state_conflict', { facts: { state: row.state } });
  return { ...row, warehouseId: row.warehouse_id };
}
