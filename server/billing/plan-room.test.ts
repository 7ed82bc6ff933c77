import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import type { RefusedCall } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { choosePlan } from './plan.ts';
import { givePlan } from './test/factory.ts';

const { app } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { id: account } = await connectSeller(seller, remoteSellers.legacy);
const offer = await makeOffer(supplier, await makeShelf(app, supplier, 50), 2990);
const advertisement = await makeAdvertisement(seller, [offer]);

const tryPublish = () =>
  publish(seller, advertisement, account, offer).then(
    () => 'published',
    (error: RefusedCall) => error.problem.code,
  );
const open = async () => (await seller.call(api.plans.current)).publications;

test('allows five publications and refuses a sixth; a larger plan makes room at once, a smaller one removes nothing', async () => {
  await givePlan(app, seller.businessId, 'free');
  const answers = await Promise.all(Array.from({ length: 12 }, tryPublish));
  expect(answers.filter((answer) => answer === 'published')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'plan_full')).toHaveLength(7);
  expect(await open()).toBe(5);
  await seller.call(api.plans.choose, { body: { plan: 'pro' } });
  expect(await tryPublish()).toBe('published');
  await seller.call(api.plans.choose, { body: { plan: 'free' } });
  app.clock.advance(31 * 24 * 60);
  expect(await open()).toBe(6);
  expect(await tryPublish()).toBe('plan_full');
  await seller.call(api.plans.choose, { body: { plan: 'pro' } });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('while the plan changes, no commit has more publications than the plan in force', async () => {
  await givePlan(app, seller.businessId, 'free');
  const before = await open();
  const down = app.database.transact(seller, (tx) =>
    choosePlan(tx, { ...actor, businessId: seller.businessId, userId: seller.userId }, 'free'),
  );
  const answers = await Promise.all([...Array.from({ length: 6 }, tryPublish), down.then(() => 'down')]);
  expect(answers.filter((answer) => answer === 'published')).toEqual([]);
  expect(await open()).toBe(before);
});

const actor = {
  sessionId: 0,
  businessType: 'sales' as const,
  roles: ['owner' as const],
  supplierMay: [],
  warehouseIds: null,
  stage: 'full' as const,
  stationId: null,
  keyId: null,
  freshUntil: null,
  twoStepDue: null,
  locale: 'pt' as const,
};
