import { sql } from 'kysely';
import type { BalanceSettings } from '#contract/inventory/balance.ts';
import { lockSettings } from '#server/business/lock-settings.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

export type Tolerance = Pick<BalanceSettings, 'toleranceUnits' | 'tolerancePercent' | 'limitCentavos'>;
export type Schedule = Pick<BalanceSettings, 'scheduledPerDay' | 'daysA' | 'daysB' | 'daysC'>;

export async function readSettings(tx: Tx): Promise<BalanceSettings> {
  const row = await tx.db
    .selectFrom('balance_settings')
    .select([
      'tolerance_units as toleranceUnits',
      'tolerance_percent as tolerancePercent',
      'limit_centavos as limitCentavos',
      'scheduled_per_day as scheduledPerDay',
      'days_a as daysA',
      'days_b as daysB',
      'days_c as daysC',
      'version',
    ])
    .executeTakeFirst();
  return row ?? { ...unset, version: 1 };
}

const unset: Tolerance & Schedule = {
  ...{ toleranceUnits: 1, tolerancePercent: 2, limitCentavos: null },
  ...{ scheduledPerDay: null, daysA: 7, daysB: 30, daysC: 90 },
};

type Rules = Tolerance & Schedule;
type Change = { [Rule in keyof Rules]?: Rules[Rule] | undefined };

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  { toleranceUnits, tolerancePercent, limitCentavos, scheduledPerDay, daysA, daysB, daysC }: Change,
  version: number | undefined,
): Promise<BalanceSettings> {
  await lockSettings(tx, actor, 'balance_settings', version);
  await tx.db
    .updateTable('balance_settings')
    .set({
      ...(toleranceUnits !== undefined && { tolerance_units: toleranceUnits }),
      ...(tolerancePercent !== undefined && { tolerance_percent: tolerancePercent }),
      ...(limitCentavos !== undefined && { limit_centavos: limitCentavos }),
      ...(scheduledPerDay !== undefined && { scheduled_per_day: scheduledPerDay }),
      ...(daysA !== undefined && { days_a: daysA }),
      ...(daysB !== undefined && { days_b: daysB }),
      ...(daysC !== undefined && { days_c: daysC }),
      version: sql<number>`version + 1`,
    })
    .where('business_id', '=', actor.businessId)
    .execute();
  return readSettings(tx);
}
