import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

type SettingsTable = 'balance_settings' | 'purchasing_settings';

/**
 * Locks the row of rules that a business has made for itself; the first change makes it, with the table's defaults. Refuses
 * a change of another version than the caller has read.
 */
export async function lockSettings(
  tx: Tx,
  { businessId }: Actor,
  table: SettingsTable,
  version: number | undefined,
): Promise<void> {
  await sql`insert into ${sql.table(table)} (business_id) values (${businessId})
    on conflict (business_id) do nothing`.execute(tx.db);
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where business_id = ${businessId} for update`.execute(tx.db);
  const [row] = rows;
  if (row && version !== undefined && row.version !== version)
    fail('stale_version', { facts: { version: row.version } });
}
