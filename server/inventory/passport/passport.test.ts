import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const stockist = await app.hire(owner.businessId, ['stockist']);
const packer = await app.hire(owner.businessId, ['packer']);
const clerk = await app.hire(owner.businessId, ['distributor']);
const seller = await app.join('sales');
const stranger = await app.join('supply');

const find = async (who: Person, code: string) =>
  (await who.call(api.passports.find, { query: { code } })).items;

it('a volume shows its contents, position and the allowed acts; a blind counter gets no quantity', async () => {
  const shelf = await makeShelf(app, owner, 77_177);
  const [found] = await find(stockist, ` ${shelf.code.toLowerCase()} `);
  expect(found).toMatchObject({ kind: 'volume', id: shelf.volumeId, position: 'A01', volumeState: 'active' });
  expect(found?.acts).toEqual(['move', 'move_products', 'count', 'block', 'transfer']);
  expect((await find(packer, shelf.code))[0]?.acts).toEqual(['move']);
  expect((await find(clerk, shelf.code))[0]?.acts).toEqual([]);
  expect(found).toMatchObject({
    units: 77_177,
    contents: [{ sku: shelf.sku, volume: shelf.code, position: 'A01', quantity: 77_177 }],
  });
  const [product] = await find(packer, shelf.sku);
  expect(product).toMatchObject({ units: 77_177, contents: [{ volume: shelf.code, position: 'A01' }] });
  await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  expect((await find(packer, shelf.code))[0]).toMatchObject({ volumeState: 'in_balance', acts: ['count'] });
  for (const code of [shelf.code, shelf.sku, 'A01'])
    expect(JSON.stringify(await find(stockist, code))).not.toContain('77177');
  expect((await find(owner, shelf.sku))[0]).toMatchObject({ units: 77_177 });
});

it('the next scan of a volume whose last unit left asks whether it is empty', async () => {
  const shelf = await makeShelf(app, owner, 1);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
  await packSale(packer, sale, shelf.sku, 1);
  expect((await find(packer, shelf.code))[0]?.acts).toContain('answer_empty');
  expect((await find(clerk, shelf.code))[0]?.acts).not.toContain('answer_empty');
});

it('a scanned code finds its position, product or parcel', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
  const positions = await find(stockist, 'a01');
  expect(positions.find(({ id }) => id === shelf.positionId)).toMatchObject({
    kind: 'position',
    acts: ['volumes', 'count'],
  });
  expect(await find(packer, shelf.sku)).toMatchObject([{ kind: 'product', id: shelf.productId }]);
  expect(await find(clerk, `VENDA-${sale}`)).toMatchObject([{ kind: 'parcel', id: sale }]);
  expect(await find(stranger, `VENDA-${sale}`)).toEqual([]);
  expect(await find(stranger, shelf.code)).toEqual([]);
  expect(await find(owner, 'NADA-9')).toEqual([]);
});

it('people of one warehouse find nothing of another', async () => {
  const shelf = await makeShelf(app, owner, 1);
  const there = await makeWarehouse(owner);
  const far = await app.hire(owner.businessId, ['stockist'], [there.warehouseId]);
  expect(await find(far, shelf.code)).toEqual([]);
  expect((await find(far, 'A01')).map(({ id }) => id)).toEqual([there.positionId]);
});
