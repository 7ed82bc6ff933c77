import { sql } from 'kysely';
import type { MarginTerms } from '#contract/advertisements/margin-change.ts';
import { largestPackage, type PackageSize, packagesSent } from '#contract/advertisements/package-size.ts';
import { type Priced, settlePrices, storedMargin } from '#server/advertisements/pricing.ts';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import { hasPackageEach } from '#server/advertisements/publication/publication-rules.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { findQuoted, type GuardedPublication } from './guard.queries.ts';

/** Fee and freight of the current prices, as the marketplace charges them now. */
export async function refreshQuotes(
  context: AccountContext,
  { businessId, publicationId }: { businessId: number; publicationId: number },
): Promise<void> {
  const found = await context.transact((tx) => findQuoted(tx, publicationId));
  if (!found) return;
  const place = { ...found, account: found.accountId };
  const packages = packagesSent(
    found.package,
    found.variations.map((variation) => variation.package),
    hasPackageEach(context.outside, found),
  );
  const sent = found.variations.map((one, index) => ({ ...one, package: packages[index] ?? null }));
  const quoted = (
    asked: readonly (Pick<MarginTerms, 'price' | 'cost'> & { package: PackageSize | null })[],
  ) =>
    settlePrices(
      context,
      place,
      asked.map(({ price, cost, package: size }) => ({ price, cost, package: size })),
      (faults) => faults,
    );
  const priced = await quoted(sent.map((one) => ({ ...one.regular, package: one.package })));
  const promoted = sent.filter((one) => one.promoted);
  const ofPromotions = await quoted(promoted.map((one) => ({ ...one.terms, package: one.package })));
  const largest = largestPackage(packages);
  const ofBands = await quoted(found.wholesale.map(({ price }) => ({ price, cost: 0, package: largest })));
  await context.transact(async (tx) => {
    let changed = false;
    for (const [index, { id, regular: terms }] of found.variations.entries()) {
      const quote = priced[index];
      if (!quote || (quote.fee === terms.fee && quote.freight === terms.freight)) continue;
      const { numUpdatedRows } = await tx.db
        .updateTable('publication_variations')
        .set({
          fee_centavos: quote.fee,
          freight_centavos: quote.freight,
          margin_basis_points: storedMargin(quote),
        })
        .where('id', '=', id)
        .where('price_centavos', '=', terms.price)
        .where('cost_centavos', '=', terms.cost)
        .executeTakeFirst();
      changed ||= numUpdatedRows > 0n;
    }
    for (const [index, { id, terms }] of promoted.entries()) {
      const quote = ofPromotions[index];
      if (!quote || (quote.fee === terms.fee && quote.freight === terms.freight)) continue;
      const { numUpdatedRows } = await tx.db
        .updateTable('publication_variations')
        .set({ promotion_fee_centavos: quote.fee, promotion_freight_centavos: quote.freight })
        .where('id', '=', id)
        .where('promotion_price_centavos', '=', terms.price)
        .executeTakeFirst();
      changed ||= numUpdatedRows > 0n;
    }
    changed = (await storeQuotes(tx, found, ofBands)) || changed;
    if (changed) publicationChanged(tx, businessId);
  });
}

/** Fee and freight of the wholesale prices, unless these changed meanwhile. */
async function storeQuotes(
  tx: Tx,
  { id, wholesale }: Pick<GuardedPublication, 'id' | 'wholesale'>,
  quotes: readonly Priced[],
): Promise<boolean> {
  const next = wholesale.map((band, index) => ({
    ...band,
    fee: quotes[index]?.fee ?? null,
    freight: quotes[index]?.freight ?? null,
  }));
  if (JSON.stringify(next) === JSON.stringify(wholesale)) return false;
  const { numUpdatedRows } = await tx.db
    .updateTable('publications')
    .set({ wholesale: JSON.stringify(next) })
    .where('id', '=', id)
    .where(sql<boolean>`wholesale = ${JSON.stringify(wholesale)}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
