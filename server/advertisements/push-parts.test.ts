import { afterEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/factory.ts';
import {
  askQueue,
  connectSeller,
  drain,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
} from '#server/marketplaces/factory.ts';
import { makeAdvertisement, publish } from './factory.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);

afterEach(() => sandbox.control('DELETE', '/faults'));

const itemOf = async (id: string | null) => (await remoteItems(sandbox)).find((item) => item.id === id);
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });

async function published(quantity = 4) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  return { shelf, offer, ...(await detail(made.id)) };
}

const more = (shelf: Awaited<ReturnType<typeof makeShelf>>, quantity = 1) =>
  makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity }]);

describe('too many calls', () => {
  test('told how long to wait, it waits that long and no try is counted', async () => {
    const { id, shelf, remoteItem } = await published();
    await misbehave(sandbox, { kind: 'rate-limit-json', method: 'PUT', path: '/items/*', retryAfter: 90 });
    await more(shelf);
    await drain(app);
    expect((await detail(id)).syncError).toMatchObject({
      act: 'push',
      kind: 'waiting',
      code: 'too_many_requests',
      attempt: 0,
      retryAt: new Date(app.clock.now().getTime() + 90_000).toISOString(),
    });
    const [job] = await askQueue<{ seconds: number }>(
      app,
      `select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs
        where task_identifier = 'publication.push' and attempts = 0`,
    );
    expect(job?.seconds).toBeGreaterThan(80);
    await sandbox.control('DELETE', '/faults');
    await drainLater(app);
    expect((await itemOf(remoteItem))?.available).toBe(5);
  });
});
