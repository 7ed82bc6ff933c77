import { expect, test } from 'vitest';
import { leastMargin } from '#contract/advertisements/advertisement.ts';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { marginOf } from '#contract/money.ts';
import { mugs, publish } from '#server/advertisements/test/factory.ts';
import { made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, remoteSellers, sellingApp } from '#server/marketplaces/test/factory.ts';
import { makeImages } from '#server/products/test/factory.ts';

const { app, sandbox, supplier, seller, account } = await sellingApp();
app.clock.set(systemClock.now().toISOString());
const { advertisements, advertisementsVariations, campaigns, campaignsAds, publications } = api;
const { link, reprice } = promotionActs(app, { seller, supplier });

/** From this day on. */
const tax = async (basisPoints: number, from = '2026-01-01') => {
  const salesTaxes = basisPoints ? [{ from, regime: 'simples' as const, basisPoints }] : [];
  await seller.call(api.business.taxSales, { body: { salesTaxes } });
  await drain(app);
};

const measured = { weight: 0.42, width: 12, height: 11, depth: 9 };
const place = await makeWarehouse(seller);
const [picture] = await makeImages(seller);
/** A mug of our own that costs R$ 20,00. */
async function offered(sku: string) {
  const { variations } = await seller.call(api.products.create, {
    body: {
      ...{ name: `Caneca ${sku}`, brand: 'Simula', description: 'Caneca de ágata.', ...measured },
      images: { add: picture ? [picture.id] : [] },
      attributeTypes: ['Cor'],
      variations: { create: [{ sku, costCentavos: 2000, attributes: { Cor: 'Azul' } }] },
    },
  });
  const variationId = variations[0]?.id ?? 0;
  await makeVolume(seller, place, [{ variationId, quantity: 90 }]);
  return seller.call(api.dropshipItems.create, {
    body: { variationId, warehouseId: place.warehouseId, quantityCap: 100, price: 2000 },
  });
}
const offer = await offered('CAN-1');
/** Nothing is advertised that is made of it. */
await offered('CAN-2');

/** A mug that costs R$ 20,00 on sale at R$ 59,90. */
async function onSale(name: string) {
  const ad = await seller.call(advertisements.create, {
    body: { product: name, brand: 'Simula', components: [{ offer: offer.id, quantity: 1 }] },
  });
  const { id } = await publish(seller, ad, account.id, offer, { name });
  await drain(app);
  const [variation] = (await detail(id)).variations;
  return { ad: ad.id, id, name, code: (await detail(id)).remoteItem ?? '', variation: variation?.id ?? 0 };
}

const detail = (id: number) => seller.call(publications.detail, { params: { id } });
const variationOf = async (id: number) => (await detail(id)).variations[0];
const marginAt = async (id: number) => (await variationOf(id))?.marginBasisPoints;
const floorOf = async (id: number, floor: MarginFloor | null) => {
  await seller.call(publications.updateFloor, { params: { id }, body: { floor } });
  await drain(app);
};
const changesOf = async (id: number) =>
  (await seller.call(api.marginChanges.list, { query: { query: `publication:${id}` } })).items;

const params = { account: String(account.id), id: mugs };
const sold = {
  type: 'classic' as const,
  ...{ weight: '0.42', width: '12', height: '11', depth: '9' },
};

type Ad = Awaited<ReturnType<typeof onSale>>;

/** Each place that shows the margin of an ad at its price. */
const places: Record<string, (ad: Ad) => Promise<number | undefined>> = {
  'the list of advertisements': async ({ ad }) => {
    const { items } = await seller.call(advertisements.list, { query: { size: '100' } });
    return leastMargin(items.find(({ id }) => id === ad)?.publications ?? [])?.basisPoints;
  },
  'the list of published variations': async ({ id }) =>
    (await seller.call(advertisementsVariations.list, { query: { query: `publication:${id}` } })).items[0]
      ?.marginBasisPoints,
  'the list of publications': async ({ id }) =>
    (await seller.call(publications.list, { query: { size: '100' } })).items.find((one) => one.id === id)
      ?.variations[0]?.marginBasisPoints,
  'the page of the advertisement': ({ id }) => marginAt(id),
  'the form, for a typed price': async () => {
    const quote = await seller.call(api.marketplacesCategories.fees, {
      params,
      query: { price: '5990', ...sold },
    });
    return marginOf(quote.price, 2000, quote);
  },
  'the form, for a typed margin': async ({ id }) => {
    const margin = String((await marginAt(id)) ?? 0);
    const { quote } = await seller.call(api.marketplacesCategories.price, {
      params,
      query: { margin, cost: '2000', ...sold },
    });
    // The price of the margin is that of the ad.
    return Math.abs((quote?.price ?? 0) - 5990) <= 1 && quote ? marginOf(5990, 2000, quote) : undefined;
  },
  'the preview of many prices, before': async ({ ad }) =>
    (await previewOf(ad)).items[0]?.before.marginBasisPoints,
  'the preview of many prices, after': async ({ ad }) =>
    (await previewOf(ad)).items[0]?.after?.marginBasisPoints,
  'the publications of a kit': async ({ id }) => {
    const name = `Kit ${id} ${Math.random()}`;
    const kit = await seller.call(api.virtualProducts.create, {
      body: { name, sku: '', components: [{ offer: offer.id, quantity: 1 }] },
    });
    const { items } = await seller.call(api.virtualProducts.followers, { params: { id: kit.id } });
    await seller.call(api.virtualProducts.remove, { params: { id: kit.id } });
    return items.find(({ publication }) => publication.id === id)?.marginBasisPoints;
  },
  'the campaign, before it': async ({ name }) => (await campaignAdOf(name))?.before?.marginBasisPoints,
};

const previewOf = (ad: number) =>
  seller.call(advertisements.previewPrices, {
    body: { ids: [ad], rule: { kind: 'price', price: 5990 }, ending: null },
  });

const campaignAdOf = async (name: string) =>
  (await seller.call(campaignsAds.list, { query: { query: `"${name}"` } })).items[0];

async function invite({ code }: Pick<Ad, 'code'>, more: object) {
  const body = { sellerId: remoteSellers.legacy, name: `Semana ${code}`, ...more };
  await sandbox.control('POST', '/campaigns', body);
  await seller.call(campaigns.sync, { body: undefined });
  await drain(app);
}

const read = async (ad: Ad) => {
  const found: Record<string, number | undefined> = {};
  for (const [at, margin] of Object.entries(places)) found[at] = await margin(ad);
  return found;
};
const everywhere = (margin: number) =>
  Object.fromEntries(Object.keys(places).map((at) => [at, margin] as const));

test('every place shows the same margin, without a tax, with one, and once it is removed', async () => {
  const ad = await onSale('Caneca em todo lugar');
  await invite(ad, { items: [{ itemId: ad.code, min: 40, max: 58, suggested: 55 }] });
  const { fee, freight, marginBasisPoints: margin = 0 } = (await variationOf(ad.id)) ?? {};
  const untaxed = Math.round(((5990 - 2000 - (fee ?? 0) - (freight ?? 0)) * 10_000) / 5990);
  expect(margin).toBe(untaxed);
  expect(await read(ad)).toEqual(everywhere(margin));
  await tax(600);
  expect(await read(ad)).toEqual(everywhere(margin - 600));
  await tax(0);
  expect(await read(ad)).toEqual(everywhere(margin));
});

test('an ad that is published, changed, linked, read or on a sheet while there is a tax has the same margin as before it', async () => {
  await tax(0);
  const former = await onSale('Caneca de antes');
  const margin = (await marginAt(former.id)) ?? 0;
  await tax(600);
  const later = await onSale('Caneca de depois');
  expect(await marginAt(later.id)).toBe(margin - 600);
  await reprice(later.id, 6990);
  await reprice(later.id, 5990);
  expect(await marginAt(later.id)).toBe(margin - 600);
  await seller.call(publications.sync, { params: { id: later.id } });
  await drain(app);
  expect(await marginAt(later.id)).toBe(margin - 600);
  const byMargin = { update: { [later.variation]: { marginBasisPoints: margin - 600 } } };
  await seller.call(publications.update, { params: { id: later.id }, body: { variations: byMargin } });
  expect(Math.abs(((await variationOf(later.id))?.price ?? 0) - 5990)).toBeLessThanOrEqual(1);

  const sheet = csvOf([
    ['Conta', 'Título', 'Categoria', 'Preço', 'SKU'],
    [account.name, 'Caneca da planilha', mugs, '59,90', 'CAN-2'],
  ]);
  const sent = await sendSheet(app, seller, 'ads', sheet);
  expect((await rowsOf(seller, sent.id)).map(({ fate, errors, details }) => [fate, errors, details])).toEqual(
    [['new', {}, {}]],
  );
  await applySheet(app, seller, sent.id);
  await drain(app);
  const { items } = await seller.call(publications.list, { query: { size: '100' } });
  const listed = items.find(({ name }) => name === 'Caneca da planilha');
  expect(listed?.variations[0]?.marginBasisPoints).toBe(margin - 600);
  await tax(0);
  expect(await marginAt(listed?.id ?? 0)).toBe(margin);
});

test('a plan of a link has the margin that the linked ad then has', async () => {
  await tax(0);
  const item = made(
    await sandbox.control('POST', '/items', {
      ...{ sellerId: remoteSellers.legacy, title: 'Caneca de fora', price: 100, quantity: 5 },
    }),
  );
  const { body } = await link(account.id, item);
  const planned = async () => (await seller.call(api.publicationsLink.plan, { body })).variations[0];
  const untaxed = (await planned())?.marginBasisPoints ?? 0;
  await tax(600);
  expect(await planned()).toMatchObject({ marginBasisPoints: untaxed - 600, taxBasisPoints: 600 });
  const { id } = await seller.call(publications.link, { body });
  expect(await marginAt(id)).toBe(untaxed - 600);
});

test('in a campaign the tax is also on the part that the marketplace pays', async () => {
  await tax(600);
  const ad = await onSale('Caneca com parte do marketplace');
  const items = [{ itemId: ad.code, price: 50, meliPercent: 10, sellerPercent: 6 }];
  await invite(ad, { type: 'SMART', items });
  const { inside, marketplacePays } = (await campaignAdOf(ad.name)) ?? {};
  const { price = 0, fee, freight, marginBasisPoints } = inside ?? {};
  expect(marketplacePays).toBeGreaterThan(0);
  const income = price + (marketplacePays ?? 0);
  const left = income - 2000 - (fee ?? 0) - (freight ?? 0) - Math.round(income * 0.06);
  expect(Math.abs((marginBasisPoints ?? 0) - (left * 10_000) / price)).toBeLessThanOrEqual(2);
});

test('an unknown fee stays unknown, and the margins of wholesale prices count the tax', async () => {
  await tax(0);
  const shopId = 55_667_788;
  const shop = (await connectSeller(seller, shopId, 'shopee')).id;
  const item = made(
    await sandbox.control('POST', '/shopee/items', {
      ...{ shopId, title: 'Caneca para revenda', price: 100, quantity: 40 },
    }),
  );
  const { id } = await seller.call(publications.link, { body: (await link(shop, item)).body });
  await drain(app);
  await seller.call(publications.updateWholesale, {
    params: { id },
    body: { bands: [{ from: 5, price: 9000 }] },
  });
  const shown = async () => {
    const { variations, wholesale } = await detail(id);
    return { ...variations[0], band: wholesale[0]?.marginBasisPoints ?? 0 };
  };
  const before = await shown();
  expect(before).toMatchObject({ fee: null, taxBasisPoints: 0 });
  await tax(600);
  expect(await shown()).toMatchObject({
    ...{ fee: null, taxBasisPoints: 600, band: before.band - 600 },
    marginBasisPoints: (before.marginBasisPoints ?? 0) - 600,
  });
});

test('a floor warns of a tax that takes the margin below it, and says that it was the tax', async () => {
  await tax(0);
  const ad = await onSale('Caneca com piso');
  const margin = (await marginAt(ad.id)) ?? 0;
  await floorOf(ad.id, { basisPoints: margin - 300, action: 'warn' });
  expect(await variationOf(ad.id)).toMatchObject({ guard: null });
  await tax(600);
  expect(await variationOf(ad.id)).toMatchObject({ guard: 'warned' });
  expect(await changesOf(ad.id)).toMatchObject([
    {
      ...{ cause: 'tax', outcome: 'warned', canUndo: true },
      before: { margin, taxBasisPoints: 0 },
      after: { margin: margin - 600, taxBasisPoints: 600, price: 5990 },
    },
  ]);
  // The accepted margin counts the tax of that day; a higher rate is below it again.
  const [change] = await changesOf(ad.id);
  await seller.call(api.marginChanges.undo, { params: { id: change?.id ?? 0 } });
  await drain(app);
  expect(await variationOf(ad.id)).toMatchObject({ guard: null });
  await tax(700);
  expect(await variationOf(ad.id)).toMatchObject({ guard: 'warned' });
  expect((await changesOf(ad.id))[0]).toMatchObject({ cause: 'tax', before: { taxBasisPoints: 600 } });
  await tax(0);
  expect(await variationOf(ad.id)).toMatchObject({ guard: null });
});

test('a floor raises the price so that the margin after the tax keeps it', async () => {
  await tax(0);
  const ad = await onSale('Caneca que sobe');
  const margin = (await marginAt(ad.id)) ?? 0;
  await floorOf(ad.id, { basisPoints: margin - 300, action: 'reprice' });
  await tax(600);
  const raised = await variationOf(ad.id);
  expect(raised?.price).toBeGreaterThan(5990);
  expect(raised?.marginBasisPoints).toBeGreaterThanOrEqual(margin - 301);
  expect(await changesOf(ad.id)).toMatchObject([{ cause: 'tax', outcome: 'repriced' }]);
});

test('a rate counts from its day on: in margins at once, and for floors with the check of that day', async () => {
  await tax(0);
  const ad = await onSale('Caneca de amanhã');
  const margin = (await marginAt(ad.id)) ?? 0;
  await floorOf(ad.id, { basisPoints: margin - 300, action: 'warn' });
  const tomorrow = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString().slice(0, 10);
  await tax(600, tomorrow);
  expect(await variationOf(ad.id)).toMatchObject({ marginBasisPoints: margin, guard: null });
  app.clock.advance(2 * 24 * 60);
  expect(await marginAt(ad.id)).toBe(margin - 600);
  await app.database.transact(null, async (tx) =>
    tx.enqueue({ task: 'publications.quote-freight', payload: {} }),
  );
  await drain(app);
  expect(await variationOf(ad.id)).toMatchObject({ guard: 'warned' });
  expect(await changesOf(ad.id)).toMatchObject([{ cause: 'tax', after: { taxBasisPoints: 600 } }]);
});
