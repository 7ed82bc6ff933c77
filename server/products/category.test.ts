import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';
import { makeProduct } from './test/factory.ts';

const app = await testApp();
const owner = await app.join('supply');
const stranger = await app.join('sales');
const add = (description: string, father?: number) =>
  owner.call(api.categories.create, { body: { description, father } });

test('reads a tree of categories with children, paths and counts', async () => {
  const home = await add('Casa');
  const kitchen = await add('Cozinha', home.id);
  const mugs = await add('Canecas', kitchen.id);
  await makeProduct(owner, { category: mugs.id });
  expect(mugs).toMatchObject({
    path: 'Casa › Cozinha › Canecas',
    father: { id: kitchen.id, name: 'Cozinha' },
  });
  const children = await owner.call(api.categories.children, { params: { id: kitchen.id } });
  expect(children.items).toMatchObject([{ id: mugs.id, products: 1, children: 0 }]);
  const top = await owner.call(api.categories.list, { query: { query: 'top:yes' } });
  expect(top.items.map((row) => row.description)).toEqual(['Casa']);
  const found = await owner.call(api.categories.list, { query: { query: 'CANÉCAS' } });
  expect(found.items.map((row) => row.id)).toEqual([mugs.id]);
  // A category includes its sub-categories.
  const products = await owner.call(api.products.list, { query: { query: `category:${home.id}` } });
  expect(products.total).toBe(1);
});

test('refuses two categories with one name under one parent', async () => {
  const father = await add('Jardim');
  await add('Vasos', father.id);
  const twin = await owner.refused(api.categories.create, {
    body: { description: 'vasos', father: father.id },
  });
  expect(twin).toMatchObject({ status: 422, errors: { description: [{ code: 'duplicate' }] } });
});

test('refuses to move a category below itself', async () => {
  const a = await add('A');
  const b = await add('B', a.id);
  const c = await add('C', b.id);
  for (const father of [a.id, c.id]) {
    const refused = await owner.refused(api.categories.update, { params: { id: a.id }, body: { father } });
    expect(refused.code).toBe('category_cycle');
  }
  const moved = await owner.call(api.categories.update, { params: { id: c.id }, body: { father: null } });
  expect(moved.path).toBe('C');
});

test('INV-19: concurrent moves that are each valid never form a cycle', async () => {
  for (let round = 0; round < 4; round++) {
    const nodes = await Promise.all([0, 1, 2, 3].map((n) => add(`Nó ${round}.${n}`)));
    const moves = nodes.map((node, n) =>
      owner
        .call(api.categories.update, {
          params: { id: node.id },
          body: { father: nodes[(n + 1) % nodes.length]?.id },
        })
        .then(
          () => 1,
          () => 0,
        ),
    );
    const moved = (await Promise.all(moves)).reduce<number>((sum, one) => sum + one, 0);
    expect(moved).toBe(3);
    // A cycle has no path from the root: reading it would not terminate.
    const rows = await owner.call(api.categories.list, { query: { query: `"Nó ${round}."`, size: '100' } });
    expect(rows.items.filter((row) => row.father === null)).toHaveLength(1);
  }
});

test('refuses to remove a category with sub-categories or products', async () => {
  const father = await add('Cheia');
  const child = await add('Dentro', father.id);
  expect((await owner.refused(api.categories.remove, { params: { id: father.id } })).code).toBe(
    'category_in_use',
  );
  await owner.call(api.categories.remove, { params: { id: child.id } });
  await owner.call(api.categories.remove, { params: { id: father.id } });
  expect((await owner.refused(api.categories.detail, { params: { id: father.id } })).status).toBe(404);
});

test('answers 404 for a category of another business', async () => {
  const mine = await add('Minha');
  const other = await stranger.call(api.categories.create, { body: { description: 'Outra' } });
  for (const id of [other.id, 999_999_999]) {
    const params = { id };
    const refused = [
      await owner.refused(api.categories.detail, { params }),
      await owner.refused(api.categories.children, { params }),
      await owner.refused(api.categories.update, { params, body: { description: 'X' } }),
      await owner.refused(api.categories.remove, { params }),
    ];
    expect(refused.map((problem) => problem.status)).toEqual([404, 404, 404, 404]);
    const father = await owner.refused(api.categories.update, {
      params: { id: mine.id },
      body: { father: id },
    });
    expect(father.errors).toMatchObject({ father: [{ code: 'not_found' }] });
  }
  const product = await makeProduct(owner);
  const moved = await owner.refused(api.products.update, {
    params: { id: product.id },
    body: { category: other.id },
  });
  expect(moved.errors).toMatchObject({ category: [{ code: 'not_found' }] });
});

test('refuses a stale edit and returns the current version', async () => {
  const row = await add('Versão');
  await owner.call(api.categories.update, {
    params: { id: row.id },
    body: { description: 'Um' },
    version: row.version,
  });
  const stale = await owner.refused(api.categories.update, {
    params: { id: row.id },
    body: { description: 'Dois' },
    version: row.version,
  });
  expect(stale).toMatchObject({ status: 412, code: 'stale_version', facts: { version: row.version + 1 } });
});

test('refuses a malformed version and writes nothing', async () => {
  const row = await add('Cabeçalhos');
  const rename = (header: string) =>
    app.http.inject({
      method: 'PATCH',
      url: `/api/categories/${row.id}`,
      headers: { authorization: `Bearer ${owner.token}`, 'if-match': header },
      payload: { description: `Com ${header}` },
    });
  for (const header of ['', 'two', '"1", "2"', '9999999999'])
    expect((await rename(header)).statusCode, header).toBe(400);
  expect((await rename('*')).statusCode).toBe(200);
  expect((await rename('"2"')).statusCode).toBe(200);
});

test('moves many categories, except into themselves and where their name is taken', async () => {
  const house = await app.join('supply');
  const make = async (description: string, father?: number) =>
    (await house.call(api.categories.create, { body: { description, father } })).id;
  const home = await make('Casa');
  const inside = await make('Cozinha', home);
  const cups = await make('Copos');
  const lower = await make('copos', home);
  const jars = await make('Jarras');
  const moved = await house.call(api.categories.bulkUpdate, {
    body: { ids: [home, inside, cups, jars], change: { father: inside } },
  });
  expect(moved).toEqual({
    done: [cups, jars],
    failed: [
      { id: home, code: 'category_cycle' },
      { id: inside, code: 'category_cycle' },
    ],
  });
  // Only the first of two categories with one name can move to the root.
  const raised = await house.call(api.categories.bulkUpdate, {
    body: {
      ...allOf('copos', await house.call(api.categories.list, { query: { query: 'copos' } })),
      change: { father: null },
    },
  });
  expect(raised).toEqual({ done: [cups], failed: [{ id: lower, code: 'category_exists' }] });
  const taken = await house.call(api.categories.bulkUpdate, {
    body: { ids: [lower], change: { father: null } },
  });
  expect(taken.failed).toEqual([{ id: lower, code: 'category_exists' }]);
  const path = (await house.call(api.categories.detail, { params: { id: jars } })).path;
  expect(path).toBe('Casa › Cozinha › Jarras');
  const unknown = await house.refused(api.categories.bulkUpdate, {
    body: { ids: [jars], change: { father: 999_999 } },
  });
  expect(unknown.errors).toMatchObject({ change: { father: [{ code: 'not_found' }] } });
});
