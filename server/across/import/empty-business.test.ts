import { expect, test } from 'vitest';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { ExportEndpoint } from '#contract/export.ts';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { formatOf, sheetRows } from '#server/business/import/sheet/sheet.ts';
import { applySheet } from '#server/business/test/import-factory.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeSupplier } from '#server/supply/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
const words = messages.pt;

/** A business with products, offers, stock, kits and vendors. */
async function furnish(): Promise<Person> {
  const owner = await app.join('supply');
  const { warehouseId } = await makeWarehouse(owner, 'Galpão Sul');
  const parent = await owner.call(api.categories.create, { body: { description: 'Casa' } });
  const category = await owner.call(api.categories.create, {
    body: { description: 'Cozinha, mesa e bar', father: parent.id },
  });
  await owner.call(api.categories.create, { body: { description: 'Cozinha' } });
  const mug = await owner.call(api.products.create, {
    body: {
      ...{ name: 'Caneca "Aurora"; esmaltada', brand: 'Araticum', model: 'A-300', category: category.id },
      ...{ weight: 0.42, width: 9.5, height: 10, depth: 9.5, unit: 'piece' },
      ...{ description: 'Metal esmaltado.\n\n300 ml, com alça.', ncm: '04022110', cest: '0100300' },
      ...{ origin: 0, csosn: '102', cfopSameState: '5102', cfopOtherState: '6102', taxUnit: 'UN' },
      attributeTypes: ['Color', 'Size'],
      variations: {
        create: [
          {
            sku: '0012',
            gtin: '7894610020311',
            costCentavos: 1235,
            attributes: { Color: 'Azul', Size: 'P' },
          },
          { sku: '=A1', costCentavos: 101_840, attributes: { Color: 'Verde', Size: 'M' } },
          { sku: '1E5', gtin: '96385074', attributes: { Color: 'Preto', Size: 'G' } },
        ],
      },
    },
  });
  const plate = await owner.call(api.products.create, {
    body: {
      name: 'Prato raso',
      variations: { create: [{ sku: 'PR-1', costCentavos: 100, attributes: {} }] },
    },
  });
  const sold = [...mug.variations, ...plate.variations];
  await owner.call(api.dropshipItems.createWithStock, {
    body: {
      warehouseId,
      lines: sold.slice(1).map(({ id }, at) => ({ variationId: id, quantity: 7 + at, price: 2990 + at })),
    },
  });
  const first = sold[0]?.id ?? 0;
  await owner.call(api.dropshipItems.create, {
    body: {
      ...{ variationId: first, warehouseId, price: 123_456, quantityCap: 1000 },
      ...{ active: false, linkedOnly: true },
    },
  });
  const { items: offers } = await owner.call(api.dropshipItems.list, {});
  await owner.call(api.virtualProducts.create, {
    body: {
      ...{ name: 'Kit café', sku: 'KIT-1', title: 'Kit café da manhã' },
      components: offers
        .filter(({ active }) => active)
        .slice(0, 2)
        .map(({ id }, at) => ({ offer: id, quantity: at + 1 })),
    },
  });
  await makeSupplier(owner, {
    ...{ leadDays: 7, city: 'Blumenau', state: 'SC' },
    contacts: {
      create: [{ name: 'Rosa Lima', phone: '11 99999-0000', email: 'rosa@example.com', main: true }],
    },
  });
  return owner;
}

/** An export and what imports it, in the order that a person needs; `key`: the titles that name a record. */
type Exported = { kind: ImportKind; endpoint: ExportEndpoint; key: string[]; lost: Record<string, string> };

const exported: Exported[] = [
  {
    kind: 'products',
    endpoint: api.products.export,
    key: ['SKU'],
    lost: {
      [words.products.id]: 'given by the business that it comes into',
      [words.products.tags.title]: 'labels of a business, without a column in an import',
      [words.products.updated]: 'the time of the import',
    },
  },
  {
    kind: 'offers',
    endpoint: api.dropshipItems.export,
    key: ['SKU', 'Depósito'],
    lost: {
      [words.dropshipping.offers.publications]: 'listings belong to accounts',
      [words.dropshipping.offers.updated]: 'the time of the import',
    },
  },
  { kind: 'stock', endpoint: api.stock.export, key: ['SKU', 'Depósito'], lost: {} },
  {
    kind: 'vendors',
    endpoint: api.suppliers.export,
    key: ['Razão social'],
    lost: { [words.supply.suppliers.created]: 'the time of the import' },
  },
  { kind: 'kits', endpoint: api.virtualProducts.export, key: ['SKU do kit', 'SKU do componente'], lost: {} },
];

async function recordsOf(bytes: Buffer, key: readonly string[]) {
  const open = async () =>
    (async function* () {
      yield bytes;
    })();
  const rows: string[][] = [];
  for await (const { cells } of sheetRows(open, await formatOf(open))) rows.push(cells.map(String));
  const [titles = [], ...records] = rows;
  return new Map(
    records.map((cells) => {
      const record = Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']));
      return [key.map((title) => record[title]).join(' '), record] as const;
    }),
  );
}

test('the exports of a business come back whole into an empty one, apart from what is named', async () => {
  const from = await furnish();
  const into = await app.join('supply');
  // A warehouse is in no export.
  await makeWarehouse(into, 'Galpão Sul');
  const download = async (person: Person, { endpoint, key }: Exported) =>
    recordsOf((await person.download(endpoint, { query: { format: 'csv' }, locale: 'pt' })).bytes, key);
  for (const { kind, endpoint } of exported) {
    const { bytes } = await from.download(endpoint, { query: { format: 'csv' }, locale: 'pt' });
    const { id } = await into.call(api.imports.create, {
      body: { kind },
      files: [{ name: `${kind}.csv`, bytes }],
    });
    await into.call(api.imports.check, { params: { id }, body: { createCategories: true } });
    await app.drain();
    const checked = await into.call(api.imports.detail, { params: { id } });
    expect([kind, checked.fates.wrong, checked.fault]).toEqual([kind, 0, null]);
    await applySheet(app, into, id);
  }
  for (const one of exported) {
    const [before, after] = [await download(from, one), await download(into, one)];
    expect(before.size).toBeGreaterThan(0);
    const kept = (records: typeof before) =>
      [...records]
        .map(([key, record]) => [
          key,
          Object.fromEntries(Object.entries(record).filter(([title]) => one.lost[title] === undefined)),
        ])
        .toSorted();
    expect(kept(after)).toEqual(kept(before));
    const titles = Object.keys([...before.values()][0] ?? {});
    expect(Object.keys(one.lost).filter((title) => !titles.includes(title))).toEqual([]);
  }
});
