import { expect, test } from 'vitest';
import { maxSavedViews, type SavedViewBody } from '#contract/business/saved-view.ts';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('sales');
const seller = await app.hire(owner.businessId, ['seller']);
const stranger = await app.join('sales');

type Person = typeof owner;
const save = (who: Person, body: Omit<SavedViewBody, 'list'>) =>
  who.call(api.savedViews.create, { body: { list: 'orders', ...body } });
const names = async (who: Person) =>
  (await who.call(api.savedViews.list, {})).items.map(({ name, isDefault }) =>
    isDefault ? `${name}*` : name,
  );

test('a saved view has filter, order and columns, and is visible to its person or to everyone in the business', async () => {
  const kept = { query: 'status:late', sort: '-total', hidden: ['tracking'] };
  const mine = await save(seller, { name: 'Atrasadas', ...kept });
  expect(mine).toMatchObject({ ...kept, list: 'orders', shared: false, isDefault: false, version: 1 });
  await save(owner, { name: 'Do time', shared: true });
  expect(await names(seller)).toEqual(['Atrasadas', 'Do time']);
  expect(await names(owner)).toEqual(['Do time']);
  expect(await names(stranger)).toEqual([]);
  for (const [who, call] of [
    [owner, api.savedViews.update],
    [stranger, api.savedViews.update],
  ] as const)
    expect((await who.refused(call, { params: { id: mine.id }, body: { name: 'X' } })).status).toBe(404);
  expect((await owner.refused(api.savedViews.remove, { params: { id: mine.id } })).status).toBe(404);
});

test('only people with the permission create, change and remove views for everyone', async () => {
  expect(
    await seller.refused(api.savedViews.create, { body: { list: 'orders', name: 'Y', shared: true } }),
  ).toMatchObject({
    status: 403,
  });
  const shared = await save(owner, { name: 'Para todos', shared: true });
  const params = { id: shared.id };
  expect((await seller.refused(api.savedViews.update, { params, body: { isDefault: true } })).status).toBe(
    403,
  );
  expect((await seller.refused(api.savedViews.remove, { params })).status).toBe(403);
  await owner.call(api.savedViews.remove, { params });
  expect(await names(seller)).not.toContain('Para todos');
});

test('a list has one default view per person and one per business, and a new default replaces the former one', async () => {
  const boss = await app.join('sales');
  const clerk = await app.hire(boss.businessId, ['seller']);
  const first = await save(clerk, { name: 'A', isDefault: true });
  await save(boss, { name: 'B', shared: true, isDefault: true });
  await boss.call(api.savedViews.create, {
    body: { list: 'products', name: 'C', shared: true, isDefault: true },
  });
  expect(await names(clerk)).toEqual(['A*', 'B*', 'C*']);
  const second = await save(clerk, { name: 'D', isDefault: true });
  expect(await names(clerk)).toEqual(['A', 'B*', 'C*', 'D*']);
  await clerk.call(api.savedViews.update, { params: { id: first.id }, body: { isDefault: true } });
  expect(await names(clerk)).toEqual(['A*', 'B*', 'C*', 'D']);
  await clerk.call(api.savedViews.update, { params: { id: first.id }, body: { isDefault: false } });
  await clerk.call(api.savedViews.remove, { params: { id: second.id } });
  expect(await names(clerk)).toEqual(['A', 'B*', 'C*']);
});

test('the name of a view is unique per list, ignoring case, and a stale edit is refused', async () => {
  const view = await save(owner, { name: 'Única' });
  expect(
    await owner.refused(api.savedViews.create, { body: { list: 'orders', name: 'ÚNICA' } }),
  ).toMatchObject({
    status: 422,
    errors: { name: [{ code: 'duplicate' }] },
  });
  await owner.call(api.savedViews.create, { body: { list: 'products', name: 'Única' } });
  await save(owner, { name: 'única', shared: true });
  const params = { id: view.id };
  const { version } = await owner.call(api.savedViews.update, {
    params,
    body: { query: 'status:sent' },
    version: 1,
  });
  expect(version).toBe(2);
  expect(
    await owner.refused(api.savedViews.update, { params, body: { name: 'Z' }, version: 1 }),
  ).toMatchObject({
    code: 'stale_version',
  });
});

test("a person's own views are deleted with them, and views that they shared stay", async () => {
  const boss = await app.join('sales');
  const second = await app.hire(boss.businessId, ['administrator']);
  await save(second, { name: 'Minha' });
  await save(second, { name: 'Nossa', shared: true });
  const { items } = await boss.call(api.staff.list, { query: { query: 'role:administrator' } });
  await boss.call(api.staff.remove, { params: { id: items[0]?.id ?? 0 } });
  expect(await names(boss)).toEqual(['Nossa']);
  const rows = await app.rows(boss.businessId, 'select name from saved_views');
  expect(rows).toEqual([{ name: 'Nossa' }]);
});

test('a person can store up to a hundred views', async () => {
  const many = await app.join('sales');
  for (let nth = 1; nth <= maxSavedViews; nth++) await save(many, { name: `Visão ${nth}` });
  expect(
    await many.refused(api.savedViews.create, { body: { list: 'orders', name: 'Mais uma' } }),
  ).toMatchObject({
    errors: { name: [{ code: 'too_many' }] },
  });
  await save(many, { name: 'Da empresa', shared: true });
});
