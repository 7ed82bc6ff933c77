import { type SqlBool, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { codeOfGoods } from '#contract/codes.ts';
import { asksFor } from '#contract/filter.ts';
import { type Volume, volumeFilter, volumeSorts } from '#contract/inventory/volume.ts';
import type { VolumeEvent } from '#contract/inventory/volume-event.ts';
import type { VolumeEventKind } from '#contract/inventory/volume-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import type { ReceiptOfVolume } from '#contract/supply/receipt-of-volume.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { historySpec } from '#server/inventory/history.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import type { EventDetail } from './volume-history.ts';

const inside = (condition: ReturnType<typeof sql>) => sql<SqlBool>`exists (select from volume_lines fl
  join product_variations fv on fv.id = fl.variation_id join products fp on fp.id = fv.product_id
  where fl.business_id = v.business_id and fl.volume_id = v.id and fl.quantity > 0 and ${condition})`;

const spec = listSpec({
  fields: volumeFilter,
  sortedBy: volumeSorts,
  sql: {
    code: sql`v.code`,
    warehouse: sql`v.warehouse_id`,
    position: sql`v.position_id`,
    state: sql`v.state`,
    'zero-check': { where: ([wanted]) => sql`(v.zero_check_at is not null) = ${wanted}` },
    product: {
      where: (values) =>
        sql.join(
          values.map((value) =>
            inside(
              sql`(fp.search like fold(${contains(value)}) or fold(fv.sku) like fold(${contains(value)}) or fv.gtin = ${codeOfGoods(String(value))})`,
            ),
          ),
          sql` or `,
        ),
    },
    variation: { where: (values) => inside(sql`fl.variation_id in (${sql.join(values)})`) },
    batch: { where: (values) => inside(sql`fl.batch_id in (${sql.join(values)})`) },
    launched: sql`v.launched_at`,
  },
  search: sql`v.search`,
  sorts: {
    code: sql`v.code`,
    created: sql`v.id`,
    launched: sql`v.launched_at`,
    checked: sql`v.last_check_at`,
  },
  required: ['code', 'created'],
  defaultSort: '-created',
  changedAt: sql`v.updated_at`,
  id: sql`v.id`,
});

const contains = (value: unknown) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`;

export function selectVolumes(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('volumes as v')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.business_id', '=', 'v.business_id').onRef('w.id', '=', 'v.warehouse_id'),
    )
    .leftJoin('inventory_locations as l', (join) =>
      join.onRef('l.business_id', '=', 'v.business_id').onRef('l.id', '=', 'v.position_id'),
    )
    .leftJoin('warehouses as f', (join) =>
      join
        .onRef('f.business_id', '=', 'v.business_id')
        .onRef('f.id', '=', 'v.transfer_from_id')
        .on('v.state', '=', 'in_transit'),
    )
    .where(withinWarehouses(actor, sql`v.warehouse_id`))
    .select([
      'v.id',
      'v.code',
      'v.name',
      'v.state',
      sql<boolean>`v.zero_check_at is not null`.as('zeroCheck'),
      'v.checked',
      'v.tested',
      'v.launched_at as launchedAt',
      'v.last_check_at as lastCheckAt',
      'v.created_at as createdAt',
      'v.version',
      'v.expected_quantity as expectedQuantity',
      'v.blocked_as as blockedAs',
      'v.transferred_at',
      'f.id as from_id',
      'f.name as from_name',
      'w.id as warehouse_id',
      'w.name as warehouse_name',
      'l.id as position_id',
      'l.code as position_code',
    ]);
}

type Contents = { units: number; kinds: number; names: string[] };
const contents =
  sql<Contents>`(select jsonb_build_object('units', coalesce(sum(x.quantity), 0), 'kinds', count(*),
    'names', coalesce(jsonb_agg(x.name order by x.id) filter (where x.rank <= 3), '[]'))
  from (select cl.id, cl.quantity, case when cv.name in ('', cp.name) then cp.name else cp.name || ' · ' || cv.name end as name,
      row_number() over (order by cl.id) as rank
    from volume_lines cl join product_variations cv on cv.id = cl.variation_id join products cp on cp.id = cv.product_id
    where cl.business_id = v.business_id and cl.volume_id = v.id and cl.quantity > 0) x)`.as('contents');

/** The receipt of volume `v`. */
export const receiptOf =
  sql<ReceiptOfVolume | null>`(select jsonb_build_object('id', r.id, 'number', r.number, 'state', r.state)
  from supply_request_lines rl join supply_requests r on r.business_id = rl.business_id and r.id = rl.request_id
  where rl.business_id = v.business_id and rl.id = v.request_line_id)`.as('receipt');

/** The return to the vendor that holds volume `v`. */
const vendorReturnOf = sql<
  Volume['vendorReturn']
>`(select jsonb_build_object('id', vr.id, 'number', vr.number)
  from vendor_return_lines vl join vendor_returns vr on vr.business_id = vl.business_id and vr.id = vl.return_id
  where vl.business_id = v.business_id and vl.volume_id = v.id and vl.open limit 1)`.as('vendorReturn');

type Row = Awaited<ReturnType<ReturnType<typeof selectVolumes>['executeTakeFirstOrThrow']>> & {
  contents: Contents;
};

/** A counter sees no quantity of the volume until it is counted. */
export const countsBlind = (actor: Actor, { state }: Pick<Row, 'state'>): boolean =>
  state === 'in_balance' && isBlind(actor);

function shape(actor: Actor, row: Row) {
  const { warehouse_id, warehouse_name, position_id, position_code, contents: inner, state, ...others } = row;
  const { from_id, from_name, transferred_at, ...rest } = others;
  return {
    ...rest,
    state: state,
    warehouse: { id: warehouse_id, name: warehouse_name },
    transfer:
      from_id === null || transferred_at === null
        ? null
        : { from: { id: from_id, name: from_name ?? '' }, at: transferred_at.toISOString() },
    position: position_id === null ? null : { id: position_id, code: position_code ?? '' },
    units: countsBlind(actor, row) ? null : inner.units,
    productCount: inner.kinds,
    products: inner.names,
  };
}

/** Voided and archived volumes are listed only if the filter asks for them. */
function hideGone(query: { query?: string | undefined }): SqlBool | ReturnType<typeof sql<SqlBool>> {
  const asked = asksFor(query.query, 'state', 'code');
  return asked ? sql<SqlBool>`true` : sql<SqlBool>`v.state not in ('voided', 'archived')`;
}

export async function listVolumes(tx: Tx, actor: Actor, query: ListQuery) {
  const base = selectVolumes(tx, actor)
    .select(contents)
    .where(sql<SqlBool>`${hideGone(query)}`);
  const page = await listPage(tx, base, spec, query);
  return { ...page, items: page.items.map((row) => shape(actor, row)) };
}

/** Volumes in reach that a bulk act names or that its filter finds. */
export function findSelectedVolumes(tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> {
  const base = selectVolumes(tx, actor).where(sql<SqlBool>`${hideGone(selection)}`);
  return findSelected(tx, base, spec, selection);
}

export async function findVolume(tx: Tx, actor: Actor, id: number) {
  const row = await selectVolumes(tx, actor)
    .select([contents, receiptOf, vendorReturnOf])
    .where('v.id', '=', id)
    .executeTakeFirst();
  return row && { ...shape(actor, row), receipt: row.receipt, vendorReturn: row.vendorReturn };
}

export async function findVolumesById(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await selectVolumes(tx, actor)
    .select(contents)
    .where(sql<SqlBool>`v.id = any(${ids}::bigint[])`)
    .where('v.state', '<>', 'voided')
    .orderBy('v.id')
    .execute();
  return rows.map((row) => shape(actor, row));
}

export async function findVolumesOfRequest(tx: Tx, actor: Actor, requestId: number) {
  const rows = await selectVolumes(tx, actor)
    .select(contents)
    .innerJoin('supply_request_lines as r', 'r.id', 'v.request_line_id')
    .where('r.request_id', '=', requestId)
    .where('v.state', '<>', 'voided')
    .orderBy('v.id')
    .execute();
  return rows.map((row) => shape(actor, row));
}

/** The totes of these volumes. */
export async function findTotes(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('volumes')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .where('tote', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

export function findLines(tx: Tx, volumeIds: readonly number[]) {
  return tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('batches as b', 'b.id', 'l.batch_id')
    .select([
      'l.id',
      'l.volume_id',
      'l.batch_id',
      'l.expired',
      'b.code as batch_code',
      'b.expires_on',
      'l.quantity',
      'l.pinned',
      'l.price_centavos',
      'l.cost_centavos',
      'v.id as variation_id',
      'v.name as variation_name',
      'v.sku',
      'v.gtin',
      'p.id as product_id',
      'p.name as product_name',
    ])
    .where('l.volume_id', 'in', [...volumeIds])
    .where('l.quantity', '>', 0)
    .orderBy('l.id')
    .execute();
}

/** The details of a history that reveal quantities of the volume. */
const quantities = ['units', 'products', 'before', 'after', 'quantity'];
const withoutQuantities = (detail: EventDetail): EventDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, quantities.includes(key) ? null : value]),
  );

export async function listEvents(tx: Tx, volumeId: number, query: ListQuery, blind: boolean) {
  const base = tx.db
    .selectFrom('volume_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('stations as st', 'st.id', 'e.station_id')
    .select(['e.id', 'e.at', 'e.kind', 'e.detail', sql<string | null>`u.name || ${atStation}`.as('author')])
    .select(
      sql<
        VolumeEvent['photos']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by m.id)
        from volume_event_images m join images i on i.id = m.image_id
        where m.business_id = e.business_id and m.event_id = e.id), '[]')`.as('photos'),
    )
    .where('e.volume_id', '=', volumeId);
  const page = await listPage(tx, base, historySpec, query);
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      kind: row.kind as VolumeEventKind,
      detail: blind ? withoutQuantities(row.detail as EventDetail) : (row.detail as EventDetail),
    })),
  };
}
