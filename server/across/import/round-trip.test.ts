import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isNumeric } from '#contract/business/import/cell.ts';
import { columnsOfKind, type ImportKind } from '#contract/business/import/kinds.ts';
import type { ExportEndpoint } from '#contract/export.ts';
import { api } from '#contract/index.ts';
import { rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeSupplier } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const { warehouseId } = await makeWarehouse(owner);
const parent = await owner.call(api.categories.create, { body: { description: 'Casa' } });
const category = await owner.call(api.categories.create, {
  body: { description: 'Cozinha', father: parent.id },
});
const garden = await owner.call(api.categories.create, { body: { description: 'Jardim' } });
await owner.call(api.categories.create, { body: { description: 'Cozinha', father: garden.id } });
const mug = await owner.call(api.products.create, {
  body: {
    name: 'Caneca "Aurora"; esmaltada',
    brand: 'Araticum',
    model: 'A-300',
    category: category.id,
    weight: 0.42,
    width: 9.5,
    height: 10,
    depth: 9.5,
    unit: 'piece',
    description: 'Metal esmaltado.\n\n300 ml, com alça.',
    ncm: '04022110',
    cest: '0100300',
    origin: 0,
    csosn: '102',
    cfopSameState: '5102',
    cfopOtherState: '6102',
    taxUnit: 'UN',
    attributeTypes: ['Color', 'Size'],
    variations: {
      create: [
        { sku: '0012', gtin: '7894610020311', costCentavos: 1235, attributes: { Color: 'Azul', Size: 'P' } },
        { sku: '=A1', costCentavos: 101_840, attributes: { Color: 'Verde', Size: 'M' } },
        { sku: '1E5', gtin: '96385074', costCentavos: 5, attributes: { Color: 'Preto', Size: 'G' } },
      ],
    },
  },
});
await owner.call(api.products.create, {
  body: { name: 'Prato raso', variations: { create: [{ sku: 'PR-1', costCentavos: 100, attributes: {} }] } },
});
for (const [at, variation] of mug.variations.entries())
  await owner.call(api.dropshipItems.create, {
    body: {
      variationId: variation.id,
      warehouseId,
      price: 123_456 + at,
      quantityCap: 1000 * (at + 1),
      active: at !== 1,
      linkedOnly: at === 2,
    },
  });
await makeSupplier(owner, {
  leadDays: 7,
  city: 'Blumenau',
  state: 'SC',
  contacts: {
    create: [{ name: 'Rosa Lima', phone: '11 99999-0000', email: 'rosa@example.com', main: true }],
  },
});

/** Every export whose records an import takes. Volumes are not among them: each of their imports adds to the stock. */
const pairs: [string, ExportEndpoint, ImportKind, string[]][] = [
  [
    'products',
    api.products.export,
    'products',
    'name sku gtin color size cost brand model category weight width height depth unit ncm cest origin csosn cfopSameState cfopOtherState taxUnit description'.split(
      ' ',
    ),
  ],
  ['variations', api.productsVariations.export, 'products', ['name', 'sku', 'gtin', 'weight', 'cost']],
  ['variations', api.productsVariations.export, 'prices', ['sku', 'cost']],
  [
    'offers',
    api.dropshipItems.export,
    'offers',
    ['sku', 'warehouse', 'price', 'cap', 'active', 'linkedOnly'],
  ],
  ['offers', api.dropshipItems.export, 'prices', ['sku', 'warehouse', 'price', 'cost']],
  [
    'vendors',
    api.suppliers.export,
    'vendors',
    [
      'name',
      'fantasyName',
      'document',
      'city',
      'state',
      'contactName',
      'contactPhone',
      'contactEmail',
      'leadDays',
    ],
  ],
];
const writings = (['pt', 'en'] as const).flatMap((locale) =>
  (['csv', 'xlsx'] as const).map((format) => ({ locale, format })),
);
const cases = pairs.flatMap((pair) => writings.map((writing) => [...pair, writing] as const));

test.each(cases)(
  'importing the export of %s changes nothing',
  async (_, endpoint, kind, columns, { locale, format }) => {
    const { bytes } = await owner.download(endpoint, { query: { format }, locale });
    const sent = await sendSheet(app, owner, kind, bytes, `export.${format}`);
    expect(Object.keys(sent.columns).toSorted()).toEqual(expect.arrayContaining(columns.toSorted()));
    const rows = await rowsOf(owner, sent.id);
    expect(rows.filter(({ fate }) => fate !== 'unchanged')).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  },
);

/** Indexes of the columns of a workbook's sheet that have text below their title. */
function textColumns(workbook: Buffer): number[] {
  const files = Object.entries(unzipSync(new Uint8Array(workbook)));
  const sheet = Buffer.from(files.find(([path]) => path.endsWith('sheet1.xml'))?.[1] ?? []).toString();
  const texts = sheet.matchAll(/<c r="([A-Z]+)(?!1")\d+"[^>]* t="(?:s|inlineStr|str)"/g);
  const indexOf = (letters: string) =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [...new Set([...texts].map(([, letters = '']) => indexOf(letters)))];
}

test.each(pairs)('the numbers of a workbook with %s are numbers', async (_, endpoint, kind) => {
  const { bytes } = await owner.download(endpoint, { query: { format: 'xlsx' } });
  const { columns } = await sendSheet(app, owner, kind, bytes, 'export.xlsx');
  const texts = textColumns(bytes);
  const numeric = columnsOfKind(kind).filter((column) => isNumeric(column.kind) && column.key in columns);
  expect(texts.length).toBeGreaterThan(0);
  expect(numeric.filter(({ key }) => texts.includes(columns[key] ?? -1)).map(({ key }) => key)).toEqual([]);
});

test('accepts a changed GTIN, cost and additional SKU of an exported product', async () => {
  const { bytes } = await owner.download(api.products.export, {
    query: { format: 'csv', query: 'sku:0012' },
  });
  const text = bytes.toString('utf8').replace('12,35', '13,50');
  const sent = await sendSheet(app, owner, 'products', Buffer.from(text));
  const rows = await rowsOf(owner, sent.id);
  expect(rows.map(({ changes }) => changes)).toEqual([{ cost: { before: 1235, after: 1350 } }, {}, {}]);
});
