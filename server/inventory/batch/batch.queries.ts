import { type SqlBool, sql } from 'kysely';
import { addDays, type Day, dayOf, daysBetween } from '#contract/dates.ts';
import {
  type Batch,
  batchFilter,
  batchSorts,
  type ExpiryWindow,
  expiryWindows,
} from '#contract/inventory/batch.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { productFilter } from '#server/inventory/product-filter.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const inWindow = (due: ExpiryWindow, today: Day) =>
  due === 'expired'
    ? sql<SqlBool>`b.expires_on < ${today}::date`
    : sql<SqlBool>`b.expires_on between ${today}::date and ${addDays(today, Number(due))}::date`;

const onShelf = sql`volume_lines l join volumes x on x.id = l.volume_id
    and x.state in ('active', 'in_balance', 'blocked', 'empty')
  where l.business_id = b.business_id and l.batch_id = b.id and l.quantity > 0`;

const batchList = (today: Day) =>
  listSpec({
    fields: batchFilter,
    sortedBy: batchSorts,
    sql: {
      code: sql`b.code`,
      product: productFilter,
      variation: sql`b.variation_id`,
      warehouse: {
        where: (ids) => sql`exists (select from ${onShelf} and x.warehouse_id in (${sql.join(ids)}))`,
      },
      due: {
        where: (windows) =>
          sql.join(
            windows.map((due) => inWindow(due as ExpiryWindow, today)),
            sql` or `,
          ),
      },
      expires: sql`(b.expires_on::timestamp at time zone 'America/Sao_Paulo')`,
    },
    search: sql`b.search || ' ' || p.search`,
    sorts: { expires: sql`b.expires_on`, code: sql`b.code` },
    required: ['expires', 'code'],
    defaultSort: 'expires',
    id: sql`b.id`,
  });

type Amounts = { units: number | null; held: number | null; volumes: number };

/** A blind counter sees nothing while some units are in a volume that is being counted. */
const untold = (actor: Actor) =>
  isBlind(actor) ? sql`bool_or(x.state = 'in_balance')` : sql`bool_or(false)`;

function selectBatches(tx: Tx, actor: Actor) {
  const reached = withinWarehouses(actor, sql`x.warehouse_id`);
  return (
    tx.db
      .selectFrom('batches as b')
      .innerJoin('product_variations as v', 'v.id', 'b.variation_id')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      // People with some warehouses see the lots in these.
      .where(
        actor.warehouseIds === null
          ? sql<SqlBool>`true`
          : sql<SqlBool>`(exists (select from volume_lines l join volumes x on x.id = l.volume_id
              where l.business_id = b.business_id and l.batch_id = b.id and ${reached})
            or not exists (select from volume_lines l where l.business_id = b.business_id and l.batch_id = b.id))`,
      )
      .select([
        'b.id',
        'b.code',
        'b.expires_on',
        'b.version',
        'p.id as product_id',
        'p.name as product_name',
        'v.id as variation_id',
        'v.name as variation_name',
        'v.sku',
        sql<Amounts>`(select jsonb_build_object(
          'units', case when ${untold(actor)} then null else coalesce(sum(l.quantity), 0) end,
          'held', case when ${untold(actor)} then null else coalesce(sum(l.quantity) filter (where l.expired), 0) end,
          'volumes', count(*))
          from ${onShelf} and ${reached})`.as('amounts'),
      ])
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>;

const shape = (row: Row, today: Day): Batch => ({
  id: row.id,
  code: row.code,
  expiresOn: row.expires_on,
  daysLeft: daysBetween(today, row.expires_on),
  product: { id: row.product_id, name: row.product_name },
  variation: { id: row.variation_id, name: row.variation_name },
  sku: row.sku,
  ...row.amounts,
  version: row.version,
});

export async function listBatches(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Batch>> {
  const today = dayOf(tx.now());
  const page = await listPage(tx, selectBatches(tx, actor), batchList(today), query);
  return { ...page, items: page.items.map((row) => shape(row, today)) };
}

export async function findBatch(tx: Tx, actor: Actor, id: number): Promise<Batch | null> {
  const row = await selectBatches(tx, actor).where('b.id', '=', id).executeTakeFirst();
  return row ? shape(row, dayOf(tx.now())) : null;
}

/** Units to be sold or taken out of stock, by how soon. Each window contains the earlier ones except the expired. */
export async function countExpiring(tx: Tx, actor: Actor) {
  const today = dayOf(tx.now());
  const figures = expiryWindows.map(
    (
      due,
    ) => sql`count(distinct b.id) filter (where ${inWindow(due, today)})::int as ${sql.ref(`lots_${due}`)},
      case when ${untold(actor)} filter (where ${inWindow(due, today)}) then null
        else coalesce(sum(l.quantity) filter (where ${inWindow(due, today)}), 0) end::int as ${sql.ref(`units_${due}`)}`,
  );
  const { rows } = await sql<Record<string, number | null>>`select ${sql.join(figures)}
    from batches b join volume_lines l on l.business_id = b.business_id and l.batch_id = b.id and l.quantity > 0
      join volumes x on x.id = l.volume_id and x.state in ('active', 'in_balance', 'blocked', 'empty')
    where b.expires_on <= ${addDays(today, 90)}::date and ${withinWarehouses(actor, sql`x.warehouse_id`)}`.execute(
    tx.db,
  );
  return {
    windows: expiryWindows.map((due) => ({
      due,
      lots: rows[0]?.[`lots_${due}`] ?? 0,
      units: rows[0]?.[`units_${due}`] ?? null,
    })),
  };
}
