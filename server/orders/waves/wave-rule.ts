import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import { maxWaveRules, type WaveRule, type WaveRuleBody } from '#contract/orders/wave-rule.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findReached, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { countMatching, type Waiting } from './matching.ts';

const selectRules = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('wave_rules as r')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.business_id', '=', 'r.business_id').onRef('w.id', '=', 'r.warehouse_id'),
    )
    .selectAll('r')
    .select('w.name as warehouse')
    .where(withinWarehouses(actor, sql`r.warehouse_id`));

type Row = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>;

async function shape(tx: Tx, row: Row): Promise<WaveRule> {
  const waiting = await countMatching(tx, row);
  return {
    ...{ id: row.id, name: row.name, on: row.is_on, version: row.version },
    warehouse: { id: row.warehouse_id, name: row.warehouse },
    ...{ logisticTypes: row.logistic_types, zones: row.zones, singles: row.singles },
    ...{ cutoffHour: row.cutoff_hour, places: row.places },
    ...{ minSales: row.min_sales, minutesBefore: row.minutes_before },
    waiting: waiting.sales,
    nextRelease: nextRelease(row, waiting, tx.now())?.toISOString() ?? null,
    releasedAt: row.released_at?.toISOString() ?? null,
  };
}

/** The clock comes by every minute: what is due is released at once. */
export function nextRelease(
  { is_on, min_sales, minutes_before }: Pick<Row, 'is_on' | 'min_sales' | 'minutes_before'>,
  { sales, urgent }: Waiting,
  now: Date,
): Date | null {
  if (!is_on || sales === 0) return null;
  if (min_sales !== null && sales >= min_sales) return now;
  if (minutes_before === null || urgent === null) return null;
  const due = addMinutes(urgent, -minutes_before);
  return due < now ? now : due;
}

export async function listRules(tx: Tx, actor: Actor) {
  const found = await selectRules(tx, actor)
    .orderBy('w.name')
    .orderBy('w.id')
    .orderBy('r.position')
    .execute();
  const items = [];
  for (const row of found) items.push(await shape(tx, row));
  const { rows } = await sql<{ type: string }>`select distinct o.logistic_type as type from orders o
    where o.fulfiller_id = app_business() and o.shown_at is not null and o.logistic_type <> ''
      and o.bench_status in ('pending', 'picking', 'waiting_collect')
      and ${withinWarehouses(actor, sql`o.warehouse_id`)} order by 1`.execute(tx.db);
  return { items, logisticTypes: rows.map(({ type }) => type) };
}

async function readRule(tx: Tx, actor: Actor, id: number): Promise<WaveRule> {
  const row = await selectRules(tx, actor).where('r.id', '=', id).executeTakeFirst();
  return row ? shape(tx, row) : fail('not_found');
}

/** Locks a rule, also against a change of its order; undefined: there is none in reach. */
export async function lockRule(tx: Tx, id: number, actor?: Actor) {
  return tx.db
    .selectFrom('wave_rules')
    .selectAll()
    .where('id', '=', id)
    .$if(actor !== undefined, (query) =>
      query.where(withinWarehouses(actor ?? { warehouseIds: [] }, sql`warehouse_id`)),
    )
    .forUpdate()
    .executeTakeFirst();
}
export type LockedRule = NonNullable<Awaited<ReturnType<typeof lockRule>>>;

const lockOwn = async (tx: Tx, actor: Actor, id: number): Promise<LockedRule> =>
  (await lockRule(tx, id, actor)) ?? fail('not_found');

const columnsOf = (body: WaveRuleBody) => ({
  ...{ name: body.name, is_on: body.on, singles: body.singles, places: body.places },
  logistic_types: [...new Set(body.logisticTypes)],
  zones: [...new Set(body.zones)],
  ...{ cutoff_hour: body.cutoffHour, min_sales: body.minSales, minutes_before: body.minutesBefore },
});

export async function createRule(
  tx: Tx,
  actor: Actor,
  { warehouseId, ...body }: WaveRuleBody & { warehouseId: number },
): Promise<WaveRule> {
  if (!(await findReached(tx, actor, warehouseId))) invalidField('warehouseId', 'not_found');
  // Rules that are added at the same moment get different places.
  await sql`select from warehouses where id = ${warehouseId} for no key update`.execute(tx.db);
  const { known, last } = await tx.db
    .selectFrom('wave_rules')
    .select(sql<number>`count(*)::int`.as('known'))
    .select(sql<number>`coalesce(max(position) filter (where warehouse_id = ${warehouseId}), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  if (known >= maxWaveRules) invalidField('name', 'too_many');
  const { id } = await namedOnce(() =>
    tx.db
      .insertInto('wave_rules')
      .values({
        ...columnsOf(body),
        ...{ business_id: actor.businessId, warehouse_id: warehouseId, position: last + 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return readRule(tx, actor, id);
}

export async function updateRule(
  tx: Tx,
  actor: Actor,
  id: number,
  body: WaveRuleBody,
  version: number | undefined,
): Promise<WaveRule> {
  const before = await lockOwn(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await namedOnce(() =>
    tx.db
      .updateTable('wave_rules')
      .set({ ...columnsOf(body), version: before.version + 1 })
      .where('id', '=', id)
      .execute(),
  );
  return readRule(tx, actor, id);
}

export async function turnRule(tx: Tx, actor: Actor, id: number, on: boolean): Promise<WaveRule> {
  const { version } = await lockOwn(tx, actor, id);
  await tx.db
    .updateTable('wave_rules')
    .set({ is_on: on, version: version + 1 })
    .where('id', '=', id)
    .execute();
  return readRule(tx, actor, id);
}

/** Changes places with its neighbor; the first one stays first, and the last one last. */
export async function moveRule(tx: Tx, actor: Actor, id: number, to: 'before' | 'after'): Promise<WaveRule> {
  const { warehouse_id } = await lockOwn(tx, actor, id);
  await sql`select from warehouses where id = ${warehouse_id} for no key update`.execute(tx.db);
  const rules = await tx.db
    .selectFrom('wave_rules')
    .select(['id', 'position'])
    .where('warehouse_id', '=', warehouse_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const at = rules.findIndex((rule) => rule.id === id);
  const [rule, neighbor] = [rules[at], rules[to === 'before' ? at - 1 : at + 1]];
  if (rule && neighbor)
    for (const [one, { position }] of [
      [rule, neighbor],
      [neighbor, rule],
    ] as const)
      await tx.db.updateTable('wave_rules').set({ position }).where('id', '=', one.id).execute();
  return readRule(tx, actor, id);
}

export async function removeRule(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockOwn(tx, actor, id);
  await tx.db.deleteFrom('wave_rules').where('id', '=', id).execute();
}

export async function previewRule(tx: Tx, actor: Actor, id: number) {
  const row = await selectRules(tx, actor).where('r.id', '=', id).executeTakeFirst();
  if (!row) return fail('not_found');
  const { sales, units, urgent } = await countMatching(tx, row);
  return { sales, units, lists: Math.ceil(sales / row.places), urgent: urgent?.toISOString() ?? null };
}

async function namedOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'wave_rules_name') invalidField('name', 'duplicate');
    throw error;
  }
}
