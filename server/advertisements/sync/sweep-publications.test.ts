import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  askQueue,
  connectSeller,
  drainLater,
  marketApp,
  misbehave,
  remoteItems,
} from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { sweepPublicationsOf } from './sweep-publications.ts';

const { app, sandbox } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);
const offer = await makeOffer(supplier, await makeShelf(app, supplier, 9), 2000);
const advertisement = await makeAdvertisement(seller, [offer]);

const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });

/** One run for an account; returns the publications that it enqueued. */
async function sweep(): Promise<number[]> {
  await sweepPublicationsOf(jobOf(app), { businessId: seller.businessId, accountId: account.id });
  const rows = await askQueue<{ id: string }>(
    app,
    `select payload ->> 'publicationId' as id from queued_jobs where task = 'publication.read' and not parked`,
  );
  return rows.map(({ id }) => Number(id));
}

async function onSale(): Promise<number> {
  const { id } = await publish(seller, advertisement, account.id, offer);
  await drainLater(app);
  return id;
}

test('changes at the marketplace without a notification are read within a day, the longest unread first', async () => {
  const ids = [await onSale(), await onSale(), await onSale()];
  expect(await sweep()).toEqual([]);
  await misbehave(sandbox, { kind: 'notify-lost', times: 10 });
  for (const id of ids)
    await sandbox.control('PATCH', `/items/${(await detail(id)).remoteItem}`, { quantity: 2 });
  app.clock.advance(12 * 60 + 1);
  const asked: number[] = [];
  // A run has a share of one here; the next one continues.
  for (const _run of ids) {
    asked.push(...(await sweep()));
    await drainLater(app);
    app.clock.advance(10);
  }
  expect(asked).toEqual(ids);
  // A smaller quantity than sent is pushed again a little later.
  await drainLater(app);
  expect((await remoteItems(sandbox)).map(({ available }) => available)).toEqual([9, 9, 9]);
  expect(await sweep()).toEqual([]);
});

test('an unreadable one does not block the others', async () => {
  await onSale();
  await onSale();
  app.clock.advance(12 * 60 + 1);
  await misbehave(sandbox, { kind: 'refused-400', path: '/items/*' });
  const first = await sweep();
  await drainLater(app);
  app.clock.advance(10);
  const second = await sweep();
  expect(first).toHaveLength(1);
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
});
