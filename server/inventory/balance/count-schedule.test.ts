import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { jobOf, makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { beginList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { scheduleCountsTask } from './count-schedule.ts';

let app: TestApp;
let owner: Person;
let seller: Person;
let stockist: Person;
/** 8 of 9 units sold, 1 of 9, and none. */
let often: Shelf;
let seldom: Shelf;
let never: Shelf;
let sell: { often: (units: number) => Promise<number>; seldom: (units: number) => Promise<number> };

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  seller = await app.join('sales');
  stockist = await app.hire(owner.businessId, ['stockist']);
  const place = makeWarehouse(owner);
  often = await makeShelf(app, owner, 30, place);
  seldom = await makeShelf(app, owner, 30, place);
  never = await makeShelf(app, owner, 30, place);
  sell = {
    often: await makeBenchSeller(app, { supplier: owner, seller, shelf: often }),
    seldom: await makeBenchSeller(app, { supplier: owner, seller, shelf: seldom }),
  };
  await packSome();
});

async function packSome() {
  await packSale(owner, await sell.often(8), often.sku, 8);
  await packSale(owner, await sell.seldom(1), seldom.sku, 1);
}

const days = (count: number) => app.clock.advance(count * 24 * 60);
async function night() {
  await scheduleCountsTask(jobOf(app), {});
  await drain(app);
}
const begun = async () =>
  (await owner.call(api.balances.list, { query: { query: 'state:open', sort: 'id' } })).items.map(
    ({ volume }) => volume.id,
  );
const settle = (change: {
  scheduledPerDay?: number | null;
  daysA?: number;
  daysB?: number;
  daysC?: number;
}) => owner.call(api.balances.updateSettings, { body: change });

async function countAll() {
  const { items } = await stockist.call(api.balances.list, { query: { query: 'state:open' } });
  for (const { id } of items) {
    const { goods } = await owner.call(api.balances.detail, { params: { id } });
    const lines = goods.map(({ variation, expected }) => ({
      variationId: variation.id,
      quantity: expected ?? 0,
    }));
    await stockist.call(api.balances.count, { params: { id }, body: { lines } });
  }
}

test('a business without a schedule has no count that begins by itself', async () => {
  days(100);
  await night();
  expect(await begun()).toEqual([]);
});

test('a volume is due by the class of its product, and once in a night that runs twice', async () => {
  await settle({ scheduledPerDay: 10 });
  await night();
  expect((await begun()).toSorted()).toEqual(
    [often, seldom, never].map((shelf) => shelf.volumeId).toSorted(),
  );
  await countAll();
  // The former sales are older than ninety days.
  await packSome();
  days(6);
  await night();
  expect(await begun()).toEqual([]);
  days(1);
  await night();
  await night();
  expect(await begun()).toEqual([often.volumeId]);
  const [row] = (await owner.call(api.balances.list, { query: { query: 'state:open' } })).items;
  expect(row).toMatchObject({ origin: 'schedule', kind: 'routine', startedBy: '' });
  await countAll();
});

test('counts that nobody has made take the place of new ones, and the most overdue begins first', async () => {
  await settle({ scheduledPerDay: 1 });
  days(24);
  await night();
  // 24 of 7 days against 31 of 30.
  expect(await begun()).toEqual([often.volumeId]);
  days(1);
  await night();
  expect(await begun()).toEqual([often.volumeId]);
  await countAll();
  await night();
  expect(await begun()).toEqual([seldom.volumeId]);
  await countAll();
  // One began today already.
  await settle({ daysC: 1 });
  await night();
  expect(await begun()).toEqual([]);
  days(1);
  await night();
  expect(await begun()).toEqual([never.volumeId]);
  await countAll();
});

test('a volume that a pick is at waits, and the next one takes its place', async () => {
  const sale = await sell.often(1);
  await beginList(owner, [sale]);
  await settle({ daysA: 1, daysB: 2 });
  days(3);
  await night();
  expect(await begun()).toEqual([never.volumeId]);
  await checkInvariants(app.databaseUrl);
});
