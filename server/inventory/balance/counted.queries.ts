import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** A volume that is held until it is counted, with its position, its counter and the person who requested the count. */
export type CountedVolume = { volume: string; position: string; person: string };

/** The first such volume of a warehouse with a line (`volume_lines as x`) of these goods, as JSON. */
export const countedOf = (
  warehouseId: RawBuilder<unknown>,
  goods: RawBuilder<unknown>,
) => sql<CountedVolume | null>`
  select json_build_object('volume', v.code, 'position', coalesce(i.code, ''), 'person', coalesce(counter.name, starter.name, ''))
  from volumes v join volume_lines x on x.volume_id = v.id and x.quantity > 0
    join balances b on b.volume_id = v.id and b.ended_at is null
    left join inventory_locations i on i.id = v.position_id
    left join users starter on starter.id = b.started_by
    left join lateral (select c.user_id from balance_counts c where c.business_id = b.business_id
      and c.balance_id = b.id order by c.id desc limit 1) last on true
    left join users counter on counter.id = last.user_id
  where v.business_id = app_business() and v.warehouse_id = ${warehouseId} and v.state = 'in_balance' and v.suspect
    and ${goods} order by v.id limit 1`;

export async function findCounted(
  tx: Tx,
  warehouseId: number,
  variationIds: readonly number[],
): Promise<CountedVolume | null> {
  const { rows } = await sql<{ counted: CountedVolume | null }>`select (${countedOf(
    sql`${warehouseId}::bigint`,
    sql`x.variation_id = any(${variationIds}::bigint[])`,
  )}) as counted`.execute(tx.db);
  return rows[0]?.counted ?? null;
}
