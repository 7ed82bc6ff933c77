import { sql } from 'kysely';
import { asksForStep, fitsStep, type VolumeAct } from '#contract/inventory/volume-states.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/**
 * Volumes of a supply request are tagged and launched only in its steps. The request is locked before stock and volumes
 * until the act is done, so that a step that completes has the request for itself. A volume out of reach is not
 * mentioned.
 */
export async function refuseOutsideStep(
  tx: Tx,
  actor: Pick<Actor, 'warehouseIds'>,
  wanted: readonly { id: number; verb: VolumeAct }[],
): Promise<void> {
  const bound = wanted.filter(({ verb }) => asksForStep(verb));
  if (bound.length === 0) return;
  const { rows } = await sql<{ id: number; state: SupplyRequestState; business_id: number }>`
    select v.id, r.state, r.business_id from volumes v
      join supply_requests r
        on r.id = (select l.request_id from supply_request_lines l where l.id = v.request_line_id)
    where v.id = any(${bound.map(({ id }) => id)}::bigint[])
      and ${withinWarehouses(actor, sql`v.warehouse_id`)}
    order by r.id, v.id for share of r`.execute(tx.db);
  for (const { id, state, business_id: businessId } of rows) {
    const want = bound.find((one) => one.id === id);
    if (want && !fitsStep(want.verb, { state })) fail('state_conflict', { facts: { state } });
    tx.changed(businessId, 'supplyRequestsOngoing');
  }
}
