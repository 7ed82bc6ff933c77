import { type RawBuilder, sql } from 'kysely';
import type { BusinessProfile } from '#contract/business/business.ts';
import type { SalesTax } from '#contract/business/sales-tax.ts';
import { formatDay, timeZone } from '#contract/dates.ts';
import { formatAmount } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readBusiness } from './business.ts';

/** Basis points of the taxes on a sale of this business bought at this time; null without a rate. */
export const salesTaxRate = (business: RawBuilder<unknown>, purchasedAt: RawBuilder<unknown>) => sql<
  number | null
>`(
  select t.basis_points from sales_taxes t where t.business_id = ${business}
    and t.from_day <= (${purchasedAt} at time zone ${sql.lit(timeZone)})::date
  order by t.from_day desc limit 1)`;

/** Basis points of the tax on a sale that is bought now, which margins of ads count; 0 without a rate. */
export const salesTaxNow = sql<number>`(select sales_tax_today())`;

export async function salesTaxToday(tx: Tx): Promise<number> {
  const { rows } = await sql<{ tax: number }>`select ${salesTaxNow} as tax`.execute(tx.db);
  return rows[0]?.tax ?? 0;
}

/** All rates of a business with the times of purchase for which each counts, for many sales at once. */
export const salesTaxRates = (business: RawBuilder<unknown>) => sql`(
  select t.basis_points, t.from_day::timestamp at time zone ${sql.lit(timeZone)} as since,
    coalesce(lead(t.from_day) over (order by t.from_day)::timestamp at time zone ${sql.lit(timeZone)}, 'infinity') as until
  from sales_taxes t where t.business_id = ${business})`;

/**
 * Replaces all rates. Results and margins are computed when they are read, so sales of the past and ads follow at once;
 * floors are checked against the new margins.
 */
export async function taxSales(
  tx: Tx,
  actor: Actor,
  salesTaxes: readonly SalesTax[],
): Promise<BusinessProfile> {
  if (actor.businessType !== 'sales') fail('forbidden');
  const before = await readBusiness(tx, actor);
  await tx.db.deleteFrom('sales_taxes').where('business_id', '=', actor.businessId).execute();
  if (salesTaxes.length > 0)
    await tx.db
      .insertInto('sales_taxes')
      .values(
        salesTaxes.map(({ from, regime, basisPoints }) => ({
          ...{ business_id: actor.businessId, from_day: from, regime, basis_points: basisPoints },
        })),
      )
      .execute();
  const profile = await readBusiness(tx, actor);
  await tx.publish('sales-taxes.changed', { businessId: actor.businessId });
  tx.noteChange('salesTaxes', textOf(before.salesTaxes), textOf(profile.salesTaxes));
  return profile;
}

const textOf = (taxes: readonly SalesTax[] = []): string =>
  taxes.map(({ from, basisPoints }) => `${formatDay(from)}: ${formatAmount(basisPoints)} %`).join(', ');
