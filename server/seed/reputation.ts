import { addMinutes } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import type { Environment } from '#server/env.ts';
import { enqueueReputation } from '#server/marketplaces/reputation/read-reputation.ts';
import { storeReputation } from '#server/marketplaces/reputation/store-reputation.ts';
import type { MarketplaceReputation } from '#server/outside/marketplaces/reputation.ts';
import type { Team } from './people.ts';
import { openShop } from './shop.ts';

const daysRead = 30;
const day = 24 * 60;
const limitsPublishedOn = '2025-08-11';
/** Today's: the next claim crosses its limit. */
const today = { level: '5_green', powerSeller: 'gold', sales: 266, claims: 5, cancellations: 2, delayed: 14 };

type Figure = MarketplaceReputation['figures'][number];

const figure = (
  [code, measure]: readonly [string, Figure['measure']],
  cases: number,
  sales: number,
  upTo: readonly number[],
): Figure => ({
  ...{ code, measure, name: '', unit: 'percent', cases, real: null, before: null },
  value: Math.round((cases * 10_000) / sales) / 100,
  limits: (['leader', 'green', 'yellow', 'orange'] as const).map((allows, n) => ({
    ...{ comparator: '<=', value: upTo[n] ?? 0, allows },
  })),
});

function readingOf(ago: number): MarketplaceReputation {
  const sales = 236 + daysRead - ago;
  const claims = ago > 20 ? 2 : ago > 8 ? 4 : 5;
  const late = 24 - Math.round((daysRead - ago) / 3);
  return {
    ...{ level: { known: 'green', told: '5_green' }, medal: { known: 'gold', told: 'gold' } },
    ...{ protection: null, sales, days: 60, limitsPublishedOn },
    figures: [
      figure(['claims', 'claims'], claims, sales, [1, 2, 4.5, 8]),
      figure(['cancellations', 'cancellations'], ago > 14 ? 1 : 2, sales, [0.5, 1.5, 3.5, 4]),
      figure(['delayed_handling_time', 'late_dispatch'], late, sales, [6, 10, 18, 22]),
    ],
  };
}

/** Readings of an account over a past month; today's is read from the stand-in. */
export async function makeReputation(
  app: App,
  env: Environment,
  seller: Team,
  accountId: number,
): Promise<void> {
  if (!env.sandbox) return;
  const account = { businessId: seller.businessId, accountId };
  const { businessId } = seller;
  const remote = await app.database.transact({ businessId }, async (tx) => {
    for (let ago = daysRead; ago >= 1; ago--)
      await storeReputation(tx, account, readingOf(ago), addMinutes(tx.now(), -ago * day));
    return tx.db
      .selectFrom('marketplace_accounts')
      .select('remote_user_id as id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  });
  await openShop(env.sandbox.url).send('/reputation', { seller: Number(remote.id), ...today });
  await app.database.transact({ businessId }, async (tx) => enqueueReputation(tx, account));
}
