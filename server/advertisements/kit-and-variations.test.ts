import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const place = await makeWarehouse(supplier);
const { advertisements } = api;

/** Offers of one product, one per color, with this many units of each in stock. */
async function colours(stock: Record<string, number>, weight: number | null = 0.42, gtin = '') {
  const product = await makeProduct(supplier, {
    weight,
    variations: {
      create: Object.keys(stock).map((Color) => ({
        sku: `${Color}-${crypto.randomUUID()}`,
        attributes: { Color },
        gtin,
      })),
    },
  });
  const offers: { id: number; sku: string }[] = [];
  for (const variation of product.variations) {
    const quantity = stock[variation.attributes.Color ?? ''] ?? 0;
    await makeVolume(supplier, place, [{ variationId: variation.id, quantity }]);
    const body = { variationId: variation.id, warehouseId: place.warehouseId, quantityCap: 100 };
    const price = 2000 + 100 * offers.length;
    const offer = await supplier.call(api.dropshipItems.create, { body: { ...body, price } });
    offers.push({ id: offer.id, sku: variation.sku });
  }
  return offers;
}

const partsOf = (offers: readonly { id: number }[], quantity = 1) =>
  offers.map(({ id }) => ({ offer: id, quantity }));
const listed = async (id: number) =>
  (await seller.call(advertisements.list, { query: { size: '100' } })).items.find((row) => row.id === id);

describe('a kit', () => {
  test('a kit has the weight of its parts, and its own box, SKU and title', async () => {
    const [mug] = await colours({ Azul: 9 }, 0.42);
    const [pot] = await colours({ Preto: 4 }, 1.2);
    if (!mug || !pot) throw new Error('two offers');
    const made = await seller.call(advertisements.create, {
      body: {
        product: 'Kit Chá',
        sku: 'KIT-CHA',
        width: 30,
        height: 20,
        depth: 15.5,
        components: [...partsOf([mug], 2), ...partsOf([pot])],
      },
    });
    const kit = { product: 'Kit Chá', sku: 'KIT-CHA', width: 30, height: 20, depth: 15.5 };
    expect(made).toMatchObject({ ...kit, weight: 2.04, quantity: 4, cost: 6000, asVariations: false });
    expect(await listed(made.id)).toMatchObject({ parts: 2, quantity: 4, asVariations: false });
    const changed = await seller.call(advertisements.update, {
      params: { id: made.id },
      body: { sku: 'KIT-NOVO', height: null },
    });
    expect(changed).toMatchObject({ ...kit, sku: 'KIT-NOVO', height: null });
    // It is found by its own SKU and by those of its parts.
    const found = (sku: string) => seller.call(advertisements.list, { query: { query: `sku:${sku}` } });
    expect((await found('KIT-NOVO')).items.map(({ id }) => id)).toEqual([made.id]);
    expect((await found('KIT-CHA')).items).toEqual([]);
    const sold = await seller.call(api.orders.create, {
      body: {
        buyerName: 'Ana',
        paid: true,
        lines: [{ advertisementId: made.id, quantity: 1, unitPriceCentavos: 9900 }],
      },
    });
    expect(sold.lines[0]).toMatchObject({ sku: 'KIT-NOVO', title: 'Kit Chá' });
  });

  test('a kit with a part of unknown weight has an unknown weight', async () => {
    const [mug] = await colours({ Azul: 9 });
    const [pot] = await colours({ Preto: 4 }, null);
    if (!mug || !pot) throw new Error('two offers');
    const body = { product: 'Kit', components: partsOf([mug, pot]) };
    expect(await seller.call(advertisements.create, { body })).toMatchObject({ weight: null, sku: '' });
  });
});

test('is found by the complete EAN of a part, also by its seller', async () => {
  const [mug] = await colours({ Azul: 2 }, 0.42, '7891000315507');
  if (!mug) throw new Error('an offer');
  const body = { product: 'Kit com EAN', components: partsOf([mug], 2) };
  const made = await seller.call(advertisements.create, { body });
  const found = async (query: string) =>
    (await seller.call(advertisements.list, { query: { query } })).items.map(({ id }) => id);
  expect(await found('gtin:7891000315507')).toEqual([made.id]);
  expect(await found('gtin:789100031550')).toEqual([]);
});

describe('colors of one product', () => {
  test('colors of one product are one advertisement with variations: summed in the list, each sold alone', async () => {
    const offers = await colours({ Azul: 5, Branco: 3 });
    const made = await seller.call(advertisements.create, {
      body: { product: 'Caneca', asVariations: true, components: partsOf(offers) },
    });
    expect(made).toMatchObject({ asVariations: true, quantity: 8, weight: 0.42, cost: 2100 });
    expect(await listed(made.id)).toMatchObject({ asVariations: true, parts: 2, quantity: 8 });
    const refused = await seller.refused(api.orders.create, {
      body: {
        buyerName: 'Ana',
        paid: true,
        lines: [{ advertisementId: made.id, quantity: 1, unitPriceCentavos: 9900 }],
      },
    });
    expect(refused.errors).toMatchObject({
      lines: { 0: { advertisementId: [{ code: 'choose_variation' }] } },
    });
  });

  test('refuse a variation of another product, at creation and later', async () => {
    const offers = await colours({ Azul: 5 });
    const other = await colours({ Azul: 5 });
    const body = { product: 'Caneca', asVariations: true, components: partsOf([...offers, ...other]) };
    const refused = await seller.refused(advertisements.create, { body });
    expect(refused.errors).toMatchObject({ components: { 1: { offer: [{ code: 'other_product' }] } } });
    const made = await seller.call(advertisements.create, { body: { ...body, components: partsOf(offers) } });
    const added = await seller.refused(advertisements.update, {
      params: { id: made.id },
      body: { components: { create: partsOf(other) } },
    });
    expect(added.code).toBe('invalid');
    expect(await seller.call(advertisements.detail, { params: { id: made.id } })).toMatchObject({
      components: [{ offer: { id: offers[0]?.id } }],
    });
  });
});
