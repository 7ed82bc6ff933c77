import { describe, expect, test } from 'vitest';
import type { ContentChange } from '#contract/advertisements/content-change.ts';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { drain, remoteItems, sellingApp } from '#server/marketplaces/test/factory.ts';
import { applyRemote, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import { makeImages } from '#server/products/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { colored, type draftPublication, makeAdvertisement, publish, textValue } from '../test/factory.ts';

const { app, sandbox, supplier, seller, account } = await sellingApp();

async function onSale(changes: Parameters<typeof draftPublication>[3] = {}) {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 20), 2000);
  const ad = await makeAdvertisement(seller, [offer]);
  const made = await publish(seller, ad, account.id, offer, changes);
  await drain(app);
  const published = await seller.call(api.publications.detail, { params: { id: made.id } });
  return { ad: ad.id, offer, publication: made.id, code: published.remoteItem ?? '', published };
}

const remote = async (code: string) => (await remoteItems(sandbox)).find((item) => item.id === code);
const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });
const adOf = (id: number) => seller.call(api.advertisements.detail, { params: { id } });
const preview = (ids: number[], change: ContentChange, own = true) =>
  seller.call(api.advertisements.previewContent, { body: { ids, change, own } });
const runOf = (id: number) => seller.call(api.bulkRuns.detail, { params: { id } });

async function change(ids: number[], how: ContentChange, own = true) {
  const { id } = await seller.call(api.advertisements.changeContent, { body: { ids, change: how, own } });
  await drain(app);
  return runOf(id);
}

async function undo(id: number) {
  const begun = await seller.call(api.bulkRuns.undo, { params: { id } });
  await drain(app);
  return runOf(begun.id);
}

async function sell(publication: Awaited<ReturnType<typeof onSale>>) {
  const sold = {
    itemId: publication.code,
    variationId: '',
    sku: publication.published.variations[0]?.sku ?? '',
    cost: 2000,
  };
  const order = remoteOrder(sold, { quantity: 1, purchasedAt: app.clock.now() });
  const lines = order.lines.map((line) => ({ ...line, variationId: null }));
  await applyRemote(
    app,
    { id: account.id, businessId: seller.businessId, marketplace: 'mercado-livre' },
    { ...order, lines },
  );
}

describe('titles of many', () => {
  test('a text is replaced in the ads and their publications, sent, and taken back as a whole', async () => {
    const [one, two] = [await onSale(), await onSale({ name: 'Bule Esmaltado' })];
    const how = { kind: 'title_replace', find: 'esmaltada 350 ml', text: 'de Ágata 350 ml' } as const;
    const seen = await preview([one.ad, two.ad], how);
    expect(seen).toMatchObject({ selected: 2, advertisements: 2, changing: 3, refused: 0, pages: 1 });
    expect(seen.leftOut).toEqual([
      { code: 'nothing_to_change', count: 1, names: [`Bule Esmaltado · ${account.name}`] },
    ]);
    expect(seen.items.find(({ publication }) => publication?.id === one.publication)).toMatchObject({
      account: { id: account.id },
      before: 'Caneca Esmaltada 350 ml',
      after: 'Caneca de Ágata 350 ml',
      refused: null,
    });
    const run = await change([one.ad, two.ad], how);
    expect(run).toMatchObject({ state: 'done', total: 3, succeeded: 3, failures: 0, canUndo: true });
    expect(await detail(one.publication)).toMatchObject({ name: 'Caneca de Ágata 350 ml', syncError: null });
    expect(await detail(two.publication)).toMatchObject({ name: 'Bule Esmaltado' });
    expect(await adOf(two.ad)).toMatchObject({ product: 'Caneca de Ágata 350 ml' });
    expect(await remote(one.code)).toMatchObject({ title: 'Caneca de Ágata 350 ml' });
    expect(await undo(run.id)).toMatchObject({ total: 3, succeeded: 3, failures: 0 });
    expect(await detail(one.publication)).toMatchObject({ name: 'Caneca Esmaltada 350 ml' });
    expect(await adOf(two.ad)).toMatchObject({ product: 'Caneca Esmaltada 350 ml' });
    expect(await remote(one.code)).toMatchObject({ title: 'Caneca Esmaltada 350 ml' });
  });

  test('an undo leaves out what somebody changed since, and says so', async () => {
    const [one, two] = [await onSale(), await onSale()];
    const run = await change([one.ad, two.ad], { kind: 'title_suffix', text: 'Azul' }, false);
    await seller.call(api.publications.update, {
      params: { id: two.publication },
      body: { name: 'Caneca da Vó' },
    });
    const back = await undo(run.id);
    expect(back).toMatchObject({ total: 2, succeeded: 1, failures: 1 });
    expect(back.failed).toMatchObject([{ id: two.ad, code: 'changed_since' }]);
    expect(await detail(one.publication)).toMatchObject({ name: 'Caneca Esmaltada 350 ml' });
    expect(await detail(two.publication)).toMatchObject({ name: 'Caneca da Vó' });
  });

  test('a title that is too long, final after a sale or empty is refused before and in the run', async () => {
    const [long, sold] = [await onSale({ name: 'C'.repeat(58) }), await onSale()];
    await sell(sold);
    const how = { kind: 'title_prefix', text: 'Kit' } as const;
    const seen = await preview([long.ad, sold.ad], how, false);
    expect(seen).toMatchObject({ changing: 0, refused: 2 });
    expect(seen.items.map(({ refused, limit }) => [refused, limit]).toSorted()).toEqual([
      ['title_ends_with_sale', null],
      ['title_too_long', 60],
    ]);
    const run = await change([long.ad, sold.ad], how, false);
    expect(run).toMatchObject({ succeeded: 0, failures: 2, canUndo: false });
    expect(run.failed.map(({ code }) => code).toSorted()).toEqual(['title_ends_with_sale', 'title_too_long']);
    const removed = { kind: 'title_replace', find: 'Caneca Esmaltada 350 ml', text: '' } as const;
    const [empty] = (await preview([(await onSale()).ad], removed, false)).items;
    expect(empty).toMatchObject({ refused: 'title_empty', after: '' });
    expect(
      await seller.refused(api.publications.update, {
        params: { id: sold.publication },
        body: { name: 'Outro' },
      }),
    ).toMatchObject({ code: 'invalid', errors: { name: [{ code: 'ends_with_sale' }] } });
  });

  test('a change that concerns no row is not started', async () => {
    const { ad } = await onSale();
    const nothing = { kind: 'title_replace', find: 'geladeira', text: 'fogão' } as const;
    expect(
      await seller.refused(api.advertisements.changeContent, { body: { ids: [ad], change: nothing } }),
    ).toMatchObject({ code: 'nothing_to_change' });
  });

  test('all that the filter finds changes, page by page in the preview', async () => {
    const someone = await app.join('sales');
    const offer = await makeOffer(supplier, await makeShelf(app, supplier, 20), 2000);
    for (let n = 0; n < 52; n++) await makeAdvertisement(someone, [offer]);
    const list = await someone.call(api.advertisements.list, { query: {} });
    const body = { ...allOf('', list), change: { kind: 'title_suffix', text: 'Azul' } as const };
    const [first, second] = [
      await someone.call(api.advertisements.previewContent, { body }),
      await someone.call(api.advertisements.previewContent, { body: { ...body, page: 2 } }),
    ];
    expect(first).toMatchObject({ selected: 52, changing: 52, page: 1, pages: 2 });
    expect([first.items.length, second.items.length]).toEqual([50, 2]);
    const { id } = await someone.call(api.advertisements.changeContent, { body });
    await drain(app);
    const params = { id };
    expect(await someone.call(api.bulkRuns.detail, { params })).toMatchObject({ succeeded: 52, failures: 0 });
    const after = await someone.call(api.advertisements.list, { query: { query: 'Azul' } });
    expect(after.total).toBe(52);
  });
});

describe('descriptions, pictures and attributes of many', () => {
  test('a paragraph is added to descriptions once, however often the change is repeated', async () => {
    const { ad, publication } = await onSale();
    const how = { kind: 'description_append', text: 'Enviamos em 24 h.' } as const;
    expect((await preview([ad], how, false)).items).toMatchObject([
      { before: 'Caneca de ágata, leve e resistente.' },
    ]);
    await change([ad], how, false);
    const text = 'Caneca de ágata, leve e resistente.\n\nEnviamos em 24 h.';
    expect(await detail(publication)).toMatchObject({ description: text });
    expect(await preview([ad], how, false)).toMatchObject({ changing: 0 });
  });

  test('a picture is added first, removed by its name, and the last one is never removed', async () => {
    const [cover, seal] = [...(await makeImages(seller)), ...(await makeImages(seller))];
    const rename = (id: number, name: string) =>
      app.rows(seller.businessId, `update images set name = '${name}' where id = ${id}`);
    await rename(cover?.id ?? 0, 'capa.jpg');
    await rename(seal?.id ?? 0, 'selo.png');
    const { ad, publication, code } = await onSale({ images: [cover?.id ?? 0] });
    const picturesNow = async () => (await detail(publication)).images.map(({ name }) => name);
    const run = await change([ad], { kind: 'picture_add', image: seal?.id ?? 0, place: 'first' }, false);
    expect(run).toMatchObject({ succeeded: 1 });
    expect(await picturesNow()).toEqual(['selo.png', 'capa.jpg']);
    expect((await remote(code))?.pictures).toHaveLength(2);
    await change([ad], { kind: 'pictures_by_name' }, false);
    expect(await picturesNow()).toEqual(['capa.jpg', 'selo.png']);
    await change([ad], { kind: 'picture_remove', name: 'Capa' }, false);
    expect(await picturesNow()).toEqual(['selo.png']);
    const [last] = (await preview([ad], { kind: 'picture_remove', name: 'selo' }, false)).items;
    expect(last).toMatchObject({ refused: 'last_picture', pictures: { before: [{ name: 'selo.png' }] } });
    expect(
      await seller.refused(api.advertisements.previewContent, {
        body: { ids: [ad], change: { kind: 'picture_add', image: 999_999_999, place: 'last' } },
      }),
    ).toMatchObject({ code: 'picture_gone' });
  });

  test('a publication whose variations have no attributes is previewed as well', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const { id: offerId } = await makeOffer(supplier, shelf, 2000);
    const sale = { id: account.id, businessId: seller.businessId, marketplace: 'mercado-livre' as const };
    const { stockId, warehouseId } = shelf;
    const sold = { offerId, stockId, warehouseId, supplierId: supplier.businessId, price: 2000 };
    await makePublication(app, sale, [sold]);
    const [newest] = (await seller.call(api.advertisements.list, { query: {} })).items;
    const shown = await preview([newest?.id ?? 0], { kind: 'attribute_set', attribute: "'", value: '1' });
    expect(shown.changing).toBe(0);
  });

  test('one value is set where the category has the attribute; attributes that vary refuse', async () => {
    const { ad, publication, code } = await onSale();
    const brand = { kind: 'attribute_set', attribute: 'marca', value: 'Aurora' } as const;
    expect((await preview([ad], brand)).items).toMatchObject([{ before: 'Simula', after: 'Aurora' }]);
    const run = await change([ad], brand);
    expect(run).toMatchObject({ total: 1, succeeded: 1 });
    expect((await detail(publication)).attributes.find(({ id }) => id === 'BRAND')?.valueName).toBe('Aurora');
    expect((await remote(code))?.attributes).toMatchObject({ BRAND: 'Aurora' });
    const foreign = await preview([ad], { ...brand, attribute: 'Voltagem' });
    expect(foreign).toMatchObject({ changing: 0, refused: 0 });
    expect(foreign.leftOut).toMatchObject([{ code: 'attribute_not_in_category', count: 1 }]);
    await undo(run.id);
    expect((await detail(publication)).attributes).toEqual([textValue('BRAND', 'Simula')]);
    const offer = await makeOffer(supplier, await makeShelf(app, supplier, 20), 2000);
    const two = await onSale({ variations: [colored('Azul', offer), colored('Verde', offer)] });
    expect((await preview([two.ad], { ...brand, attribute: 'COLOR', value: 'Preto' })).items).toMatchObject([
      { refused: 'attribute_of_variations' },
    ]);
  });
});

test('a step that runs again after it was cut off changes nothing twice and can still be undone', async () => {
  const { ad, publication } = await onSale();
  const run = await change([ad], { kind: 'title_prefix', text: 'Kit' }, false);
  await app.rows(
    seller.businessId,
    `update bulk_runs set state = 'running', finished = 0, succeeded = 0, before = '[]' where id = ${run.id}`,
  );
  await app.database.transact({ businessId: seller.businessId }, async (tx) => {
    tx.enqueue({
      task: 'advertisements.change-content',
      payload: { businessId: seller.businessId, runId: run.id },
      key: `bulk-run:${run.id}`,
    });
  });
  await drain(app);
  expect(await runOf(run.id)).toMatchObject({ state: 'done', succeeded: 1, failures: 0, canUndo: true });
  expect(await detail(publication)).toMatchObject({ name: 'Kit Caneca Esmaltada 350 ml' });
  expect(await undo(run.id)).toMatchObject({ succeeded: 1 });
  expect(await detail(publication)).toMatchObject({ name: 'Caneca Esmaltada 350 ml' });
});
