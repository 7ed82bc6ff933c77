import { beforeAll, expect, test } from 'vitest';
import { planTerms } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { draftPublication, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import type { RefusedCall } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { givePlan } from './test/factory.ts';

const { app } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { businessId } = seller;
const { id: account } = await connectSeller(seller, remoteSellers.legacy);
const offer = await makeOffer(supplier, await makeShelf(app, supplier, 50), 2990);
const advertisement = await makeAdvertisement(seller, [offer]);
const draft = await draftPublication(seller, account, offer);

const limit = planTerms.free.publications ?? 0;
const open = async () => (await seller.call(api.plans.current)).publications;
const nth = (length: number) => Array.from({ length }, (_, n) => n);
const publishOne = () => publish(seller, advertisement, account, offer, draft);

/**
 * The result: done, or the code of the refusal. A request that waited too long is refused with a retry, and retries.
 */
const outcome = async (act: () => Promise<unknown>): Promise<string> => {
  const answer = await act().then(
    () => 'done',
    (error: RefusedCall) => error.problem.code,
  );
  return answer === 'unavailable' ? outcome(act) : answer;
};

const eachWay = 20;
let closed: number[] = [];
let forgotten: string[] = [];

/** Publications that may be resumed, and ads of the account that are unknown here. */
beforeAll(async () => {
  await givePlan(app, businessId, 'enterprise');
  const made: number[] = [];
  for (let left = 4 * eachWay; left > 0; left -= 10)
    made.push(...(await Promise.all(nth(10).map(publishOne))).map(({ id }) => id));
  await drain(app);
  const known = made.splice(0, 2 * eachWay);
  forgotten = await Promise.all(
    known.map(async (id) => {
      const { remoteItem } = await seller.call(api.publications.detail, { params: { id } });
      return remoteItem ?? '';
    }),
  );
  closed = made;
  await app.database.transact({ businessId }, async (tx) => {
    await tx.db.updateTable('publications').set({ state: 'closed' }).where('id', 'in', closed).execute();
    await tx.db.deleteFrom('publications').where('id', 'in', known).execute();
  });
  expect(await open()).toBe(0);
}, 120_000);

/** A hundred simultaneous publications by every route; each closed one and each ad is used once. */
const hundredWays = (): (() => Promise<unknown>)[] => [
  ...nth(60).map(() => publishOne),
  ...closed.splice(0, eachWay).map((id) => () => seller.call(api.publications.republish, { params: { id } })),
  ...forgotten
    .splice(0, eachWay)
    .map(
      (link) => () =>
        seller.call(api.publications.link, { body: { account, advertisement: advertisement.id, link } }),
    ),
];

test('INV-24: of a hundred publications by every route, as many succeed as the plan has room for', async () => {
  await givePlan(app, businessId, 'free');
  const shuffled = hundredWays().toSorted((_, other) => (other.name === 'publishOne' ? 1 : -1));
  const answers = await Promise.all(shuffled.map((act) => outcome(act)));
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(limit);
  expect(answers.filter((answer) => answer === 'plan_full')).toHaveLength(100 - limit);
  expect(await open()).toBe(limit);
}, 120_000);

test('INV-24: a hundred by every route on the night in which the plan becomes a lesser one', async () => {
  app.clock.set('2026-12-01T02:59:00.000Z');
  await seller.call(api.plans.choose, { body: { plan: 'pro' } });
  await seller.call(api.plans.choose, { body: { plan: 'free' } });
  const midnight = new Date('2026-12-01T03:00:00.000Z');
  let answered = 0;
  const answers = await Promise.all(
    hundredWays().map(async (act) => {
      const came = await outcome(act);
      answered += 1;
      if (answered === 30) app.clock.set('2026-12-01T03:01:00.000Z');
      return came;
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['done', 'plan_full']));
  const done = answers.filter((answer) => answer === 'done').length;
  expect(await open()).toBe(limit + done);
  const late = await app.database.transact({ businessId }, (tx) =>
    tx.db.selectFrom('publications').select('id').where('created_at', '>=', midnight).execute(),
  );
  // One got its room while the clock was moved; the others had to wait for its end.
  expect(late.length).toBeLessThanOrEqual(1);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}, 120_000);

test('INV-24: of a hundred pictures by every route, as many are stored as there is room for', async () => {
  await givePlan(app, businessId, 'free');
  const picture = (n: number) => makePicture(60 + n, 50, { r: (n * 2) % 256, g: 9, b: n });
  const files = [{ name: 'antes.png', bytes: await picture(100) }];
  const { items } = await seller.call(api.images.create, { files });
  const room = 30 * (items[0]?.bytes ?? 0);
  await app.database.transact({ businessId }, (tx) =>
    tx.db
      .updateTable('businesses')
      .set({ storage_bytes: planTerms.free.storageBytes - room })
      .where('id', '=', businessId)
      .execute(),
  );
  const pictures = await Promise.all(nth(100).map(picture));
  const answers = await Promise.all(
    pictures.map((bytes, n) => {
      const files = [{ name: `corrida-${n}.png`, bytes }];
      return outcome(() =>
        n % 2 === 0
          ? seller.call(api.images.create, { files })
          : seller.call(api.products.create, {
              body: {
                name: `Corrida ${n}`,
                variations: { create: [{ sku: `CORRIDA-${n}`, attributes: { Color: 'Preto' } }] },
              },
              files,
            }),
      );
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['done', 'storage_full']));
  const { storageBytes } = await seller.call(api.plans.current);
  expect(storageBytes).toBeLessThanOrEqual(planTerms.free.storageBytes);
  expect(storageBytes).toBeGreaterThan(planTerms.free.storageBytes - room);
}, 120_000);
