import { type SqlBool, sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { balanceFilter, balanceSorts } from '#contract/inventory/balance.ts';
import type { BalanceKind, BalanceOrigin } from '#contract/inventory/balance-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { warehouseWalk } from '#server/inventory/warehouse/walk-order.ts';

const contains = (value: unknown) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`;

const spec = listSpec({
  fields: balanceFilter,
  sortedBy: balanceSorts,
  sql: {
    state: sql`b.state`,
    kind: sql`b.kind`,
    origin: sql`b.origin`,
    warehouse: sql`b.warehouse_id`,
    place: {
      where: (values) => {
        const codes = sql.join(values.map((value) => asCode(String(value))));
        return sql<SqlBool>`(v.code in (${codes}) or l.code in (${codes}))`;
      },
    },
    product: {
      where: (values) =>
        sql.join(
          values.map(
            (value) => sql<SqlBool>`exists (select from volume_lines fl
              join product_variations fv on fv.id = fl.variation_id join products fp on fp.id = fv.product_id
              where fl.volume_id = v.id and (b.variation_id is null or fv.id = b.variation_id)
                and (fp.search like fold(${contains(value)}) or fold(fv.sku) like fold(${contains(value)})))`,
          ),
          sql` or `,
        ),
    },
    started: sql`b.started_at`,
  },
  search: sql`v.search`,
  sorts: { id: sql`b.id`, ended: sql`b.ended_at`, walk: warehouseWalk },
  required: ['id'],
  defaultSort: '-id',
  id: sql`b.id`,
});

type Figures = {
  counts: number;
  difference: number | null;
  value: number | null;
  last: number | null;
  /** People who counted: at any time, and in the current series. */
  counters: number[];
  inSeries: number[];
};

/** The difference and the counter of the newest valid count. */
const figures = sql<Figures>`(select json_build_object('counts', count(*),
    'counters', coalesce(json_agg(distinct c.user_id), '[]'),
    'inSeries', coalesce(json_agg(distinct c.user_id) filter (where c.series = b.series and c.outcome <> 'outdated'), '[]'),
    'last', (array_agg(c.user_id order by c.id desc) filter (where c.outcome <> 'outdated'))[1],
    'difference', (array_agg(d.units order by c.id desc) filter (where c.outcome <> 'outdated'))[1],
    'value', (array_agg(d.value order by c.id desc) filter (where c.outcome <> 'outdated'))[1])
  from balance_counts c cross join lateral (
    select coalesce(sum(x.counted - x.expected), 0) as units,
      coalesce(sum((x.counted - x.expected) * coalesce(x.unit_centavos, 0)), 0) as value
    from balance_count_lines x where x.count_id = c.id) d
  where c.business_id = b.business_id and c.balance_id = b.id)`;

function selectBalances(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('balances as b')
    .innerJoin('volumes as v', 'v.id', 'b.volume_id')
    .leftJoin('warehouses as w', 'w.id', 'b.warehouse_id')
    .leftJoin('inventory_locations as l', 'l.id', 'v.position_id')
    .leftJoin('product_variations as pv', 'pv.id', 'b.variation_id')
    .leftJoin('products as p', 'p.id', 'pv.product_id')
    .leftJoin('users as s', 's.id', 'b.started_by')
    .leftJoin('users as e', 'e.id', 'b.ended_by')
    .where('b.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`b.warehouse_id`))
    .selectAll('b')
    .select([
      'v.code',
      'v.version',
      sql<boolean>`v.state = 'in_balance'`.as('volume_counted'),
      'w.name as warehouse_name',
      'l.code as position',
      'pv.sku',
      'p.name as product_name',
      's.name as starter',
      'e.name as ender',
      figures.as('figures'),
    ]);
}
export type BalanceRecord = Awaited<ReturnType<ReturnType<typeof selectBalances>['executeTakeFirstOrThrow']>>;

/**
 * A counter sees neither the quantity of the ledger nor earlier counts while the volume is being counted. Approvers see
 * them, and so does everybody once the count is over.
 */
export const reveals = (actor: Actor, row: Pick<BalanceRecord, 'ended_at' | 'volume_counted'>): boolean =>
  (row.ended_at !== null && !row.volume_counted) || actorCan(actor, 'balances.approve');

export function shapeBalance(actor: Actor, row: BalanceRecord) {
  const told = reveals(actor, row);
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    origin: row.origin,
    warehouse: { id: row.warehouse_id, name: row.warehouse_name ?? '' },
    volume: { id: row.volume_id, name: row.code },
    position: row.position,
    variation:
      row.variation_id === null
        ? null
        : { id: row.variation_id, name: `${row.product_name ?? ''} · ${row.sku ?? ''}` },
    startedBy: row.starter ?? '',
    startedAt: row.started_at,
    endedAt: row.ended_at,
    counts: row.figures.counts,
    cause: row.cause,
    difference: told ? row.figures.difference : null,
    ...(actorCan(actor, 'prices.read') && { differenceCentavos: told ? row.figures.value : null }),
  };
}

export async function listBalances(tx: Tx, actor: Actor, query: ListQuery) {
  const page = await listPage(tx, selectBalances(tx, actor), spec, query);
  return { ...page, items: page.items.map((row) => shapeBalance(actor, row)) };
}

export function findBalance(tx: Tx, actor: Actor, id: number): Promise<BalanceRecord | undefined> {
  return selectBalances(tx, actor).where('b.id', '=', id).executeTakeFirst();
}

/** The contents to be counted; for a suspect volume also what the ledger says has left. */
export async function findGoods(tx: Tx, balance: BalanceRecord) {
  return tx.db
    .selectFrom('volume_lines as x')
    .innerJoin('product_variations as v', 'v.id', 'x.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('batches as t', 't.id', 'x.batch_id')
    .select([
      'v.id',
      'v.name',
      'v.sku',
      'v.gtin',
      'p.id as product_id',
      'p.name as product_name',
      'p.asks_lots',
      't.code as lot',
      'x.quantity',
    ])
    .where('x.volume_id', '=', balance.volume_id)
    .where('x.business_id', '=', ownBusiness)
    .where(sql<SqlBool>`(x.quantity > 0 or ${balance.kind === 'suspect'})`)
    .$if(balance.variation_id !== null, (query) =>
      query.where('x.variation_id', '=', balance.variation_id ?? 0),
    )
    .orderBy('p.name')
    .orderBy('v.id')
    .execute();
}

type Round = {
  at: Date;
  author: string | null;
  outcome: 'equal' | 'differs' | 'outdated';
  lines: { sku: string; product: string; expected: number; counted: number }[];
};

export async function findRounds(tx: Tx, balanceId: number): Promise<Round[]> {
  const { rows } = await sql<Round>`
    select c.at, u.name || ${atStation} as author, c.outcome, coalesce((
      select json_agg(json_build_object('sku', v.sku, 'product', p.name, 'expected', x.expected, 'counted', x.counted)
        order by p.name, v.id) from balance_count_lines x join product_variations v on v.id = x.variation_id
        join products p on p.id = v.product_id where x.count_id = c.id), '[]') as lines
    from balance_counts c left join users u on u.id = c.user_id left join stations st on st.id = c.station_id
    where c.business_id = app_business() and c.balance_id = ${balanceId} order by c.id desc limit 100`.execute(
    tx.db,
  );
  return rows;
}

/** A person, or the schedule of a business. */
export type BalanceStarter = Pick<Actor, 'businessId' | 'warehouseIds'> & { userId: number | null };

export type Flagged = { volumeId: number; warehouseId: number; version: number };

/** A volume has at most one open count, by a unique index. */
export async function insertBalances(
  tx: Tx,
  actor: BalanceStarter,
  volumes: readonly Flagged[],
  facts: { kind: BalanceKind; origin: BalanceOrigin; variationId?: number | null },
): Promise<number[]> {
  const rows = await tx.db
    .insertInto('balances')
    .values(
      volumes.map(({ volumeId, warehouseId, version }) => ({
        business_id: actor.businessId,
        warehouse_id: warehouseId,
        volume_id: volumeId,
        variation_id: facts.variationId ?? null,
        kind: facts.kind,
        origin: facts.origin,
        volume_version: version,
        started_by: actor.userId,
        started_at: tx.now(),
      })),
    )
    .returning('id')
    .execute();
  tx.changed(actor.businessId, 'balances');
  return rows.map((row) => row.id);
}
