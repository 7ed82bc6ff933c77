import { sql } from 'kysely';
import type { VolumeState } from '#contract/inventory/volume-states.ts';
import type { Receipt, ReceiptLine } from '#contract/supply/receiving.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { countsBlind } from '#server/inventory/volume/volume.queries.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { findInvoices } from '#server/supply/invoice/vendor-invoice.ts';
import {
  findRequest,
  isBlind,
  isHidden,
  shapeRequest,
} from '#server/supply/request/supply-request.queries.ts';
import { volumesOf } from '#server/supply/request/supply-request-lines.ts';

/** The progress of a receipt by line and volume. */
export async function readReceipt(tx: Tx, actor: Actor, id: number): Promise<Receipt> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  if (found.state === 'pending') fail('not_found');
  const blind = await isBlind(tx);
  const hidden = isHidden(found.state, actor, blind);
  const volumes = (await findVolumes(tx, id)).map((volume) => ({
    ...volume,
    units: countsBlind(actor, volume) ? null : volume.units,
  }));
  return {
    ...shapeRequest(found, actor, blind),
    lines: (await findReceiptLines(tx, id, found.warehouse_id)).map((row) => shapeLine(row, volumes, hidden)),
    volumes: volumes.map(({ line_id: lineId, state, ...volume }) => ({
      ...volume,
      lineId,
      state,
    })),
    invoices: hidden ? [] : await findInvoices(tx, actor, id),
    openProblems: await countProblems(tx, id),
    vendorReturns: await findVendorReturns(tx, actor, id),
    steps: await findSteps(tx, id),
    parent: await findParent(tx, id),
    version: found.version,
  };
}

async function findVendorReturns(tx: Tx, actor: Actor, requestId: number): Promise<Receipt['vendorReturns']> {
  const { rows } = await sql<Receipt['vendorReturns'][number]>`
    select r.id, r.number, r.state from vendor_returns r
    where r.business_id = app_business() and ${withinWarehouses(actor, sql`r.warehouse_id`)}
      and r.id in (select l.return_id from vendor_return_lines l
        join volumes v on v.business_id = l.business_id and v.id = l.volume_id
        join supply_request_lines q on q.business_id = v.business_id and q.id = v.request_line_id
        where l.business_id = app_business() and q.request_id = ${requestId})
    order by r.number`.execute(tx.db);
  return rows;
}

type LineRow = {
  id: number;
  variation_id: number;
  variation_name: string;
  product_id: number;
  product_name: string;
  sku: string;
  gtin: string;
  supplier_sku: string;
  asks_lots: boolean;
  asks_serials: boolean;
  serials: number;
  quantity: number;
  ordered: number;
  quantity_per_volume: number;
  counted_volumes: number | null;
  counted_by: string | null;
  lots: ReceiptLine['lots'];
  place: ReceiptLine['place'];
  problems: number;
};
type VolumeRow = { line_id: number; state: VolumeState; units: number | null };

const onShelf = ['active', 'in_balance', 'blocked', 'empty'];

function shapeLine(row: LineRow, volumes: readonly VolumeRow[], hidden: boolean): ReceiptLine {
  const own = volumes.filter((volume) => volume.line_id === row.id);
  return {
    id: row.id,
    variation: { id: row.variation_id, name: row.variation_name },
    product: { id: row.product_id, name: row.product_name },
    sku: row.sku,
    gtin: row.gtin,
    supplierSku: row.supplier_sku,
    quantityPerVolume: row.quantity_per_volume,
    asksLots: row.asks_lots,
    asksSerials: row.asks_serials,
    serials: row.serials,
    lots: row.lots,
    quantity: hidden ? null : row.quantity,
    ordered: hidden ? null : row.ordered,
    volumes: hidden ? null : volumesOf(row),
    counted: row.counted_volumes,
    countedBy: row.counted_by,
    registeredVolumes: own.length,
    registeredUnits: own.some(({ units }) => units === null)
      ? null
      : own.reduce((sum, { units }) => sum + (units ?? 0), 0),
    launchedVolumes: own.filter((volume) => onShelf.includes(volume.state)).length,
    place: row.place,
    openProblems: row.problems,
  };
}

/** Suggests a position per line: one with the same product, or else an empty one, turnover positions first. */
async function findReceiptLines(tx: Tx, requestId: number, warehouseId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with empty as (select jsonb_build_object('id', l.id, 'code', l.code, 'holds', false) as place
      from inventory_locations l where l.business_id = app_business() and l.warehouse_id = ${warehouseId}
        and not exists (select from inventory_locations c where c.business_id = l.business_id and c.parent_id = l.id)
        and not exists (select from volumes v where v.business_id = l.business_id and v.position_id = l.id
          and v.state in ('active', 'in_balance', 'blocked'))
      order by l.turnover desc, l.code limit 1)
    select l.id, l.variation_id, v.name as variation_name, p.id as product_id, p.name as product_name, v.sku, v.gtin,
      p.asks_lots, p.asks_serials, (select count(*)::int from serials n
        where n.business_id = l.business_id and n.request_id = l.request_id and n.variation_id = l.variation_id) as serials,
      l.supplier_sku, coalesce(l.confirmed_quantity, l.quantity) as quantity, l.quantity as ordered,
       l.quantity_per_volume, l.counted_volumes, u.name as counted_by,
      coalesce((select jsonb_build_object('id', o.id, 'code', o.code, 'holds', true)
        from volume_lines vl join volumes x on x.id = vl.volume_id join inventory_locations o on o.id = x.position_id
        where vl.business_id = l.business_id and vl.variation_id = l.variation_id and vl.quantity > 0
          and x.warehouse_id = ${warehouseId} and x.state = 'active'
        order by x.id desc limit 1), (select place from empty)) as place,
      (select coalesce(jsonb_agg(lot), '[]') from vendor_invoice_items n, jsonb_array_elements(n.lots) as lot
        where n.business_id = l.business_id and n.line_id = l.id) as lots,
      (select count(*)::int from reported_problems q where q.line_id = l.id and q.state = 'open') as problems
    from supply_request_lines l join product_variations v on v.id = l.variation_id join products p on p.id = v.product_id
      left join users u on u.id = l.counted_by
    where l.request_id = ${requestId} order by l.id`.execute(tx.db);
  return rows;
}

function findVolumes(tx: Tx, requestId: number) {
  return tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .leftJoin('inventory_locations as o', 'o.id', 'v.position_id')
    .select([
      'v.id',
      'v.code',
      'v.state',
      'l.id as line_id',
      'o.code as position',
      sql<number>`(select coalesce(sum(c.quantity), 0)::int from volume_lines c where c.volume_id = v.id)`.as(
        'units',
      ),
      sql<Receipt['volumes'][number]['lot']>`(select jsonb_build_object('id', b.id, 'code', b.code,
          'expiresOn', b.expires_on, 'expired', c.expired)
        from volume_lines c join batches b on b.id = c.batch_id where c.volume_id = v.id limit 1)`.as('lot'),
    ])
    .where('l.request_id', '=', requestId)
    .where('v.state', '<>', 'voided')
    .orderBy('v.id')
    .execute();
}

async function countProblems(tx: Tx, requestId: number): Promise<number> {
  const { open } = await tx.db
    .selectFrom('reported_problems')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('request_id', '=', requestId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return open;
}

async function findSteps(tx: Tx, requestId: number): Promise<Receipt['steps']> {
  const rows = await tx.db
    .selectFrom('supply_request_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('stations as st', 'st.id', 'e.station_id')
    .select([
      'e.at',
      sql<string | null>`u.name || ${atStation}`.as('author'),
      sql<SupplyRequestState>`coalesce(e.detail->>'to', 'in_transport')`.as('state'),
    ])
    .where('e.request_id', '=', requestId)
    .where('e.kind', 'in', ['approved', 'advanced', 'returned'])
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function findParent(tx: Tx, requestId: number): Promise<Receipt['parent']> {
  const parent = await tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('supply_requests as p', 'p.id', 'r.parent_id')
    .select(['p.id', 'p.number'])
    .where('r.id', '=', requestId)
    .executeTakeFirst();
  return parent ?? null;
}
