import { expect, test } from 'vitest';
import { moveKinds } from '#contract/business/import/kinds.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { applySheet, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { csv } from '#server/business/test/sheet-corpus.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();

/** Sends files as one move, checks its imports in their order and applies those with something to do. */
async function moveIn(person: Person, files: Record<string, string>) {
  let move: number | null = null;
  for (const [name, text] of Object.entries(files)) {
    const body: { moveId?: number } = move === null ? {} : { moveId: move };
    const sent: ResponseOf<typeof api.imports.recognize> = await person.call(api.imports.recognize, {
      body,
      files: [{ name, bytes: Buffer.from(text) }],
    });
    move = sent.move;
  }
  const list = async () => {
    const { items } = await person.call(api.imports.list, {
      query: { query: `move:${move}`, size: '100' } as never,
    });
    return moveKinds.flatMap((kind) => items.filter((item) => item.kind === kind));
  };
  for (const { id } of await list()) await person.call(api.imports.check, { params: { id }, body: {} });
  await app.drain();
  const checked = await list();
  for (const { id, fates } of checked)
    if (fates.new + fates.changed > 0)
      await person.call(api.imports.apply, { params: { id }, body: { skipWrong: true } });
  await app.drain();
  return { checked, applied: await list() };
}

/** Titles as in file 56309515951; the goods are invented. */
const goods = csv([
  ['Código (SKU)', 'Descrição', 'Classificação fiscal', 'Preço de custo', 'Estoque', 'Tipo do produto'],
  ['XIC-1', 'Xícara', '', '8,00', '40', 'S'],
  ['PIR-1', 'Pires', '', '4,00', '0', 'S'],
  ['BUL-1', 'Bule', '', '', '0', 'S'],
  ['KIT-CHA', 'Kit chá', '', '0,00', '12', 'K'],
]);
/** Titles as in file 31125096532. */
const components = (rows: string[][]) =>
  csv([['Cód. Referência Kit', 'Nome Kit', 'Cód. Referência', 'Nome SKU', 'Quantidade'], ...rows]);
const tea = [
  ['KIT-CHA', 'Kit chá da tarde', 'XIC-1', 'Xícara', '6,00'],
  ['KIT-CHA', 'Kit chá da tarde', 'pir-1', 'Pires', '6'],
];
const kitsOf = async (person: Person) =>
  (await person.call(api.virtualProducts.list, {})).items.map(({ sku, name, components: parts }) => ({
    ...{ sku, name },
    parts: parts.map(({ sku: part, quantity }) => `${quantity} ${part}`),
  }));

test('kits of another system come after their components, and are no products', async () => {
  const seller = await app.join('sales');
  const { checked, applied } = await moveIn(seller, { 'produtos.csv': goods, 'kits.csv': components(tea) });
  expect(checked.map(({ kind, fates }) => [kind, fates])).toEqual([
    ['products', { new: 3, changed: 0, unchanged: 0, wrong: 0 }],
    ['stock', { new: 1, changed: 0, unchanged: 2, wrong: 0 }],
    ['kits', { new: 2, changed: 0, unchanged: 0, wrong: 0 }],
  ]);
  const [products] = checked;
  const detail = await seller.call(api.imports.detail, { params: { id: products?.id ?? 0 } });
  expect(detail.kitRows).toBe(1);
  expect(applied.every(({ state }) => state === 'applied')).toBe(true);
  expect(await kitsOf(seller)).toEqual([
    { sku: 'KIT-CHA', name: 'Kit chá da tarde', parts: ['6 XIC-1', '6 PIR-1'] },
  ]);
  expect((await seller.call(api.products.list, {})).total).toBe(3);
});

test('a kit is imported whole or not at all, and never changed', async () => {
  const seller = await app.join('sales');
  await moveIn(seller, { 'produtos.csv': goods, 'kits.csv': components(tea) });
  const { checked } = await moveIn(seller, {
    'kits.csv': components([
      ...tea,
      ['KIT-A', '', 'XIC-1', '', '1'],
      ['KIT-A', '', 'NAO-HA', '', '1'],
      ['KIT-B', '', 'XIC-1', '', '1,5'],
      ['KIT-B', '', 'PIR-1', '', '1'],
      ['KIT-C', '', 'XIC-1', '', '6'],
      ['KIT-C', '', 'PIR-1', '', '6'],
      ['KIT-D', '', 'XIC-1', '', '2'],
      ['KIT-D', '', 'XIC-1', '', '3'],
      ['KIT-E', '', 'BUL-1', '', '1'],
      ['KIT-E', '', 'XIC-1', '', '1'],
      ['KIT-F', '', 'XIC-1', '', '2'],
      ['KIT-G', '', 'XIC-1', '', '2'],
    ]),
  });
  const rows = await rowsOf(seller, checked[0]?.id ?? 0);
  expect(rows.map(({ cells, fate, errors }) => [cells.sku, fate, errors])).toEqual([
    ['KIT-CHA', 'unchanged', {}],
    ['KIT-CHA', 'unchanged', {}],
    ['KIT-A', 'wrong', { sku: 'kit_incomplete' }],
    ['KIT-A', 'wrong', { component: 'sku_unknown' }],
    ['KIT-B', 'wrong', { quantity: 'not_whole' }],
    ['KIT-B', 'wrong', { sku: 'kit_incomplete' }],
    ['KIT-C', 'wrong', { sku: 'kit_taken' }],
    ['KIT-C', 'wrong', { sku: 'kit_taken' }],
    ['KIT-D', 'wrong', { sku: 'kit_incomplete' }],
    ['KIT-D', 'wrong', { component: 'duplicate_row' }],
    // Goods without a cost cannot be offered.
    ['KIT-E', 'wrong', { component: 'offer_unknown' }],
    ['KIT-E', 'wrong', { sku: 'kit_incomplete' }],
    ['KIT-F', 'new', {}],
    ['KIT-G', 'wrong', { sku: 'kit_taken' }],
  ]);
  // Without a name of its own a kit has that of its code.
  expect(await kitsOf(seller)).toContainEqual({ sku: 'KIT-F', name: 'KIT-F', parts: ['2 XIC-1'] });
  const other = await sendSheet(
    app,
    seller,
    'kits',
    Buffer.from(components([['KIT-CHA', '', 'XIC-1', '', '5']])),
  );
  expect((await rowsOf(seller, other.id)).map(({ errors }) => errors)).toEqual([{ sku: 'kit_differs' }]);
});

test('the export of kits is unchanged when it is imported again', async () => {
  const seller = await app.join('sales');
  await moveIn(seller, { 'produtos.csv': goods, 'kits.csv': components(tea) });
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await seller.download(api.virtualProducts.export, { query: { format } });
    const sent = await sendSheet(app, seller, 'kits', bytes, `kits.${format}`);
    expect(sent).toMatchObject({ system: 'own', fates: { new: 0, changed: 0, unchanged: 2, wrong: 0 } });
  }
  const alone = await sendSheet(
    app,
    seller,
    'kits',
    Buffer.from(components([['KIT-X', 'Trio', 'XIC-1', '', '3']])),
  );
  expect(await applySheet(app, seller, alone.id)).toMatchObject({ state: 'applied' });
});
