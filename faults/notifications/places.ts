import { afterAll } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain } from '#server/marketplaces/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { openInspector } from '../crash-points/inspect.ts';
import { createHost } from '../crash-points/instance.ts';
import { type Delivery, makePlayer } from './play.ts';
import { type Push, tellersOf } from './tellers.ts';

/** On sale at each. */
export const units = 1000;

/**
 * A seller with an account and an ad at each of the three marketplaces, and another seller who has accounts there too.
 */
export async function setPlaces() {
  const sandbox = await startSandboxProcess();
  const app = await testApp({
    ...sandbox.variables,
    APP_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
  });
  const tellers = tellersOf(sandbox);
  /** Searches of the marketplaces end at the product's own time. */
  const now = () => app.clock.set(systemClock.now().toISOString());
  now();
  const [supplier, seller, other] = [
    await app.join('supply'),
    await app.join('sales'),
    await app.join('sales'),
  ];
  const shelf = await makeShelf(app, supplier, units);
  const offer = await makeOffer(supplier, shelf, 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const accounts = new Map<MarketplaceId, number>();
  for (const { marketplace, remoteUserId, bystander, changes } of tellers) {
    const { id } = await connectSeller(seller, remoteUserId, marketplace);
    accounts.set(marketplace, id);
    await connectSeller(other, bystander, marketplace);
    await publish(seller, advertisement, id, offer, changes);
  }
  await drain(app);
  await checkInvariants(app.databaseUrl);
  const inspector = await openInspector(app.databaseUrl);
  // A failed job is retried when a round says so.
  await inspector.query(
    "update pgboss.queue set retry_delay = 86400, retry_backoff = false where name = 'jobs'",
  );
  const host = await createHost(app.env, app.clock, app);
  afterAll(async () => {
    await host.close();
    await inspector.close();
  });
  const player = makePlayer({ host, inspector });
  /** Runs these tasks as their schedule would. */
  async function sweep(...tasks: string[]): Promise<void> {
    now();
    const jobs = tasks.map((task) => ({ task, payload: {} }));
    await inspector.query('select enqueue_jobs($1)', [JSON.stringify(jobs)]);
    await player.hurry();
    await player.work();
  }
  return { sandbox, app, tellers, now, seller, accounts, inspector, player, sweep };
}

export const deliveryOf = (push: Push, status: number): Delivery => ({
  request: { method: 'POST', ...push },
  status,
});

export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((entry) => ({ entry, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}
