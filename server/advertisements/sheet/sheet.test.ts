import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { drain, remoteItems, sellingApp } from '#server/marketplaces/test/factory.ts';
import { colored, makeAdvertisement, publish } from '../test/factory.ts';
import { compositionText, readAttributes, readComposition } from './sheet-texts.ts';

const { app, sandbox, supplier, seller, account } = await sellingApp();
const shelf = await makeShelf(app, supplier, 20);
const offer = await makeOffer(supplier, shelf, 2000);
const ad = await makeAdvertisement(seller, [offer]);
const made = await publish(seller, ad, account.id, offer, {
  variations: [colored('Azul', offer, 5990), colored('Verde', offer, 5990, 2)],
});
await drain(app);

const detail = () => seller.call(api.publications.detail, { params: { id: made.id } });
const download = async () => {
  const { bytes } = await seller.download(api.advertisementsVariations.export, {
    query: { format: 'csv' },
    locale: 'pt',
  });
  return bytes;
};
const lastRun = async () => (await seller.call(api.bulkRuns.list)).items[0];
const heads = [
  ...['Nº da publicação', 'SKU', 'Título', 'Preço', 'Atributos', 'Composição', 'Descrição'],
  ...['Peso do pacote (kg)', 'Largura do pacote (cm)'],
];
const send = (rows: string[][]) => sendSheet(app, seller, 'ads', csvOf([heads, ...rows]));
const row = (sku: string, cells: Record<string, string>) =>
  heads.map((head) =>
    head === 'SKU' ? sku : head === 'Nº da publicação' ? String(made.id) : (cells[head] ?? ''),
  );
const [blue, green] = [`EASY-${offer.id}-Azul`, `EASY-${offer.id}-Verde`];

test('the export of ads comes back unchanged', async () => {
  const sent = await sendSheet(app, seller, 'ads', await download());
  const rows = await rowsOf(seller, sent.id);
  expect(rows.map(({ fate, errors }) => [fate, errors])).toEqual([
    ['unchanged', {}],
    ['unchanged', {}],
  ]);
});

test('changed cells become edits of a run, which reach the marketplace and are taken back', async () => {
  const changes = { Título: 'Caneca de Ágata', Preço: '64,90', Atributos: 'BRAND: Aurora' };
  const sent = await send([row(blue, changes), row(green, { ...changes, Descrição: '' })]);
  const checked = await rowsOf(seller, sent.id);
  expect(checked.map(({ fate }) => fate)).toEqual(['changed', 'changed']);
  expect(checked[0]?.changes).toMatchObject({
    title: { before: 'Caneca Esmaltada 350 ml', after: 'Caneca de Ágata' },
    price: { before: 5990, after: 6490 },
    attributes: { before: 'BRAND: Simula', after: 'BRAND: Aurora' },
  });
  await applySheet(app, seller, sent.id);
  await drain(app);
  const run = await lastRun();
  expect(run).toMatchObject({ kind: 'content', state: 'done', total: 1, succeeded: 1, canUndo: true });
  const after = await detail();
  expect(after).toMatchObject({
    name: 'Caneca de Ágata',
    attributes: [{ id: 'BRAND', valueName: 'Aurora' }],
  });
  expect(after.variations.map(({ price }) => price)).toEqual([6490, 6490]);
  const listed = (await remoteItems(sandbox)).find(({ id }) => id === after.remoteItem);
  expect(listed).toMatchObject({ title: 'Caneca de Ágata' });
  await seller.call(api.bulkRuns.undo, { params: { id: run?.id ?? 0 } });
  await drain(app);
  expect(await lastRun()).toMatchObject({ succeeded: 1, failures: 0 });
  const back = await detail();
  expect(back).toMatchObject({ name: 'Caneca Esmaltada 350 ml' });
  expect(back.variations.map(({ price }) => price)).toEqual([5990, 5990]);
});

test('wrong cells are named: unknown publications, SKUs, attributes, offers, and rows that contradict each other', async () => {
  const sent = await send([
    row(blue, { Título: 'Um' }),
    row(green, { Título: 'Outro' }),
    row('NADA', {}),
    ['999999999', blue],
    row(blue, { Atributos: 'Voltagem: 110' }).with(1, `${blue} `),
    ['', '', 'Sem nada', '', '', 'NENHUM-SKU'],
    ['', '', '', '', '', shelf.sku],
  ]);
  expect((await rowsOf(seller, sent.id)).map(({ errors }) => errors)).toEqual([
    {},
    { title: 'differs_within' },
    { sku: 'sku_unknown' },
    { publication: 'not_found' },
    { sku: 'duplicate_row' },
    { composition: 'offer_unknown' },
    { title: 'required' },
  ]);
  const foreign = await send([row(blue, { Atributos: 'Voltagem: 110' })]);
  expect((await rowsOf(seller, foreign.id)).map(({ errors }) => errors)).toEqual([
    { attributes: 'attribute_unknown' },
  ]);
});

test('a row without a publication is a new advertisement, once', async () => {
  const rows = [['', '', 'Par de canecas', '', '', `2 x ${shelf.sku}`, 'Duas iguais.']];
  const sent = await send(rows);
  expect((await rowsOf(seller, sent.id)).map(({ fate }) => fate)).toEqual(['new']);
  await applySheet(app, seller, sent.id);
  const { items } = await seller.call(api.advertisements.list, { query: { query: 'Par de canecas' } });
  expect(items).toHaveLength(1);
  const created = await seller.call(api.advertisements.detail, { params: { id: items[0]?.id ?? 0 } });
  expect(created).toMatchObject({ description: 'Duas iguais.', components: [{ quantity: 2 }] });
  expect((await rowsOf(seller, (await send(rows)).id)).map(({ fate }) => fate)).toEqual(['unchanged']);
});

test('packages change for one variation or for all of them, and the change is taken back', async () => {
  const weights = async () => {
    const { weight, variations } = await detail();
    return [weight, ...variations.map((one) => one.package?.weight ?? null)];
  };
  const apply = async (rows: string[][]) => {
    const sent = await send(rows);
    expect((await rowsOf(seller, sent.id)).map(({ fate }) => fate)).not.toContain('wrong');
    await applySheet(app, seller, sent.id);
    await drain(app);
    expect(await lastRun()).toMatchObject({ succeeded: 1, failures: 0 });
  };
  expect(await weights()).toEqual([0.42, null, null]);
  await apply([row(green, { 'Peso do pacote (kg)': '0,9', 'Largura do pacote (cm)': '20' })]);
  expect(await weights()).toEqual([0.9, 0.42, 0.9]);
  const [, shown] = (await rowsOf(seller, (await sendSheet(app, seller, 'ads', await download())).id)).filter(
    ({ cells }) => cells.publication === String(made.id),
  );
  expect(shown).toMatchObject({ fate: 'unchanged', cells: { weight: '0,9', width: '20', height: '11' } });
  await seller.call(api.bulkRuns.undo, { params: { id: (await lastRun())?.id ?? 0 } });
  await drain(app);
  expect(await weights()).toEqual([0.42, null, null]);
  await apply([blue, green].map((sku) => row(sku, { 'Peso do pacote (kg)': '0,5' })));
  expect(await weights()).toEqual([0.5, null, null]);
});

test('rows of one publication that are far from each other are one edit', async () => {
  const between = Array.from({ length: 520 }, (_, n) => ['999999999', `X-${n}`]);
  const cells = { Título: 'Caneca distante', Descrição: 'Longe.' };
  const sent = await send([
    row(blue, { ...cells, Preço: '61,00' }),
    ...between,
    row(green, { ...cells, Preço: '61,00' }),
  ]);
  await applySheet(app, seller, sent.id, true);
  await drain(app);
  expect(await lastRun()).toMatchObject({ total: 1, succeeded: 1, failures: 0 });
  expect((await detail()).variations.map(({ price }) => price)).toEqual([6100, 6100]);
});

test('cells of compositions and attributes are read as they are written', () => {
  const parts = [
    { sku: 'CAN-1', quantity: 2 },
    { sku: 'TAMPA', quantity: 1 },
  ];
  expect(compositionText(parts)).toBe('2 x CAN-1 + TAMPA');
  expect(readComposition('2 X CAN-1 +  TAMPA')).toEqual(parts);
  expect(readComposition('0 x CAN-1')).toBeNull();
  const known = [{ id: 'BRAND', name: 'Marca', valueId: '7', valueName: 'Simula' }];
  expect(readAttributes('Marca: Simula', known)).toEqual(known);
  expect(readAttributes('marca: Aurora: a boa', known)).toEqual([
    { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Aurora: a boa' },
  ]);
  expect(readAttributes('Cor: Azul', known)).toBeNull();
});
