import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();

test('many offers change together; another house keeps its own', async () => {
  const house = await app.join('supply');
  const other = await app.join('supply');
  const place = makeWarehouse(house);
  const offers = [
    await makeOffer(house, await makeShelf(app, house, 5, place)),
    await makeOffer(house, await makeShelf(app, house, 5, place)),
  ];
  const foreign = await makeOffer(other, await makeShelf(app, other, 5));
  const all = await house.call(api.dropshipItems.bulkUpdate, {
    body: { query: 'active:yes', change: { active: false, price: 4990 } },
  });
  expect(all).toEqual({ done: offers.map(({ id }) => id), failed: [] });
  const list = await house.call(api.dropshipItems.list);
  expect(list.items.map(({ active, price, version }) => [active, price, version])).toEqual([
    [false, 4990, 2],
    [false, 4990, 2],
  ]);
  const named = await house.call(api.dropshipItems.bulkUpdate, {
    body: { ids: [offers[0]?.id ?? 0, foreign.id], change: { active: true } },
  });
  expect(named).toEqual({
    done: [offers[0]?.id],
    failed: [{ id: foreign.id, code: 'not_found' }],
  });
  expect(await other.call(api.dropshipItems.detail, { params: { id: foreign.id } })).toMatchObject({
    version: 1,
  });
});
