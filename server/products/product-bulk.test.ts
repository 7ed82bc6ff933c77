import { expect, test } from 'vitest';
import { maxBulk } from '#contract/bulk.ts';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';
import { makeProduct } from './test/factory.ts';

const app = await testApp();
const owner = await app.join('supply');
const stranger = await app.join('supply');

const read = async (id: number) => owner.call(api.products.detail, { params: { id } });
const none = 987_654_321;

test('changes the named rows only and reports unknown ids', async () => {
  const category = await owner.call(api.categories.create, { body: { description: 'Canecas' } });
  const [one, two, three] = [await makeProduct(owner), await makeProduct(owner), await makeProduct(owner)];
  const foreign = await makeProduct(stranger);
  const outcome = await owner.call(api.products.bulkUpdate, {
    body: { ids: [one.id, two.id, foreign.id, none], change: { category: category.id, brand: 'Aurora' } },
  });
  expect(outcome).toEqual({
    done: [one.id, two.id],
    failed: [
      { id: foreign.id, code: 'not_found' },
      { id: none, code: 'not_found' },
    ],
  });
  expect(await read(one.id)).toMatchObject({ category: { id: category.id }, brand: 'Aurora', version: 2 });
  expect(await read(three.id)).toMatchObject({ category: null, version: 1 });
  expect(await stranger.call(api.products.detail, { params: { id: foreign.id } })).toMatchObject({
    category: null,
    version: 1,
  });
});

test('changes all rows that the filter finds, of the own business only', async () => {
  const mine = [await makeProduct(owner, { brand: 'Zênite' }), await makeProduct(owner, { brand: 'Zênite' })];
  const theirs = await makeProduct(stranger, { brand: 'Zênite' });
  const outcome = await owner.call(api.products.bulkUpdate, {
    body: {
      ...allOf('brand:zenite', await owner.call(api.products.list, { query: { query: 'brand:zenite' } })),
      change: { unit: 'box' },
    },
  });
  expect(outcome).toEqual({ done: mine.map(({ id }) => id), failed: [] });
  expect((await stranger.call(api.products.detail, { params: { id: theirs.id } })).version).toBe(1);
});

test('requires ids or a filter and a change; a refusal changes nothing', async () => {
  const { id } = await makeProduct(owner);
  for (const body of [
    { change: { unit: 'box' } },
    { ids: [id], query: '', change: { unit: 'box' } },
    { ids: [id], change: {} },
    { ids: Array.from({ length: maxBulk + 1 }, (_, n) => n + 1), change: { unit: 'box' } },
    { query: 'colour:red', seen: { count: 0, asOf: '2026-11-21T15:00:00.000Z' }, change: { unit: 'box' } },
    { query: 'brand:zenite', change: { unit: 'box' } },
  ])
    expect(await owner.refused(api.products.bulkUpdate, { body })).toMatchObject({ code: 'invalid' });
  const unknown = await owner.refused(api.products.bulkUpdate, {
    body: { ids: [id], change: { unit: 'box', category: none } },
  });
  expect(unknown.errors).toMatchObject({ change: { category: [{ code: 'not_found' }] } });
  expect((await read(id)).version).toBe(1);
});

test('keeps and names products in stock, and removes the others in the same transaction', async () => {
  const shelf = await makeShelf(app, owner, 3);
  const free = await makeProduct(owner);
  const outcome = await owner.call(api.products.bulkRemove, { body: { ids: [shelf.productId, free.id] } });
  expect(outcome).toEqual({ done: [free.id], failed: [{ id: shelf.productId, code: 'product_in_use' }] });
  expect((await owner.refused(api.products.detail, { params: { id: free.id } })).code).toBe('not_found');
  expect((await read(shelf.productId)).id).toBe(shelf.productId);
});

test('the audit line of a bulk act names every row', async () => {
  const made = [await makeProduct(owner), await makeProduct(owner)];
  await owner.call(api.products.bulkUpdate, {
    body: { ids: made.map(({ id }) => id), change: { brand: 'Aurora' } },
  });
  const [line] = await app.rows(
    owner.businessId,
    `select entity_id from audit_entries where endpoint = 'products.bulkUpdate' order by id desc limit 1`,
  );
  expect(line?.entity_id).toBe(made.map(({ id }) => id).join(' '));
});

test('an endpoint without versions refuses If-Match instead of ignoring it', async () => {
  const { id } = await makeProduct(owner);
  const refused = await owner.refused(api.products.bulkUpdate, {
    body: { ids: [id], change: { unit: 'box' } },
    version: 1,
  });
  expect(refused).toMatchObject({ status: 422, errors: { 'If-Match': [{ code: 'unknown_field' }] } });
});

test('refuses the filter if it finds other rows by now, or if one was changed since', async () => {
  const make = () => makeProduct(owner, { brand: 'Quasar' });
  const [one] = [await make(), await make()];
  const look = () => owner.call(api.products.list, { query: { query: 'brand:quasar' } });
  const shown = await look();
  const seen = { count: shown.total, asOf: shown.asOf ?? '' };
  const third = await make();
  const act = (sight: typeof seen) => ({
    body: { query: 'brand:quasar', seen: sight, change: { unit: 'box' } },
  });
  expect(await owner.refused(api.products.bulkUpdate, act(seen))).toMatchObject({
    status: 412,
    code: 'selection_changed',
    facts: { seen: 2, found: 3 },
  });
  expect((await read(third.id)).unit).not.toBe('box');
  // The count is the same, but one of the products was replaced by another.
  const again = await look();
  app.clock.advance(1);
  await owner.call(api.products.update, { params: { id: one.id }, body: { model: 'Q2' } });
  const stale = await owner.refused(api.products.bulkUpdate, act({ count: 3, asOf: again.asOf ?? '' }));
  expect(stale.facts).toMatchObject({ seen: 3, found: 3, changed: [String(one.id)] });
  const fresh = await look();
  const done = await owner.call(api.products.bulkUpdate, act({ count: 3, asOf: fresh.asOf ?? '' }));
  expect(done.done).toHaveLength(3);
});
