import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { ReputationReading, ReputationView } from '#contract/marketplaces/reputation.ts';
import { riskOf } from '#contract/marketplaces/reputation-risk.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { MarketplaceReputation } from '#server/outside/marketplaces/reputation.ts';

type Account = { businessId: number; accountId: number };

/**
 * Stores the answer to a request made at `readAt`: one row per day in São Paulo; an older reading overwrites nothing.
 */
export async function storeReputation(
  tx: Tx,
  { businessId, accountId }: Account,
  reported: MarketplaceReputation,
  readAt: Date,
): Promise<void> {
  const reading = clean(readingOf(reported));
  await tx.db
    .updateTable('marketplace_accounts')
    .set({
      reputation_read_at: readAt,
      reputation_risk: riskOf(reading),
      reputation_failed_at: null,
      reputation_failure: null,
    })
    .where('id', '=', accountId)
    .where((where) =>
      where.or([where('reputation_read_at', 'is', null), where('reputation_read_at', '<=', readAt)]),
    )
    .execute();
  await sql`insert into reputation_readings as known (business_id, account_id, day, read_at, reading)
    values (${businessId}, ${accountId}, ${dayOf(readAt)}::date, ${readAt}, ${JSON.stringify(reading)}::jsonb)
    on conflict (business_id, account_id, day) do update set read_at = excluded.read_at, reading = excluded.reading
    where known.read_at <= excluded.read_at`.execute(tx.db);
  tx.changed(businessId, 'reputations');
  tx.changed(businessId, 'marketplaceAccounts');
}

/** Stores a failed attempt; the earlier reading stays, and its age is shown. */
export async function storeFailure(
  tx: Tx,
  { businessId, accountId }: Account,
  failure: NonNullable<ReputationView['failure']>,
): Promise<void> {
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ reputation_failed_at: tx.now(), reputation_failure: failure })
    .where('id', '=', accountId)
    .execute();
  tx.changed(businessId, 'reputations');
}

const readingOf = ({ protection, ...reported }: MarketplaceReputation): ReputationReading => ({
  ...reported,
  protection: protection && { ...protection, until: protection.until?.toISOString() ?? null },
});

/** Makes texts at any depth acceptable to PostgreSQL. */
const clean = (reading: ReputationReading): ReputationReading =>
  JSON.parse(JSON.stringify(reading), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
