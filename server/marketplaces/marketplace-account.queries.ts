import { sql } from 'kysely';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import {
  type MarketplaceAccount,
  marketplaceAccountFilter,
  marketplaceAccountSorts,
} from '#contract/marketplaces/marketplace-account.ts';
import type { ToldLevel } from '#contract/marketplaces/reputation-figures.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { warnedUntil } from './grant-warning.ts';

const parked = sql<MarketplaceAccount['parkedAnswers']>`coalesce((select json_agg(json_build_object(
    'resource', k.resource, 'reason', k.reason, 'got', k.got, 'at', k.parked_at) order by k.parked_at desc)
  from (select * from parked_answers k where k.account_id = a.id order by k.parked_at desc limit 20) k), '[]')`;

function baseQuery(tx: Tx) {
  return tx.db
    .selectFrom('marketplace_accounts as a')
    .select([
      'a.id',
      'a.name',
      'a.marketplace',
      'a.nickname',
      'a.email',
      'a.state',
      'a.state_reason',
      'a.tags',
      'a.connected_at',
      sql<Date | null>`case when a.state = 'connected' and a.grant_ends_at <= ${warnedUntil(tx.now())}
        then a.grant_ends_at end`.as('grant_ends_at'),
      'a.floor_basis_points',
      'a.floor_action',
      'a.fee_rates',
      'a.fulfillment_days',
      'a.version',
      'a.reputation_read_at',
      'a.reputation_risk',
      sql<ToldLevel | null>`(select nullif(r.reading -> 'level', 'null') from reputation_readings r
        where r.account_id = a.id order by r.day desc limit 1)`.as('level'),
      sql<number>`(select count(*)::int from publications p where p.account_id = a.id and p.state <> 'closed')`.as(
        'publications',
      ),
      sql<string | null>`(select max(p.sync_error ->> 'retryAt') from publications p
        where p.account_id = a.id and p.state <> 'closed' and p.sync_error ->> 'retryAt' > ${tx.now().toISOString()})`.as(
        'retry_at',
      ),
      parked.as('parked'),
    ])
    .where('a.removed_at', 'is', null);
}

const specAt = (now: Date) =>
  listSpec({
    fields: marketplaceAccountFilter,
    sortedBy: marketplaceAccountSorts,
    sql: {
      name: sql`a.name`,
      state: sql`a.state`,
      marketplace: sql`a.marketplace`,
      reputation: sql`a.reputation_risk`,
      ending: {
        where: ([wanted]) =>
          sql`coalesce(a.state = 'connected' and a.grant_ends_at <= ${warnedUntil(now)}, false) = ${wanted}`,
      },
    },
    search: sql`fold(a.name || ' ' || a.nickname || ' ' || a.email)`,
    sorts: { name: sql`a.name`, state: sql`a.state`, connected: sql`a.connected_at` },
    defaultSort: 'name',
    id: sql`a.id`,
  });

export function listAccounts(tx: Tx, query: ListQuery) {
  return listPage(tx, baseQuery(tx), specAt(tx.now()), query);
}

export function findAccount(tx: Tx, accountId: number) {
  return baseQuery(tx).where('a.id', '=', accountId).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The business that holds a remote user, across tenants. */
export async function holderOfRemoteUser(tx: Tx, marketplace: string, remoteUserId: string) {
  const { rows } = await sql<{ account_id: number; business_id: number }>`
    select account_id, business_id from account_of_remote_user(${marketplace}, ${remoteUserId})`.execute(
    tx.db,
  );
  return rows[0];
}

/** Includes removed accounts: connecting again continues their publications. */
export function findOwnByRemoteUser(tx: Tx, marketplace: MarketplaceId, remoteUserId: string) {
  return tx.db
    .selectFrom('marketplace_accounts')
    .select(['id', 'removed_at'])
    .where('marketplace', '=', marketplace)
    .where('remote_user_id', '=', remoteUserId)
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .forUpdate()
    .executeTakeFirst();
}

const openStatuses = [
  'waiting_payment',
  'waiting_separation',
  'waiting_approval',
  'pending',
  'picking',
  'waiting_collect',
] as const;

export async function countOpenSales(tx: Tx, accountId: number): Promise<number> {
  const row = await tx.db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('business_id', '=', sql<number>`app_business()`)
    .where('account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Consumes an authorization request of this session: each is found once, before it expires. */
export function spendRequest(tx: Tx, stateHash: Buffer, sessionId: number) {
  return tx.db
    .updateTable('authorization_requests')
    .set({ used_at: tx.now() })
    .where('state_hash', '=', stateHash)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .returning(['verifier', 'marketplace'])
    .executeTakeFirst();
}
