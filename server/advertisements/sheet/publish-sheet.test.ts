import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { marginOf } from '#contract/money.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  remoteItems,
  remoteSellers,
  sellingApp,
} from '#server/marketplaces/test/factory.ts';
import { makeImages } from '#server/products/test/factory.ts';
import { mugs } from '../test/factory.ts';

const { app, sandbox, seller, account } = await sellingApp();
const store = await connectSeller(seller, remoteSellers.userProduct);
const place = await makeWarehouse(seller);
const { warehouseId } = place;
const [picture] = await makeImages(seller);
const images = { add: picture ? [picture.id] : [] };

const measured = { weight: 0.42, width: 12, height: 11, depth: 9 };
const goods = async (name: string, skus: string[], fields: object = {}) => {
  const product = await seller.call(api.products.create, {
    body: {
      ...{ name, brand: 'Simula', description: `${name} de ágata.`, images, ...measured },
      attributeTypes: ['Cor'],
      variations: {
        create: skus.map((sku) => ({
          ...{ sku, costCentavos: 2000, attributes: { Cor: sku.split('-').at(-1) ?? '' } },
        })),
      },
      ...fields,
    },
  });
  for (const { id } of product.variations)
    await seller.call(api.dropshipItems.create, {
      body: { variationId: id, warehouseId, quantityCap: 100, price: 2000 },
    });
  await makeVolume(
    seller,
    place,
    product.variations.map(({ id }) => ({ variationId: id, quantity: 20 })),
  );
};
await goods('Caneca', ['CAN-1']);
await goods('Copo', ['COP-Azul', 'COP-Verde']);
await goods('Jarra', ['JAR-1'], { width: null, height: null });
await goods('Prato', ['PRA-1'], { images: { add: [] } });
await drain(app);

const heads = [
  'Conta',
  'Título',
  'Categoria',
  'Preço',
  'SKU',
  'Variação',
  'Atributos',
  'Tipo do anúncio',
  'Composição',
];
type Head = (typeof heads)[number];
const row = (cells: Partial<Record<Head, string>>) =>
  heads.map((head) => cells[head] ?? { Conta: account.name, Categoria: mugs }[head] ?? '');
const send = (rows: string[][]) => sendSheet(app, seller, 'ads', csvOf([heads, ...rows]));
const errorsOf = async (rows: string[][]) =>
  (await rowsOf(seller, (await send(rows)).id)).map(({ errors, details }) => ({ ...errors, ...details }));
const published = async () => (await seller.call(api.publications.list)).items;
const lastRun = async () => {
  const [run] = (await seller.call(api.bulkRuns.list)).items;
  return seller.call(api.bulkRuns.detail, { params: { id: run?.id ?? 0 } });
};

/** As the form quotes the price of a mug. */
const feesOf = (price: string) =>
  seller.call(api.marketplacesCategories.fees, {
    params: { account: account.id, id: mugs },
    query: { price, type: 'classic', weight: '0.42', width: '12', height: '11', depth: '9' },
  });

const mug = row({ Título: 'Caneca esmaltada', Preço: '59,90', SKU: 'CAN-1' });
const cups = ['Azul', 'Verde'].map((color) =>
  row({ Título: 'Copo colorido', Preço: '39,90', SKU: `COP-${color}` }),
);

test('rows with an account are published once, with what the product has', async () => {
  const sent = await send([mug, ...cups]);
  expect((await rowsOf(seller, sent.id)).map(({ fate, errors }) => [fate, errors])).toEqual([
    ['new', {}],
    ['new', {}],
    ['new', {}],
  ]);
  await applySheet(app, seller, sent.id);
  await drain(app);
  expect(await lastRun()).toMatchObject({
    kind: 'publications',
    state: 'done',
    total: 2,
    succeeded: 2,
    failed: [],
  });
  const made = await published();
  expect(made.map(({ name }) => name).toSorted()).toEqual(['Caneca esmaltada', 'Copo colorido']);
  const whole = await Promise.all(
    made.map(({ id }) => seller.call(api.publications.detail, { params: { id } })),
  );
  expect(whole.find(({ name }) => name === 'Copo colorido')).toMatchObject({
    ...measured,
    ...{ description: 'Copo de ágata.', type: 'classic', state: 'active' },
    category: { id: mugs },
    attributes: [{ id: 'BRAND', valueName: 'Simula' }],
    variations: [
      { name: 'Azul', sku: 'COP-Azul', price: 3990, attributes: [{ name: 'Cor', valueName: 'Azul' }] },
      { name: 'Verde', sku: 'COP-Verde' },
    ],
  });
  expect((await remoteItems(sandbox)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Caneca esmaltada', 'Copo colorido']),
  );
  expect((await rowsOf(seller, (await send([mug, ...cups])).id)).map(({ fate }) => fate)).toEqual([
    ...['unchanged', 'unchanged', 'unchanged'],
  ]);
});

test('the preview has the margin of each new row, as the form quotes it, and names those below the floor', async () => {
  const floor = { basisPoints: 3500, action: 'warn' as const };
  await seller.call(api.marketplaceAccounts.updateFloor, { params: { id: account.id }, body: { floor } });
  const cheap = row({ Título: 'Caneca barata', Preço: '34,90', SKU: 'CAN-1' });
  const dear = row({ Título: 'Caneca cara', Preço: '99,90', SKU: 'CAN-1' });
  const unknown = row({ Título: 'Caneca sem categoria', Preço: '99,90', SKU: 'CAN-1', Categoria: 'Nada' });
  const sent = await send([cheap, dear, unknown]);
  expect(sent).toMatchObject({ fates: { new: 2, wrong: 1 }, belowFloor: 1 });
  const [low, high, wrong] = await rowsOf(seller, sent.id);
  for (const [checked, price] of [[low, '3490'] as const, [high, '9990'] as const]) {
    const quote = await feesOf(price);
    expect(checked?.margin).toEqual({
      ...{ fee: quote.total, freight: quote.freight, floor },
      marginBasisPoints: marginOf(quote.price, 2000, quote),
    });
  }
  expect(low?.margin?.marginBasisPoints).toBeLessThan(3500);
  expect(high?.margin?.marginBasisPoints).toBeGreaterThan(3500);
  expect(wrong?.margin).toBeNull();
  expect((await rowsOf(seller, sent.id, 'belowFloor:yes')).map(({ id }) => id)).toEqual([low?.id]);
  await seller.call(api.marketplaceAccounts.updateFloor, {
    params: { id: account.id },
    body: { floor: null },
  });
});

test('the same file that is applied twice at once is published once', async () => {
  const rows = [row({ Título: 'Caneca de campo', Preço: '49,90', SKU: 'CAN-1' })];
  const [one, other] = [await send(rows), await send(rows)];
  await seller.call(api.imports.apply, { params: { id: one.id }, body: {} });
  await seller.call(api.imports.apply, { params: { id: other.id }, body: {} });
  await drain(app);
  expect((await published()).filter(({ name }) => name === 'Caneca de campo')).toHaveLength(1);
  const { items } = await seller.call(api.bulkRuns.list);
  for (const run of items) expect(run).toMatchObject({ state: 'done', failures: 0 });
});

test('two files with other variations of one ad, applied at once, make it once, and the second run says so', async () => {
  const party = { Título: 'Copo de festa', Preço: '39,90' };
  const [blue, green] = ['Azul', 'Verde'].map((color) => row({ ...party, SKU: `COP-${color}` }));
  const white = row({ ...party, SKU: 'CAN-1', Variação: 'Cor: Branco' });
  const sent = [await send([blue ?? [], green ?? []]), await send([blue ?? [], white])];
  for (const { id } of sent) await seller.call(api.imports.apply, { params: { id }, body: {} });
  await drain(app);
  expect((await published()).filter(({ name }) => name === 'Copo de festa')).toHaveLength(1);
  const runs = (await seller.call(api.bulkRuns.list)).items.slice(0, 2);
  expect(runs.map(({ state, failures }) => [state, failures]).toSorted()).toEqual([
    ['done', 0],
    ['done', 1],
  ]);
});

test('another account, another title and another listing type are publications of their own', async () => {
  const before = (await published()).length;
  const rows = [
    row({ Título: 'Caneca esmaltada', Preço: '59,90', SKU: 'CAN-1', Conta: store.name }),
    row({ Título: 'Caneca esmaltada', Preço: '69,90', SKU: 'CAN-1', 'Tipo do anúncio': 'Premium' }),
    row({ Título: 'Duas canecas', Preço: '99,90', Composição: '2 x CAN-1' }),
  ];
  const errors = await errorsOf(rows);
  expect(errors).toEqual([{}, {}, { width: 'size_missing', height: 'size_missing', depth: 'size_missing' }]);
  const sent = await send(rows.slice(0, 2));
  await applySheet(app, seller, sent.id);
  await drain(app);
  expect((await published()).length).toBe(before + 2);
});

test('the preview names each cell that cannot be published', async () => {
  const good = { Título: 'Nova caneca', Preço: '59,90', SKU: 'CAN-1' };
  expect(
    await errorsOf([
      row({ ...good, Conta: 'Nenhuma' }),
      row({ ...good, Título: 'Sem preço', Preço: '' }),
      row({ ...good, Título: 'Sem código', SKU: '' }),
      row({ ...good, Título: 'Código errado', SKU: 'NADA' }),
      row({ ...good, Título: 'Jarra', SKU: 'JAR-1' }),
      row({ ...good, Título: 'Prato', SKU: 'PRA-1' }),
      row({ ...good, Título: 'Tipo errado', 'Tipo do anúncio': 'Ouro' }),
      row({ ...good, Título: 'Outra variação', SKU: 'COP-Azul', Variação: 'Roxo' }),
    ]),
  ).toEqual([
    { account: 'account_unknown' },
    { price: 'required' },
    { composition: 'required' },
    { sku: 'offer_unknown' },
    { width: 'size_missing', height: 'size_missing' },
    { sku: 'pictures_missing' },
    { type: 'type_unknown' },
    { variation: 'variation_unnamed' },
  ]);
});

test('what the category refuses is named before anything is sent', async () => {
  const good = { Título: 'Nova caneca', Preço: '59,90', SKU: 'CAN-1' };
  const [empty, unknown, strange, long, cheap] = await errorsOf([
    row({ ...good, Categoria: '' }),
    row({ ...good, Título: 'Categoria errada', Categoria: 'MLB1' }),
    row({ ...good, Título: 'Atributo errado', Atributos: 'Voltagem: 110' }),
    row({ ...good, Título: 'Título longo demais '.repeat(5) }),
    row({ ...good, Título: 'Barata', Preço: '0,50' }),
  ]);
  expect(empty).toEqual({ category: 'required' });
  expect(unknown).toEqual({ category: 'category_unknown' });
  expect(strange).toMatchObject({ attributes: expect.stringContaining('Marca') });
  expect(long).toEqual({ title: 'too_long' });
  expect(cheap).toEqual({ price: 'too_small' });
});

test('one wrong row keeps the whole ad out, and an ad with other variations is not made twice', async () => {
  expect(
    await errorsOf([
      row({ Título: 'Copos', Preço: '39,90', SKU: 'COP-Azul' }),
      row({ Título: 'Copos', Preço: '', SKU: 'COP-Verde' }),
      row({ Título: 'Copo colorido', Preço: '39,90', SKU: 'COP-Azul' }),
      row({ Título: 'Copo colorido', Preço: '39,90', SKU: 'CAN-1', Variação: 'Cor: Branco' }),
    ]),
  ).toEqual([
    { sku: 'ad_incomplete' },
    { price: 'required' },
    { title: 'ad_differs' },
    { title: 'ad_differs' },
  ]);
});

test('a category is found by its name or the end of its path', async () => {
  const { name } = (await published()).find((one) => one.name === 'Caneca esmaltada')?.category ?? {
    name: '',
  };
  const path = name.split(' › ').slice(-2).join(' > ');
  const sent = await send([
    row({ Título: 'Caneca pelo nome', Preço: '59,90', SKU: 'CAN-1', Categoria: path }),
  ]);
  expect((await rowsOf(seller, sent.id)).map(({ fate, details }) => [fate, details])).toEqual([['new', {}]]);
  await applySheet(app, seller, sent.id);
  await drain(app);
  const made = (await published()).find((one) => one.name === 'Caneca pelo nome');
  expect(made?.category.id).toBe(mugs);
});

test('the export of what was published by the sheet comes back unchanged, and so does an ad without an account', async () => {
  await goods('Taça', ['TAC-Azul', 'TAC-Verde']);
  const rows = ['Azul', 'Verde'].map((color) =>
    row({ Título: 'Taça sem conta', Conta: ' ', Categoria: ' ', SKU: `TAC-${color}` }),
  );
  await applySheet(app, seller, (await send(rows)).id);
  const { items } = await seller.call(api.advertisements.list, { query: { query: 'Taça' } });
  expect(items).toMatchObject([{ parts: 2, asVariations: true, publications: [] }]);
  const { bytes } = await seller.download(api.advertisementsVariations.export, {
    query: { format: 'csv' },
    locale: 'pt',
  });
  const back = await rowsOf(seller, (await sendSheet(app, seller, 'ads', bytes)).id);
  expect(back.length).toBeGreaterThan(5);
  expect(back.filter(({ fate }) => fate !== 'unchanged')).toEqual([]);
});
