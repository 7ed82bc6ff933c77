import { beforeAll, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { jobOf, makeBenchSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { recountOfTask, recountTask } from './recount.ts';

let app: TestApp;
let owner: Person;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
});

const recount = () => recountOfTask(jobOf(app), { businessId: owner.businessId });
const drifts = async (person = owner) => (await person.call(api.balances.alarms)).drifts;

/** Writes past every rule, as a bug or a manual change of the database would. */
async function corrupt(statement: string): Promise<void> {
  await app.owner.query('alter table stock no force row level security');
  await app.owner.query(statement);
  await app.owner.query('alter table stock force row level security');
}

it('finds every bucket equal where all is well', async () => {
  const shelf = await makeShelf(app, owner, 12);
  const seller = await app.join('sales');
  await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
  await recount();
  expect(await drifts()).toEqual([]);
});

it('a bucket that drifted is an alarm with its numbers, stays as it is, and ends when it is right again', async () => {
  const shelf = await makeShelf(app, owner, 12);
  await corrupt(`update stock set on_hand = on_hand + 3 where id = ${shelf.stockId}`);
  await recount();
  await recount();
  const numbers = { id: shelf.stockId, sku: shelf.sku, bucket: 'onHand', stored: 15, recounted: 12 };
  expect(await drifts()).toMatchObject([
    { ...numbers, source: 'entries' },
    { ...numbers, source: 'volumes' },
  ]);
  expect(await drifts(await app.hire(owner.businessId, ['stockist']))).toEqual([]);
  expect(await owner.call(api.stock.detail, { params: { id: shelf.stockId } })).toMatchObject({ onHand: 15 });
  await corrupt(`update stock set on_hand = on_hand - 3 where id = ${shelf.stockId}`);
  await recount();
  expect(await drifts()).toEqual([]);
});

it('is asked for once for each business that keeps goods', async () => {
  const asked: unknown[] = [];
  const job = jobOf(app);
  await recountTask(
    {
      ...job,
      unscoped: (work) =>
        job.unscoped((tx) => work({ ...tx, enqueue: ({ payload }) => void asked.push(payload) })),
    },
    {},
  );
  expect(asked).toContainEqual({ businessId: owner.businessId });
});
