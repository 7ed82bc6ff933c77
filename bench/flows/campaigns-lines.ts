import { makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import type { Measure } from '../row.ts';
import { startMachine, waitFor } from './machine.ts';
import { callerOf } from './places-lines.ts';
import { makeWorld } from './world.ts';

const publications = 5000;
const campaigns = 5;
/** Below the regular price of 49.90; with it the margin falls below the floor. */
const promotedPrice = 29.9;
const floorBasisPoints = 2500;

/**
 * From the request until the ads of all campaigns are read, with fee and margin, and the guard has warned of each ad
 * whose margin in its campaign is below the floor.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const shelves = quick ? 500 : publications;
    const world = await makeWorld(machine.app, machine.env, { accounts: 1, shelves, units: 100 });
    const [account] = world.accounts;
    if (!account) throw new Refused('there is no account');
    await machine.ask(
      `update marketplace_accounts set floor_action = 'warn', floor_basis_points = $2 where id = $1`,
      [account.accountId, floorBasisPoints],
    );
    // As the database does by itself within a minute.
    await machine.ask('analyze');
    await machine.market.sell(world.items);
    const each = shelves / campaigns;
    await machine.market.promote(
      Array.from({ length: campaigns }, (_, n) => ({
        id: `C-MLB${n}`,
        price: promotedPrice,
        items: world.items.slice(n * each, (n + 1) * each).map(({ itemId }) => itemId),
      })),
    );
    const { token } = await makeStaff(machine.app, account.businessId, ['owner']);
    const web = await machine.start('--web');
    await machine.start('--worker');
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    await callerOf(web.url, token)('/campaigns/sync', {});
    const count = async (text: string) => (await machine.ask<{ n: number }>(text))[0]?.n;
    const all = (what: string, text: string) =>
      waitFor(what, async () => (await count(text)) === shelves, 600, 200);
    await all('ads of campaigns', `select count(*)::int as n from campaign_ads where state = 'running'`);
    const listed = seconds();
    await all('quotes', 'select count(*)::int as n from campaign_ads where quoted_centavos is not null');
    const quoted = seconds();
    await all('warnings', `select count(*)::int as n from margin_changes where cause = 'promotion'`);
    const guarded = seconds();
    await machine.mustHold();
    const { answered } = await machine.market.log();
    return [
      {
        line: `${shelves} ads of ${campaigns} campaigns read, quoted and guarded`,
        value: Math.max(quoted, guarded),
        goal: 300,
        better: 'lower',
        unit: 's',
        note: `listed in ${listed.toFixed(1)} s, quoted in ${quoted.toFixed(1)} s; ${answered} requests to the marketplace`,
      },
    ];
  } finally {
    await machine.stop();
  }
};
