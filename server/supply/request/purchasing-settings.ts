import { sql } from 'kysely';
import type { PurchasingSettings } from '#contract/supply/purchasing.ts';
import { lockSettings } from '#server/business/lock-settings.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

export async function readSettings(tx: Tx): Promise<PurchasingSettings> {
  const row = await tx.db
    .selectFrom('purchasing_settings')
    .select([
      'limit_centavos as limitCentavos',
      'blind_counting as blindCounting',
      'cover_days as coverDays',
      'version',
    ])
    .executeTakeFirst();
  return row ?? { limitCentavos: null, blindCounting: false, coverDays: 30, version: 1 };
}

type Change = { limitCentavos?: number | null; blindCounting?: boolean; coverDays?: number };

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  { limitCentavos, blindCounting, coverDays }: Change,
  version: number | undefined,
): Promise<PurchasingSettings> {
  await lockSettings(tx, actor, 'purchasing_settings', version);
  await tx.db
    .updateTable('purchasing_settings')
    .set({
      ...(limitCentavos !== undefined && { limit_centavos: limitCentavos }),
      ...(blindCounting !== undefined && { blind_counting: blindCounting }),
      ...(coverDays !== undefined && { cover_days: coverDays }),
      version: sql<number>`version + 1`,
    })
    .where('business_id', '=', actor.businessId)
    .execute();
  return readSettings(tx);
}
