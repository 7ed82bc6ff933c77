import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { metricsToken } from '#server/test/app.ts';
import {
  askQueue,
  connectSeller,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
  waitingJobs,
} from './test/factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { id: account } = await connectSeller(seller);
const shelf = await makeShelf(app, supplier, 10);
const offer = await makeOffer(supplier, shelf);
const advertisement = await makeAdvertisement(seller, [offer]);

const restUntil = '2026-11-21T15:00:10.000Z';
/** Reads a node of the category tree: a call that no cache of an earlier call answers. */
let category = 436_000;
const look = (locale: 'pt' | 'en' = 'pt') =>
  seller.refused(api.marketplacesCategories.children, {
    params: { account, id: `MLB${++category}` },
    locale,
  });
async function stopAnswering() {
  await misbehave(sandbox, { kind: 'error-500' });
  for (let n = 0; n < 5; n++) expect(await look()).toMatchObject({ code: 'marketplace_unavailable' });
}
const attempts = () =>
  askQueue(app, `select attempts, state from queued_jobs where task = 'publication.publish'`);
const circuit = async () => {
  const { body } = await app.http.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Object.fromEntries(
    [...body.matchAll(/^easy_marketplace_circuit(\w*)\{marketplace="mercado-livre"\} (\d+)$/gm)].map(
      ([, name = '', value]) => [name, Number(value)],
    ),
  );
};

beforeEach(async () => {
  app.clock.set('2026-11-21T15:00:00.000Z');
});

test('a marketplace that does not answer is not called: people get an error at once, and jobs wait without using an attempt', async () => {
  expect(await circuit()).toEqual({ '': 0, _opened_total: 0, _refused_total: 0 });
  await stopAnswering();
  expect(await circuit()).toMatchObject({ '': 2, _opened_total: 1 });

  // The circuit is open: an answer that would be available is not read.
  await sandbox.control('DELETE', '/faults');
  expect(await look()).toMatchObject({
    status: 503,
    code: 'marketplace_unavailable',
    detail: expect.stringContaining('não está respondendo'),
    facts: { retryAt: restUntil },
  });
  expect(await look('en')).toMatchObject({ detail: expect.stringContaining('is not responding') });

  const made = await publish(seller, advertisement, account, offer).catch((error: unknown) => error);
  expect(made).toMatchObject({ problem: { code: 'marketplace_unavailable', facts: { retryAt: restUntil } } });
  expect(await seller.call(api.marketplaceAccounts.detail, { params: { id: account } })).toMatchObject({
    state: 'connected',
    retryAt: restUntil,
  });

  app.clock.advance(1);
  const publication = await publish(seller, advertisement, account, offer);
  expect(await circuit()).toMatchObject({ '': 0 });
  expect(await seller.call(api.marketplaceAccounts.detail, { params: { id: account } })).toMatchObject({
    retryAt: null,
  });

  app.clock.set('2026-11-21T15:00:00.000Z');
  await stopAnswering();
  const before = await remoteItems(sandbox);
  for (let n = 0; n < 12; n++) await drainLater(app);
  await sandbox.control('DELETE', '/faults');
  expect(await attempts()).toEqual([{ attempts: 0, state: 'created' }]);
  const waiting = await seller.call(api.publications.detail, { params: { id: publication.id } });
  expect(waiting).toMatchObject({
    state: 'publishing',
    syncError: { kind: 'waiting', code: 'marketplace_resting', attempt: 0, retryAt: restUntil },
  });
  expect(await remoteItems(sandbox)).toEqual(before);

  app.clock.advance(1);
  await drainLater(app);
  expect(await waitingJobs(app, 'publication.publish')).toBe(0);
  expect(await seller.call(api.publications.detail, { params: { id: publication.id } })).toMatchObject({
    state: 'active',
    syncError: null,
  });
  expect(await remoteItems(sandbox)).toHaveLength(before.length + 1);
});

test('a rescheduled job runs when the marketplace is called again, and unblocks its queue', async () => {
  await stopAnswering();
  await seller.call(api.marketplaceAccounts.sync, { params: { id: account } });
  await app.drain();
  const rows = await askQueue(
    app,
    `select attempts, state, extract(epoch from run_at - now())::int between 8 and 15 as soon from queued_jobs`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toEqual({ attempts: 0, state: 'created', soon: true });
  await sandbox.control('DELETE', '/faults');
});

test('an account whose calls hang is paused alone: other accounts on the same host are still called', async () => {
  app.clock.advance(5);
  expect(await look()).toMatchObject({ code: 'not_found' });
  const rival = await app.join('sales');
  const other = await connectSeller(rival, remoteSellers.third);
  const ask = () =>
    rival.refused(api.marketplacesCategories.children, {
      params: { account: other.id, id: `MLB${++category}` },
    });
  await misbehave(sandbox, { kind: 'error-500', seller: remoteSellers.legacy });
  for (let n = 0; n < 7; n++) {
    expect(await look()).toMatchObject({ code: 'marketplace_unavailable' });
    expect(await ask()).toMatchObject({ code: 'not_found' });
  }
  expect(await seller.call(api.marketplaceAccounts.detail, { params: { id: account } })).toMatchObject({
    retryAt: new Date(app.clock.now().getTime() + 10_000).toISOString(),
  });
  expect(await rival.call(api.marketplaceAccounts.detail, { params: { id: other.id } })).toMatchObject({
    retryAt: null,
  });
  await sandbox.control('DELETE', '/faults');
  app.clock.advance(1);
  expect(await look()).toMatchObject({ code: 'not_found' });
});

test('a marketplace that answers with refusals or rate limits is still called', async () => {
  app.clock.advance(10);
  for (const kind of ['rate-limit-json', 'conflict-409']) {
    await misbehave(sandbox, { kind });
    for (let n = 0; n < 7; n++) expect(await look()).toMatchObject({ code: 'marketplace_unavailable' });
    await sandbox.control('DELETE', '/faults');
    expect(await circuit()).toMatchObject({ '': 0 });
  }
});
