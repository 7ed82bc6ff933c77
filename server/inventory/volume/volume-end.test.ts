import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { jobOf, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { archiveEmptiedTask } from './volume-end.ts';

const app = await testApp();
const owner = await app.join('supply');
const stockist = await app.hire(owner.businessId, ['stockist']);
const packer = await app.hire(owner.businessId, ['packer']);
const seller = await app.join('sales');

const at = (id: number) => ({ params: { id } });
const stockOf = (shelf: Shelf) => owner.call(api.stock.detail, at(shelf.stockId));
const volumeOf = (shelf: Shelf) => owner.call(api.volumes.detail, at(shelf.volumeId));
const historyOf = async (shelf: Shelf) =>
  (await owner.call(api.volumes.events, at(shelf.volumeId))).items.map((event) => event.kind);

it('a blocked volume is held with its cause, and only the owner may write it off', async () => {
  const shelf = await makeShelf(app, owner, 6);
  const held = await stockist.call(api.volumes.block, {
    ...at(shelf.volumeId),
    body: { cause: 'failed_test', reason: 'tomada solta' },
  });
  expect(held).toMatchObject({ state: 'blocked', blockedAs: 'failed_test', tested: false });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 6, hold: 6, sellable: 0 });
  const gone = { ...at(shelf.volumeId), body: { cause: 'damaged', reason: 'sem conserto' } } as const;
  expect((await stockist.refused(api.volumes.writeOff, gone)).status).toBe(403);
  const done = await owner.call(api.volumes.writeOff, gone);
  expect(done).toMatchObject({ state: 'archived', units: 0, lines: [], blockedAs: null });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 0, hold: 0 });
  expect(await historyOf(shelf)).toEqual([
    'adjusted',
    'written-off',
    'blocked',
    'launched',
    'tagged',
    'created',
  ]);
  const { items } = await owner.call(api.stock.entries, at(shelf.stockId));
  expect(items[0]).toMatchObject({ kind: 'adjustment', onHand: -6, reason: 'damaged' });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('photos of a blocked volume are in its history and in no list of product pictures', async () => {
  const shelf = await makeShelf(app, owner, 3);
  const library = async () => (await owner.call(api.images.list, {})).total;
  const before = await library();
  const blocking = { ...at(shelf.volumeId), body: { cause: 'damaged', reason: 'caixa molhada' } } as const;
  const text = [{ name: 'foto.png', bytes: Buffer.from('not a picture'), contentType: 'image/png' }];
  expect((await stockist.refused(api.volumes.block, { ...blocking, files: text })).code).toBe('not_an_image');
  const files = [
    { name: 'frente.png', bytes: await makePicture(80, 60) },
    { name: 'fundo.png', bytes: await makePicture(60, 80) },
  ];
  expect((await packer.refused(api.volumes.block, { ...blocking, files })).status).toBe(403);
  await stockist.call(api.volumes.block, { ...blocking, files });
  const { items } = await stockist.call(api.volumes.events, at(shelf.volumeId));
  expect(items[0]).toMatchObject({ kind: 'blocked', photos: [{ name: 'frente' }, { name: 'fundo' }] });
  expect(items.slice(1).flatMap(({ photos }) => photos)).toEqual([]);
  const photo = at(items[0]?.photos[0]?.id ?? 0);
  expect((await stockist.download(api.images.thumbnail, photo)).contentType).toBe('image/webp');
  expect((await seller.refused(api.images.thumbnail, photo)).status).toBe(404);
  expect((await owner.refused(api.images.remove, photo)).code).toBe('image_in_use');
  expect(await library()).toBe(before);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

it('releasing a blocked volume removes the cause', async () => {
  const shelf = await makeShelf(app, owner, 2);
  await owner.call(api.volumes.block, { ...at(shelf.volumeId), body: { reason: 'conferir' } });
  expect(await volumeOf(shelf)).toMatchObject({ blockedAs: 'quarantine' });
  await owner.call(api.volumes.unblock, { ...at(shelf.volumeId), body: {} });
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', blockedAs: null });
});

const adjusted = (shelf: Shelf, quantity: number) =>
  owner.call(api.volumes.adjust, {
    ...at(shelf.volumeId),
    body: { variationId: shelf.variationId, quantity, reason: 'sumiu' },
  });

it('a correction to zero asks whether the volume is empty; only the answer makes it empty', async () => {
  const shelf = await makeShelf(app, owner, 3);
  expect(await adjusted(shelf, 0)).toMatchObject({ state: 'active', units: 0, zeroCheck: true });
  const early = await stockist.refused(api.volumes.archive, { ...at(shelf.volumeId), body: {} });
  expect(early.code).toBe('state_conflict');
  // A count that was started and canceled is no confirmation either.
  const { started } = await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  await stockist.call(api.balances.cancel, at(started[0]?.id ?? 0));
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', zeroCheck: true });
  const answer = { ...at(shelf.volumeId), body: { empty: true } };
  expect(await packer.call(api.volumes.zeroCheck, answer)).toMatchObject({ state: 'empty' });
  expect(await adjusted(shelf, 2)).toMatchObject({ state: 'active', units: 2, zeroCheck: false });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('an empty volume is archived by hand; reversing a packing attempt restores it', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const sale = await makeBenchSale(app, { supplier: owner, seller, shelf }, 2);
  await packSale(packer, sale, shelf.sku, 2);
  await packer.call(api.volumes.zeroCheck, { ...at(shelf.volumeId), body: { empty: true } });
  const done = await stockist.call(api.volumes.archive, { ...at(shelf.volumeId), body: {} });
  expect(done.state).toBe('archived');
  await packer.call(api.checkout.reset, { ...at(sale), body: { reason: 'caixa errada' } });
  expect(await volumeOf(shelf)).toMatchObject({ state: 'active', units: 2 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a nightly task archives volumes confirmed empty thirty days ago, without a person as author', async () => {
  const shelf = await makeShelf(app, owner, 1);
  await adjusted(shelf, 0);
  await packer.call(api.volumes.zeroCheck, { ...at(shelf.volumeId), body: { empty: true } });
  const night = async (days: number) => {
    app.clock.advance(days * 24 * 60);
    await archiveEmptiedTask(jobOf(app), { businessId: owner.businessId });
  };
  await night(29);
  expect((await volumeOf(shelf)).state).toBe('empty');
  await night(2);
  expect((await volumeOf(shelf)).state).toBe('archived');
  const { items } = await owner.call(api.volumes.events, at(shelf.volumeId));
  expect(items[0]).toMatchObject({ kind: 'archived', author: null });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a packer may move a volume to the bench and back, and nowhere else', async () => {
  const shelf = await makeShelf(app, owner, 2);
  const bench = await app.database.transact({ businessId: owner.businessId }, (tx) =>
    tx.db
      .insertInto('inventory_locations')
      .values({
        business_id: owner.businessId,
        warehouse_id: shelf.warehouseId,
        prefix: 'BANCADA',
        index: 0,
        code: 'BANCADA',
        bench: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const to = (positionId: number) => ({ ...at(shelf.volumeId), body: { positionId } });
  const elsewhere = await packer.refused(api.volumes.move, to(shelf.otherPositionId));
  expect(elsewhere).toMatchObject({ status: 403, code: 'forbidden' });
  await packer.call(api.volumes.move, to(bench.id));
  expect((await packer.call(api.volumes.move, to(shelf.otherPositionId))).position?.code).toBe('A02');
});
