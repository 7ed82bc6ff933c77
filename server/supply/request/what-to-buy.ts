import { sql } from 'kysely';
import type { Purchase, WhatToBuy } from '#contract/supply/purchasing.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBeingCounted, isBlind } from '#server/inventory/balance/blind.ts';
import { soldKinds } from '#server/inventory/ledger.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { dailyMilli, daysOfCover, proposeQuantity } from './proposal.ts';
import { readSettings } from './purchasing-settings.ts';
import { createRequest } from './supply-request.ts';

/** At most this many rows, the most urgent first. */
const shown = 500;

type Row = {
  variation_id: number;
  variation_name: string;
  product_id: number;
  product_name: string;
  sku: string;
  supplier_id: number | null;
  supplier_name: string | null;
  supplier_sku: string | null;
  lead_days: number | null;
  quantity_per_volume: number | null;
  price_centavos: number | null;
  sold30: number;
  sold90: number;
  stocked30: number;
  stocked90: number;
  on_hand: number;
  promised: number;
  inbound: number;
  waiting: number;
  minimum_order_centavos: number | null;
  payment_terms: string | null;
};

/** Products that sold in the last 90 days and would run out before new stock could arrive, and products that sales wait for. */
export async function whatToBuy(
  tx: Tx,
  actor: Actor,
  { warehouse, supplier }: { warehouse: number; supplier?: number },
): Promise<WhatToBuy[]> {
  const known = await tx.db
    .selectFrom('warehouses')
    .select('id')
    .where('id', '=', warehouse)
    .where(withinWarehouses(actor, sql`id`))
    .executeTakeFirst();
  if (!known) fail('not_found');
  const priced = actorCan(actor, 'prices.read');
  const { coverDays } = await readSettings(tx);
  const rows = await findSold(tx, actor, warehouse, supplier);
  return rows
    .map((row) => {
      const terms = {
        sold30: row.sold30,
        sold90: row.sold90,
        stocked30: row.stocked30,
        stocked90: row.stocked90,
        onHand: row.on_hand,
        promised: row.promised,
        inbound: row.inbound,
        waiting: row.waiting,
        leadDays: row.lead_days ?? 0,
        quantityPerVolume: row.quantity_per_volume ?? 1,
      };
      const all = { ...terms, coverDays };
      return {
        ...terms,
        variation: { id: row.variation_id, name: row.variation_name },
        product: { id: row.product_id, name: row.product_name },
        sku: row.sku,
        supplier: row.supplier_id === null ? null : { id: row.supplier_id, name: row.supplier_name ?? '' },
        supplierSku: row.supplier_sku ?? '',
        dailyMilli: dailyMilli(all),
        coverDays: daysOfCover(all),
        proposed: proposeQuantity(all),
        ...(priced && {
          priceCentavos: row.price_centavos,
          minimumOrderCentavos: row.minimum_order_centavos,
          paymentTerms: row.payment_terms ?? '',
        }),
      };
    })
    .filter((row) => row.proposed > 0)
    .toSorted((one, other) => (one.coverDays ?? 0) - (other.coverDays ?? 0) || other.proposed - one.proposed)
    .slice(0, shown);
}

/**
 * The stock level before an entry is the current one minus all later entries. A day counts as stocked if the level was
 * above zero at its beginning or stock arrived during it. Only products that sold or are waited for are considered.
 */
async function findSold(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  supplierId: number | undefined,
): Promise<Row[]> {
  // The proposal would reveal the quantity of the ledger to a blind counter.
  const told = isBlind(actor) ? sql`not ${isBeingCounted}` : sql`true`;
  const { rows } = await sql<Row>`
    with moved as (
      select e.stock_id, e.kind, e.on_hand, greatest(0, extract(day from ${tx.now()}::timestamptz - e.at))::int as ago
      from ledger_entries e join stock s on s.id = e.stock_id
      where e.business_id = app_business() and s.business_id = app_business() and s.warehouse_id = ${warehouseId}
        and e.on_hand <> 0 and e.at > ${tx.now()}::timestamptz - interval '90 days'
    ), sold as (
      select stock_id, greatest(0, coalesce(-sum(on_hand) filter (where ago < 30), 0))::int as sold30,
        greatest(0, -sum(on_hand))::int as sold90
      from moved where kind in (${soldKinds})
      group by stock_id having sum(on_hand) < 0
    ), waiting as (
      select stock_id, units::int as waiting from waiting_units(${warehouseId})
    ), daily as (
      select m.stock_id, m.ago, sum(m.on_hand)::int as net, sum(greatest(m.on_hand, 0))::int as came
      from moved m join sold using (stock_id) group by m.stock_id, m.ago
    ), level as (
      select s.id as stock_id, d.ago, s.on_hand - coalesce(sum(x.net) over (partition by s.id order by d.ago), 0) as at_start,
        coalesce(x.came, 0) as came
      from sold join stock s on s.id = sold.stock_id cross join generate_series(0, 89) as d (ago)
        left join daily x on x.stock_id = s.id and x.ago = d.ago
    ), stocked as (
      select stock_id, (count(*) filter (where ago < 30 and (at_start > 0 or came > 0)))::int as stocked30,
        (count(*) filter (where at_start > 0 or came > 0))::int as stocked90
      from level group by stock_id
    )
    select v.id as variation_id, v.name as variation_name, v.sku, p.id as product_id, p.name as product_name,
      i.supplier_id, i.supplier_name, i.supplier_sku, i.lead_days, i.quantity_per_volume,
      coalesce(i.price_centavos, v.cost_centavos) as price_centavos,
      coalesce(sold.sold30, 0) as sold30, coalesce(sold.sold90, 0) as sold90, coalesce(t.stocked30, 0) as stocked30,
      coalesce(t.stocked90, 0) as stocked90, coalesce(w.waiting, 0) as waiting, s.on_hand, s.reserved + s.soft + s.hold as promised, s.inbound,
      i.minimum_order_centavos, i.payment_terms
    from sold full join waiting w using (stock_id) left join stocked t using (stock_id)
      join stock s on s.id = stock_id
      join product_variations v on v.id = s.variation_id join products p on p.id = v.product_id
      left join lateral (select x.supplier_id, u.name as supplier_name, x.supplier_sku, u.lead_days, x.quantity_per_volume,
          x.price_centavos, u.minimum_order_centavos, u.payment_terms
        from supplier_items x join suppliers u on u.id = x.supplier_id
        where x.business_id = app_business() and x.variation_id = v.id and u.archived_at is null
        order by x.at desc, x.supplier_id limit 1) i on true
    where (${supplierId ?? null}::bigint is null or i.supplier_id = ${supplierId ?? null}::bigint) and ${told}
    order by v.id`.execute(tx.db);
  return rows;
}

/** Creates one request per supplier, all or none. */
export async function buy(tx: Tx, actor: Actor, { warehouseId, items }: Purchase) {
  const made: { id: number; number: number; supplier: { id: number; name: string } }[] = [];
  for (const supplierId of [...new Set(items.map((item) => item.supplierId))].toSorted((a, b) => a - b)) {
    const lines = items
      .filter((item) => item.supplierId === supplierId)
      .map(({ supplierId: _, ...line }) => line);
    const request = await createRequest(tx, actor, { supplierId, warehouseId, lines: { create: lines } });
    made.push({ id: request.id, number: request.number, supplier: request.supplier });
  }
  return { items: made };
}
