import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { maxParcelPhotos } from '#contract/orders/parcel-proof.ts';
import { photo } from '#server/dropshipping/test/factory.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { labelParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let owner: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;
let serial = 0;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  owner = await app.join('supply');
  packer = await app.hire(owner.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, owner, 50);
  sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
});

type Mode = 'off' | 'optional' | 'required';
const at = (id: number) => ({ params: { id } });
const ask = (weight: Mode, photos: Mode = 'off', tolerance = { percent: 5, grams: 50 }) =>
  owner.call(api.business.proveParcels, { body: { parcelProof: { weight, photos, tolerance } } });
const weighs = (kilograms: number | null) =>
  owner.call(api.products.update, { params: { id: shelf.productId }, body: { weight: kilograms } });
const weigh = (id: number, grams: number, confirmed = false) =>
  packer.call(api.checkout.weigh, { ...at(id), body: { grams, confirmed } });
const photograph = async (id: number, count = 1) =>
  packer.call(api.checkout.photograph, {
    ...at(id),
    files: await Promise.all(Array.from({ length: count }, photo)),
  });
const pack = (id: number) => packer.call(api.checkout.confirmPacking, at(id));
const eventsOf = async (person: Person, id: number) =>
  (person === seller
    ? await seller.call(api.orders.detail, at(id))
    : await person.call(api.checkout.detail, at(id))
  ).events;

/** A sale whose units are scanned and whose label is printed. */
async function whole(quantity = 2): Promise<number> {
  const id = await sell(quantity);
  await packer.call(api.checkout.startPicking, at(id));
  for (let unit = 0; unit < quantity; unit++)
    await packer.call(api.checkout.beep, {
      ...at(id),
      body: { code: shelf.sku, clientId: `proof-scan-${++serial}` },
    });
  await labelParcel(packer, id);
  return id;
}

test('a business asks for nothing until its owner or administrator says so, and the audit names who did', async () => {
  const id = await whole();
  const { proof } = await packer.call(api.checkout.detail, at(id));
  expect(proof).toMatchObject({
    asks: { weight: 'off', photos: 'off' },
    missing: [],
    weight: null,
    photos: [],
  });
  const body = { parcelProof: { weight: 'required', photos: 'off', tolerance: { percent: 5, grams: 50 } } };
  expect((await packer.refused(api.business.proveParcels, { body: body as never })).code).toBe('forbidden');
  expect((await ask('required')).parcelProof).toEqual(body.parcelProof);
  const { items } = await owner.call(api.audit.list, { query: { query: 'act:proveParcels' } });
  expect(items).toMatchObject([
    { changes: { parcelProof: ['off, off, 5 %, 50 g', 'required, off, 5 %, 50 g'] } },
  ]);
});

test('a required weight holds the parcel until it is weighed, and both sides see it without a price', async () => {
  await ask('required');
  await weighs(0.45);
  const id = await whole();
  const before = await packer.call(api.checkout.detail, at(id));
  expect(before.proof).toMatchObject({ expectedGrams: 900, missing: ['weight'] });
  expect((await packer.refused(api.checkout.confirmPacking, at(id))).code).toBe('weight_required');
  const weighed = await weigh(id, 930);
  expect(weighed.proof).toMatchObject({
    missing: [],
    weight: { grams: 930, expectedGrams: 900, differs: false, source: 'typed' },
  });
  expect(JSON.stringify(weighed)).not.toMatch(/Centavos/);
  await pack(id);
  expect((await seller.call(api.orders.detail, at(id))).proof).toMatchObject({
    weight: { grams: 930, expectedGrams: 900 },
  });
  for (const person of [packer, seller])
    expect(await eventsOf(person, id)).toContainEqual(
      expect.objectContaining({ kind: 'weighed', detail: { grams: 930, expected: 900, source: 'typed' } }),
    );
});

test('a weight outside of the larger tolerance asks for a second look, which the history keeps', async () => {
  await ask('optional', 'off', { percent: 10, grams: 20 });
  await weighs(0.45);
  const id = await whole();
  // Ten percent of 900 g are more than 20 g.
  await weigh(id, 990);
  const problem = await packer.refused(api.checkout.weigh, { ...at(id), body: { grams: 991 } });
  expect(problem).toMatchObject({ code: 'weight_differs', facts: { expected: 900, allowed: 90 } });
  expect((await packer.call(api.checkout.detail, at(id))).proof.weight?.grams).toBe(990);
  const { proof } = await weigh(id, 991, true);
  expect(proof.weight).toMatchObject({ grams: 991, differs: true });
  expect(await eventsOf(seller, id)).toContainEqual(
    expect.objectContaining({
      kind: 'weight-differs',
      detail: { grams: 991, expected: 900, source: 'typed' },
    }),
  );
});

test('the weight of goods is unknown, and not zero, if one product has none', async () => {
  await ask('required');
  const id = await whole();
  expect((await packer.call(api.checkout.detail, at(id))).proof.expectedGrams).toBeNull();
  expect((await weigh(id, 12_000)).proof.weight).toMatchObject({ expectedGrams: null, differs: false });
});

test('a weight is a whole number of grams above zero, of a parcel with everything in it', async () => {
  const id = await sell(2);
  const refused = (grams: number) => packer.refused(api.checkout.weigh, { ...at(id), body: { grams } });
  expect((await refused(900)).code).toBe('state_conflict');
  await packer.call(api.checkout.startPicking, at(id));
  expect((await refused(900)).code).toBe('unbeeped_items');
  for (const grams of [0, -1, 1.5, 200_001]) expect((await refused(grams)).errors).toHaveProperty('grams');
});

test('a required photo holds the parcel, and only both sides of the sale can see it', async () => {
  await ask('off', 'required');
  const id = await whole();
  expect((await packer.refused(api.checkout.confirmPacking, at(id))).code).toBe('parcel_photo_required');
  expect((await packer.refused(api.checkout.photograph, at(id))).code).toBe('parcel_photo_required');
  const { proof } = await photograph(id, 2);
  expect(proof).toMatchObject({ missing: [], photos: [{}, {}] });
  await pack(id);
  const [first] = (await seller.call(api.orders.detail, at(id))).proof.photos;
  const stockist = await app.hire(owner.businessId, ['stockist']);
  for (const person of [packer, seller, stockist])
    expect(
      (await person.download(api.checkout.parcelPhoto, at(first?.id ?? 0))).bytes.length,
    ).toBeGreaterThan(50);
  const other = await app.join('sales');
  expect((await other.refused(api.checkout.parcelPhoto, at(first?.id ?? 0))).status).toBe(404);
});

test('a packer sees no photos of parcels of a warehouse that is not theirs', async () => {
  const id = await whole();
  const { proof } = await photograph(id);
  const elsewhere = await makeShelf(app, owner, 1);
  const away = await app.hire(owner.businessId, ['packer'], [elsewhere.warehouseId]);
  expect((await away.refused(api.checkout.parcelPhoto, at(proof.photos[0]?.id ?? 0))).status).toBe(404);
  expect((await away.refused(api.checkout.weigh, { ...at(id), body: { grams: 900 } })).status).toBe(404);
});

test('a parcel has a limited number of photos', async () => {
  const id = await whole();
  await photograph(id, maxParcelPhotos - 1);
  const files = await Promise.all([photo(), photo()]);
  expect((await packer.refused(api.checkout.photograph, { ...at(id), files })).code).toBe(
    'parcel_photos_full',
  );
  expect((await photograph(id)).proof.photos).toHaveLength(maxParcelPhotos);
});

test('opening a parcel voids its weight and its photos, and the history keeps that they were there', async () => {
  await ask('required', 'required');
  const id = await whole();
  await weigh(id, 900);
  await photograph(id);
  await pack(id);
  const opened = await packer.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa aberta' } });
  expect(opened.proof).toMatchObject({ weight: null, photos: [], missing: ['weight', 'photos'] });
  expect(opened.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['weighed', 'photographed']));
  await app.drain();
});

test('sales of one parcel are weighed together, before the last of them is packed', async () => {
  await ask('required');
  await weighs(0.3);
  const [first, second] = [await whole(1), await whole(2)];
  const { rows } = await app.owner.query<{ id: string }>(
    'select id from marketplace_accounts order by id desc',
  );
  const write = (facts: string, ids: number[]) =>
    app.database.transact({ businessId: owner.businessId }, (tx) =>
      sql`update orders set ${sql.raw(facts)} where id = any(${ids}::bigint[])`.execute(tx.db),
    );
  await write(`pack_id = 'PACK-1', account_id = ${Number(rows[0]?.id)}`, [first, second]);
  const proofOf = async (id: number) => (await packer.call(api.checkout.detail, at(id))).proof;
  expect(await proofOf(first)).toMatchObject({ expectedGrams: 900, missing: [] });
  await write("packed_at = now(), status = 'waiting_collect'", [first]);
  expect(await proofOf(second)).toMatchObject({ missing: ['weight'] });
  await weigh(second, 910);
  expect(await proofOf(first)).toMatchObject({ weight: { grams: 910 } });
});
