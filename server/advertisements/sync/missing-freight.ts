import { sql } from 'kysely';
import { z } from 'zod';
import { packageOf, packagesSent } from '#contract/advertisements/package-size.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { marginBeforeTax } from '#contract/money.ts';
import type { PublicationWork } from '#server/advertisements/publication/publication-job.ts';
import {
  enqueueGuard,
  enqueueRead,
  enqueueSweepGuard,
} from '#server/advertisements/publication/publication-queue.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';

/** A publication from before freight was quoted gets it when it is read: without it the margin is too high. */
export async function quoteMissingFreight({ target, session, context }: PublicationWork): Promise<void> {
  const { catalogue } = session.marketplace;
  if (!catalogue.freight) return;
  const packages = packagesSent(
    packageOf(target),
    target.variations.map(packageOf),
    target.price_per_variation || session.marketplace.capabilities(session.tags).packagesDiffer,
  );
  const { type, free_shipping: freeShipping, remote_item_id: listing } = target;
  const place = { type, listing, freeShipping };
  for (const [index, variation] of target.variations.entries()) {
    if (variation.freight_centavos !== null) continue;
    const { id, price_centavos: price, cost_centavos: cost, fee_centavos: fee } = variation;
    const freight = await catalogue.freight(session, { ...place, package: packages[index] ?? null, price });
    if (freight === null) continue;
    await context.transact((tx) =>
      tx.db
        .updateTable('publication_variations')
        .set({
          freight_centavos: freight,
          margin_basis_points: marginBeforeTax(price, cost, { basisPoints: 0, fixed: fee, freight }),
        })
        .where('id', '=', id)
        .where('freight_centavos', 'is', null)
        .where('price_centavos', '=', price)
        .execute(),
    );
  }
}

/**
 * Task `publications.quote-freight`: once a day, reads publications with unknown freight, guards those with a floor,
 * and reads fee and freight of all others, because their margin is shown too.
 */
export async function quoteFreight(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [
    {
      task: 'publications.quote-account-freight',
      payload: account,
      key: `quote-freight:${account.accountId}`,
    },
  ]);
}

const payload = z.object({ businessId: z.number(), accountId: z.number() });

/** Task `publications.quote-account-freight`. */
export async function quoteAccountFreight(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const found = await tx.db
      .selectFrom('publications as p')
      .select('p.id')
      .where('p.account_id', '=', accountId)
      .where('p.state', 'in', ['active', 'paused'])
      .where(
        sql<boolean>`exists (select from publication_variations v
          where v.publication_id = p.id and v.business_id = p.business_id and v.freight_centavos is null)`,
      )
      .execute();
    for (const { id } of found) enqueueRead(tx, businessId, id);
    const open = await tx.db
      .selectFrom('publications as p')
      .innerJoin('marketplace_accounts as a', 'a.id', 'p.account_id')
      .select(['p.id', 'a.marketplace'])
      .select(sql<boolean>`coalesce(p.floor_action, a.floor_action) is not null`.as('has_floor'))
      .where('p.account_id', '=', accountId)
      .where('p.state', 'in', ['active', 'paused', 'under_review'])
      .orderBy('p.id')
      .execute();
    for (const { id } of open.filter(({ has_floor: hasFloor }) => hasFloor)) enqueueGuard(tx, businessId, id);
    const others = open.filter(
      ({ has_floor: hasFloor, marketplace }) => !hasFloor && quotes(job, marketplace),
    );
    for (const [n, { id }] of others.entries())
      enqueueSweepGuard(tx, businessId, id, new Date(tx.now().getTime() + (n * spreadMs) / others.length));
  });
}

/** Checks that nobody waits for are spread over the morning. */
const spreadMs = 6 * 60 * 60_000;

function quotes({ outside }: JobContext, marketplace: MarketplaceId): boolean {
  const { fee, freight } = outside.marketplaces[marketplace].catalogue;
  return fee !== undefined || freight !== undefined;
}
