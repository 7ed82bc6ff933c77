import { type RawBuilder, sql } from 'kysely';
import type { RecordedAct } from '#contract/business/audit-names.ts';
import type { VolumeEventKind } from '#contract/inventory/volume-states.ts';
import type { OrderEventKind } from '#contract/orders/order-events.ts';
import type { App } from '#server/app.ts';
import type { Cast, Team } from './people.ts';
import { play } from './stage.ts';

const ofSales: Partial<Record<OrderEventKind, RecordedAct>> = {
  created: 'orders.create',
  completed: 'orders.complete',
  canceled: 'orders.cancel',
  approved: 'checkout.accept',
  refused: 'checkout.refuse',
  'picking-started': 'checkout.startPicking',
  packed: 'checkout.confirmPacking',
  collected: 'checkout.collect',
  sent: 'checkout.send',
};
const ofVolumes: Partial<Record<VolumeEventKind, RecordedAct>> = {
  created: 'volumes.create',
  tagged: 'volumes.tag',
  launched: 'volumes.launch',
  blocked: 'volumes.block',
};
const ofRequests: Record<string, RecordedAct> = {
  created: 'supplyRequests.create',
  approved: 'supplyRequests.approve',
  advanced: 'supplyRequests.advance',
  canceled: 'supplyRequests.cancel',
};

/** The past of the demo was made by rules without calls, so its audit trail is derived from the records. */
export async function writeTrail(app: App, cast: Cast): Promise<void> {
  await play(app, async ({ tx, as }) => {
    for (const team of Object.values(cast)) {
      await as(team.owner, tx.now());
      const told = sql.join([...histories(team), ...beginnings(team), ...payments(team)], sql` union all `);
      await sql`insert into audit_entries (business_id, user_id, endpoint, entity_id, request_id, changes, at)
        select ${team.businessId}, did.user_id, did.act, did.entity::text, '-', did.changes, did.at
        from (${told}) as did (user_id, act, entity, changes, at)
        where did.user_id is not null and did.act is not null and did.at is not null
        order by did.at`.execute(tx.db);
    }
  });
}

type Told = RawBuilder<unknown>;
const actOf = (acts: Partial<Record<string, RecordedAct>>): Told =>
  sql`${JSON.stringify(acts)}::jsonb ->> e.kind`;
const nothing = sql`null::jsonb`;

const histories = ({ businessId }: Team): Told[] => [
  sql`select e.user_id, ${actOf(ofSales)}, e.order_id, ${nothing}, e.at from order_events e
    where case e.actor when 'fulfiller' then e.fulfiller_id else e.business_id end = ${businessId}`,
  sql`select e.user_id, ${actOf(ofVolumes)}, e.volume_id, ${nothing}, e.at from volume_events e`,
  sql`select e.user_id, ${actOf(ofRequests)}, e.request_id, ${nothing}, e.at from supply_request_events e`,
];

const beginnings = ({ businessId, owner, administrator, supplier, seller }: Team): Told[] => {
  const made = (userId: number, act: RecordedAct, table: string) =>
    sql`select ${userId}::bigint, ${act}, t.id, ${nothing}, t.created_at from ${sql.table(table)} t
      where t.business_id = ${businessId}`;
  return [
    made(administrator.userId, 'products.create', 'products'),
    made(owner.userId, 'warehouses.create', 'warehouses'),
    made(supplier.userId, 'dropshipItems.create', 'dropship_items'),
    made(seller.userId, 'advertisements.create', 'advertisements'),
    made(administrator.userId, 'suppliers.create', 'suppliers'),
    sql`select ${owner.userId}::bigint, ${'plans.choose' satisfies RecordedAct}, null,
      jsonb_build_object('plan', jsonb_build_array('free', c.plan)), c.at
      from plan_changes c where c.business_id = ${businessId}`,
  ];
};

const payments = ({ businessId, administrator }: Team): Told[] => [
  sql`select p.user_id, ${'dropinvoices.pay' satisfies RecordedAct}, p.dropinvoice_id, ${nothing}, p.at
    from dropinvoice_proofs p where p.seller_id = ${businessId}`,
  sql`select ${administrator.userId}::bigint, ${'dropinvoices.reject' satisfies RecordedAct}, p.dropinvoice_id, ${nothing},
    p.rejected_at from dropinvoice_proofs p where p.supplier_id = ${businessId}`,
  sql`select ${administrator.userId}::bigint, ${'dropinvoices.approve' satisfies RecordedAct}, i.id, ${nothing},
    i.completed_at from dropinvoices i where i.supplier_id = ${businessId}`,
];
