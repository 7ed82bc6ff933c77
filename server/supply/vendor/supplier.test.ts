import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeSupplier, nextCnpj } from '#server/supply/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');

it('stores a supplier with address and contacts, and finds it by name, document and city', async () => {
  const made = await owner.call(api.suppliers.create, {
    body: {
      name: 'Cerâmica São José Ltda',
      fantasyName: 'São José',
      document: '12.ABC.345/01DE-35',
      stateInscription: '253.000.111',
      city: 'Blumenau',
      state: 'sc',
      zip: '89010-000',
      leadDays: 12,
      minimumOrderCentavos: 150_000,
      contacts: {
        create: [
          { name: 'Vera', phone: '47 3333' },
          { email: 'VENDAS@saojose.example', main: true },
        ],
      },
    },
  });
  expect(made).toMatchObject({ document: '12ABC34501DE35', state: 'SC', zip: '89010000', version: 1 });
  expect(made.contacts.map(({ email, main }) => [email, main])).toEqual([
    ['vendas@saojose.example', true],
    ['', false],
  ]);
  for (const query of ['sao jose', '12ABC345', 'city:blumenau state:SC']) {
    const { items } = await owner.call(api.suppliers.list, { query: { query } });
    expect(items.map(({ id, contact }) => [id, contact?.email])).toEqual([
      [made.id, 'vendas@saojose.example'],
    ]);
  }
});

it('a supplier with contacts always has one main contact', async () => {
  const { id, contacts } = await makeSupplier(owner);
  const change = (body: object) =>
    owner.call(api.suppliers.update, { params: { id }, body: { contacts: body } });
  const first = contacts[0]?.id ?? 0;
  expect(contacts[0]?.main).toBe(true);
  const two = await change({ create: [{ name: 'Ivo', main: true }] });
  expect(two.contacts.map(({ name, main }) => [name, main])).toEqual([
    ['Ivo', true],
    ['Vera', false],
  ]);
  const one = await change({ remove: [two.contacts[0]?.id ?? 0], update: { [first]: { phone: '1' } } });
  expect(one.contacts).toMatchObject([{ id: first, phone: '1', main: true }]);
  expect((await change({ remove: [first] })).contacts).toEqual([]);
});

it('refuses a used or invalid document, an empty contact and a contact of another supplier, each at its field', async () => {
  const document = nextCnpj();
  const one = await makeSupplier(owner, { document });
  const other = await makeSupplier(owner);
  const twice = await owner.refused(api.suppliers.create, { body: { name: 'Outro', document } });
  expect(twice.errors).toMatchObject({ document: [{ code: 'duplicate' }] });
  const wrong = await owner.refused(api.suppliers.create, { body: { name: 'Outro', document: '11' } });
  expect(wrong.errors).toMatchObject({ document: [{ code: 'document_invalid' }] });
  const foreign = other.contacts[0]?.id ?? 0;
  const refused = await owner.refused(api.suppliers.update, {
    params: { id: one.id },
    body: { contacts: { create: [{ tempId: 'a' }], update: { [foreign]: { name: 'x' } } } },
  });
  expect(refused.errors).toMatchObject({
    contacts: { create: { a: { name: [{ code: 'required' }] } }, update: { [foreign]: {} } },
  });
  const now = await owner.call(api.suppliers.detail, { params: { id: one.id } });
  expect(now).toEqual(one);
  const without = { document: '', name: 'Sem CNPJ' };
  await makeSupplier(owner, without);
  await makeSupplier(owner, without);
});

it('a supplier can be archived, restored and removed, and a stale edit is refused', async () => {
  const { id, name } = await makeSupplier(owner);
  const archived = await owner.call(api.suppliers.update, {
    params: { id },
    version: 1,
    body: { archived: true },
  });
  expect(archived).toMatchObject({ archived: true, version: 2 });
  const shown = async (query: string) =>
    (await owner.call(api.suppliers.list, { query: { query } })).items.some((row) => row.id === id);
  expect([await shown(`name:"${name}"`), await shown(`name:"${name}" archived:yes`)]).toEqual([false, true]);
  const stale = await owner.refused(api.suppliers.update, {
    params: { id },
    version: 1,
    body: { name: 'x' },
  });
  expect(stale).toMatchObject({ status: 412, facts: { version: 2 } });
  await owner.call(api.suppliers.update, { params: { id }, version: 2, body: { archived: false } });
  expect(await shown(`name:"${name}"`)).toBe(true);
  await owner.call(api.suppliers.remove, { params: { id } });
  expect((await owner.refused(api.suppliers.detail, { params: { id } })).code).toBe('not_found');
});

it('stockists see no price of a supplier and cannot change it', async () => {
  const { id } = await makeSupplier(owner, { minimumOrderCentavos: 9_900 });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const seen = await stockist.call(api.suppliers.detail, { params: { id } });
  expect(seen).not.toHaveProperty('minimumOrderCentavos');
  const refused = await stockist.refused(api.suppliers.update, { params: { id }, body: { name: 'x' } });
  expect(refused.code).toBe('forbidden');
  const packer = await app.hire(owner.businessId, ['packer']);
  expect((await packer.refused(api.suppliers.list)).code).toBe('forbidden');
});

it('changes many suppliers at once: the chosen ones, or those that the list shows', async () => {
  const house = await app.join('supply');
  const [first, second, third] = [
    await makeSupplier(house),
    await makeSupplier(house),
    await makeSupplier(house),
  ];
  const foreign = await makeSupplier(owner);
  const named = await house.call(api.suppliers.bulkUpdate, {
    body: {
      ids: [first.id, second.id, foreign.id],
      change: { leadDays: 15, minimumOrderCentavos: 20_000 },
    },
  });
  expect(named).toEqual({
    done: [first.id, second.id],
    failed: [{ id: foreign.id, code: 'not_found' }],
  });
  const changed = await house.call(api.suppliers.detail, { params: { id: second.id } });
  expect(changed).toMatchObject({ leadDays: 15, minimumOrderCentavos: 20_000, name: second.name });
  await house.call(api.suppliers.bulkUpdate, { body: { ids: [first.id], change: { archived: true } } });
  // An archived one does not show unless it is asked for, so "all of them" is not about it.
  const rest = await house.call(api.suppliers.bulkUpdate, {
    body: { ...allOf('', await house.call(api.suppliers.list)), change: { leadDays: null } },
  });
  expect(rest.done).toEqual([second.id, third.id]);
  const back = await house.call(api.suppliers.bulkUpdate, {
    body: {
      ...allOf('archived:yes', await house.call(api.suppliers.list, { query: { query: 'archived:yes' } })),
      change: { archived: false },
    },
  });
  expect(back.done).toEqual([first.id]);
  const restored = await house.call(api.suppliers.detail, { params: { id: first.id } });
  expect(restored).toMatchObject({ archived: false, leadDays: 15 });
});
