import { type SqlBool, sql } from 'kysely';
import { type Manifest, manifestFilter, manifestSorts, type Pile } from '#contract/orders/manifest.ts';
import type { ManifestState } from '#contract/orders/manifest-states.ts';
import { carrierNameKey } from '#contract/orders/own-carrier.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { readCutoffs } from '#server/orders/carriers/carrier.ts';
import { isWaitingForLabel } from '#server/orders/waits-for-label.ts';

type PileRow = {
  warehouse_id: number;
  warehouse_name: string;
  marketplace: string;
  logistic_type: string;
  waiting: number;
  unlabelled: number;
  changed: number;
  limit: Date | null;
  scanned: number;
  manifest_id: number | null;
  opened_at: Date | null;
};

const carrierOf = (row: { marketplace: string; logistic_type: string }) => ({
  marketplace: row.marketplace || null,
  logisticType: row.logistic_type,
});

/**
 * Parcels that wait for each carrier and those that were scanned, the most urgent first; `sale`: only the pile of this
 * sale.
 */
export async function readPiles(tx: Tx, actor: Actor, sale: number | null = null): Promise<Pile[]> {
  const { rows } = await sql<PileRow>`
    with waiting as (
      select o.warehouse_id, coalesce(o.marketplace, '') as marketplace, o.logistic_type, count(*)::int as waiting,
        (count(*) filter (where ${isWaitingForLabel}
          or not o.label_ready and o.account_id is not null and o.shipment_id is not null))::int
          as unlabelled, (count(*) filter (where o.changed_lines is not null))::int as changed,
        min(o.dispatch_limit) as "limit"
      from orders o where o.fulfiller_id = ${actor.businessId} and o.shown_at is not null
        and o.bench_status = 'waiting_collect' and ${withinWarehouses(actor, sql`o.warehouse_id`)}
      group by 1, 2, 3),
    scanned as (
      select m.warehouse_id, m.marketplace, m.logistic_type, m.id, m.opened_at,
        (select count(*)::int from manifest_sales s where s.manifest_id = m.id) as scanned
      from manifests m where m.business_id = ${actor.businessId} and m.closed_at is null
        and ${withinWarehouses(actor, sql`m.warehouse_id`)})
    select warehouse_id, w.name as warehouse_name, marketplace, logistic_type, coalesce(a.waiting, 0) as waiting,
      coalesce(a.unlabelled, 0) as unlabelled, coalesce(a.changed, 0) as changed, a."limit", coalesce(b.scanned, 0) as scanned, b.id as manifest_id, b.opened_at
    from waiting a full join scanned b using (warehouse_id, marketplace, logistic_type)
      join warehouses w on w.id = warehouse_id
    where ${sale}::bigint is null or b.id = (select s.manifest_id from manifest_sales s where s.order_id = ${sale})
    order by a."limit" nulls last, w.name, warehouse_id, marketplace, logistic_type`.execute(tx.db);
  const cutoffs = await readCutoffs(tx, actor);
  return rows.map((row) => ({
    warehouse: { id: row.warehouse_id, name: row.warehouse_name },
    carrier: carrierOf(row),
    waiting: row.waiting,
    unlabelled: row.unlabelled,
    changed: row.changed,
    dispatchLimit: row.limit?.toISOString() ?? null,
    cutoff: cutoffs.get(carrierNameKey(row.logistic_type)) ?? null,
    scanned: row.scanned,
    manifest:
      row.manifest_id && row.opened_at
        ? { id: row.manifest_id, openedAt: row.opened_at.toISOString() }
        : null,
  }));
}

const state = sql<ManifestState>`case when m.closed_at is null then 'open' else 'closed' end`;

const spec = listSpec({
  fields: manifestFilter,
  sortedBy: manifestSorts,
  sql: {
    state,
    warehouse: sql`m.warehouse_id`,
    number: sql`m.number`,
    sale: {
      where: (values) =>
        sql`m.id in (select s.manifest_id from manifest_sales s where s.order_id in (${sql.join(values)}))`,
    },
    opened: sql`m.opened_at`,
    closed: sql`m.closed_at`,
  },
  search: sql`coalesce(m.number::text, '')`,
  sorts: { id: sql`m.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`m.id`,
});

type Figures = { sales: number; parcels: number };

/** Several sales of one parcel have one label. */
const figures = sql<Figures>`(select json_build_object('sales', count(*),
    'parcels', count(distinct coalesce(o.shipment_id, o.id::text)))
  from manifest_sales s join orders o on o.id = s.order_id where s.manifest_id = m.id)`;

function selectManifests(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('manifests as m')
    .leftJoin('warehouses as w', 'w.id', 'm.warehouse_id')
    .leftJoin('users as opener', 'opener.id', 'm.opened_by')
    .leftJoin('users as closer', 'closer.id', 'm.closed_by')
    .where(sql<SqlBool>`m.business_id = app_business()`)
    .where(withinWarehouses(actor, sql`m.warehouse_id`))
    .select([
      'm.id',
      'm.number',
      'm.warehouse_id',
      'w.name as warehouse_name',
      'm.marketplace',
      'm.logistic_type',
      'm.opened_at',
      'm.closed_at',
      'opener.name as opener',
      'closer.name as closer',
      state.as('state'),
      figures.as('figures'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectManifests>['executeTakeFirstOrThrow']>>;

const shape = (row: Row) => ({
  id: row.id,
  number: row.number,
  state: row.state,
  warehouse: { id: row.warehouse_id, name: row.warehouse_name ?? '' },
  carrier: carrierOf(row),
  ...row.figures,
  openedAt: row.opened_at,
  openedBy: row.opener ?? '',
  closedAt: row.closed_at,
  closedBy: row.closer,
});

export async function listManifests(tx: Tx, actor: Actor, query: ListQuery) {
  const found = await listPage(tx, selectManifests(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

const findRow = async (tx: Tx, actor: Actor, id: number) =>
  (await selectManifests(tx, actor).where('m.id', '=', id).executeTakeFirst()) ?? fail('not_found');

export const readManifestRow = async (tx: Tx, actor: Actor, id: number) =>
  shape(await findRow(tx, actor, id));

export async function readManifest(tx: Tx, actor: Actor, id: number) {
  const row = await findRow(tx, actor, id);
  const [house, lines] = await Promise.all([findHouse(tx, row.warehouse_id), findLines(tx, id)]);
  return { ...shape(row), ...house, lines };
}

/** The business that hands over, and its address. */
async function findHouse(tx: Tx, warehouseId: number): Promise<Pick<Manifest, 'business' | 'address'>> {
  const { name, document, ...address } = await tx.db
    .selectFrom('warehouses as w')
    .innerJoin('businesses as b', 'b.id', 'w.business_id')
    .select(['b.name', 'b.document'])
    .select(['w.zip', 'w.state', 'w.city', 'w.neighborhood', 'w.street', 'w.number', 'w.complement'])
    .where('w.id', '=', warehouseId)
    .executeTakeFirstOrThrow();
  return { business: { name, document }, address };
}

type Line = Omit<Manifest['lines'][number], 'label'> & { tracking: string; shipment: string | null };

async function findLines(tx: Tx, id: number): Promise<Manifest['lines']> {
  const { rows } = await sql<Line>`
    select s.order_id as sale, seller.name as seller, o.remote_order_id as "remoteOrderId", o.tracking_code as tracking,
      o.shipment_id as shipment, s.at,
      (select coalesce(sum(p.quantity), 0)::int from order_parts p where p.order_id = o.id) as units
    from manifest_sales s join orders o on o.id = s.order_id join businesses seller on seller.id = o.business_id
    where s.manifest_id = ${id} order by s.id`.execute(tx.db);
  return rows.map(({ tracking, shipment, ...line }) => ({
    ...line,
    label: tracking || shipment || ownLabelCode(line.sale),
  }));
}
