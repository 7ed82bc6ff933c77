import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import {
  makeOffer,
  makeShelf,
  makeVolume,
  makeWarehouse,
  type Shelf,
} from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';

const { app, sandbox } = await marketApp();
const owner = await app.join('supply');
const packer = await app.hire(owner.businessId, ['packer']);
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

const at = (id: number) => ({ params: { id } });
const sent = (shelf: Shelf, warehouseId: number) => ({
  ...at(shelf.volumeId),
  body: { warehouseId, reason: 'reposição' },
});
const stockOf = (shelf: Shelf) => owner.call(api.stock.detail, at(shelf.stockId));
const stockIn = async (shelf: Shelf, warehouseId: number) => {
  const query = `variation:${shelf.variationId} warehouse:${warehouseId}`;
  return (await owner.call(api.stock.list, { query: { query } })).items[0];
};

it('a transferred volume is not stock in transit, and arrives by a scan of its label', async () => {
  const shelf = await makeShelf(app, owner, 5);
  const there = await makeWarehouse(owner);
  const away = await owner.call(api.volumes.transfer, sent(shelf, there.warehouseId));
  expect(away).toMatchObject({
    state: 'in_transit',
    position: null,
    warehouse: { id: there.warehouseId },
    transfer: { from: { id: shelf.warehouseId } },
    units: 5,
  });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 0, sellable: 0 });
  expect(await stockIn(shelf, there.warehouseId)).toBeUndefined();
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  const arrive = (code: string, positionId = there.positionId) => ({
    ...at(shelf.volumeId),
    body: { code, positionId },
  });
  const wrong = await owner.refused(api.volumes.arrive, arrive('V1'));
  expect(wrong.errors).toMatchObject({ code: [{ code: 'invalid' }] });
  const back = await owner.refused(api.volumes.arrive, arrive(shelf.code, shelf.positionId));
  expect(back.code).toBe('position_of_other_warehouse');
  const here = await owner.call(api.volumes.arrive, arrive(shelf.code));
  expect(here).toMatchObject({ state: 'active', position: { id: there.positionId }, transfer: null });
  expect(await stockIn(shelf, there.warehouseId)).toMatchObject({ onHand: 5, sellable: 5 });
  const { items } = await owner.call(api.volumes.events, at(shelf.volumeId));
  expect(items.map(({ kind }) => kind).slice(0, 2)).toEqual(['arrived', 'transferred']);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a volume in transit can be sent back, and has a printable transfer document', async () => {
  const shelf = await makeShelf(app, owner, 3);
  const there = await makeWarehouse(owner);
  expect(await owner.refused(api.volumes.transferPdf, at(shelf.volumeId))).toMatchObject({
    status: 404,
    code: 'state_conflict',
  });
  await owner.call(api.volumes.transfer, sent(shelf, there.warehouseId));
  const paper = await owner.download(api.volumes.transferPdf, at(shelf.volumeId));
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await owner.call(api.volumes.transfer, sent(shelf, shelf.warehouseId));
  const body = { code: shelf.code, positionId: shelf.otherPositionId };
  await owner.call(api.volumes.arrive, { ...at(shelf.volumeId), body });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 3, sellable: 3 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a transfer is refused while sales need the units or a packing attempt that used them can be reversed', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const there = await makeWarehouse(owner);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
  const refusal = async () =>
    (await owner.refused(api.volumes.transfer, sent(shelf, there.warehouseId))).code;
  expect(await refusal()).toBe('insufficient_stock');
  await packSale(packer, sale, shelf.sku, 2);
  expect(await refusal()).toBe('volume_pinned');
  await owner.call(api.checkout.collectByHand, { ...at(sale), body: { reason: 'leitor quebrado' } });
  await owner.call(api.volumes.transfer, sent(shelf, there.warehouseId));
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a transfer is refused if the remaining stock is on hold', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const there = await makeWarehouse(owner);
  const held = await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 4 }]);
  await makeBenchSale(app, { supplier: owner, seller, shelf }, 4);
  await owner.call(api.volumes.block, { ...at(held.id), body: { cause: 'damaged', reason: 'molhado' } });
  const no = await owner.refused(api.volumes.transfer, sent(shelf, there.warehouseId));
  expect(no.code).toBe('insufficient_stock');
});

it('a transfer updates the publications of its units when it leaves', async () => {
  const shelf = await makeShelf(app, owner, 4);
  const offer = await makeOffer(owner, shelf, 2000);
  const there = await makeWarehouse(owner);
  const { id } = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id } });
  const shown = async () => (await remoteItems(sandbox)).find((item) => item.id === remoteItem)?.available;
  expect(await shown()).toBe(4);
  await owner.call(api.volumes.transfer, sent(shelf, there.warehouseId));
  await drain(app);
  expect(await shown()).toBe(0);
});

it('people of one warehouse send nothing to another, and see a volume once it belongs to theirs', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const there = await makeWarehouse(owner);
  const near = await app.hire(owner.businessId, ['stockist'], [shelf.warehouseId]);
  const far = await app.hire(owner.businessId, ['stockist'], [there.warehouseId]);
  const no = await near.refused(api.volumes.transfer, sent(shelf, there.warehouseId));
  expect(no.errors).toMatchObject({ warehouseId: [{ code: 'not_found' }] });
  await owner.call(api.volumes.transfer, sent(shelf, there.warehouseId));
  expect((await near.refused(api.volumes.detail, at(shelf.volumeId))).status).toBe(404);
  const body = { code: shelf.code, positionId: there.positionId };
  expect((await far.call(api.volumes.arrive, { ...at(shelf.volumeId), body })).state).toBe('active');
});
