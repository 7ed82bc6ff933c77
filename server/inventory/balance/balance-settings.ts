import { sql } from 'kysely';
import type { BalanceSettings } from '#contract/inventory/balance.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

export type Tolerance = Omit<BalanceSettings, 'version'>;

export async function readSettings(tx: Tx): Promise<BalanceSettings> {
  const row = await tx.db
    .selectFrom('balance_settings')
    .select([
      'tolerance_units as toleranceUnits',
      'tolerance_percent as tolerancePercent',
      'limit_centavos as limitCentavos',
      'version',
    ])
    .executeTakeFirst();
  return row ?? { toleranceUnits: 1, tolerancePercent: 2, limitCentavos: null, version: 1 };
}

type Change = { [Rule in keyof Tolerance]?: Tolerance[Rule] | undefined };

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  { toleranceUnits, tolerancePercent, limitCentavos }: Change,
  version: number | undefined,
): Promise<BalanceSettings> {
  await tx.db
    .insertInto('balance_settings')
    .values({ business_id: actor.businessId })
    .onConflict((conflict) => conflict.column('business_id').doNothing())
    .execute();
  const changed = await tx.db
    .updateTable('balance_settings')
    .set({
      ...(toleranceUnits !== undefined && { tolerance_units: toleranceUnits }),
      ...(tolerancePercent !== undefined && { tolerance_percent: tolerancePercent }),
      ...(limitCentavos !== undefined && { limit_centavos: limitCentavos }),
      version: sql<number>`version + 1`,
    })
    .where('business_id', '=', actor.businessId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst();
  const now = await readSettings(tx);
  if (changed.numUpdatedRows === 0n) fail('stale_version', { facts: { version: now.version } });
  return now;
}
