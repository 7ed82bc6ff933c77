import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  type CompanyAct,
  type CompanyState,
  companyActs,
  companyStates,
} from '#contract/business/company-states.ts';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();

async function makeLink() {
  const seller = await app.join('sales');
  const supplier = await app.join('supply');
  const link = await seller.call(api.companies.create, { body: { supplierId: supplier.businessId } });
  return { seller, supplier, id: link.id };
}

async function setState(supplier: Person, id: number, state: CompanyState) {
  await app.database.transact({ businessId: supplier.businessId }, (tx) =>
    sql`update trade_links set state = ${state} where id = ${id}`.execute(tx.db),
  );
}

test('a seller asks for a trade link, the supplier accepts with terms, and both see the same link', async () => {
  const { seller, supplier, id } = await makeLink();
  const asked = await supplier.call(api.companies.detail, { params: { id } });
  expect(asked).toMatchObject({ side: 'supplier', state: 'requested', business: { id: seller.businessId } });
  const again = await seller.call(api.companies.create, { body: { supplierId: supplier.businessId } });
  expect(again.id).toBe(id);
  await supplier.call(api.companies.accept, { params: { id } });
  const body = { acceptMode: 'manual' as const, dueDays: 14, creditLimit: 500_000 };
  const set = await supplier.call(api.companies.update, { params: { id }, body, version: 1 + 1 });
  expect(set).toMatchObject(body);
  const seen = (await seller.call(api.companies.list)).items[0];
  expect(seen).toMatchObject({ ...body, side: 'seller', business: { id: supplier.businessId } });
  await supplier.call(api.companies.block, { params: { id } });
  expect((await supplier.call(api.companies.list, { query: { query: 'state:blocked' } })).total).toBe(1);
  await supplier.call(api.companies.unblock, { params: { id } });
  const stale = await supplier.refused(api.companies.update, { params: { id }, body, version: 2 });
  expect(stale.code).toBe('stale_version');
  expect((await supplier.call(api.companies.list, { query: { query: 'state:blocked' } })).total).toBe(0);
});

test('every act on a trade link succeeds or is refused as in its state table', async () => {
  const { supplier, id } = await makeLink();
  for (const act of Object.keys(companyActs) as CompanyAct[]) {
    for (const state of companyStates) {
      await setState(supplier, id, state);
      const { from, to } = companyActs[act];
      if (from.some((allowed) => allowed === state)) {
        expect((await supplier.call(api.companies[act], { params: { id } })).state).toBe(to);
      } else {
        const problem = await supplier.refused(api.companies[act], { params: { id } });
        expect([act, state, problem.code]).toEqual([act, state, 'state_conflict']);
        expect((await supplier.call(api.companies.detail, { params: { id } })).state).toBe(state);
      }
    }
  }
});

test('only the supplier changes the terms of a trade link', async () => {
  const { seller, supplier, id } = await makeLink();
  const stranger = await app.join('supply');
  const body = { dueDays: 90 };
  expect((await seller.refused(api.companies.update, { params: { id }, body })).code).toBe('forbidden');
  expect((await stranger.refused(api.companies.update, { params: { id }, body })).code).toBe('not_found');
  expect((await stranger.refused(api.companies.block, { params: { id } })).code).toBe('not_found');
  expect((await stranger.call(api.companies.list)).total).toBe(0);
  const clerk = await app.hire(supplier.businessId, ['supplier']);
  expect((await clerk.refused(api.companies.update, { params: { id }, body })).code).toBe('forbidden');
  await clerk.call(api.companies.accept, { params: { id } });
});

test.each([{ dueDays: 91 }, { dueDays: -1 }, { dueDays: 1.5 }, { creditLimit: -1 }, { acceptMode: 'never' }])(
  'the terms of a trade link refuse %j',
  async (body) => {
    const { supplier, id } = await makeLink();
    const refused = await supplier.refused(api.companies.update, { params: { id }, body: body as object });
    expect(refused.status).toBe(422);
  },
);

test('a seller finds suppliers by name and city, including one with offers for linked sellers only', async () => {
  const seller = await app.join('sales');
  const supplier = await app.join('supply');
  const shelf = await makeShelf(app, supplier, 5);
  const search = { query: { query: 'Itajubá' } };
  await supplier.call(api.warehouses.update, {
    params: { id: shelf.warehouseId },
    body: { city: 'Itajubá', state: 'MG' },
  });
  expect((await seller.call(api.companies.suppliers, search)).items).toEqual([]);
  const { variationId, warehouseId } = shelf;
  const offered = { variationId, warehouseId, quantityCap: 5, price: 2000, linkedOnly: true };
  await supplier.call(api.dropshipItems.create, { body: offered });
  const [found] = (await seller.call(api.companies.suppliers, search)).items;
  expect(found).toEqual({
    id: supplier.businessId,
    name: expect.any(String),
    city: 'Itajubá - MG',
    state: null,
  });
  expect(
    (await seller.call(api.dropshipping.list, { query: { query: `supplier:${supplier.businessId}` } })).total,
  ).toBe(0);
  await seller.call(api.companies.create, { body: { supplierId: supplier.businessId } });
  expect((await seller.call(api.companies.suppliers, search)).items[0]?.state).toBe('requested');
  const [asked] = (await supplier.call(api.companies.list)).items;
  await supplier.call(api.companies.accept, { params: { id: asked?.id ?? 0 } });
  expect(
    (await seller.call(api.dropshipping.list, { query: { query: `supplier:${supplier.businessId}` } })).total,
  ).toBe(1);
  expect((await supplier.refused(api.companies.suppliers)).code).toBe('forbidden');
});

test('only a supplier can be asked for a link', async () => {
  const seller = await app.join('sales');
  const other = await app.join('sales');
  for (const supplierId of [other.businessId, 999_999]) {
    const refused = await seller.refused(api.companies.create, { body: { supplierId } });
    expect(refused.errors?.supplierId).toEqual([expect.objectContaining({ code: 'not_found' })]);
  }
});

test('the list of partners is exported in the language of its reader', async () => {
  const { supplier } = await makeLink();
  const { bytes } = await supplier.download(api.companies.export, { query: { format: 'csv' }, locale: 'en' });
  const [head, line] = bytes.toString('utf8').slice(1).split('\r\n');
  expect(head).toBe('Business;Status;Sale acceptance;Payment term;Grace period;Credit limit');
  expect(line).toMatch(/;Partnership requested;Automatic;7;3;$/);
});

test('the terms of many chosen or filtered sellers change at once', async () => {
  const supplier = await app.join('supply');
  const sellers = await Promise.all([app.join('sales'), app.join('sales'), app.join('sales')]);
  const ids: number[] = [];
  for (const seller of sellers)
    ids.push((await seller.call(api.companies.create, { body: { supplierId: supplier.businessId } })).id);
  const { id: foreign } = await makeLink();
  const named = await supplier.call(api.companies.bulkUpdate, {
    body: { ids: [...ids.slice(0, 2), foreign], change: { dueDays: 30, creditLimit: 90_000 } },
  });
  expect(named).toEqual({ done: ids.slice(0, 2), failed: [{ id: foreign, code: 'not_found' }] });
  const found = await supplier.call(api.companies.bulkUpdate, {
    body: {
      ...allOf('accept:auto', await supplier.call(api.companies.list, { query: { query: 'accept:auto' } })),
      change: { overdueDays: 9, creditLimit: null },
    },
  });
  expect(found).toEqual({ done: ids, failed: [] });
  const read = async (person: Person) => (await person.call(api.companies.list)).items[0];
  const [first, , last] = sellers;
  expect(first && (await read(first))).toMatchObject({
    dueDays: 30,
    overdueDays: 9,
    creditLimit: null,
    acceptMode: 'auto',
    version: 3,
  });
  expect(last && (await read(last))).toMatchObject({ dueDays: 7, overdueDays: 9, version: 2 });
});

test('a seller sets no terms, not in bulk either', async () => {
  const { seller, id } = await makeLink();
  const refused = await seller.refused(api.companies.bulkUpdate, {
    body: { ids: [id], change: { dueDays: 90 } },
  });
  expect(refused.status).toBe(403);
});
