import type { MarginTerms } from '#contract/advertisements/margin-change.ts';
import { packagesSent } from '#contract/advertisements/package-size.ts';
import type { PublicationVariation } from '#contract/advertisements/publication.ts';
import { settlePrices } from '#server/advertisements/pricing.ts';
import { hasPackageEach, hasPriceEach } from '#server/advertisements/publication/publication-rules.ts';
import { updatePublication } from '#server/advertisements/publication/publication-update.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountContext, jobAccountContext } from '#server/marketplaces/account-access.ts';
import type { GuardedPublication, GuardedVariation } from './guard.queries.ts';

type Priced = (variationId: number) => MarginTerms | undefined;

/** Prices that restore the floor, stored as if the seller had typed them; `record` stores the previous ones. */
export async function raisePrices(
  job: JobContext,
  businessId: number,
  found: GuardedPublication,
  below: readonly GuardedVariation[],
  record: (tx: Tx, priced: Priced) => Promise<void>,
): Promise<void> {
  const prices = await pricesOf(jobAccountContext(job, businessId), found, below);
  const transact = <T>(work: (tx: Tx) => Promise<T>) => job.inBusiness(businessId, work);
  await updatePublication({
    ...job,
    params: { id: found.id },
    version: undefined,
    body: { variations: { update: prices } },
    read: transact,
    transact,
    conclude: (work) =>
      transact(async (tx) => {
        const publication = await work(tx);
        const after = new Map(publication.variations.map((one) => [one.id, termsOf(one)]));
        await record(tx, (id) => after.get(id));
        return publication;
      }),
  });
}

/** If one price applies to all variations, it is the one that reaches the floor on the most expensive one. */
async function pricesOf(
  context: AccountContext,
  found: GuardedPublication,
  below: readonly GuardedVariation[],
): Promise<Record<string, { price: number }>> {
  const { floor, variations } = found;
  const isEach = hasPriceEach(context.outside, found);
  const dearest = Math.max(...below.map(({ regular }) => regular.cost));
  const asked = isEach ? below : variations;
  const packages = packagesSent(
    found.package,
    variations.map((variation) => variation.package),
    isEach && hasPackageEach(context.outside, found),
  );
  const priced = await settlePrices(
    context,
    { ...found, account: found.accountId },
    asked.map(({ id, regular }) => ({
      package: packages[variations.findIndex((variation) => variation.id === id)] ?? null,
      cost: isEach ? regular.cost : dearest,
      marginBasisPoints: floor?.basisPoints ?? 0,
      // Below the price from which freight is charged the same margin would remain of much less money.
      from: regular.price,
    })),
    (faults) => faults,
  );
  return Object.fromEntries(
    asked.map(({ id, regular }, n) => [id, { price: priced[n]?.price ?? regular.price }]),
  );
}

type Costed = Pick<
  PublicationVariation,
  'price' | 'cost' | 'fee' | 'freight' | 'taxBasisPoints' | 'marginBasisPoints'
>;

const termsOf = (variation: Costed): MarginTerms => ({
  price: variation.price,
  cost: variation.cost,
  fee: variation.fee,
  freight: variation.freight,
  taxBasisPoints: variation.taxBasisPoints,
  margin: variation.marginBasisPoints,
});
