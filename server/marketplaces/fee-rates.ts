import { type FeeRates, feeRates } from '#contract/marketplaces/fee-rates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

export const parseFeeRates = (json: unknown): FeeRates | null => feeRates.nullable().catch(null).parse(json);

/** Null: rates were never entered. */
export async function findFeeRates(tx: Tx, accountId: number): Promise<FeeRates | null> {
  const row = await tx.db
    .selectFrom('marketplace_accounts')
    .select('fee_rates')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return parseFeeRates(row?.fee_rates ?? null);
}

/** Stores the rates of an account; the margins of its open publications are computed again. */
export async function updateFeeRates(tx: Tx, id: number, rates: FeeRates | null): Promise<void> {
  const changed = await tx.db
    .updateTable('marketplace_accounts')
    .set((set) => ({
      fee_rates: rates && JSON.stringify(rates),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('business_id')
    .executeTakeFirst();
  if (!changed) fail('not_found');
  await tx.publish('account.rates-changed', { businessId: changed.business_id, accountId: id });
}
