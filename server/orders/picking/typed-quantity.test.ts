import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  shelf = await makeShelf(app, supplier, 60);
  sell = await makeBenchSeller(app, { supplier, seller: await app.join('sales'), shelf });
});

const typed = (id: number, quantity: number) => {
  const scan = listScan(id, shelf.sku, shelf.code);
  return { ...scan, body: { ...scan.body, quantity } };
};
const allow = (allowed: boolean) => supplier.call(api.business.allowByHand, { body: { allowed } });

test('each unit is scanned if the owner does not allow typed quantities', async () => {
  const list = await beginList(packer, [await sell(3)]);
  expect(list.typedQuantity).toBe(false);
  expect((await packer.refused(api.picking.beep, typed(list.id, 2))).code).toBe('by_hand_off');
  expect(await packer.call(api.picking.beep, typed(list.id, 1))).toMatchObject({ pickedCount: 1 });
});

test('one unit is scanned and the others are typed: place by place of the cart, once, and never more than are needed', async () => {
  await allow(true);
  const [first, second] = [await sell(30), await sell(10)];
  const list = await beginList(packer, [first, second]);
  expect(list.typedQuantity).toBe(true);
  await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
  expect(await packer.refused(api.picking.beep, typed(list.id, 40))).toMatchObject({
    code: 'invalid',
    errors: { quantity: [{ code: 'too_big' }] },
  });
  const rest = typed(list.id, 39);
  const taken = await packer.call(api.picking.beep, rest);
  expect(taken).toMatchObject({
    pickedCount: 40,
    stops: [],
    shares: [
      { order: first, place: 1, units: 29 },
      { order: second, place: 2, units: 10 },
    ],
  });
  const again = await packer.call(api.picking.beep, rest);
  expect(again).toMatchObject({ pickedCount: 40, shares: [], placed: { order: first } });
  await packer.call(api.picking.finish, { params: { id: list.id } });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
