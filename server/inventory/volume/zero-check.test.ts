import { beforeAll, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { confirmParcel, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });
const volumeOf = (shelf: Shelf) => supplier.call(api.volumes.detail, at(shelf.volumeId));
const answer = (shelf: Shelf, empty: boolean) => ({ ...at(shelf.volumeId), body: { empty } });

async function takeLast(): Promise<{ shelf: Shelf; sale: number }> {
  const shelf = await makeShelf(app, supplier, 2);
  const sale = await makeBenchSale(app, { supplier, seller, shelf }, 2);
  await packSale(packer, sale, shelf.sku, 2);
  return { shelf, sale };
}

it('a launched volume is not checked before it is counted', async () => {
  const shelf = await makeShelf(app, supplier, 2);
  expect(await volumeOf(shelf)).toMatchObject({ checked: false, lastCheckAt: null, zeroCheck: false });
  const fixed = await supplier.call(api.volumes.adjust, {
    ...at(shelf.volumeId),
    body: { variationId: shelf.variationId, quantity: 3, reason: 'achado' },
  });
  expect(fixed).toMatchObject({ checked: false, lastCheckAt: null });
});

it('picking the last unit asks whether the volume is empty, and yes makes it empty and checked', async () => {
  const { shelf } = await takeLast();
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 0, zeroCheck: true });
  const asked = await packer.call(api.volumes.list, { query: { query: 'zero-check:yes' } });
  expect(asked.items.map((volume) => volume.id)).toEqual([shelf.volumeId]);
  const done = await packer.call(api.volumes.zeroCheck, answer(shelf, true));
  expect(done).toMatchObject({ state: 'empty', zeroCheck: false, checked: true });
  expect(done.lastCheckAt).not.toBeNull();
  expect((await packer.refused(api.volumes.zeroCheck, answer(shelf, true))).code).toBe('state_conflict');
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('answering that the volume is not empty makes it suspect, and blocks it until it is counted', async () => {
  const { shelf } = await takeLast();
  const suspect = await packer.call(api.volumes.zeroCheck, answer(shelf, false));
  expect(suspect).toMatchObject({ state: 'in_balance', zeroCheck: false, checked: false });
  const source = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  const moved = [{ lineId: source.lines[0]?.id ?? 0, quantity: 1 }];
  const move = { ...at(source.id), body: { lines: moved, targetId: shelf.volumeId } };
  expect((await supplier.refused(api.volumes.moveProducts, move)).code).toBe('state_conflict');
  const { items } = await packer.call(api.balances.list, { query: { query: `place:${shelf.code}` } });
  expect(items).toMatchObject([{ state: 'open', kind: 'suspect', origin: 'zero_check' }]);
  const lines = [{ variationId: shelf.variationId, quantity: 1 }];
  await supplier.call(api.balances.count, { ...at(items[0]?.id ?? 0), body: { lines } });
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 1, checked: true });
  const stock = await supplier.call(api.stock.detail, at(shelf.stockId));
  expect(stock).toMatchObject({ onHand: 2, hold: 0, sellable: 2 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('packing returns the volumes to check, and units that come back end the question', async () => {
  const { shelf, sale } = await takeLast();
  const reset = await packer.call(api.checkout.reset, { ...at(sale), body: { reason: 'caixa errada' } });
  expect(reset.status).toBe('picking');
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 2, zeroCheck: false });
  for (let n = 0; n < 2; n++) {
    const body = { code: shelf.sku, clientId: `again-${shelf.sku}-${n}` };
    await packer.call(api.checkout.beep, { ...at(sale), body });
  }
  const done = await confirmParcel(packer, sale);
  expect(done.emptied).toEqual([{ id: shelf.volumeId, code: shelf.code }]);
});

it('units that return to a suspect volume are on hold until they are packed again', async () => {
  const { shelf, sale } = await takeLast();
  await packer.call(api.volumes.zeroCheck, answer(shelf, false));
  await packer.call(api.checkout.reset, { ...at(sale), body: { reason: 'caixa errada' } });
  const hold = async () => (await supplier.call(api.stock.detail, at(shelf.stockId))).hold;
  expect(await hold()).toBe(2);
  for (let n = 0; n < 2; n++) {
    const body = { code: shelf.sku, clientId: `held-${shelf.sku}-${n}` };
    await packer.call(api.checkout.beep, { ...at(sale), body });
  }
  await confirmParcel(packer, sale);
  expect(await hold()).toBe(0);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});
