import { expect, test } from 'vitest';
import { type ImportKind, moveKinds } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { rowsOf } from '#server/business/test/import-factory.ts';
import { workbookOf } from '#server/business/test/sheet-book.ts';
import { csv } from '#server/business/test/sheet-corpus.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();

const blingTitles = [
  'ID',
  'Código',
  'Descrição',
  'Unidade',
  'NCM',
  'Preço',
  'Situação',
  'Estoque',
  'Preço de custo',
  'GTIN/EAN',
  'Produto Variação',
  'Código Pai',
  'Categoria do produto',
];
/** Titles as in file 56713278700; the goods are invented. */
const blingProducts = csv([
  blingTitles,
  [
    '1',
    'POTE-1',
    'Pote de vidro',
    'UN',
    '7013.37.00',
    '29,90',
    'Ativo',
    '14,00',
    '12,35',
    'SEM GTIN',
    '',
    '',
  ],
  ['2', 'SAND', 'Sandália', 'PAR', '6402.20.00', '89,90', 'Ativo', '0,00', '30,00', '', '', '', 'Calçados'],
  [
    '3',
    'SAND-37',
    'Cor:Preto;Tamanho:37',
    'PAR',
    '',
    '89,90',
    'Ativo',
    '5,00',
    '30,00',
    '7894610020328',
    '',
    'SAND',
  ],
  [
    '4',
    'SAND-38',
    'Cor:Preto;Tamanho:38',
    'PAR',
    '',
    '89,90',
    'Ativo',
    '-2,00',
    '30,00',
    '',
    '',
    'SAND',
    'Calçados',
  ],
]);
/** Titles of the contacts of Bling as they are remembered, without a public file. */
const blingContacts = csv([
  ['ID', 'Código', 'Nome', 'Fantasia', 'Fone', 'E-mail', 'CNPJ / CPF', 'Tipo contato'],
  [
    '9',
    'F1',
    'Vidros do Vale Ltda',
    'Vidros',
    '47 3333-0000',
    'vale@example.com',
    '11.222.333/0001-81',
    'Fornecedor',
  ],
  ['10', 'C1', 'Ana Compradora', '', '', '', '529.982.247-25', 'Cliente'],
]);

async function send(person: Person, name: string, bytes: Buffer, move?: number) {
  return person.call(api.imports.recognize, {
    body: move === undefined ? {} : { moveId: move },
    files: [{ name, bytes }],
  });
}

const importsOf = async (person: Person, move: number) => {
  const { items } = await person.call(api.imports.list, {
    query: { query: `move:${move}`, size: '100' } as never,
  });
  const order: readonly ImportKind[] = moveKinds;
  return items.toSorted(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.id - other.id,
  );
};

/** What the screen does: checks every import of a move in its order, then applies those with something to do. */
async function checkAll(person: Person, move: number) {
  for (const { id } of await importsOf(person, move))
    await person.call(api.imports.check, { params: { id }, body: {} });
  await app.drain();
  return importsOf(person, move);
}
async function applyAll(person: Person, move: number) {
  for (const { id, fates } of await importsOf(person, move))
    if (fates.new + fates.changed > 0)
      await person.call(api.imports.apply, { params: { id }, body: { skipWrong: true } });
  await app.drain();
  return importsOf(person, move);
}

const unitsBySku = async (person: Person) => {
  const { items } = await person.call(api.dropshipItems.list, {});
  return Object.fromEntries(items.map(({ sku, available, price }) => [sku, [available, price]]));
};

test('a catalogue of another system becomes vendors, products and stock, each checked after the one before it', async () => {
  const seller = await app.join('sales');
  const sent = await send(seller, 'produtos.csv', Buffer.from(blingProducts, 'latin1'));
  expect(sent.items.map(({ kind, system }) => [kind, system])).toEqual([
    ['products', 'bling'],
    ['stock', 'bling'],
  ]);
  const move = sent.move ?? 0;
  const contacts = await send(seller, 'contatos.csv', Buffer.from(blingContacts), move);
  expect(contacts).toMatchObject({ move, items: [{ kind: 'vendors', system: 'bling' }] });

  const checked = await checkAll(seller, move);
  expect(checked.map(({ kind, state, fates }) => [kind, state, fates])).toEqual([
    ['vendors', 'checked', { new: 1, changed: 0, unchanged: 0, wrong: 1 }],
    ['products', 'checked', { new: 4, changed: 0, unchanged: 0, wrong: 0 }],
    ['stock', 'checked', { new: 2, changed: 0, unchanged: 1, wrong: 1 }],
  ]);
  expect((await seller.call(api.products.list, {})).items).toEqual([]);
  const stock = await rowsOf(seller, checked[2]?.id ?? 0, 'fate:wrong');
  expect(stock.map(({ cells, errors }) => [cells.sku, errors])).toEqual([
    // Units below zero are not what is there. The row of the parent is about no goods, and nothing is wrong with it.
    ['SAND-38', { quantity: 'too_small' }],
  ]);

  const applied = await applyAll(seller, move);
  expect(applied.map(({ kind, state }) => [kind, state])).toEqual([
    ['vendors', 'applied'],
    ['products', 'applied'],
    ['stock', 'applied'],
  ]);
  expect(await unitsBySku(seller)).toEqual({ 'POTE-1': [14, 1235], 'SAND-37': [5, 3000] });
  expect((await seller.call(api.suppliers.list, {})).items.map(({ name }) => name)).toEqual([
    'Vidros do Vale Ltda',
  ]);
});

test('categories that rows name are made with the products, and found again', async () => {
  const seller = await app.join('sales');
  const house = await seller.call(api.categories.create, { body: { description: 'casa' } });
  const titles = ['Código (SKU)', 'Descrição', 'Classificação fiscal', 'Preço de custo', 'Categoria'];
  const sheet = Buffer.from(
    csv([
      titles,
      ['T-1', 'Pano de prato', '', '4,00', 'Casa >> Cozinha'],
      ['T-2', 'Avental', '', '9,00', 'CASA > cozinha'],
      ['T-3', 'Vela', '', '5,00', 'Decoração'],
      ['T-4', 'Boneca', '', '5,00', '100637'],
      ['T-5', 'Vaso', '', '5,00', `Casa > ${'x'.repeat(121)}`],
    ]),
  );
  const { move, items } = await send(seller, 'produtos.csv', sheet);
  expect(items).toMatchObject([{ system: 'tiny', createsCategories: true }]);
  const [products] = await checkAll(seller, move ?? 0);
  const params = { id: products?.id ?? 0 };
  expect((await seller.call(api.imports.detail, { params })).newCategories).toEqual([
    'Casa > Cozinha',
    'Decoração',
  ]);
  expect((await rowsOf(seller, params.id, 'fate:wrong')).map(({ errors }) => errors)).toEqual([
    { category: 'too_long' },
  ]);
  expect((await seller.call(api.categories.list, {})).total).toBe(1);
  await applyAll(seller, move ?? 0);
  const made = (await seller.call(api.categories.list, {})).items;
  expect(made.map(({ path }) => path).toSorted()).toEqual(['Decoração', 'casa', 'casa › Cozinha']);
  expect(made.find(({ description }) => description === 'Cozinha')).toMatchObject({
    products: 2,
    father: { id: house.id },
  });
  const again = (await send(seller, 'produtos.csv', sheet)).move ?? 0;
  expect((await checkAll(seller, again)).map(({ fates }) => fates)).toEqual([
    { new: 0, changed: 0, unchanged: 4, wrong: 1 },
  ]);
});

test('an import alone makes missing categories when that is asked for', async () => {
  const owner = await app.join('supply');
  const bytes = Buffer.from(
    csv([
      ['SKU', 'Produto', 'Categoria'],
      ['C-1', 'Copo', 'Copos'],
    ]),
  );
  const { id } = await owner.call(api.imports.create, {
    body: { kind: 'products' },
    files: [{ name: 'p.csv', bytes }],
  });
  const check = async (body: { createCategories?: boolean }) => {
    await owner.call(api.imports.check, { params: { id }, body });
    await app.drain();
    return owner.call(api.imports.detail, { params: { id } });
  };
  expect(await check({})).toMatchObject({ fates: { wrong: 1 }, createsCategories: false, newCategories: [] });
  expect(await check({ createCategories: true })).toMatchObject({
    fates: { new: 1 },
    newCategories: ['Copos'],
  });
  expect(await check({ createCategories: false })).toMatchObject({ fates: { wrong: 1 }, newCategories: [] });
});

test('of a price list, a sales business reads the costs and leaves the sale prices to its listings', async () => {
  const seller = await app.join('sales');
  const list = (price: string, cost: string) =>
    Buffer.from(
      csv([
        ['Código', 'Produto', 'Preço', 'Preço de custo'],
        ['P-1', 'Tigela', price, cost],
      ]),
    );
  await applyAll(
    seller,
    (await checkAll(seller, (await send(seller, 'a.csv', list('30,00', '10,00'))).move ?? 0))[0]?.move ?? 0,
  );
  const prices = Buffer.from(
    csv([
      ['SKU', 'Preço', 'Preço de custo'],
      ['P-1', '35,00', '11,00'],
    ]),
  );
  const { move } = await send(seller, 'precos.csv', prices);
  expect((await checkAll(seller, move ?? 0)).map(({ kind, fates }) => [kind, fates])).toEqual([
    ['prices', { new: 0, changed: 1, unchanged: 0, wrong: 0 }],
  ]);
});

test('a quantity that is left empty states nothing', async () => {
  const seller = await app.join('sales');
  const sheet = csv([
    ['SKU', 'Nome', 'Custo', 'Estoque'],
    ['N-1', 'Anel', '10,00', ''],
    ['N-2', 'Colar', '9,00', '3'],
  ]);
  const { move } = await send(seller, 'a.csv', Buffer.from(sheet));
  expect((await checkAll(seller, move ?? 0)).map(({ fates }) => fates)).toEqual([
    { new: 2, changed: 0, unchanged: 0, wrong: 0 },
    { new: 1, changed: 0, unchanged: 1, wrong: 0 },
  ]);
});

test('the imports of a move run in their order, whichever job comes first', async () => {
  const seller = await app.join('sales');
  const move = (await send(seller, 'produtos.csv', Buffer.from(blingProducts))).move ?? 0;
  const [products, stock] = await importsOf(seller, move);
  const params = [stock, products].map((one) => ({ id: one?.id ?? 0 }));
  for (const one of params) await seller.call(api.imports.check, { params: one, body: {} });
  await app.drain();
  expect((await importsOf(seller, move)).map(({ state, fates }) => [state, fates.new])).toEqual([
    ['checked', 4],
    ['checked', 2],
  ]);
  for (const one of params) await seller.call(api.imports.apply, { params: one, body: { skipWrong: true } });
  await app.drain();
  expect((await importsOf(seller, move)).map(({ state }) => state)).toEqual(['applied', 'applied']);
});

test('the same files again change nothing, and other quantities are refused', async () => {
  const seller = await app.join('sales');
  const titles = ['Código', 'Descrição', 'Preço de custo', 'Estoque', 'GTIN/EAN'];
  const sheet = (units: string) =>
    Buffer.from(csv([titles, ['A-1', 'Bule', '10,00', units, ''], ['A-2', 'Jarra', '12,00', '0', '']]));
  const first = (await send(seller, 'a.csv', sheet('7'))).move ?? 0;
  expect((await checkAll(seller, first)).map(({ fates }) => fates)).toEqual([
    { new: 2, changed: 0, unchanged: 0, wrong: 0 },
    { new: 1, changed: 0, unchanged: 1, wrong: 0 },
  ]);
  await applyAll(seller, first);
  const again = (await send(seller, 'a.csv', sheet('7'))).move ?? 0;
  expect((await checkAll(seller, again)).map(({ fates }) => fates)).toEqual([
    { new: 0, changed: 0, unchanged: 2, wrong: 0 },
    { new: 0, changed: 0, unchanged: 2, wrong: 0 },
  ]);
  const other = (await send(seller, 'a.csv', sheet('9'))).move ?? 0;
  const [, stock] = await checkAll(seller, other);
  expect((await rowsOf(seller, stock?.id ?? 0)).map(({ errors }) => errors)).toEqual([
    { quantity: 'stock_differs' },
    {},
  ]);
});

test('a workbook with a sheet for each category is read whole, and hidden columns are said', async () => {
  const seller = await app.join('sales');
  const titles = ['Título', 'Código universal de produto', 'Varia por: Tamanho', 'SKU', 'Quantidade'];
  const bytes = workbookOf([
    { name: 'Ajuda', rows: [['Como preencher a planilha']] },
    { name: 'Vestidos', hiddenColumns: [5], rows: [titles, ['Vestido longo', '', 'M', 'VES-M', '3']] },
    { name: 'Bonés', rows: [titles, ['Boné liso', '', 'Único', 'BON', '4']] },
  ]);
  const { items } = await send(seller, 'anuncios.xlsx', bytes);
  expect(items.map(({ kind, system, hiddenColumns }) => [kind, system, hiddenColumns])).toEqual([
    ['products', 'mercado-livre', ['Quantidade']],
    ['products', 'mercado-livre', []],
    ['stock', 'mercado-livre', ['Quantidade']],
    ['stock', 'mercado-livre', []],
  ]);
});

test.each([
  ['no sheet of goods', 'Data;Hora\n01/01/2026;10:00', []],
  ['a list of prices', 'SKU;Preço de custo\nA-1;10,00', ['prices']],
  ['a list of quantities', 'SKU;Saldo\nA-1;10', ['stock']],
])('recognizes %s', async (_, text, kinds) => {
  const owner = await app.join('supply');
  const { move, items } = await send(owner, 'x.csv', Buffer.from(text));
  expect(items.map(({ kind }) => kind)).toEqual(kinds);
  expect(move).toBe(items[0]?.id ?? null);
});

test('a file that is sent to a move twice is read once', async () => {
  const seller = await app.join('sales');
  const file = Buffer.from(blingProducts);
  const first = await send(seller, 'produtos.csv', file);
  const second = await send(seller, 'produtos (1).csv', file, first.move ?? 0);
  expect(second.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
  expect(await importsOf(seller, first.move ?? 0)).toHaveLength(2);
});

test('a move of another business or person is not found', async () => {
  const seller = await app.join('sales');
  const { move } = await send(seller, 'a.csv', Buffer.from('SKU;Saldo\nA-1;10'));
  const other = await app.join('sales');
  const refused = await other.refused(api.imports.recognize, {
    body: { moveId: move ?? 0 },
    files: [{ name: 'a.csv', bytes: Buffer.from('SKU;Saldo\nA-1;10') }],
  });
  expect(refused.code).toBe('not_found');
});
