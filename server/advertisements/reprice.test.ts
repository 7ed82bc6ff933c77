import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  remoteItems,
  remoteSellers,
  sellingApp,
} from '#server/marketplaces/test/factory.ts';
import { applyRemote, remoteOrder } from '#server/orders/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { draftPublication, makeAdvertisement, publish } from './test/factory.ts';

const { app, sandbox, supplier, seller, account } = await sellingApp();

async function onSale(price = 5990) {
  const shelf = await makeShelf(app, supplier, 20);
  const offer = await makeOffer(supplier, shelf, 2000);
  const ad = await makeAdvertisement(seller, [offer]);
  const variations = [
    {
      name: '',
      sku: `EASY-${offer.id}`,
      gtin: '',
      attributes: [],
      components: [{ offer: offer.id, quantity: 1 }],
      price,
      active: true,
    },
  ];
  const made = await publish(seller, ad, account.id, offer, { variations });
  await drain(app);
  const published = await seller.call(api.publications.detail, { params: { id: made.id } });
  return { ad, sku: `EASY-${offer.id}`, publication: made.id, code: published.remoteItem ?? '', published };
}

const rowOf = async (query: string) =>
  (await seller.call(api.advertisements.list, { query: { query } })).items;
const remote = async (code: string) => (await remoteItems(sandbox)).find((item) => item.id === code);
const priceOf = async (id: number) =>
  (await seller.call(api.publications.detail, { params: { id } })).variations[0];
const runOf = (id: number) => seller.call(api.bulkRuns.detail, { params: { id } });

describe('the list of advertisements', () => {
  test('the list of advertisements is searched by SKU and by the marketplace’s code, with price, margin, link and sold units', async () => {
    const { ad, sku, code, published } = await onSale();
    await onSale();
    for (const query of [sku, code, `sku:${sku}`, `code:${code}`])
      expect((await rowOf(query)).map(({ id }) => id)).toEqual([ad.id]);
    const sold = { itemId: code, variationId: '', sku, cost: 2000 };
    const order = remoteOrder(sold, { quantity: 3, purchasedAt: app.clock.now() });
    const lines = order.lines.map((line) => ({ ...line, variationId: null }));
    await applyRemote(
      app,
      { id: account.id, businessId: seller.businessId, marketplace: 'mercado-livre' },
      {
        ...order,
        lines,
      },
    );
    const [row] = await rowOf(code);
    expect(row).toMatchObject({
      sold: 3,
      publications: [
        {
          code,
          link: expect.stringMatching(/^http/),
          prices: { lowest: 5990, highest: 5990 },
          marginBasisPoints: published.variations[0]?.marginBasisPoints,
          quantityCap: null,
        },
      ],
    });
    await seller.call(api.orders.create, {
      body: {
        buyerName: 'Carla',
        paid: true,
        lines: [{ advertisementId: ad.id, quantity: 2, unitPriceCentavos: 5990 }],
      },
    });
    expect((await rowOf(code))[0]?.sold).toBe(5);
    app.clock.advance(31 * 24 * 60);
    expect((await rowOf(code))[0]?.sold).toBe(0);
    app.clock.advance(-31 * 24 * 60);
  });
});

describe('the sorted list of advertisements', () => {
  test('sorts by lowest price, lowest margin and units sold, page by page; without a publication a row comes last', async () => {
    const someone = await app.join('sales');
    const place = await connectSeller(someone, remoteSellers.third);
    const offer = await makeOffer(supplier, await makeShelf(app, supplier, 50), 2000);
    const advertise = async (price: number | null) => {
      const ad = await makeAdvertisement(someone, [offer]);
      const { variations } = await draftPublication(someone, place.id, offer);
      if (price !== null)
        await publish(someone, ad, place.id, offer, {
          variations: variations.map((variation) => ({ ...variation, price })),
        });
      return ad.id;
    };
    const dear = await advertise(7490);
    const unpublished = await advertise(null);
    const cheap = await advertise(4990);
    const middle = await advertise(6990);
    const sell = (advertisementId: number, quantity: number) =>
      someone.call(api.orders.create, {
        body: {
          ...{ buyerName: 'Carla', paid: true },
          lines: [{ advertisementId, quantity, unitPriceCentavos: 5990 }],
        },
      });
    await sell(middle, 3);
    await sell(unpublished, 1);
    const sorted = async (sort: string) => {
      const ids: number[] = [];
      for (let after: string | undefined; ; ) {
        const page = await someone.call(api.advertisements.list, {
          query: { sort, size: '1', ...(after && { after }) },
        });
        ids.push(...page.items.map(({ id }) => id));
        if (!page.next) return ids;
        after = page.next;
      }
    };
    expect(await sorted('price')).toEqual([cheap, middle, dear, unpublished]);
    expect(await sorted('-price')).toEqual([dear, middle, cheap, unpublished]);
    expect(await sorted('margin')).toEqual([cheap, middle, dear, unpublished]);
    expect(await sorted('-margin')).toEqual([dear, middle, cheap, unpublished]);
    expect((await sorted('-sold')).slice(0, 2)).toEqual([middle, unpublished]);
    expect((await sorted('sold')).slice(2)).toEqual([unpublished, middle]);
    app.clock.advance(31 * 24 * 60);
    expect(await sorted('sold')).toEqual([dear, unpublished, cheap, middle]);
    app.clock.advance(-31 * 24 * 60);
  });
});

describe('many at once', () => {
  test('many advertisements are paused and activated on every account, and capped; unpublished ones are named', async () => {
    const [one, two] = [await onSale(), await onSale()];
    const shelf = await makeShelf(app, supplier, 5);
    const draft = await makeAdvertisement(seller, [await makeOffer(supplier, shelf)]);
    const ids = [one.ad.id, two.ad.id, draft.id];
    const paused = await seller.call(api.advertisements.bulkUpdate, {
      body: { ids, change: { onSale: false, quantityCap: 4 } },
    });
    expect(paused.done).toEqual([one.ad.id, two.ad.id]);
    expect(paused.failed).toEqual([{ id: draft.id, code: 'not_published' }]);
    await drain(app);
    for (const { code } of [one, two]) expect(await remote(code)).toMatchObject({ status: 'paused' });
    await seller.call(api.advertisements.bulkUpdate, { body: { ids, change: { onSale: true } } });
    await drain(app);
    for (const { code, publication } of [one, two]) {
      expect(await remote(code)).toMatchObject({ status: 'active' });
      expect(await priceOf(publication)).toMatchObject({ quantity: 4, quantityCap: 4, pushedQuantity: 4 });
    }
    await seller.call(api.advertisements.bulkUpdate, { body: { ids, change: { quantityCap: null } } });
    await drain(app);
    expect(await priceOf(one.publication)).toMatchObject({ quantity: 20, pushedQuantity: 20 });
    const other = await app.join('sales');
    const foreign = await other.call(api.advertisements.bulkUpdate, {
      body: { ids: [one.ad.id], change: { onSale: false } },
    });
    expect(foreign.failed).toEqual([{ id: one.ad.id, code: 'not_found' }]);
  });

  test('many advertisements are archived without touching their publications, and restored', async () => {
    const one = await onSale();
    const draft = await makeAdvertisement(seller, [
      await makeOffer(supplier, await makeShelf(app, supplier, 5)),
    ]);
    const ids = [one.ad.id, draft.id];
    const listed = async () => {
      const { items } = await seller.call(api.advertisements.list, { query: { size: '100' } });
      return ids.filter((id) => items.some((item) => item.id === id));
    };
    const archived = await seller.call(api.advertisements.bulkUpdate, {
      body: { ids, change: { archived: true } },
    });
    expect(archived).toEqual({ done: ids, failed: [], switched: [], capped: [] });
    expect(await listed()).toEqual([]);
    await drain(app);
    expect(await remote(one.code)).toMatchObject({ status: 'active' });
    await seller.call(api.advertisements.bulkUpdate, { body: { ids, change: { archived: false } } });
    expect(await listed()).toEqual(ids);
  });

  test('many advertisements are undone: only switched ones are switched back, and nothing that was off sale before', async () => {
    const [one, two] = [await onSale(), await onSale()];
    const ids = [one.ad.id, two.ad.id];
    const change = (body: { ids: number[]; change: { onSale: boolean; publications?: number[] } }) =>
      seller.call(api.advertisements.bulkUpdate, { body });
    await change({ ids: [two.ad.id], change: { onSale: false } });
    await drain(app);
    const paused = await change({ ids, change: { onSale: false } });
    expect(paused).toEqual({ done: ids, failed: [], switched: [one.publication], capped: [] });
    const back = await change({ ids, change: { onSale: true, publications: paused.switched } });
    expect(back).toEqual({ done: [one.ad.id], failed: [], switched: [one.publication], capped: [] });
    await drain(app);
    expect(await remote(one.code)).toMatchObject({ status: 'active' });
    expect(await remote(two.code)).toMatchObject({ status: 'paused' });
  });

  test('caps are restored to the value of each variation, unless it was changed since', async () => {
    const all = [await onSale(), await onSale(), await onSale()];
    const [one, two, three] = all.map(({ ad }) => ad.id);
    const cap = (ids: (number | undefined)[], quantityCap: number | null) =>
      seller.call(api.advertisements.bulkUpdate, {
        body: { ids: ids.map((id) => id ?? 0), change: { quantityCap } },
      });
    const capsNow = async () =>
      Promise.all(all.map(async ({ publication }) => (await priceOf(publication))?.quantityCap));
    await cap([one], 7);
    const { capped } = await cap([one, two, three], 4);
    await cap([two], 9);
    const back = { body: { left: 4, rows: capped } };
    expect(await seller.call(api.advertisements.undo, back)).toEqual({
      done: [one, three],
      failed: [{ id: two, code: 'changed_since' }],
    });
    expect(await capsNow()).toEqual([7, 9, null]);
    await drain(app);
    const first = all[0]?.publication ?? 0;
    expect(await priceOf(first)).toMatchObject({ quantity: 7, pushedQuantity: 7 });
    const foreign = await (await app.join('sales')).call(api.advertisements.undo, back);
    expect(foreign.failed.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
    expect((await cap([two], 9)).capped).toEqual([]);
  });

  test('restored prices do not overwrite one that was typed since', async () => {
    const [one, two] = [await onSale(5990), await onSale(8000)];
    const ids = [one.ad.id, two.ad.id];
    const rule = { kind: 'margin', marginBasisPoints: 3500 } as const;
    const run = await seller.call(api.advertisements.changePrices, { body: { ids, rule } });
    await drain(app);
    for (const id of ids) {
      const query = `kind:advertisements act:changePrices record:${id}`;
      expect((await seller.call(api.audit.list, { query: { query } })).total).toBe(1);
    }
    const typed = { update: { [two.published.variations[0]?.id ?? 0]: { price: 7777 } } };
    await seller.call(api.publications.update, {
      params: { id: two.publication },
      body: { variations: typed },
    });
    const undo = await seller.call(api.bulkRuns.undo, { params: { id: run.id } });
    await drain(app);
    expect(await runOf(undo.id)).toMatchObject({
      succeeded: 1,
      failed: [{ id: two.publication, code: 'changed_since' }],
    });
    expect(await priceOf(one.publication)).toMatchObject({ price: 5990 });
    expect(await priceOf(two.publication)).toMatchObject({ price: 7777 });
  });

  test('a price rule changes prices by an amount, and to the next price with the requested ending', async () => {
    const [one, two] = [await onSale(5990), await onSale(8005)];
    const ids = [one.ad.id, two.ad.id];
    const body = { ids, rule: { kind: 'amount', centavos: -500 } as const, ending: 90 };
    const preview = await seller.call(api.advertisements.previewPrices, { body });
    expect(preview.items.map(({ after }) => after?.price)).toEqual([5490, 7590]);
    await seller.call(api.advertisements.changePrices, { body });
    await drain(app);
    expect(await priceOf(one.publication)).toMatchObject({ price: 5490 });
    expect(await priceOf(two.publication)).toMatchObject({ price: 7590 });
  });

  test('a price rule keeps at least the requested margin when a price is moved to its ending', async () => {
    const { ad, publication } = await onSale(5990);
    const body = { ids: [ad.id], rule: { kind: 'margin', marginBasisPoints: 3500 } as const, ending: 99 };
    const preview = await seller.call(api.advertisements.previewPrices, { body });
    const after = preview.items[0]?.after;
    expect((after?.price ?? 0) % 100).toBe(99);
    expect(after?.marginBasisPoints).toBeGreaterThanOrEqual(3500);
    await seller.call(api.advertisements.changePrices, { body });
    await drain(app);
    expect(await priceOf(publication)).toMatchObject({ price: after?.price });
  });

  test('a price rule refuses prices for all rows of a filter if one of their publications changed since', async () => {
    const { ad, publication, published } = await onSale(5990);
    const query = `product:"${ad.product}"`;
    const seen = await seller.call(api.advertisements.list, { query: { query } });
    expect(seen.total).toBeGreaterThan(0);
    app.clock.advance(1);
    const typed = { update: { [published.variations[0]?.id ?? 0]: { price: 7777 } } };
    await seller.call(api.publications.update, {
      params: { id: publication },
      body: { variations: typed },
    });
    const rule = { kind: 'change', basisPoints: 500 } as const;
    const refused = await seller.refused(api.advertisements.changePrices, {
      body: { ...allOf(query, seen), rule },
    });
    expect(refused).toMatchObject({ status: 412, facts: { changed: [String(ad.id)] } });
    expect(await priceOf(publication)).toMatchObject({ price: 7777 });
  });

  test('prices by a rule are previewed, applied by a job, and restored', async () => {
    const [one, two] = [await onSale(5990), await onSale(8000)];
    const ids = [one.ad.id, two.ad.id];
    const rule = { kind: 'change', basisPoints: 1000 } as const;
    const preview = await seller.call(api.advertisements.previewPrices, { body: { ids, rule } });
    expect(preview.total).toBe(2);
    expect(preview.items.map(({ before, after }) => [before.price, after?.price])).toEqual([
      [5990, 6589],
      [8000, 8800],
    ]);
    expect(await priceOf(one.publication)).toMatchObject({ price: 5990 });
    const run = await seller.call(api.advertisements.changePrices, { body: { ids, rule } });
    await drain(app);
    expect(await runOf(run.id)).toMatchObject({ state: 'done', succeeded: 2, canUndo: true });
    expect(await priceOf(one.publication)).toMatchObject({ price: 6589, pushedPrice: 6589 });
    expect(await remote(two.code)).toMatchObject({ price: 88 });
    const undone = await seller.call(api.bulkRuns.undo, { params: { id: run.id } });
    await drain(app);
    expect(await runOf(undone.id)).toMatchObject({ state: 'done', succeeded: 2 });
    expect(await runOf(run.id)).toMatchObject({ state: 'undone', canUndo: false, undoes: null });
    const { items } = await seller.call(api.bulkRuns.list);
    const undo = items.find((one) => one.undoes === run.id);
    expect(undo).toMatchObject({ kind: 'prices', canUndo: false });
    const again = await seller.refused(api.bulkRuns.undo, { params: { id: undo?.id ?? 0 } });
    expect(again.code).toBe('state_conflict');
    expect(await priceOf(one.publication)).toMatchObject({ price: 5990, pushedPrice: 5990 });
    expect((await seller.refused(api.bulkRuns.undo, { params: { id: run.id } })).code).toBe('state_conflict');
  });

  test('an API key undoes its own changes only, not those of its owner', async () => {
    const key = app.withToken((await makeKey(seller, 'seller')).token);
    const ids = [(await onSale(5990)).ad.id];
    const rule = { kind: 'change', basisPoints: 1000 } as const;
    const byKey = await key.call(api.advertisements.changePrices, { body: { ids, rule } });
    await drain(app);
    const byMaker = await seller.call(api.advertisements.changePrices, { body: { ids, rule } });
    await drain(app);
    for (const [who, run] of [
      [key, byMaker],
      [seller, byKey],
    ] as const)
      expect((await who.refused(api.bulkRuns.undo, { params: { id: run.id } })).code).toBe('not_found');
    const undone = await key.call(api.bulkRuns.undo, { params: { id: byKey.id } });
    await drain(app);
    expect(await key.call(api.bulkRuns.detail, { params: { id: undone.id } })).toMatchObject({
      state: 'done',
    });
    expect((await seller.refused(api.bulkRuns.detail, { params: { id: undone.id } })).code).toBe('not_found');
  });

  test("a run of a key stops when the key's role loses the permission, even if its owner has it", async () => {
    const { id, token } = await makeKey(seller, 'seller');
    const one = await onSale(5990);
    const body = { ids: [one.ad.id], rule: { kind: 'change', basisPoints: 1000 } as const };
    const run = await app.withToken(token).call(api.advertisements.changePrices, { body });
    await app.rows(seller.businessId, `update api_keys set role = 'packer' where id = ${id}`);
    await drain(app);
    expect(
      await app.rows(seller.businessId, `select state, finished from bulk_runs where id = ${run.id}`),
    ).toEqual([{ state: 'stopped', finished: 0 }]);
    expect(await priceOf(one.publication)).toMatchObject({ price: 5990 });
  });

  test('a target margin uses the fee of the new price; one that no price reaches is named', async () => {
    const one = await onSale(5990);
    const body = { ids: [one.ad.id], rule: { kind: 'margin', marginBasisPoints: 3000 } as const };
    const preview = await seller.call(api.advertisements.previewPrices, { body });
    const run = await seller.call(api.advertisements.changePrices, { body });
    await drain(app);
    expect((await runOf(run.id)).failed).toEqual([]);
    const after = await priceOf(one.publication);
    expect(after?.price).toBe(preview.items[0]?.after?.price);
    await seller.call(api.bulkRuns.undo, { params: { id: run.id } });
    await drain(app);
    expect(await priceOf(one.publication)).toMatchObject({ price: 5990 });
    expect(Math.abs((after?.marginBasisPoints ?? 0) - 3000)).toBeLessThanOrEqual(2);
    const dear = { ids: [one.ad.id], rule: { kind: 'price', price: 9_900 } as const };
    const [row] = (await seller.call(api.advertisements.previewPrices, { body: dear })).items;
    const { cost = 0, after: parts } = row ?? {};
    // From R$ 79 the seller pays the freight: a quarter of the price.
    expect(parts?.freight).toBeGreaterThan(0);
    const left = 9_900 - cost - (parts?.fee ?? 0) - (parts?.freight ?? 0);
    expect(Math.abs((parts?.marginBasisPoints ?? 0) - (left * 10_000) / 9_900)).toBeLessThanOrEqual(1);
    const impossible = { ids: [one.ad.id], rule: { kind: 'margin', marginBasisPoints: 9500 } as const };
    expect(
      (await seller.call(api.advertisements.previewPrices, { body: impossible })).items[0]?.after,
    ).toBeNull();
    const failing = await seller.call(api.advertisements.changePrices, { body: impossible });
    await drain(app);
    expect(await runOf(failing.id)).toMatchObject({ succeeded: 0, failed: [{ code: 'invalid' }] });
  });
});
