import { describe, expect, test } from 'vitest';
import { type CellKind, readCell } from '#contract/business/import/cell.ts';
import {
  columnsOfKind,
  type ImportColumnKey,
  type ImportKind,
  importDefinitions,
  importKinds,
  type KeyedColumn,
} from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { wordsOfColumn } from '#contract/messages/labels.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeWarehouse } from '#server/inventory/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const warehouse = 'Galpão';
const { positionId } = await makeWarehouse(owner, warehouse);
const position = (await owner.call(api.inventoryLocations.detail, { params: { id: positionId } })).code;
for (const description of ['Azul', 'Verde'])
  await owner.call(api.categories.create, { body: { description } });

/** Notations of a cell by its kind; a column takes those that its schema accepts. */
const writings: Record<CellKind, readonly string[]> = {
  text: ['Azul', 'Verde', 'SP', 'SC', 'rosa@example.com', 'lia@example.com'],
  prose: ['Metal esmaltado', 'Cerâmica'],
  code: ['A1', 'B2', '123456', '654321'],
  gtin: ['7891234567895', '7894610020311'],
  document: ['11.222.333/0001-81', '529.982.247-25'],
  zip: ['01310-100', '89010-000'],
  money: ['12,50', '13,75'],
  decimal: ['1,5', '2,5'],
  measure: ['1,5', '2,5'],
  whole: ['3', '4'],
  unit: ['piece', 'box'],
  ncm: ['69120000', '04022110'],
  cest: ['0100300', '2806400'],
  taxCode: ['102', '500', '5102', '6102'],
  taxUnit: ['UN', 'PC'],
  origin: ['0', '1'],
  day: ['31/01/2030', '28/02/2031'],
  flag: ['sim', 'não'],
};

function writingsOf({ kind, schema }: KeyedColumn): [string, string] {
  const [one, other] = writings[kind].filter((text) => {
    const read = readCell(kind, text, ',');
    return 'value' in read && schema.safeParse(read.value).success;
  });
  if (one === undefined || other === undefined) throw new Error(`No two writings of ${kind} are accepted.`);
  return [one, other];
}

type Row = Partial<Record<ImportColumnKey, string>>;

function sheetOf(kind: ImportKind, row: Row) {
  const columns = columnsOfKind(kind).filter(({ key }) => row[key] !== undefined);
  const titles = columns.map(
    ({ key }) => wordsOfColumn(messages.pt.business.imports.columns, kind, key).label,
  );
  return csvOf([titles, columns.map(({ key }) => row[key] ?? '')]);
}

const send = (kind: ImportKind, row: Row) => sendSheet(app, owner, kind, sheetOf(kind, row));
const apply = async (kind: ImportKind, row: Row) => {
  const sent = await send(kind, row);
  const [checked] = await rowsOf(owner, sent.id);
  expect(checked?.errors).toEqual({});
  if (checked?.fate !== 'unchanged') await applySheet(app, owner, sent.id);
};

/** The identifier of the record of a row, which is no notation of its kind. */
const names: Row = { sku: 'CAN-1', warehouse, position };
/** Without columns that only sheets of other systems have. */
const ownColumns = (kind: ImportKind) => columnsOfKind(kind).filter(({ foreign }) => !foreign);
const firstRow = (kind: ImportKind): Row =>
  Object.fromEntries(
    ownColumns(kind).map((column) => [column.key, names[column.key] ?? writingsOf(column)[0]]),
  );
/** A kit that exists is changed on its own page, and needs offers; an ad needs an account, and has tests of its own. */
const compared = importKinds.filter((kind) => kind !== 'volumes' && kind !== 'kits' && kind !== 'ads');
/** Stock that is there is corrected by a count and not by a sheet. */
const changing = compared.filter((kind) => kind !== 'stock');
const changeable = changing.flatMap((kind) => {
  const [keys = []] = importDefinitions[kind].keys;
  return ownColumns(kind)
    .filter(({ key }) => !keys.some((name) => name === key))
    .map((column) => ({ kind, key: column.key, column }));
});

describe('an import writes what it reads', () => {
  test.each(compared)('%s: a sheet with every column is unchanged after a round trip', async (kind) => {
    await apply(kind, firstRow(kind));
    const again = await send(kind, firstRow(kind));
    expect(Object.keys(again.columns).toSorted()).toEqual(Object.keys(firstRow(kind)).toSorted());
    expect((await rowsOf(owner, again.id)).map(({ fate, changes }) => ({ fate, changes }))).toEqual([
      { fate: 'unchanged', changes: {} },
    ]);
  });

  test.each(changeable)('$kind: changes $key alone', async ({ kind, key, column }) => {
    const row = { ...firstRow(kind), [key]: writingsOf(column)[1] };
    const changed = await send(kind, row);
    expect((await rowsOf(owner, changed.id)).map(({ changes }) => Object.keys(changes))).toEqual([[key]]);
    await applySheet(app, owner, changed.id);
    const again = await send(kind, row);
    expect((await rowsOf(owner, again.id)).map(({ fate }) => fate)).toEqual(['unchanged']);
    await apply(kind, firstRow(kind));
  });

  test('stock: every column of a row is found in the stock, the offer and the product', async () => {
    await apply('products', { name: 'Bule', sku: 'BUL-9' });
    await apply('stock', { ...firstRow('stock'), sku: 'BUL-9' });
    const { items } = await owner.call(api.dropshipItems.list, { query: { query: 'sku:BUL-9' } as never });
    const [offer] = items;
    const { items: products } = await owner.call(api.products.list, {
      query: { query: 'sku:BUL-9' } as never,
    });
    const product = await owner.call(api.products.detail, { params: { id: products[0]?.id ?? 0 } });
    const found: Record<Exclude<ImportColumnKey<'stock'>, 'parent' | 'goodsType'>, unknown> = {
      sku: offer?.sku,
      quantity: String(offer?.available),
      warehouse: offer?.warehouse.name,
      price: ((offer?.price ?? 0) / 100).toFixed(2).replace('.', ','),
      cost: ((product.variations[0]?.costCentavos ?? 0) / 100).toFixed(2).replace('.', ','),
    };
    expect(found).toEqual({ ...firstRow('stock'), sku: 'BUL-9' });
  });

  test('kits: every column of a row is found in the kit', async () => {
    await apply('products', { name: 'Pires', sku: 'PIR-9' });
    await apply('stock', { ...firstRow('stock'), sku: 'PIR-9' });
    const row: Row = { sku: 'KIT-9', name: 'Kit chá', component: 'PIR-9', quantity: '3' };
    await apply('kits', row);
    const { items } = await owner.call(api.virtualProducts.list, { query: { query: 'sku:KIT-9' } as never });
    const [kit] = items;
    const found: Record<ImportColumnKey<'kits'>, unknown> = {
      ...{ sku: kit?.sku, name: kit?.name, component: kit?.components[0]?.sku },
      quantity: String(kit?.components[0]?.quantity),
    };
    expect(found).toEqual(row);
  });

  test('volumes: every column of a row is found in the volume that it opens', async () => {
    const row = firstRow('volumes');
    await apply('volumes', row);
    const { items } = await owner.call(api.volumes.list, {});
    const volume = await owner.call(api.volumes.detail, { params: { id: items[0]?.id ?? 0 } });
    const [line] = volume.lines;
    const found: Record<ImportColumnKey<'volumes'>, unknown> = {
      sku: line?.sku,
      quantity: String(line?.quantity),
      warehouse: volume.warehouse?.name,
      position: volume.position?.code,
      volume: volume.name,
      lot: line?.lot?.code,
      expires: line?.lot?.expiresOn.split('-').reverse().join('/'),
      price: ((line?.price ?? 0) / 100).toFixed(2).replace('.', ','),
    };
    expect(found).toEqual(row);
  });
});
