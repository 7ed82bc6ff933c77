import { type SqlBool, sql } from 'kysely';
import { nextCutoff } from '#contract/orders/wave-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isOnList, mayBegin } from '#server/orders/picking/may-begin.ts';

/** What a rule asks of sales; a row of `wave_rules`. */
export type Conditions = {
  warehouse_id: number;
  logistic_types: string[];
  zones: string[];
  singles: boolean;
  cutoff_hour: number | null;
};

/** A position `i` is in one of the zones: `A` contains A01 but not AB01, and `A1` not A10. */
const isIn = (zones: readonly string[]) => sql<SqlBool>`exists (select from unnest(${zones}::text[]) z
  where starts_with(i.code, z) and substr(i.code, length(z) + 1, 1) !~ case
    when right(z, 1) ~ '[0-9]' then '[0-9]' when right(z, 1) ~ '[[:alpha:]]' then '[[:alpha:]]' else '^$a' end)`;

const units = sql`(select sum(p.quantity) from order_parts p where p.order_id = o.id)`;

/** Rows `o` of orders that a rule takes: they wait for picking, and are on no list. */
export function matches(tx: Tx, rule: Conditions) {
  const conditions = [
    sql<SqlBool>`${mayBegin} and not ${isOnList} and o.warehouse_id = ${rule.warehouse_id}`,
    ...(rule.logistic_types.length > 0
      ? [sql<SqlBool>`o.logistic_type = any(${rule.logistic_types}::text[])`]
      : []),
    ...(rule.singles ? [sql<SqlBool>`${units} = 1`] : []),
    ...(rule.cutoff_hour === null
      ? []
      : [sql<SqlBool>`o.dispatch_limit <= ${nextCutoff(tx.now(), rule.cutoff_hour)}::timestamptz`]),
    ...(rule.zones.length > 0
      ? [
          sql<SqlBool>`not exists (select from order_parts p where p.order_id = o.id and p.quantity > 0 and not exists (
            select from volume_lines l join volumes v on v.business_id = l.business_id and v.id = l.volume_id
              join inventory_locations i on i.id = v.position_id
            where v.business_id = app_business() and v.warehouse_id = o.warehouse_id and v.state = 'active' and not v.tote
              and l.variation_id = p.variation_id and l.quantity > l.pinned and ${isIn(rule.zones)}))`,
        ]
      : []),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export type Waiting = { sales: number; units: number; urgent: Date | null };

/** The sales that match a rule, and their first dispatch limit. */
export async function countMatching(tx: Tx, rule: Conditions): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select count(*)::int as sales, coalesce(sum(${units}), 0)::int as units,
      min(o.dispatch_limit) as urgent from orders o where ${matches(tx, rule)}`.execute(tx.db);
  return rows[0] ?? { sales: 0, units: 0, urgent: null };
}

/** The most urgent sales first; `among`: only those of them that still match. */
export async function findMatching(
  tx: Tx,
  rule: Conditions,
  { most, among }: { most: number; among?: readonly number[] },
): Promise<{ id: number; limit: Date | null }[]> {
  const these = among ? sql`and o.id = any(${among}::bigint[])` : sql``;
  const { rows } = await sql<{
    id: number;
    limit: Date | null;
  }>`select o.id, o.dispatch_limit as "limit" from orders o
    where ${matches(tx, rule)} ${these} order by o.urgency, o.id limit ${most}`.execute(tx.db);
  return rows;
}
