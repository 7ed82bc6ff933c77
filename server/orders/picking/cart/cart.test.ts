import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 10);
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
});

const at = (id: number) => ({ params: { id } });
const makeCart = (name: string, places = 4) =>
  supplier.call(api.carts.create, { body: { warehouseId: shelf.warehouseId, name, places } });
const take = (id: number, code: string | null) =>
  packer.call(api.picking.takeCart, { ...at(id), body: { code } });
const refuseTake = (id: number, code: string) =>
  packer.refused(api.picking.takeCart, { ...at(id), body: { code } });
const openList = async (...quantities: number[]) => {
  const ids = [];
  for (const quantity of quantities) ids.push(await sell(quantity));
  return packer.call(api.picking.create, { body: { ids } });
};
const listOfCart = async () => (await supplier.call(api.carts.list, {})).items.map((cart) => cart.listId);
const scan = (id: number, code: string, from?: string) =>
  packer.call(api.picking.beep, listScan(id, code, from));
const refuseScan = (id: number, code: string, from?: string) =>
  packer.refused(api.picking.beep, listScan(id, code, from));

test('a cart is on one live list at a time, also if two lists take it at the same moment', async () => {
  const cart = await makeCart('Azul');
  const [one, other] = [await openList(1), await openList(1)];
  expect((await take(one.id, cart.code.toLowerCase())).cart).toMatchObject({ code: 'CAR-1', name: 'Azul' });
  expect(await refuseTake(other.id, 'CAR-1-2')).toMatchObject({ code: 'cart_in_use' });
  expect(await listOfCart()).toEqual([one.id]);
  await take(one.id, null);
  const raced = await Promise.allSettled([one, other].map(({ id }) => take(id, 'CAR-1')));
  expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a cart needs a place for each sale, and the code of a cart of the warehouse', async () => {
  await makeCart('Pequeno', 1);
  const list = await openList(1, 1);
  expect(await refuseTake(list.id, 'CAR-1')).toMatchObject({ code: 'cart_too_small' });
  expect(await refuseTake(list.id, 'CAR-1-2')).toMatchObject({ code: 'code_unknown' });
  expect(await refuseTake(list.id, 'CAR-9')).toMatchObject({ code: 'code_unknown' });
  const elsewhere = await makeShelf(app, supplier, 1);
  await supplier.call(api.carts.create, {
    body: { warehouseId: elsewhere.warehouseId, name: 'Longe', places: 9 },
  });
  await supplier.call(api.carts.create, {
    body: { warehouseId: elsewhere.warehouseId, name: 'Mais longe', places: 9 },
  });
  expect(await refuseTake(list.id, 'CAR-2')).toMatchObject({ code: 'code_unknown' });
});

test('a cart in use is neither removed nor made smaller than its list', async () => {
  const cart = await makeCart('Azul');
  const list = await openList(1, 1);
  await take(list.id, 'CAR-1');
  expect((await supplier.refused(api.carts.remove, at(cart.id))).code).toBe('cart_in_use');
  const resize = (places: number) => ({ ...at(cart.id), body: { name: 'Azul', places } });
  expect((await supplier.refused(api.carts.update, resize(1))).code).toBe('cart_in_use');
  expect((await supplier.call(api.carts.update, resize(2))).places).toBe(2);
  await take(list.id, null);
  await supplier.call(api.carts.remove, at(cart.id));
});

test('a scanned place confirms the last unit; a wrong place is refused and changes nothing', async () => {
  await makeCart('Azul');
  await makeCart('Verde');
  const list = await beginList(packer, [await sell(1), await sell(2)]);
  // The scan of a cart gives it to a list without one.
  expect((await scan(list.id, 'CAR-1')).cart?.code).toBe('CAR-1');
  expect((await refuseScan(list.id, 'CAR-1-1')).code).toBe('place_not_wanted');
  await scan(list.id, shelf.code);
  expect((await scan(list.id, shelf.sku, shelf.code)).awaitedPlaces).toEqual([1]);
  expect(await refuseScan(list.id, 'CAR-1-2', shelf.code)).toMatchObject({
    code: 'cart_place_wrong',
    facts: { code: 'CAR-1-2', wanted: '1' },
  });
  expect(await refuseScan(list.id, 'CAR-2-1', shelf.code)).toMatchObject({
    code: 'cart_not_of_list',
    facts: { wanted: 'CAR-1' },
  });
  const before = await packer.call(api.picking.detail, at(list.id));
  expect(before).toMatchObject({ pickedCount: 1, awaitedPlaces: [1] });
  // Nobody else is asked for the units of this person.
  expect((await supplier.call(api.picking.detail, at(list.id))).awaitedPlaces).toEqual([]);
  expect((await scan(list.id, 'CAR-1-1', shelf.code)).awaitedPlaces).toEqual([]);
  // Twice like once.
  expect(await scan(list.id, 'CAR-1-1', shelf.code)).toMatchObject({ pickedCount: 1, placed: null });
  // Skipped, because the business does not ask for it: the place of the next unit counts.
  await scan(list.id, shelf.sku, shelf.code);
  expect((await scan(list.id, shelf.sku, shelf.code)).awaitedPlaces).toEqual([2]);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('if the business asks for it, the place comes before the next unit and before the end', async () => {
  await makeCart('Azul');
  const { cartPlacesRequired } = await supplier.call(api.business.requireCartPlaces, {
    body: { required: true },
  });
  expect(cartPlacesRequired).toBe(true);
  const list = await beginList(packer, [await sell(1), await sell(1)]);
  await scan(list.id, 'CAR-1');
  await scan(list.id, shelf.sku, shelf.code);
  expect(await refuseScan(list.id, shelf.sku, shelf.code)).toMatchObject({
    code: 'cart_place_first',
    facts: { wanted: '1' },
  });
  await scan(list.id, 'CAR-1-1', shelf.code);
  await scan(list.id, shelf.sku, shelf.code);
  expect((await packer.refused(api.picking.finish, at(list.id))).code).toBe('cart_place_first');
  await scan(list.id, 'CAR-1-2', shelf.code);
  expect((await packer.call(api.picking.finish, at(list.id))).state).toBe('finished');
});

test('the place opens its sale until it is packed; the cart is free after the last parcel', async () => {
  await makeCart('Azul');
  const sales = [await sell(1), await sell(1)];
  const list = await beginList(packer, sales);
  await take(list.id, 'CAR-1');
  await walkList(packer, list.id);
  await packer.call(api.picking.finish, at(list.id));
  const inPlace = async (code: string) =>
    (await packer.call(api.checkout.list, { query: { query: `cart:"${code}"` } })).items.map(({ id }) => id);
  expect(await inPlace('CAR-1-2')).toEqual([sales[1]]);
  expect(await inPlace('CAR-1-3')).toEqual([]);
  const [found] = (await packer.call(api.passports.find, { query: { code: 'car-1-2' } })).items;
  expect(found).toMatchObject({ saleId: sales[1], pickingListId: list.id, acts: ['sale', 'picking_list'] });
  for (const [index, id] of sales.entries()) {
    expect(await listOfCart()).toEqual([list.id]);
    await packer.call(api.checkout.beep, {
      ...at(id),
      body: { code: shelf.sku, clientId: `bench-cart-${index}` },
    });
    await confirmParcel(packer, id);
  }
  expect(await listOfCart()).toEqual([null]);
  expect(await inPlace('CAR-1-2')).toEqual([]);
  expect((await packer.call(api.picking.detail, at(list.id))).cart).toBeNull();
  const next = await openList(1);
  expect((await take(next.id, 'CAR-1')).cart?.code).toBe('CAR-1');
});

test('a cart is free when the sales of its list have left it', async () => {
  await makeCart('Azul');
  const list = await openList(1, 1);
  await take(list.id, 'CAR-1');
  const [first = 0] = list.sales.map((sale) => sale.id);
  await seller.call(api.orders.cancel, { ...at(first), body: { reason: 'desistiu' } });
  expect(await listOfCart()).toEqual([list.id]);
  await packer.call(api.picking.cancel, at(list.id));
  expect(await listOfCart()).toEqual([null]);
});
