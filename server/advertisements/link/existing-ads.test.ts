import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RemoteListing } from '#contract/advertisements/publication-link.ts';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  misbehave,
  remoteItems,
  remoteSellers,
  settler,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
const settle = settler(market);
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { publicationsLink, publications } = api;
const made = z.object({ id: z.string() });

type Ad = {
  title: string;
  price?: number;
  quantity?: number;
  sku?: string;
  gtin?: string;
  variations?: object[];
  kit?: { userProduct: string; quantity: number }[];
};
const listByHand = async (ad: Ad) =>
  made.parse(
    await sandbox.control('POST', '/items', {
      sellerId: remoteSellers.legacy,
      price: 59.9,
      quantity: 2,
      ...ad,
    }),
  ).id;

async function offered(name: string, quantity: number, codes: { sku?: string; gtin?: string } = {}) {
  const shelf = await makeShelf(app, supplier, quantity);
  await app.database.transact({ businessId: supplier.businessId }, async (tx) => {
    await tx.db.updateTable('products').set({ name }).where('id', '=', shelf.productId).execute();
    const variation = tx.db.updateTable('product_variations').where('id', '=', shelf.variationId);
    if (codes.sku) await variation.set({ sku: codes.sku }).execute();
    if (codes.gtin) await variation.set({ gtin: codes.gtin }).execute();
  });
  return makeOffer(supplier, shelf, 2990);
}

const ads = { gtin: '', sku: '', title: '', none: '' };
let account: number;
let byGtin: { id: number };

beforeAll(async () => {
  byGtin = await offered('Caneca Azul', 9, { gtin: '7891000315507' });
  await offered('Caneca Preta', 4, { sku: 'CAN-PRETA' });
  await offered('Garrafa Térmica Inox 500 ml', 3);
  ads.gtin = await listByHand({ title: 'Caneca bonita azul', gtin: '7891000315507' });
  ads.sku = await listByHand({ title: 'Xícara', sku: 'CAN-PRETA' });
  ads.title = await listByHand({ title: 'Garrafa Térmica Inox 500ml Original' });
  ads.none = await listByHand({ title: 'Violão Folk' });
  account = (await connectSeller(seller)).id;
});

const unlinked = async (query = '') =>
  (await seller.call(publicationsLink.list, { query: { size: '100', ...(query && { query }) } })).items;
const rowOf = (rows: readonly RemoteListing[], id: string) =>
  rows.find(({ remoteItem }) => remoteItem === id);
const reasonsOf = (row: RemoteListing | undefined) =>
  row?.variations.map(({ suggestions }) => suggestions[0]?.by ?? null);
/** Whether the planner knows that the tables have rows. */
async function knownRows(...tables: string[]): Promise<boolean[]> {
  const { rows } = await app.database.transact({ businessId: seller.businessId }, (tx) =>
    sql<{ known: boolean }>`
      select reltuples > 0 as known from pg_class
      where relnamespace = 'public'::regnamespace and relname = any(${tables}::text[])`.execute(tx.db),
  );
  return rows.map(({ known }) => known);
}
const itemOf = async (id: string) => (await remoteItems(sandbox)).find((item) => item.id === id);
const componentsOf = (row: RemoteListing | undefined) =>
  row?.variations.map(({ remoteVariation, suggestions }) => ({
    remoteVariation,
    components: (suggestions[0]?.parts ?? []).map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
  })) ?? [];

describe('the ads of an account', () => {
  test('the ads of an account are read by a job on request, each with suggestions: by GTIN, then SKU, then title', async () => {
    expect(await unlinked()).toEqual([]);
    expect(await seller.call(publicationsLink.refresh, { body: { account } })).toMatchObject({
      reading: true,
      readAt: null,
    });
    await drain(app);
    const rows = await unlinked();
    expect(Object.values(ads).map((id) => reasonsOf(rowOf(rows, id)))).toEqual([
      ['gtin'],
      // The SKU of an unrelated supplier matches nothing.
      [null],
      ['title'],
      [null],
    ]);
    const { items } = await seller.call(publicationsLink.accounts);
    expect(items).toMatchObject([
      { id: account, unlinked: 4, found: 4, read: 4, reading: false, failed: false },
    ]);
    expect((await unlinked('match:gtin')).map(({ remoteItem }) => remoteItem)).toEqual([ads.gtin]);
    expect((await unlinked('violao')).map(({ remoteItem }) => remoteItem)).toEqual([ads.none]);
    expect((await unlinked('code:7891000315507')).map(({ remoteItem }) => remoteItem)).toEqual([ads.gtin]);
  });

  test('stay listed while the marketplace does not answer, and leave when they are removed', async () => {
    await misbehave(sandbox, { kind: 'rate-limit-json', path: '/users/*/items/search' });
    await seller.call(publicationsLink.refresh, { body: { account } });
    await drain(app);
    expect(await unlinked()).toHaveLength(4);
    await sandbox.control('DELETE', '/faults');
  });

  test('the ads of an account are visible to their own business only', async () => {
    const other = await app.join('sales');
    expect((await other.call(publicationsLink.list)).items).toEqual([]);
    expect((await other.refused(publicationsLink.refresh, { body: { account } })).code).toBe('not_found');
  });
});

describe('a link', () => {
  test('a link shows its changes before anything is sent, and sends those', async () => {
    const row = rowOf(await unlinked(), ads.gtin);
    const [variation] = componentsOf(row);
    const body = {
      ...{ account, link: ads.gtin },
      variations: variation ? [{ ...variation, price: 6990 }] : [],
    };
    const plan = await seller.call(publicationsLink.plan, { body });
    expect(plan.variations).toMatchObject([
      { cost: 2990, before: { price: 5990, quantity: 2 }, after: { price: 6990, quantity: 9 } },
    ]);
    const [planned] = plan.variations;
    const margin = await seller.call(publicationsLink.plan, {
      body: {
        ...body,
        variations: variation ? [{ ...variation, marginBasisPoints: planned?.marginBasisPoints ?? 0 }] : [],
      },
    });
    expect(Math.abs((margin.variations[0]?.after.price ?? 0) - 6990)).toBeLessThanOrEqual(1);
    await drain(app);
    expect(await itemOf(ads.gtin)).toMatchObject({ price: 59.9, available: 2 });
    const linked = await seller.call(publications.link, { body });
    expect(linked.variations).toMatchObject([{ price: 6990, marginBasisPoints: planned?.marginBasisPoints }]);
    await drain(app);
    expect(await itemOf(ads.gtin)).toMatchObject({ price: 69.9, available: 9 });
    expect(rowOf(await unlinked(), ads.gtin)).toBeUndefined();
    expect((await seller.refused(publicationsLink.plan, { body })).code).toBe('already_linked');
  });

  test('a link belongs to the advertisement with the same composition, and creates one if there is none', async () => {
    const [{ id } = { id: 0 }] = (await seller.call(api.advertisements.list)).items;
    const again = await listByHand({ title: 'Outra caneca azul', gtin: '7891000315507' });
    const body = {
      ...{ account, link: again },
      variations: [{ remoteVariation: again, components: [{ offer: byGtin.id, quantity: 1 }] }],
    };
    expect((await seller.call(publications.link, { body })).advertisement.id).toBe(id);
    const two = await listByHand({ title: 'Duas canecas azuis' });
    const pair = [{ remoteVariation: two, components: [{ offer: byGtin.id, quantity: 2 }] }];
    const other = await seller.call(publications.link, { body: { account, link: two, variations: pair } });
    expect(other.advertisement).toMatchObject({ name: 'Duas canecas azuis' });
    expect(other.variations[0]?.cost).toBe(5980);
  });

  test('a link refuses two prices for variations with one price', async () => {
    const offer = await offered('Caneca de duas cores', 5);
    const ad = await listByHand({
      title: 'Caneca em cores',
      variations: [{ color: 'Preto' }, { color: 'Branco' }],
    });
    const { found } = await seller.call(publications.findLink, { body: { account, link: ad } });
    expect(found).toMatchObject({ onePrice: true });
    const variations = (found?.variations ?? []).map(({ remoteVariation }, n) => ({
      remoteVariation: remoteVariation ?? '',
      components: [{ offer: offer.id, quantity: n + 1 }],
      price: 6990 + n,
    }));
    const refused = await seller.refused(publications.link, { body: { account, link: ad, variations } });
    expect(refused.errors).toMatchObject({ variations: { 1: { price: [{ code: 'prices_differ' }] } } });
  });
});

describe('many links at once', () => {
  test('create thirty links in one act, each once, and name the failed ones', async () => {
    for (let n = 0; n < 30; n++) {
      const sku = `LOTE-${n}`;
      await offered(`Prato ${n}`, 3, { sku });
      await listByHand({ title: `Prato raso número ${n}`, sku });
    }
    // The seller has a trade link with this supplier by now, so SKUs match.
    await seller.call(publicationsLink.refresh, { body: { account } });
    await drain(app);
    const rows = (await unlinked('match:sku')).filter(({ name }) => name.startsWith('Prato raso'));
    expect(rows).toHaveLength(30);
    const items = rows.map((row) => ({ account, remoteItem: row.remoteItem, variations: componentsOf(row) }));
    const lost = rows[0]?.remoteItem ?? '';
    const [priced] = items[1]?.variations ?? [];
    if (priced) Object.assign(priced, { price: 7990 });
    const broken = { account, remoteItem: 'MLB1', variations: componentsOf(rows[0]) };
    const run = await seller.call(publicationsLink.linkMany, {
      body: { items: [...items, ...items.slice(0, 1), broken] },
    });
    expect(run).toMatchObject({ kind: 'links', total: 31 });
    await drain(app);
    const done = await seller.call(api.bulkRuns.detail, { params: { id: run.id } });
    expect(done).toMatchObject({ state: 'done', succeeded: 30, failures: 1 });
    expect(done.failed).toMatchObject([{ name: 'MLB1', code: 'link_not_recognised' }]);
    expect(await knownRows('publications', 'publication_variations')).toEqual([true, true]);
    expect(await itemOf(lost)).toMatchObject({ price: 59.9, available: 3 });
    expect(await itemOf(rows[1]?.remoteItem ?? '')).toMatchObject({ price: 79.9, available: 3 });
  });
});

describe('a sale of an ad that is not linked', () => {
  test('a sale of an ad that is not linked is reserved once the ad is linked', async () => {
    await settle();
    await sandbox.control('POST', '/purchases', { itemId: ads.title, quantity: 1 });
    await settle();
    const find = async () => (await seller.call(api.orders.list, { query: { query: 'linked:no' } })).items;
    const [sale] = await find();
    expect(sale).toMatchObject({ status: 'waiting_separation', linked: false });
    const variations = componentsOf(rowOf(await unlinked(), ads.title));
    await seller.call(publications.link, { body: { account, link: ads.title, variations } });
    await settle();
    expect(await find()).toEqual([]);
    const detail = await seller.call(api.orders.detail, { params: { id: sale?.id ?? 0 } });
    expect(detail.gates.find(({ name }) => name === 'stock')).toMatchObject({ open: true });
  });
});

test('a kit of the marketplace is counted apart, and only its parts can be linked', async () => {
  const accountOf = async () =>
    (await seller.call(publicationsLink.accounts)).items.find(({ id }) => id === account);
  const before = await accountOf();
  const kit = await listByHand({
    title: 'Kit Caneca e Xícara',
    gtin: '7891000315507',
    kit: [
      { userProduct: 'MLBU2210094417', quantity: 1 },
      { userProduct: 'MLBU2210094418', quantity: 2 },
    ],
  });
  await seller.call(publicationsLink.refresh, { body: { account } });
  await drain(app);
  expect(rowOf(await unlinked(), kit)).toBeUndefined();
  expect(await accountOf()).toMatchObject({ kits: (before?.kits ?? 0) + 1, unlinked: before?.unlinked });
  const refused = await seller.refused(publications.findLink, { body: { account, link: kit } });
  expect(refused.code).toBe('listing_is_kit');
});
