import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { suggestOffers } from '#server/advertisements/link/suggest.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { virtualProducts } = api;
const place = makeWarehouse(supplier);

const offered = async (quantity: number, price = 1000) =>
  makeOffer(supplier, await makeShelf(app, supplier, quantity, place), price);
const [cup, plate, bowl] = [await offered(9), await offered(4, 2000), await offered(6, 3000)];
let serial = 0;
const cupsAndPlate = [
  { offer: cup.id, quantity: 2 },
  { offer: plate.id, quantity: 1 },
];
const kitBody = (components = cupsAndPlate) => ({ name: 'Kit Café', sku: `KIT-${++serial}`, components });
/** The only kit of these parts: those of the tests before are archived. */
async function makeKit() {
  const { items } = await seller.call(virtualProducts.list);
  for (const { id } of items)
    await seller.call(virtualProducts.update, { params: { id }, body: { archived: true } });
  return seller.call(virtualProducts.create, { body: kitBody() });
}

describe('a kit', () => {
  test('a kit has its own name and SKU; the scarcest part decides its quantity', async () => {
    const kit = await makeKit();
    expect(kit).toMatchObject({ cost: 4000, quantity: 4, archived: false });
    const { items } = await seller.call(virtualProducts.list, { query: { query: `sku:${kit.sku}` } });
    expect(items.map(({ id }) => id)).toEqual([kit.id]);
    const body = { name: 'Outro', sku: kit.sku.toLowerCase(), components: [{ offer: cup.id, quantity: 1 }] };
    expect((await seller.refused(virtualProducts.create, { body })).code).toBe('sku_taken');
  });

  test('a kit is the only one with its parts until it is archived', async () => {
    const kit = await makeKit();
    const twin = { body: kitBody() };
    expect(await seller.refused(virtualProducts.create, twin)).toMatchObject({
      errors: { components: [{ code: 'kit_taken' }] },
    });
    const other = await seller.call(virtualProducts.create, {
      body: kitBody([{ offer: cup.id, quantity: 5 }]),
    });
    const [part] = other.components;
    const same = { create: cupsAndPlate.slice(1), update: { [part?.id ?? 0]: { quantity: 2 } } };
    const changed = { params: { id: other.id }, body: { components: same } };
    expect((await seller.refused(virtualProducts.update, changed)).code).toBe('invalid');
    await seller.call(virtualProducts.update, { params: { id: kit.id }, body: { archived: true } });
    await seller.call(virtualProducts.update, changed);
    const again = { params: { id: kit.id }, body: { archived: false } };
    expect((await seller.refused(virtualProducts.update, again)).code).toBe('invalid');
    await seller.call(virtualProducts.remove, { params: { id: other.id } });
  });

  test('a kit is suggested for an existing ad with its SKU in any case and with spaces around it', async () => {
    const kit = await makeKit();
    const [found] = await app.database.transact({ businessId: seller.businessId }, (tx) =>
      suggestOffers(tx, [{ gtin: '', sku: ` ${kit.sku.toLowerCase()} `, title: '' }]),
    );
    expect(found?.[0]).toMatchObject({ by: 'sku', kit: { id: kit.id } });
  });

  test('a kit has all parts in one warehouse', async () => {
    const elsewhere = await makeOffer(supplier, await makeShelf(app, supplier, 3));
    const components = [
      { offer: cup.id, quantity: 1 },
      { offer: elsewhere.id, quantity: 1 },
    ];
    expect((await seller.refused(virtualProducts.create, { body: { name: 'X', components } })).code).toBe(
      'mixed_warehouses',
    );
  });

  test('a kit that changes changes what is made of it, and nothing else', async () => {
    const kit = await makeKit();
    const components = [
      { offer: cup.id, quantity: 2 },
      { offer: plate.id, quantity: 1 },
    ];
    const advertise = (parts: typeof components) =>
      seller.call(api.advertisements.create, { body: { product: 'Kit', components: parts } });
    const follows = await advertise(components);
    const other = await advertise([
      { offer: cup.id, quantity: 1 },
      { offer: plate.id, quantity: 1 },
    ]);
    const plates = kit.components.find(({ offer }) => offer.id === plate.id)?.id ?? 0;
    const changed = await seller.call(virtualProducts.update, {
      params: { id: kit.id },
      body: {
        components: {
          create: [{ offer: bowl.id, quantity: 1 }],
          update: { [kit.components[0]?.id ?? 0]: { quantity: 3 } },
          remove: [plates],
        },
      },
      version: kit.version,
    });
    expect(changed).toMatchObject({ cost: 6000, quantity: 3 });
    const partsOf = async (id: number) =>
      (await seller.call(api.advertisements.detail, { params: { id } })).components.map(
        ({ offer, quantity }) => [offer.id, quantity],
      );
    expect(await partsOf(follows.id)).toEqual([
      [cup.id, 3],
      [bowl.id, 1],
    ]);
    expect(await partsOf(other.id)).toEqual([
      [cup.id, 1],
      [plate.id, 1],
    ]);
    const stale = { params: { id: kit.id }, body: { name: 'Y' }, version: kit.version };
    expect((await seller.refused(virtualProducts.update, stale)).code).toBe('stale_version');
  });

  test('a kit can be archived, and is then listed only on request; a removed one is gone', async () => {
    const kit = await makeKit();
    await seller.call(virtualProducts.update, { params: { id: kit.id }, body: { archived: true } });
    const find = async (query: string) =>
      (await seller.call(virtualProducts.list, { query: { query } })).items.length;
    expect([await find(`sku:${kit.sku}`), await find(`sku:${kit.sku} archived:yes`)]).toEqual([0, 1]);
    expect((await seller.call(virtualProducts.followers, { params: { id: kit.id } })).items).toEqual([]);
    await seller.call(virtualProducts.remove, { params: { id: kit.id } });
    expect((await seller.refused(virtualProducts.detail, { params: { id: kit.id } })).code).toBe('not_found');
  });

  test('a kit shows the floor its parts and not their prices, and other businesses nothing', async () => {
    const kit = await makeKit();
    const packer = await app.hire(seller.businessId, ['packer']);
    const seen = await packer.call(virtualProducts.detail, { params: { id: kit.id } });
    expect(seen.components.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(JSON.stringify(seen)).not.toMatch(/"(price|cost)"/);
    expect((await supplier.refused(virtualProducts.detail, { params: { id: kit.id } })).code).toBe(
      'not_found',
    );
  });
});
