import { beforeAll, expect, test } from 'vitest';
import { maxTags, maxWornTags } from '#contract/business/tag.ts';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { makeBenchSeller } from './test/factory.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let stranger: Person;
let sell: Awaited<ReturnType<typeof makeBenchSeller>>;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  stranger = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 1000);
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
});

const sale = () => sell(1);
const add = (name: string, person = seller) => person.call(api.ordersTags.create, { body: { name } });
const saleOf = (id: number) => seller.call(api.orders.detail, { params: { id } });
const namesOf = async (id: number) => (await saleOf(id)).tags.map(({ name }) => name);
const historyOf = async (id: number) => {
  const { events } = await saleOf(id);
  return events.flatMap(({ kind, detail, actor }) => (kind === 'tagged' ? [{ ...detail, actor }] : []));
};
const tag = (ids: number[], tags: { add?: number[]; remove?: number[] }, person = seller) =>
  person.call(api.orders.bulkUpdate, { body: { ids, change: { tags } } });

test('a tag has a unique name per business in any case; a stale edit and a taken name are refused', async () => {
  const gift = await seller.call(api.ordersTags.create, { body: { name: ' Presente ', colour: 'pink' } });
  expect(gift).toMatchObject({ name: 'Presente', colour: 'pink', orders: 0, version: 1 });
  const twin = await seller.refused(api.ordersTags.create, { body: { name: 'PRESENTE' } });
  expect(twin).toMatchObject({ status: 422, errors: { name: [{ code: 'duplicate' }] } });
  await add('Presente', stranger);
  const params = { id: gift.id };
  const changed = await seller.call(api.ordersTags.update, {
    params,
    body: { name: 'Para presente', colour: 'grape' },
    version: 1,
  });
  expect(changed).toMatchObject({ name: 'Para presente', colour: 'grape', version: 2 });
  const stale = await seller.refused(api.ordersTags.update, { params, body: { name: 'X' }, version: 1 });
  expect(stale).toMatchObject({ status: 412, code: 'stale_version' });
  const foreign = [
    await stranger.refused(api.ordersTags.update, { params, body: { name: 'X' } }),
    await stranger.refused(api.ordersTags.remove, { params }),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404]);
});

test('sales are tagged and untagged together; list, filter, search, export and history follow', async () => {
  const [urgent, exchange] = [await add('Urgência'), await add('Troca')];
  const [one, two, other] = [await sale(), await sale(), await sale()];
  const done = await tag([one, two], { add: [urgent.id] });
  expect(done).toMatchObject({ done: [one, two], failed: [] });
  expect(done.changed).toEqual([one, two].map((id) => ({ id, addedIds: [urgent.id], removedIds: [] })));
  await tag([two], { add: [exchange.id, urgent.id], remove: [] });
  expect([await namesOf(one), await namesOf(two), await namesOf(other)]).toEqual([
    ['Urgência'],
    ['Troca', 'Urgência'],
    [],
  ]);
  const listed = async (query: string) =>
    (await seller.call(api.orders.list, { query: { query, sort: 'id' } })).items.map(({ id }) => id);
  expect(await listed(`tag:${exchange.id}`)).toEqual([two]);
  expect(await listed(`tag:${exchange.id},${urgent.id}`)).toEqual([one, two]);
  expect(await listed('urgencia')).toEqual([one, two]);
  expect(await listed(`-tag:${urgent.id}`)).toContain(other);
  expect(await listed(`-tag:${urgent.id}`)).not.toContain(one);
  const { bytes } = await seller.download(api.orders.export, {
    query: { format: 'csv', query: `tag:${exchange.id}` },
  });
  expect(bytes.toString()).toContain(';Troca, Urgência;');
  // Only what changed is in the history.
  expect(await historyOf(two)).toEqual([
    { added: ['Troca'], removed: [], actor: 'seller' },
    { added: ['Urgência'], removed: [], actor: 'seller' },
  ]);
  const counted = await seller.call(api.ordersTags.list, { query: { query: 'troca' } });
  expect(counted.items).toMatchObject([{ name: 'Troca', orders: 1 }]);
});

test('an undo gives each sale the tags back that it had, and leaves later changes alone', async () => {
  const [kept, off, on] = [await add('Fica'), await add('Sai'), await add('Entra')];
  const [one, two] = [await sale(), await sale()];
  await tag([one], { add: [kept.id, off.id] });
  await tag([two], { add: [on.id] });
  const { changed } = await tag([one, two], { add: [on.id], remove: [off.id] });
  expect(changed).toEqual([{ id: one, addedIds: [on.id], removedIds: [off.id] }]);
  await tag([one], { remove: [kept.id] });
  const back = await seller.call(api.orders.undo, { body: { rows: changed } });
  expect(back).toMatchObject({ done: [one], failed: [] });
  expect([await namesOf(one), await namesOf(two)]).toEqual([['Sai'], ['Entra']]);
  // Foreign sales and removed tags are left out.
  await seller.call(api.ordersTags.remove, { params: { id: off.id } });
  const again = await seller.call(api.orders.undo, { body: { rows: changed } });
  expect(again).toMatchObject({ done: [one] });
  expect(await namesOf(one)).toEqual([]);
  const foreign = await stranger.call(api.orders.undo, { body: { rows: changed } });
  expect(foreign).toEqual({ done: [], failed: [{ id: one, code: 'not_found' }] });
});

test('all sales that a filter finds are tagged; unknown and foreign tags are refused at their field', async () => {
  const own = await add('Do filtro');
  const mine = await add('Lote');
  const ids = [await sale(), await sale()];
  await tag(ids, { add: [mine.id] });
  const query = `tag:${mine.id}`;
  const found = await seller.call(api.orders.bulkUpdate, {
    body: {
      ...allOf(query, await seller.call(api.orders.list, { query: { query } })),
      change: { tags: { add: [own.id] } },
    },
  });
  expect(found.done).toEqual(ids);
  const foreign = await add('Alheio', stranger);
  for (const id of [foreign.id, 987_654_321]) {
    const body = { ids, change: { tags: { add: [own.id, id] } } };
    expect(await seller.refused(api.orders.bulkUpdate, { body })).toMatchObject({
      errors: { change: { tags: { add: { 1: { id: [{ code: 'not_found' }] } } } } },
    });
  }
  const outcome = await tag(ids, { add: [foreign.id] }, stranger);
  expect(outcome).toMatchObject({ done: [], changed: [] });
});

test('a supplier sees neither tags nor their history, and the version of the sale stays', async () => {
  const secret = await add('Cliente chato');
  const id = await sale();
  const { version } = await saleOf(id);
  await tag([id], { add: [secret.id] });
  expect((await saleOf(id)).version).toBe(version);
  const seen = await supplier.call(api.checkout.detail, { params: { id } });
  expect(JSON.stringify(seen)).not.toMatch(/Cliente chato|tagged/);
  const events = await app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db.selectFrom('order_events').select('kind').where('order_id', '=', id).execute(),
  );
  expect(events.map(({ kind }) => kind)).not.toContain('tagged');
  expect((await supplier.refused(api.ordersTags.list, {})).status).toBe(403);
  const packer = await app.hire(seller.businessId, ['packer']);
  const body = { ids: [id], change: { tags: { remove: [secret.id] } } };
  expect((await packer.refused(api.orders.bulkUpdate, { body })).status).toBe(403);
});

test('a business has so many tags at most, and a sale wears fewer', async () => {
  const { total } = await stranger.call(api.ordersTags.list, {});
  const made = [];
  for (let n = total; n < maxTags; n++) made.push(await add(`Etiqueta ${n}`, stranger));
  const more = await stranger.refused(api.ordersTags.create, { body: { name: 'Mais uma' } });
  expect(more.errors).toMatchObject({ name: [{ code: 'too_many' }] });
  const own = [];
  for (let n = 0; n <= maxWornTags; n++) own.push((await add(`Muitos ${n}`)).id);
  const id = await sale();
  await tag([id], { add: own.slice(0, maxWornTags) });
  const over = await seller.refused(api.orders.bulkUpdate, {
    body: { ids: [id], change: { tags: { add: own.slice(-1) } } },
  });
  expect(over.errors).toMatchObject({ change: { tags: [{ code: 'too_many' }] } });
});
