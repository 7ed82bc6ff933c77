import { sql } from 'kysely';
import type { Tx } from './transaction.ts';
import type { DB } from './types.ts';

/**
 * Analyzes those of the tables that have doubled. The planner knows nothing of a table that was just filled, and reads
 * all of its rows for each row that a list shows.
 */
export async function refreshStatistics(
  tx: Tx,
  tables: readonly (keyof DB)[],
  written: number,
): Promise<void> {
  await sql`select refresh_statistics(${tables}::text[], ${written})`.execute(tx.db);
}
