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

it('the nightly recount finds no difference if every bucket is right', async () => {
  const shelf = await makeShelf(app, owner, 12);
  const seller = await app.join('sales');
  await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
  await recount();
  expect(await drifts()).toEqual([]);
});

it('the nightly recount raises an alarm for a wrong bucket, does not correct it, and ends the alarm once it is right', async () => {
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

it('the nightly recount is enqueued once for each business with a warehouse', async () => {
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
