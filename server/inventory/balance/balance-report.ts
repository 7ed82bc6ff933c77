import { sql } from 'kysely';
import { addDays, startOfDay } from '#contract/dates.ts';
import type { api } from '#contract/index.ts';
import { type AccuracyGroup, type BalanceReport, reportedMost } from '#contract/inventory/balance-report.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ExportKey, ExportOptions } from '#server/http/export.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { listBalances, type shapeBalance } from './balance.queries.ts';

type Effect = { corrections: number; found: number; lost: number; centavos: number };
type Row = {
  total: AccuracyGroup & Effect;
  positions: AccuracyGroup[];
  products: AccuracyGroup[];
  people: AccuracyGroup[];
  causes: (Effect & { cause: BalanceReport['causes'][number]['cause'] })[];
};

const grouped = (
  table: string,
) => sql`coalesce((select json_agg(json_build_object('name', g.name, 'counted', g.counted,
    'right', g."right") order by g.counted - g."right" desc, g.counted desc, g.name)
  from (select * from ${sql.table(table)} order by counted - "right" desc, counted desc, name limit ${reportedMost}) g), '[]')`;

/**
 * Counts that were started in these days and have ended, in one statement. The last valid count is taken as true: a
 * position or product is accurate if the ledger agreed with it, a person if their count did.
 */
export async function readBalanceReport(
  tx: Tx,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<BalanceReport> {
  const { rows } = await sql<Row>`
    with ended as (
      select b.id, b.state, b.cause, v.position_id from balances b join volumes v on v.id = b.volume_id
      where b.business_id = ${actor.businessId} and b.state in ('checked', 'corrected')
        and b.started_at >= ${startOfDay(from)} and b.started_at < ${startOfDay(addDays(to, 1))}
        and ${withinWarehouses(actor, sql`b.warehouse_id`)}),
    rounds as (
      select c.id, c.balance_id, c.user_id, row_number() over (partition by c.balance_id order by c.id desc) as back
      from ended e join balance_counts c on c.business_id = ${actor.businessId} and c.balance_id = e.id
      where c.outcome <> 'outdated'),
    truth as (
      select e.id, e.state, e.cause, e.position_id, x.variation_id, x.expected, x.counted, x.unit_centavos
      from ended e join rounds r on r.balance_id = e.id and r.back = 1 join balance_count_lines x on x.count_id = r.id),
    positions as (
      select coalesce(l.code, '') as name, count(*)::int as counted, (count(*) filter (where e.state = 'checked'))::int as "right"
      from ended e left join inventory_locations l on l.id = e.position_id group by 1),
    products as (
      select v.sku as name, count(*)::int as counted,
        (count(*) filter (where t.counted = t.expected))::int as "right"
      from truth t join product_variations v on v.id = t.variation_id group by v.id),
    people as (
      select u.name, count(*)::int as counted, (count(*) filter (where not exists (
          select from truth t left join balance_count_lines x on x.count_id = r.id and x.variation_id = t.variation_id
          where t.id = r.balance_id and coalesce(x.counted, 0) <> t.counted)))::int as "right"
      from rounds r join users u on u.id = r.user_id group by u.id, u.name),
    causes as (
      select t.cause, count(distinct t.id)::int as corrections, sum(greatest(t.counted - t.expected, 0))::int as found,
        sum(greatest(t.expected - t.counted, 0))::int as lost,
        sum((t.counted - t.expected) * coalesce(t.unit_centavos, 0))::bigint as centavos
      from truth t where t.state = 'corrected' and t.cause is not null group by 1)
    select ${grouped('positions')} as positions, ${grouped('products')} as products, ${grouped('people')} as people,
      coalesce((select json_agg(c order by c.found + c.lost desc, c.cause) from causes c), '[]') as causes,
      (select json_build_object('counted', count(*), 'right', count(*) filter (where state = 'checked'),
        'corrections', count(*) filter (where state = 'corrected'),
        'found', (select coalesce(sum(found), 0) from causes), 'lost', (select coalesce(sum(lost), 0) from causes),
        'centavos', (select coalesce(sum(centavos), 0) from causes)) from ended) as total`.execute(tx.db);
  const [row] = rows;
  const priced = actorCan(actor, 'prices.read');
  const blind = <E extends Effect>({ centavos, ...rest }: E) => ({ ...rest, ...(priced && { centavos }) });
  const none = { counted: 0, right: 0, corrections: 0, found: 0, lost: 0, centavos: 0 };
  return {
    from,
    to,
    total: blind(row?.total ?? { ...none, name: '' }),
    positions: row?.positions ?? [],
    products: row?.products ?? [],
    people: row?.people ?? [],
    causes: (row?.causes ?? []).map(blind),
  };
}

/** The counts behind the report, one per row. */
export const balanceExport: ExportOptions<
  ReturnType<typeof shapeBalance>,
  ExportKey<typeof api.balances.export>
> = {
  name: (words) => words.inventory.balances.title,
  list: listBalances,
  columns: {
    volume: { label: (words) => words.inventory.balances.volume, value: (row) => row.volume.name },
    state: {
      label: (words) => words.inventory.balances.state,
      value: (row, words) => words.inventory.balances.states[row.state],
    },
    position: { label: (words) => words.inventory.balances.position, value: (row) => row.position },
    product: {
      label: (words) => words.inventory.balances.product,
      value: (row) => row.variation?.name,
    },
    kind: {
      label: (words) => words.inventory.balances.kind,
      value: (row, words) => words.inventory.balances.kinds[row.kind],
    },
    origin: {
      label: (words) => words.inventory.balances.origin,
      value: (row, words) => words.inventory.balances.origins[row.origin],
    },
    warehouse: {
      label: (words) => words.inventory.balances.warehouse,
      value: (row) => row.warehouse.name,
    },
    counts: {
      label: (words) => words.inventory.balances.counts,
      value: (row) => row.counts,
      kind: 'number',
    },
    cause: {
      label: (words) => words.inventory.balances.cause,
      value: (row, words) => row.cause && words.inventory.balances.causes[row.cause],
    },
    difference: {
      label: (words) => words.inventory.balances.difference,
      value: (row) => row.difference,
      kind: 'number',
    },
    value: {
      label: (words) => words.inventory.balances.value,
      value: (row) => row.differenceCentavos,
      kind: 'money',
      priced: true,
    },
    startedBy: {
      label: (words) => words.inventory.balances.startedBy,
      value: (row) => row.startedBy,
    },
    started: {
      label: (words) => words.inventory.balances.started,
      value: (row) => row.startedAt,
      kind: 'instant',
    },
    ended: {
      label: (words) => words.inventory.balances.ended,
      value: (row) => row.endedAt,
      kind: 'instant',
    },
  },
};
