import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { makeOffer, makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import {
  applyRemote,
  confirmParcel,
  makeAccount,
  makeBenchSale,
  makePublication,
  packSale,
  remoteOrder,
} from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;
let scans = 0;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });
const cancel = (id: number) => seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
const scan = (id: number, volumeCode: string, confirmed = false) =>
  ({ ...at(id), body: { volumeCode, confirmed } }) as const;
const putBack = (id: number, volumeCode: string, confirmed = false) =>
  packer.call(api.checkout.putBack, scan(id, volumeCode, confirmed));
const refusedScan = (id: number, volumeCode: string, confirmed = false) =>
  packer.refused(api.checkout.putBack, scan(id, volumeCode, confirmed));
const emptyVolume = async (place: Shelf) => {
  const volume = await makeVolume(supplier, place, [{ variationId: place.variationId, quantity: 1 }]);
  await supplier.call(api.volumes.adjust, {
    ...at(volume.id),
    body: { variationId: place.variationId, quantity: 0, reason: 'vazio' },
  });
  return volume;
};

async function expectSound() {
  for (const { name, sql } of shelfInvariants)
    expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
}

/** A packed sale of a cup and a lid, each in its own volume. */
async function packKit() {
  const cup = await makeShelf(app, supplier, 10);
  const lid = await makeShelf(app, supplier, 10, Promise.resolve(cup));
  const account = await makeAccount(app, seller.businessId);
  const part = async (shelf: Shelf) => ({
    offerId: (await makeOffer(supplier, shelf)).id,
    stockId: shelf.stockId,
    supplierId: supplier.businessId,
    warehouseId: shelf.warehouseId,
    price: 2990,
  });
  const sold = await makePublication(app, account, [await part(cup), await part(lid)]);
  const { id } = await applyRemote(app, account, remoteOrder(sold, { quantity: 2 }));
  await app.rows(
    seller.businessId,
    `update orders set account_id = null, remote_order_id = null, document = 'not_required', label_ready = true
      where id = ${id}`,
  );
  await packer.call(api.checkout.startPicking, at(id));
  for (const { sku: code } of [cup, cup, lid, lid])
    await packer.call(api.checkout.beep, { ...at(id), body: { code, clientId: `kit-scan-${++scans}` } });
  await confirmParcel(packer, id);
  return { id, cup, lid };
}

describe('a canceled packed sale of several products', () => {
  test('a canceled packed sale of several products is put back product by product, each into its own volume, until the last one is back', async () => {
    const { id, cup, lid } = await packKit();
    await cancel(id);
    const stock = async () =>
      (
        await app.rows(
          supplier.businessId,
          `select on_hand, packed from stock where id in (${cup.stockId}, ${lid.stockId}) order by id`,
        )
      ).map(({ on_hand, packed }) => [on_hand, packed]);
    expect(await stock()).toEqual([
      [8, 2],
      [8, 2],
    ]);
    const other = await makeShelf(app, supplier, 1, Promise.resolve(cup));
    expect(await refusedScan(id, other.code, true)).toMatchObject({
      code: 'volume_unfit',
      facts: { volume: other.code, why: 'other_product' },
    });
    const half = await putBack(id, cup.code);
    expect(half).toMatchObject({ putBack: true });
    expect(half.events.at(-1)).toMatchObject({ kind: 'put-back', detail: { volume: cup.code, left: 1 } });
    expect(await stock()).toEqual([
      [10, 0],
      [8, 2],
    ]);
    // A product that was put back is no longer asked for: its volume takes none of the remaining goods.
    const places = half.parts.map((one) => one.places.map(({ volume }) => volume));
    expect(places).toEqual([[], [lid.code]]);
    expect((await refusedScan(id, cup.code)).code).toBe('volume_unfit');
    const done = await putBack(id, lid.code);
    expect(done.putBack).toBe(false);
    expect(await stock()).toEqual([
      [10, 0],
      [10, 0],
    ]);
    expect((await refusedScan(id, lid.code)).code).toBe('state_conflict');
    await expectSound();
  });

  test('a canceled packed sale of several products is put back into one empty volume as a whole', async () => {
    const { id, cup } = await packKit();
    await cancel(id);
    const empty = await emptyVolume(cup);
    expect((await putBack(id, empty.code)).putBack).toBe(false);
    const { lines } = await supplier.call(api.volumes.detail, at(empty.id));
    expect(lines.map(({ quantity }) => quantity).filter((quantity) => quantity > 0)).toEqual([2, 2]);
    await expectSound();
  });
});

const early = { code: 'L-1', expiresOn: '2027-01-31' };
const late = { code: 'L-2', expiresOn: '2028-01-31' };

/** Stock of which the volume with the earliest expiry is picked first. */
async function shelfOfLots() {
  const shelf = await makeShelf(app, supplier, 1);
  await supplier.call(api.volumes.adjust, {
    ...at(shelf.volumeId),
    body: { variationId: shelf.variationId, quantity: 0, reason: 'sem lote' },
  });
  const store = (quantity: number, lot: typeof early) =>
    makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity, lot }]);
  return { shelf, store };
}
const lotsOf = async (volumeId: number) =>
  (await supplier.call(api.volumes.detail, at(volumeId))).lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, lot }) => [quantity, lot?.code ?? null]);

describe('goods of a lot that come back', () => {
  test('goods of a lot from a canceled sale are refused by a volume of another lot, and keep their lot in an empty one', async () => {
    const { shelf, store } = await shelfOfLots();
    const first = await store(2, early);
    const second = await store(5, late);
    const id = await makeBenchSale(app, { supplier, seller, shelf }, 2);
    await packSale(packer, id, shelf.sku, 2);
    await cancel(id);
    // The volume that they were packed from has another lot now.
    await supplier.call(api.volumes.moveProducts, {
      ...at(second.id),
      body: { lines: [{ lineId: second.lines[0]?.id ?? 0, quantity: 3 }], targetId: first.id },
    });
    expect(await lotsOf(first.id)).toEqual([[3, 'L-2']]);
    for (const { code } of [first, second])
      expect(await refusedScan(id, code, true)).toMatchObject({
        code: 'volume_unfit',
        facts: { volume: code, why: 'other_lot' },
      });
    expect((await packer.call(api.checkout.detail, at(id))).putBack).toBe(true);
    const empty = await emptyVolume(shelf);
    expect((await putBack(id, empty.code)).putBack).toBe(false);
    expect(await lotsOf(empty.id)).toEqual([[2, 'L-1']]);
    await expectSound();
  });

  test('goods of a lot from a buyer are refused by a volume of another lot, at the scan and when the return is closed', async () => {
    const { shelf, store } = await shelfOfLots();
    await store(2, early);
    const second = await store(5, late);
    const id = await makeBenchSale(app, { supplier, seller, shelf }, 2);
    await packSale(packer, id, shelf.sku, 2);
    await supplier.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'etiqueta molhada' } });
    const opened = await supplier.call(api.returns.open, { body: { code: ownLabelCode(id) } });
    const partId = opened.parts[0]?.id ?? 0;
    // A volume that would be refused is never proposed.
    expect(opened.parts[0]?.place).toBeNull();
    await supplier.call(api.returns.inspect, {
      ...at(id),
      body: { code: shelf.sku, condition: 'good', quantity: 2, clientId: 'back-of-lots' },
    });
    const unfit = { code: 'volume_unfit', facts: { volume: second.code, why: 'other_lot' } };
    const place = { partId, condition: 'good' as const, volumeCode: second.code };
    expect(await supplier.refused(api.returns.checkPlace, { ...at(id), body: place })).toMatchObject(unfit);
    const places = [{ partId, volumeCode: second.code }];
    expect(await supplier.refused(api.returns.close, { ...at(id), body: { places } })).toMatchObject(unfit);
    const empty = await emptyVolume(shelf);
    await supplier.call(api.returns.close, {
      ...at(id),
      body: { places: [{ partId, volumeCode: empty.code }] },
    });
    expect(await lotsOf(empty.id)).toEqual([[2, 'L-1']]);
    await expectSound();
  });

  test('returned goods of several lots count as the lot that expires first, so that no unit is sold after its day', async () => {
    const { shelf, store } = await shelfOfLots();
    const first = await store(1, early);
    const second = await store(5, late);
    const id = await makeBenchSale(app, { supplier, seller, shelf }, 3);
    await packSale(packer, id, shelf.sku, 3);
    await cancel(id);
    expect((await refusedScan(id, second.code, true)).facts).toMatchObject({ why: 'other_lot' });
    const { parts } = await packer.call(api.checkout.detail, at(id));
    expect(parts[0]?.places).toEqual([{ volume: first.code, position: 'A01', quantity: 3 }]);
    await putBack(id, first.code);
    expect(await lotsOf(first.id)).toEqual([[3, 'L-1']]);
    await expectSound();
  });

  test('goods of a lot that come back are held back if their lot has expired meanwhile', async () => {
    const { shelf, store } = await shelfOfLots();
    await store(2, { code: 'L-0', expiresOn: '2026-11-22' });
    const id = await makeBenchSale(app, { supplier, seller, shelf }, 2);
    await packSale(packer, id, shelf.sku, 2);
    await cancel(id);
    app.clock.advance(3 * 24 * 60);
    await putBack(id, (await emptyVolume(shelf)).code);
    const [stock] = await app.rows(
      supplier.businessId,
      `select on_hand, hold from stock where id = ${shelf.stockId}`,
    );
    expect(stock).toEqual({ on_hand: 2, hold: 2 });
    await expectSound();
  });
});
