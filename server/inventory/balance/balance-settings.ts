import { sql } from 'kysely';
import type { BalanceSettings } from '#contract/inventory/balance.ts';
import { lockSettings } from '#server/business/lock-settings.ts';
import type { Tx } from '#server/db/transaction.ts';
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
  await lockSettings(tx, actor, 'balance_settings', version);
  await tx.db
    .updateTable('balance_settings')
    .set({
      ...(toleranceUnits !== undefined && { tolerance_units: toleranceUnits }),
      ...(tolerancePercent !== undefined && { tolerance_percent: tolerancePercent }),
      ...(limitCentavos !== undefined && { limit_centavos: limitCentavos }),
      version: sql<number>`version + 1`,
    })
    .where('business_id', '=', actor.businessId)
    .execute();
  return readSettings(tx);
}
