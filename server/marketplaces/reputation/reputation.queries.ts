import { sql } from 'kysely';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { ReputationReading, ReputationThreat, ThreatKind } from '#contract/marketplaces/reputation.ts';
import { statusesBeforeDispatch } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lateAt } from '#server/marketplaces/late.ts';

const daysShown = 90;
const threatsShown = 50;

export function findAccountReputation(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('marketplace_accounts')
    .select([
      'marketplace',
      'tags',
      'reputation_read_at',
      'reputation_risk',
      'reputation_failed_at',
      'reputation_failure',
    ])
    .where('id', '=', accountId)
    .where('removed_at', 'is', null)
    .$narrowType<{ marketplace: MarketplaceId }>()
    .executeTakeFirst();
}

/** The oldest first. */
export async function readingsOf(
  tx: Tx,
  accountId: number,
): Promise<{ day: string; reading: ReputationReading }[]> {
  const first = addDays(dayOf(tx.now()), 1 - daysShown);
  const { rows } = await sql<{ day: string; reading: ReputationReading }>`
    select day, reading from reputation_readings where account_id = ${accountId}
      and (day >= ${first}::date or day = (select max(day) from reputation_readings where account_id = ${accountId}))
    order by day`.execute(tx.db);
  return rows;
}

type Threats = { counts: { kind: ThreatKind; count: number }[]; items: ReputationThreat[] };

/**
 * Open sales of the account that may harm its reputation, and open claims that do. Sales fulfilled by the marketplace
 * do not count.
 */
export async function readThreats(tx: Tx, accountId: number): Promise<Threats> {
  const now = tx.now();
  const tomorrow = startOfDay(addDays(dayOf(now), 1));
  const before = sql.join(statusesBeforeDispatch.map((status) => sql.lit(status)));
  const sale = sql`json_build_object('id', o.id, 'number', coalesce(o.remote_order_id, o.id::text))`;
  const { rows } = await sql<ReputationThreat & { until: Date | null; count: number; place: number }>`with
    open as (select o.*, ${lateAt(now)} as late from orders o
      where o.business_id = app_business() and o.account_id = ${accountId} and not o.marketplace_fulfilled
        and o.status in (${before})),
    threats as (
      select case when o.late then 'late' else 'due_today' end as kind, ${sale} as sale, null::bigint as chat,
        o.buyer_name as buyer, o.dispatch_limit as until
      from open o where o.late or o.dispatch_limit < ${tomorrow}
      union all
      select case when o.refused_at is not null then 'refused' else 'short' end, ${sale}, null, o.buyer_name, o.dispatch_limit
      from open o where o.refused_at is not null or (o.status = 'waiting_approval' and o.approval_reason = 'stock-short')
      union all
      select 'canceling', ${sale}, null, o.buyer_name, null from orders o
      where o.business_id = app_business() and o.account_id = ${accountId} and o.remote_cancel = 'queued'
      union all
      select case when c.kind = 'cancellation' then 'cancel_asked' else 'claim' end,
        case when o.id is not null then ${sale} end, c.id, coalesce(o.buyer_name, ''),
        coalesce(k.spare_until, c.due_at)
      from chats c join claims k on k.chat_id = c.id left join orders o on o.id = c.order_id and o.business_id = c.business_id
      where c.business_id = app_business() and c.account_id = ${accountId} and c.source = 'claim' and c.status = 'open'
        and k.affects_reputation is not false),
    placed as (select t.*, count(*) over (partition by kind)::int as count,
      array_position(array['late', 'due_today', 'refused', 'short', 'canceling', 'cancel_asked', 'claim'], kind) as rank,
      row_number() over (partition by kind order by until nulls last) as place from threats t)
    select kind, sale, chat, buyer, until, count, place from placed
    where place <= ${sql.lit(threatsShown)} order by rank, place`.execute(tx.db);
  return {
    counts: rows.filter(({ place }) => place === 1).map(({ kind, count }) => ({ kind, count })),
    items: rows.slice(0, threatsShown).map(({ kind, sale: of, chat, buyer, until }) => ({
      ...{ kind, sale: of, chat, buyer },
      until: until?.toISOString() ?? null,
    })),
  };
}
