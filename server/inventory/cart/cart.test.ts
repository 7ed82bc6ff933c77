import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import { placeSheets } from '#server/inventory/place-label/place-layout.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { readZpl } from '#server/outside/marketplaces/test/read-zpl.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { readPdfPages } from '#server/test/read-codes.ts';

let app: TestApp;
let owner: Person;
let warehouseId: number;
let otherId: number;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  warehouseId = (await makeWarehouse(owner)).warehouseId;
  otherId = (await makeWarehouse(owner)).warehouseId;
});

const add = (name: string, places = 3, warehouse = warehouseId) =>
  owner.call(api.carts.create, { body: { warehouseId: warehouse, name, places } });

test('a cart gets the next code of its warehouse, and the code of a removed one is not used again', async () => {
  const first = await add('Azul');
  const second = await add('Verde');
  expect([first.code, second.code, (await add('Azul', 3, otherId)).code]).toEqual([
    'CAR-1',
    'CAR-2',
    'CAR-1',
  ]);
  await owner.call(api.carts.remove, { params: { id: second.id } });
  expect((await add('Verde')).code).toBe('CAR-3');
  const { items } = await owner.call(api.carts.list);
  expect(items.map(({ code, warehouse }) => [warehouse.id, code])).toEqual([
    [warehouseId, 'CAR-1'],
    [warehouseId, 'CAR-3'],
    [otherId, 'CAR-1'],
  ]);
  expect(await owner.refused(api.carts.remove, { params: { id: second.id } })).toMatchObject({ status: 404 });
});

test('carts that are added at the same time get different codes', async () => {
  const made = await Promise.all(['Um', 'Dois', 'Três', 'Quatro'].map((name) => add(name, 2, otherId)));
  expect(new Set(made.map(({ code }) => code)).size).toBe(4);
});

test('a name is unique in its warehouse, and a change refuses a former version', async () => {
  const cart = await add('Pequeno', 6);
  expect(
    await owner.refused(api.carts.create, { body: { warehouseId, name: 'pequeno', places: 1 } }),
  ).toMatchObject({
    errors: { name: [{ code: 'duplicate' }] },
  });
  const at = { params: { id: cart.id }, version: cart.version };
  const changed = await owner.call(api.carts.update, { ...at, body: { name: 'Baixo', places: 8 } });
  expect(changed).toMatchObject({ name: 'Baixo', places: 8, code: cart.code });
  expect(await owner.refused(api.carts.update, { ...at, body: { name: 'Alto', places: 8 } })).toMatchObject({
    code: 'stale_version',
  });
});

test('a cart and each of its places have a label with a bar code, in PDF and ZPL', async () => {
  const { id, code } = await add('Alto e azul', 2);
  const codes = [code, `${code}-1`, `${code}-2`];
  const pdf = await owner.download(api.placesLabels.pdf, { query: { cart: String(id), paper: 'a4_8' } });
  const { columns, rows, top, height } = placeSheets.a4_8;
  const pages = await readPdfPages(pdf.bytes, { columns, rows, top: top / height });
  expect(pages.flatMap((page) => page.codes).filter((read) => read !== null)).toEqual(codes);
  const zpl = await owner.download(api.placesLabels.zpl, { query: { cart: String(id), paper: '100x50' } });
  expect(readZpl(zpl.bytes)).toEqual([
    { codes: [code], texts: ['Alto e azul', code] },
    { codes: [`${code}-1`], texts: [code, '1'] },
    { codes: [`${code}-2`], texts: [code, '2'] },
  ]);
});

test('the code of a cart or of one of its places is known wherever it is scanned', async () => {
  const { id, code } = await add('Do fundo', 2);
  const found = async (scanned: string, person = owner) =>
    (await person.call(api.passports.find, { query: { code: scanned } })).items.filter(
      (item) => item.warehouse !== null && item.id === id,
    );
  for (const scanned of [code, `${code}-2`, code.toLowerCase()])
    expect(await found(scanned)).toMatchObject([
      { kind: 'cart', name: scanned.toUpperCase(), about: 'Do fundo' },
    ]);
  expect(await found(`${code}-3`)).toEqual([]);
  const elsewhere = await app.hire(owner.businessId, ['packer'], [otherId]);
  expect(await found(code, elsewhere)).toEqual([]);
});

test('only a code of carts is read as one', () => {
  expect(readCartCode('CAR-12')).toEqual({ number: 12, place: null });
  expect(readCartCode('CAR-12-3')).toEqual({ number: 12, place: 3 });
  for (const other of ['CAR01', 'CAR-0', 'CAR-1-0', 'CAR-1-', 'XCAR-1', 'CAR-1-2-3', 'CAR-1234567'])
    expect(readCartCode(other)).toBeNull();
});

test('a cart out of reach, or of another business, is unknown', async () => {
  const { id } = await add('Longe', 1, otherId);
  const stockist = await app.hire(owner.businessId, ['stockist'], [warehouseId]);
  const other = await app.join('supply');
  for (const person of [stockist, other]) {
    const at = { params: { id } };
    expect(await person.refused(api.carts.update, { ...at, body: { name: 'X', places: 1 } })).toMatchObject({
      status: 404,
    });
    const query = { cart: String(id), paper: 'a4_8' } as const;
    expect(await person.refused(api.placesLabels.pdf, { query })).toMatchObject({ status: 404 });
  }
  const body = { warehouseId: otherId, name: 'Y', places: 1 };
  expect(await stockist.refused(api.carts.create, { body })).toMatchObject({
    errors: { warehouseId: [{ code: 'not_found' }] },
  });
});
