import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { refillMinutes } from '#contract/inventory/pick-face.ts';
import { makeVariation, makeVolume, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let owner: Person;
let stockist: Person;
let other: Person;
/** `positionId` is the reserve, `otherPositionId` the face. */
let place: Awaited<ReturnType<typeof makeWarehouse>>;
let goods: Awaited<ReturnType<typeof makeVariation>>;
let face: string;
let reserve: string;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  owner = await app.join('supply');
  stockist = await app.hire(owner.businessId, ['stockist']);
  other = await app.hire(owner.businessId, ['stockist']);
  place = await makeWarehouse(owner);
  goods = await makeVariation(app, owner.businessId);
  const codeOf = async (id: number) =>
    (await owner.call(api.inventoryLocations.detail, { params: { id } })).code;
  face = await codeOf(place.otherPositionId);
  reserve = await codeOf(place.positionId);
});

const at = (id: number) => ({ params: { id } });
const volume = (quantity: number, positionId = place.positionId, more = {}) =>
  makeVolume(owner, { ...place, positionId }, [{ variationId: goods.variationId, quantity, ...more }]);
const atFace = (quantity: number) => volume(quantity, place.otherPositionId);
const makeFace = (minimum = 5, maximum = 20) =>
  owner.call(api.pickFaces.create, {
    body: { positionId: place.otherPositionId, variationId: goods.variationId, minimum, maximum },
  });
const missing = async (person = stockist) => (await person.call(api.refills.list)).items;
const take = (id: number, code: string, person = stockist) =>
  person.call(api.refills.take, { ...at(id), body: { code } });
type Brought = { code?: string; volumeId: number; quantity: number };
const move = (id: number, { code = face, ...brought }: Brought, person = stockist) =>
  person.call(api.refills.move, { ...at(id), body: { code, ...brought } });
const unitsOf = async (id: number) =>
  (await owner.call(api.volumes.detail, at(id))).lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0);

describe('a pick face', () => {
  test('is a position that holds volumes, has a product once, and becomes a turnover position', async () => {
    const made = await makeFace();
    expect(made).toMatchObject({ minimum: 5, maximum: 20, units: 0, position: { name: face } });
    expect(await owner.call(api.inventoryLocations.detail, at(place.otherPositionId))).toMatchObject({
      turnover: true,
    });
    const body = {
      positionId: place.otherPositionId,
      variationId: goods.variationId,
      minimum: 1,
      maximum: 2,
    };
    const refused = (change: object) =>
      owner.refused(api.pickFaces.create, { body: { ...body, ...change } }).then(({ errors }) => errors);
    expect(await refused({})).toMatchObject({ variationId: [{ code: 'duplicate' }] });
    expect(await refused({ minimum: 2 })).toMatchObject({ maximum: [{ code: 'too_small' }] });
    const stranger = await app.join('supply');
    const foreign = await makeVariation(app, stranger.businessId);
    expect(await refused({ variationId: foreign.variationId })).toMatchObject({
      variationId: [{ code: 'not_found' }],
    });
    expect((await stockist.refused(api.pickFaces.create, { body })).code).toBe('forbidden');
    expect((await stranger.refused(api.pickFaces.remove, at(made.id))).code).toBe('not_found');
  });

  test('is changed by its version, found by product and position, and removed without its volumes', async () => {
    const { id, version } = await makeFace();
    const { id: volumeId } = await atFace(3);
    const change = { ...at(id), body: { minimum: 2, maximum: 9 }, version };
    expect(await owner.call(api.pickFaces.update, change)).toMatchObject({
      minimum: 2,
      maximum: 9,
      units: 3,
    });
    expect((await owner.refused(api.pickFaces.update, change)).code).toBe('stale_version');
    for (const query of [`product:${goods.sku}`, `place:${face.toLowerCase()}`])
      expect((await owner.call(api.pickFaces.list, { query: { query } })).total).toBe(1);
    expect((await owner.call(api.pickFaces.list, { query: { query: `place:${reserve}` } })).total).toBe(0);
    await owner.call(api.pickFaces.remove, at(id));
    expect(await unitsOf(volumeId)).toBe(3);
    expect(await missing()).toEqual([]);
  });
});

describe('what is missing', () => {
  test('is what fits, from the reserve that expires first and then from the oldest', async () => {
    const { id } = await makeFace();
    await atFace(4);
    const old = await volume(8);
    await volume(50);
    expect(await missing()).toMatchObject([
      {
        id,
        position: face,
        quantity: 8,
        whole: true,
        urgent: false,
        from: { code: old.code, position: reserve },
      },
    ]);
    const lot = { code: 'L1', expiresOn: '2027-01-31' };
    const expiring = await volume(30, place.positionId, { lot });
    expect(await missing()).toMatchObject([
      { quantity: 16, whole: false, into: null, from: { code: expiring.code } },
    ]);
  });

  test('is nothing while the face has its minimum or is being counted, and has no source without reserve', async () => {
    await makeFace();
    const { id: faceVolume } = await atFace(5);
    await volume(8);
    expect(await missing()).toEqual([]);
    await owner.call(api.volumes.adjust, {
      ...at(faceVolume),
      body: { variationId: goods.variationId, quantity: 4, reason: 'one is broken' },
    });
    expect(await missing()).toHaveLength(1);
    await owner.call(api.balances.start, { body: { volumeId: faceVolume } });
    expect(await missing()).toEqual([]);
  });

  test('is more while sales wait, and urgent if they wait for more than the face has', async () => {
    const { id } = await makeFace(2, 10);
    const shelf = await faceShelf(6);
    await volume(40);
    const seller = await app.join('sales');
    const sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
    expect(await missing()).toEqual([]);
    const first = await sell(5);
    expect(await missing()).toMatchObject([{ id, quantity: 4, urgent: false }]);
    await sell(2);
    expect(await missing()).toMatchObject([{ id, quantity: 4, urgent: true }]);
    // Units of a list that began are taken from the face and no longer waited for.
    await beginList(owner, [first]);
    expect(await missing()).toMatchObject([{ quantity: 4, urgent: true }]);
    await checkInvariants(app.databaseUrl);
  });

  test('is not shown of warehouses out of reach', async () => {
    await makeFace();
    await volume(8);
    const elsewhere = await makeWarehouse(owner);
    const away = await app.hire(owner.businessId, ['stockist'], [elsewhere.warehouseId]);
    expect(await missing(away)).toEqual([]);
    const [row] = await missing();
    expect(
      (await away.refused(api.refills.take, { ...at(row?.id ?? 0), body: { code: reserve } })).status,
    ).toBe(404);
    expect(
      (await owner.call(api.refills.list, { query: { warehouse: String(elsewhere.warehouseId) } })).items,
    ).toEqual([]);
  });
});

/** The product at the face, as the sellers' factory wants it. */
async function faceShelf(quantity: number): Promise<Shelf> {
  const { id, code, lines } = await atFace(quantity);
  const { items } = await owner.call(api.stock.list, { query: { query: `variation:${goods.variationId}` } });
  return {
    ...place,
    ...goods,
    stockId: items[0]?.id ?? 0,
    volumeId: id,
    code,
    lineId: lines[0]?.id ?? 0,
  };
}

describe('a refill', () => {
  test('begins with its volume or position and ends with the face; the whole volume moves if it fits', async () => {
    const { id } = await makeFace();
    const source = await volume(12);
    const wrong = await stockist.refused(api.refills.take, { ...at(id), body: { code: face } });
    expect(wrong).toMatchObject({ code: 'place_not_wanted', facts: { wanted: source.code } });
    expect(await take(id, source.code.toLowerCase())).toMatchObject({ takenBy: { id: stockist.userId } });
    const brought = { volumeId: source.id, quantity: 12 };
    const body = { ...brought, code: source.code };
    expect((await stockist.refused(api.refills.move, { ...at(id), body })).facts).toMatchObject({
      wanted: face,
    });
    expect(await move(id, brought)).toEqual({
      quantity: 12,
      volume: { id: source.id, name: source.code },
      isNew: false,
      emptied: [],
    });
    expect(await owner.call(api.volumes.detail, at(source.id))).toMatchObject({ position: { code: face } });
    expect(await missing()).toEqual([]);
    await checkInvariants(app.databaseUrl);
  });

  test('moves some units into the volume at the face, or into a new one, and asks whether the source is empty', async () => {
    const { id } = await makeFace(5, 20);
    const big = await volume(30);
    await take(id, reserve);
    const first = await move(id, { volumeId: big.id, quantity: 4 });
    expect(first).toMatchObject({ quantity: 4, isNew: true, emptied: [] });
    expect(await missing()).toMatchObject([{ quantity: 16, into: first.volume.name, takenBy: null }]);
    await move(id, { volumeId: big.id, quantity: 16, code: first.volume.name });
    expect(await unitsOf(first.volume.id)).toBe(20);
    await owner.call(api.pickFaces.update, { ...at(id), body: { minimum: 25, maximum: 40 } });
    expect(await missing()).toMatchObject([{ quantity: 10, whole: true }]);
    // Fewer units than those of the whole volume are moved without it.
    await move(id, { volumeId: big.id, quantity: 9 });
    expect(await unitsOf(first.volume.id)).toBe(29);
    await checkInvariants(app.databaseUrl);
  });

  test('is of one person until it is left or half an hour has passed', async () => {
    const { id } = await makeFace();
    const source = await volume(12);
    await take(id, source.code);
    const begin = () => other.refused(api.refills.take, { ...at(id), body: { code: source.code } });
    expect(await begin()).toMatchObject({ code: 'refill_taken' });
    const body = { code: face, volumeId: source.id, quantity: 12 };
    expect((await other.refused(api.refills.move, { ...at(id), body })).code).toBe('refill_taken');
    await other.call(api.refills.leave, at(id));
    expect((await begin()).code).toBe('refill_taken');
    await stockist.call(api.refills.leave, at(id));
    expect((await take(id, source.code, other)).takenBy).toMatchObject({ id: other.userId });
    app.clock.advance(refillMinutes);
    expect(await missing()).toMatchObject([{ takenBy: null }]);
    await take(id, source.code);
    await move(id, { volumeId: source.id, quantity: 12 });
    expect((await other.refused(api.refills.move, { ...at(id), body })).code).toBe('refill_not_needed');
  });

  test('is refused if there is another source meanwhile, for more units than fit, and without reserve', async () => {
    const { id } = await makeFace();
    const refused = (body: object) =>
      stockist.refused(api.refills.move, {
        ...at(id),
        body: { code: face, volumeId: 1, quantity: 1, ...body },
      });
    expect((await refused({})).code).toBe('no_reserve');
    const source = await volume(50);
    expect((await refused({ volumeId: source.id + 1 })).code).toBe('refill_changed');
    expect((await refused({ volumeId: source.id, quantity: 21 })).errors).toMatchObject({
      quantity: [{ code: 'too_big' }],
    });
    await owner.call(api.volumes.block, { ...at(source.id), body: { reason: 'molhado' } });
    expect((await refused({ volumeId: source.id })).code).toBe('no_reserve');
  });

  test('that two people end at once is done once', async () => {
    const { id } = await makeFace(5, 20);
    const source = await volume(50);
    await atFace(1);
    const results = await Promise.allSettled(
      [stockist, other, owner].map((person) => move(id, { volumeId: source.id, quantity: 19 }, person)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await unitsOf(source.id)).toBe(31);
    await checkInvariants(app.databaseUrl);
  });
});

test('any refills, sales, picks, counts and cancels leave the face within its maximum and every unit in one place', async () => {
  await makeFace(4, 12);
  const shelf = await faceShelf(6);
  for (const quantity of [9, 5, 14]) await volume(quantity);
  const seller = await app.join('sales');
  const sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
  let waiting: number[] = [];
  const acts = {
    refill: async (size: number) => {
      const [row] = await missing();
      if (!row?.from) return;
      const brought = { volumeId: row.from.id, quantity: 1 + (size % row.quantity) };
      await Promise.allSettled([move(row.id, brought), move(row.id, brought, other)]);
    },
    sell: async (size: number) => {
      waiting.push(await sell(1 + (size % 3)));
    },
    pick: async () => {
      if (waiting.length > 0) await beginList(owner, waiting).catch(() => undefined);
      waiting = [];
    },
    cancel: async () => {
      const id = waiting.pop();
      if (id !== undefined) await seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
    },
    count: async () => {
      await owner.call(api.balances.start, { body: { code: face } }).catch(() => undefined);
    },
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom('refill', 'refill', 'sell', 'pick', 'cancel', 'count' as const),
          size: fc.nat(20),
        }),
        { minLength: 3, maxLength: 8 },
      ),
      async (steps) => {
        for (const { act, size } of steps) await acts[act](size);
        const [row] = (await owner.call(api.pickFaces.list)).items;
        expect(row?.units ?? 0).toBeLessThanOrEqual(12);
        await checkInvariants(app.databaseUrl);
      },
    ),
    { numRuns: 6 },
  );
});
