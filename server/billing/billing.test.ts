import { expect, test } from 'vitest';
import type { PlanName } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { startInbox } from '#server/account/test/inbox.ts';
import { makeBusiness } from '#server/business/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { billBusiness } from './night.ts';

const inbox = await startInbox();
const app = await testApp({ SMTP_URL: inbox.url });

/** A business on a plan, as if it began at this moment. */
async function begin(at: string, plan: PlanName = 'free'): Promise<Person> {
  app.clock.set(at);
  return app.hire(await makeBusiness(app, 'sales', 'Loja', plan), ['owner']);
}

/** The clock's scheduled tasks, with the given number of workers. */
async function night(at: string, { businessId }: Person, workers = 1): Promise<void> {
  app.clock.set(at);
  await Promise.all(
    Array.from({ length: workers }, () =>
      app.database.transact({ businessId }, (tx) => billBusiness(tx, businessId, 'https://easy.example')),
    ),
  );
}

const choose = (owner: Person, plan: PlanName) => owner.call(api.plans.choose, { body: { plan } });
const months = async (owner: Person) =>
  (await owner.call(api.billing.list, { query: { sort: 'month' } })).items.map(
    ({ month, plan, totalCentavos, closed }) => ({ month, plan, totalCentavos, closed }),
  );

test('a larger plan applies at once, a smaller one from the next month, and can be taken back until then', async () => {
  const owner = await begin('2026-05-10T15:00:00.000Z');
  expect((await owner.call(api.plans.list)).items.map(({ name }) => name)).toEqual([
    'free',
    'pro',
    'enterprise',
  ]);
  expect(await choose(owner, 'pro')).toMatchObject({ plan: 'pro', next: null });
  expect(await choose(owner, 'free')).toMatchObject({
    plan: 'pro',
    next: { plan: 'free', on: '2026-06-01' },
  });
  expect(await choose(owner, 'pro')).toMatchObject({ plan: 'pro', next: null });
  await choose(owner, 'free');
  const current = () => owner.call(api.plans.current);
  app.clock.set('2026-06-01T02:59:59.000Z');
  expect((await current()).plan).toBe('pro');
  app.clock.set('2026-06-01T03:00:00.000Z');
  expect(await current()).toMatchObject({ plan: 'free', next: null, since: '2026-06-01T03:00:00.000Z' });
  const administrator = await app.hire(owner.businessId, ['administrator']);
  expect((await administrator.refused(api.plans.choose, { body: { plan: 'pro' } })).code).toBe('forbidden');
  expect((await administrator.call(api.plans.current)).plan).toBe('free');
});

test('a month closes once when it is over in São Paulo, with any number of workers', async () => {
  const owner = await begin('2026-05-10T15:00:00.000Z', 'pro');
  await night('2026-05-11T03:10:00.000Z', owner);
  expect(await months(owner)).toEqual([
    { month: '2026-05-01', plan: 'pro', totalCentavos: 1000, closed: false },
  ]);
  await night('2026-06-01T02:59:59.000Z', owner);
  expect((await months(owner))[0]?.closed).toBe(false);
  await night('2026-06-01T03:00:00.000Z', owner, 4);
  await night('2026-06-01T03:10:00.000Z', owner, 2);
  const after = [
    { month: '2026-05-01', plan: 'pro', totalCentavos: 1000, closed: true },
    { month: '2026-06-01', plan: 'pro', totalCentavos: 1000, closed: false },
  ];
  expect(await months(owner)).toEqual(after);
  // A closed month does not change.
  await choose(owner, 'enterprise');
  expect((await months(owner))[0]).toEqual(after[0]);
});

test('a month costs as much as its most expensive plan', async () => {
  const owner = await begin('2026-03-05T15:00:00.000Z');
  app.clock.set('2026-03-31T20:00:00.000Z');
  await choose(owner, 'enterprise');
  await choose(owner, 'free');
  await night('2026-04-01T03:10:00.000Z', owner);
  await night('2026-05-01T03:10:00.000Z', owner);
  expect(await months(owner)).toEqual([
    { month: '2026-03-01', plan: 'enterprise', totalCentavos: 10000, closed: true },
    { month: '2026-04-01', plan: 'free', totalCentavos: 0, closed: true },
    { month: '2026-05-01', plan: 'free', totalCentavos: 0, closed: false },
  ]);
});

test('a product that was stopped for months closes each of them afterwards', async () => {
  const owner = await begin('2025-11-20T15:00:00.000Z', 'pro');
  await night('2026-02-03T12:00:00.000Z', owner);
  expect((await months(owner)).map(({ month, closed }) => [month, closed])).toEqual([
    ['2025-11-01', true],
    ['2025-12-01', true],
    ['2026-01-01', true],
    ['2026-02-01', false],
  ]);
  const { bytes } = await owner.download(api.billing.export, { query: { format: 'csv', sort: 'month' } });
  const cells = bytes
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';')[0]);
  expect(cells).toEqual(['11/2025', '12/2025', '01/2026', '02/2026']);
});

test('the clock asks for the night of every business, once a day', async () => {
  const owner = await begin('2026-07-01T15:00:00.000Z');
  app.clock.set('2026-07-02T03:10:00.000Z');
  const ask = async () => {
    await app.database.transact(null, async (tx) => tx.enqueue({ task: 'billing.night', payload: {} }));
    await app.drain();
  };
  await ask();
  await ask();
  expect((await months(owner)).map(({ month }) => month)).toEqual(['2026-07-01']);
  expect(await app.rows(owner.businessId, 'select id from businesses where billed_on is null')).toEqual([]);
});

test('the highest use of a night stays, and 80 and 100 percent warn by mail, once a month each', async () => {
  const owner = await begin('2026-08-02T15:00:00.000Z');
  const use = (bytes: number) =>
    app.rows(
      owner.businessId,
      `update businesses set storage_bytes = ${bytes} where id = ${owner.businessId}`,
    );
  const letters = () => inbox.letters.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  const nights = async (...days: string[]) => {
    for (const day of days) await night(`2026-${day}T03:10:00.000Z`, owner);
    await app.drain();
  };
  await use(79e6);
  await nights('08-03');
  expect(letters()).toEqual([]);
  await use(80e6);
  await nights('08-04', '08-05');
  expect(letters()).toHaveLength(1);
  expect(letters()[0]).toContain('80%');
  await use(100e6);
  await nights('08-06', '08-07');
  expect(letters()).toHaveLength(2);
  await use(10e6);
  await nights('08-08');
  expect((await owner.call(api.billing.list)).items[0]?.storageBytes).toBe(100e6);
  await use(90e6);
  await nights('09-01', '09-02');
  expect(letters()).toHaveLength(3);
  await use(0);
});
