import { beforeAll, describe, expect, test } from 'vitest';
import { columnsOfKind, importKinds } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { applySheet, csvOf, rowsOf, sendSheet } from '#server/business/test/import-factory.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { forgetImport } from './apply-import.ts';

const app = await testApp();
let owner: Person;

beforeAll(async () => {
  owner = await app.join('supply');
});

const at = (id: number) => ({ params: { id } });
const at2 = (id: number, body: { price: number }) => ({ params: { id }, body });
const errorsOf = async (id: number, person = owner) =>
  Object.fromEntries((await rowsOf(person, id, 'fate:wrong')).map(({ row, errors }) => [row, errors]));
const count = async (table: string) =>
  Number(
    (
      await app.rows(
        owner.businessId,
        `select count(*) as n from ${table} where business_id = ${owner.businessId}`,
      )
    )[0]?.n,
  );

describe('products', () => {
  const titles = ['Produto', 'SKU', 'EAN', 'Cor', 'Custo', 'Peso (kg)', 'Marca'];

  test('rows of one name are one product, and the same file again changes nothing', async () => {
    const file = csvOf([
      titles,
      ['Caneca', 'CAN-AZ', '7891234567895', 'Azul', '12,50', '0,42', 'Simula'],
      ['Prato', 'PRA-1', '', '', '1.234,56', '', ''],
      ['Caneca', 'CAN-VE', '', 'Verde', 'R$ 13', '', ''],
    ]);
    const checked = await sendSheet(app, owner, 'products', file);
    expect(checked).toMatchObject({ state: 'checked', total: 3, fates: { new: 3, wrong: 0 } });
    expect((await owner.call(api.products.list, {})).items).toEqual([]);
    expect(await applySheet(app, owner, checked.id)).toMatchObject({ state: 'applied', finished: 3 });
    const { items } = await owner.call(api.products.list, { query: { sort: 'name' } });
    expect(items.map(({ name, variations }) => [name, variations])).toEqual([
      ['Caneca', 2],
      ['Prato', 1],
    ]);
    const mug = await owner.call(api.products.detail, at(items[0]?.id ?? 0));
    expect(mug).toMatchObject({ brand: 'Simula', weight: 0.42, attributeTypes: ['Color'] });
    expect(
      mug.variations.map(({ sku, gtin, costCentavos, name }) => [sku, gtin, costCentavos, name]),
    ).toEqual([
      ['CAN-AZ', '7891234567895', 1250, 'Azul'],
      ['CAN-VE', '', 1300, 'Verde'],
    ]);
    const again = await sendSheet(app, owner, 'products', file);
    expect(again).toMatchObject({
      fates: { new: 0, changed: 0, unchanged: 3 },
      appliedBefore: expect.any(String),
    });
    const refused = await owner.refused(api.imports.apply, { ...at(again.id), body: {} });
    expect(refused.code).toBe('import_has_no_rows');
  });

  test('an import of products shows each change with its former value, and writes only those', async () => {
    const file = csvOf([
      ['sku', 'nome', 'custo', 'marca', 'cor'],
      ['CAN-AZ', 'Caneca', '15,00', 'Outra', ''],
      ['CAN-VE', 'Caneca', '', '', ''],
      ['CAN-PR', 'Caneca', '9', '', 'Preto'],
    ]);
    const { id, fates } = await sendSheet(app, owner, 'products', file);
    expect(fates).toMatchObject({ new: 1, changed: 1, unchanged: 1, wrong: 0 });
    const [first] = await rowsOf(owner, id);
    expect(first?.changes).toEqual({
      cost: { before: 1250, after: 1500 },
      brand: { before: 'Simula', after: 'Outra' },
    });
    await applySheet(app, owner, id);
    const [found] = (await owner.call(api.products.list, { query: { query: 'CAN-AZ' } })).items;
    const mug = await owner.call(api.products.detail, at(found?.id ?? 0));
    expect(mug).toMatchObject({ brand: 'Outra', weight: 0.42 });
    expect(mug.variations.map(({ sku, costCentavos }) => [sku, costCentavos])).toEqual([
      ['CAN-AZ', 1500],
      ['CAN-VE', 1300],
      ['CAN-PR', 900],
    ]);
  });

  test('explains each wrong cell, and imports nothing until the person chooses to leave it out', async () => {
    const file = csvOf([
      titles,
      ['', 'X-1', '', '', '', '', ''],
      ['Bule', 'X-2', '7891234567890', '', '', '', ''],
      ['Bule', 'X-3', '7,89E+12', '', 'doze', '', ''],
      ['Jarra', 'CAN-AZ', '', 'Azul', '', '', ''],
      ['Caneca', 'CAN-AZ', '', '', '', '', ''],
      ['Copo', 'X-4', '', '', '', '', 'Um'],
      ['Copo', 'X-5', '', 'Azul', '', '', 'Outro'],
      ['Tigela', 'X-6', '', 'Azul', '', '', ''],
      ['Tigela', 'X-7', '', 'Azul', '', '', ''],
      ['Filtro', 'X-8', '', '', '3,00', '', ''],
    ]);
    const checked = await sendSheet(app, owner, 'products', file);
    expect(await errorsOf(checked.id)).toEqual({
      2: { name: 'required' },
      3: { gtin: 'gtin_invalid' },
      4: { gtin: 'scientific', cost: 'not_a_number' },
      6: { sku: 'duplicate_row' },
      8: { brand: 'differs_within' },
      10: { color: 'combination_duplicate' },
    });
    const refused = await owner.refused(api.imports.apply, { ...at(checked.id), body: {} });
    expect(refused.code).toBe('import_has_wrong_rows');
    const wrong = await owner.download(api.imports.wrongRows, {
      ...at(checked.id),
      query: { format: 'csv' },
    });
    expect(wrong.bytes.toString()).toContain('GTIN inválido');
    const before = await count('product_variations');
    await applySheet(app, owner, checked.id, true);
    expect((await count('product_variations')) - before).toBe(3);
  });

  test('an import refuses the whole application if a row became wrong since the check, and shows it', async () => {
    const file = csvOf([
      ['sku', 'nome', 'custo'],
      ['M-1', 'Mesa', '5,00'],
      ['M-2', 'Banco', '5,00'],
    ]);
    const { id } = await sendSheet(app, owner, 'products', file);
    await owner.call(api.products.create, {
      body: { name: 'Banco', variations: { create: [{ sku: 'M-2' }] } },
    });
    expect(await applySheet(app, owner, id)).toMatchObject({
      state: 'checked',
      fault: 'changed_meanwhile',
      fates: { new: 1, changed: 1 },
    });
    expect((await owner.call(api.products.list, { query: { query: 'M-1' } })).items).toEqual([]);
  });
});

describe('offers, prices, volumes, vendors', () => {
  test('an import creates and changes offers, and a price applies to a SKU in every warehouse', async () => {
    const shelf = await makeShelf(app, owner, 5);
    const place = await makeWarehouse(owner, 'Galpão São João');
    const [warehouse] = (await owner.call(api.warehouses.list, { query: { query: 'João' } })).items;
    const offers = await sendSheet(
      app,
      owner,
      'offers',
      csvOf([
        ['Código', 'Depósito', 'Preço', 'Limite de unidades', 'Ativa'],
        [shelf.sku, 'galpao sao joao', '29,90', '100', 'sim'],
        [shelf.sku, 'Nenhum', '29,90', '100', ''],
        ['NADA', warehouse?.name ?? '', '29,90', '', 'talvez'],
        [shelf.sku, '', '1', '1', ''],
      ]),
    );
    expect(await errorsOf(offers.id)).toEqual({
      3: { warehouse: 'warehouse_unknown' },
      4: { active: 'flag_invalid' },
      5: { warehouse: 'required' },
    });
    await applySheet(app, owner, offers.id, true);
    await makeOffer(owner, shelf, 2000);
    const prices = await sendSheet(
      app,
      owner,
      'prices',
      csvOf([
        ['SKU', 'Preço', 'Custo'],
        [shelf.sku, '31,90', '20,00'],
      ]),
    );
    expect(await rowsOf(owner, prices.id)).toMatchObject([
      {
        fate: 'changed',
        changes: { price: { before: null, after: 3190 }, cost: { before: 1500, after: 2000 } },
      },
    ]);
    await applySheet(app, owner, prices.id);
    const { items } = await owner.call(api.dropshipItems.list, { query: { query: `sku:${shelf.sku}` } });
    expect(items.map(({ price, cost }) => [price, cost])).toEqual([
      [3190, 2000],
      [3190, 2000],
    ]);
    expect(items.some(({ warehouse: where }) => where.id === place.warehouseId)).toBe(true);
  });

  test("puts opening stock into its positions, with lots; another business's warehouse is unknown", async () => {
    const shelf = await makeShelf(app, owner, 5);
    const name = `Depósito ${shelf.warehouseId}`;
    await owner.call(api.warehouses.update, { ...at(shelf.warehouseId), body: { name } });
    const { items: places } = await owner.call(api.inventoryLocations.list, {
      query: { query: `warehouse:${shelf.warehouseId}` },
    });
    const code = places[0]?.code ?? '';
    const file = csvOf([
      ['SKU', 'Quantidade', 'Depósito', 'Posição', 'Volume', 'Lote', 'Validade'],
      [shelf.sku, '24', name, code.toLowerCase(), 'Caixa 1', '', ''],
      [shelf.sku, '6', name, code, '', 'L1', '31/12/2027'],
      [shelf.sku, '1,5', name, code, '', '', ''],
      [shelf.sku, '1', name, 'ZZZ', '', '', ''],
      [shelf.sku, '1', name, code, '', 'L1', ''],
    ]);
    const stockist = await app.hire(owner.businessId, ['stockist'], [shelf.warehouseId]);
    const outside = await makeWarehouse(owner);
    const stranger = await app.hire(owner.businessId, ['stockist'], [outside.warehouseId]);
    const denied = await sendSheet(app, stranger, 'volumes', file);
    expect(Object.values(await errorsOf(denied.id, stranger))[0]).toEqual({ warehouse: 'warehouse_unknown' });
    const checked = await sendSheet(app, stockist, 'volumes', file);
    expect(await errorsOf(checked.id, stockist)).toEqual({
      4: { quantity: 'not_whole' },
      5: { position: 'position_unknown' },
    });
    await applySheet(app, stockist, checked.id, true);
    const [stock] = await app.rows(owner.businessId, `select on_hand from stock where id = ${shelf.stockId}`);
    expect(stock?.on_hand).toBe(5 + 24 + 6 + 1);
    const [volume] = (await owner.call(api.volumes.list, { query: { query: 'Caixa' } })).items;
    const events = await owner.call(api.volumes.events, at(volume?.id ?? 0));
    expect(events.items.map(({ kind }) => kind)).toEqual(['launched', 'created']);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  test('vendors are found by document and by name, with their contact', async () => {
    const send = (rows: string[][]) =>
      sendSheet(
        app,
        owner,
        'vendors',
        csvOf([['Razão social', 'CNPJ', 'Prazo de entrega (dias)', 'Contato', 'Telefone', 'CEP'], ...rows]),
      );
    const first = await send([
      ['Cerâmica Sul', '11.222.333/0001-81', '7', 'Rosa', '11 9999', '1310100'],
      ['Sem Documento', '', '', '', '', ''],
      ['Errada', '11.222.333/0001-82', '', '', '', ''],
      ['Outra vez', '11222333000181', '', '', '', ''],
    ]);
    expect(await errorsOf(first.id)).toEqual({
      4: { document: 'document_invalid' },
      5: { document: 'duplicate_row' },
    });
    await applySheet(app, owner, first.id, true);
    const second = await send([['Cerâmica Sul SA', '11222333000181', '9', 'Rosa', '11 8888', '']]);
    expect((await rowsOf(owner, second.id))[0]?.changes).toEqual({
      name: { before: 'Cerâmica Sul', after: 'Cerâmica Sul SA' },
      leadDays: { before: 7, after: 9 },
      contactPhone: { before: '11 9999', after: '11 8888' },
    });
    await applySheet(app, owner, second.id);
    const [found] = (await owner.call(api.suppliers.list, { query: { query: 'Sul' } })).items;
    const vendor = await owner.call(api.suppliers.detail, at(found?.id ?? 0));
    expect(vendor).toMatchObject({
      zip: '01310100',
      leadDays: 9,
      contacts: [{ phone: '11 8888', main: true }],
    });
  });
});

describe('records that change between check and application', () => {
  const moved = async (id: number) =>
    (await rowsOf(owner, id, 'moved:yes')).map(({ row, changes }) => [row, changes]);

  test('an application keeps a price that a colleague set since the check, and names the row', async () => {
    const shelf = await makeShelf(app, owner, 5);
    const other = await makeShelf(app, owner, 5);
    const [offer] = [await makeOffer(owner, shelf, 2000), await makeOffer(owner, other, 2000)];
    const file = csvOf([
      ['SKU', 'Preço'],
      [shelf.sku, '77,77'],
      [other.sku, '88,88'],
    ]);
    const checked = await sendSheet(app, owner, 'prices', file);
    expect(checked.fates).toMatchObject({ changed: 2 });
    await owner.call(api.dropshipItems.update, at2(offer.id, { price: 5551 }));
    const refused = await applySheet(app, owner, checked.id);
    expect(refused).toMatchObject({ state: 'checked', fault: 'changed_meanwhile' });
    expect(await moved(checked.id)).toEqual([[2, { price: { before: 5551, after: 7777 } }]]);
    const prices = await app.rows(
      owner.businessId,
      `select price_centavos::int as price from dropship_items where variation_id in (${shelf.variationId}, ${other.variationId}) order by id`,
    );
    expect(prices).toEqual([{ price: 5551 }, { price: 2000 }]);
    // Seen as they are now, they may be applied.
    expect(await applySheet(app, owner, checked.id)).toMatchObject({ state: 'applied' });
  });

  test('an application refuses a row that had no effect at the check and would have one now', async () => {
    const shelf = await makeShelf(app, owner, 5);
    const offer = await makeOffer(owner, shelf, 2000);
    const other = await makeShelf(app, owner, 5);
    await makeOffer(owner, other, 2000);
    const file = csvOf([
      ['SKU', 'Preço'],
      [shelf.sku, '20,00'],
      [other.sku, '30,00'],
    ]);
    const checked = await sendSheet(app, owner, 'prices', file);
    await owner.call(api.dropshipItems.update, at2(offer.id, { price: 2500 }));
    expect((await applySheet(app, owner, checked.id)).fault).toBe('changed_meanwhile');
  });

  test.each(['products', 'vendors'] as const)(
    'of two imports of the same %s one succeeds, and the other says so',
    async (kind) => {
      const [title, name] = kind === 'products' ? ['Produto', 'Bule'] : ['Nome', 'Vidros Sul'];
      const sheet = (value: string) =>
        kind === 'products'
          ? csvOf([
              [title, 'SKU', 'Marca'],
              [name, 'bul-1', value],
            ])
          : csvOf([
              [title, 'Observações'],
              [name, value],
            ]);
      const one = await sendSheet(app, owner, kind, sheet('Um'));
      const two = await sendSheet(
        app,
        owner,
        kind,
        Buffer.from(sheet('Dois').toString().replace('bul-1', 'BUL-1')),
      );
      expect(await applySheet(app, owner, one.id)).toMatchObject({ state: 'applied' });
      expect(await applySheet(app, owner, two.id)).toMatchObject({
        state: 'checked',
        fault: 'changed_meanwhile',
      });
      expect((await moved(two.id)).length).toBe(1);
    },
  );
});

describe('templates and history', () => {
  test('recognizes the columns of a template, in both languages and formats', async () => {
    const seller = await app.join('sales');
    for (const kind of importKinds) {
      const person = kind === 'ads' ? seller : owner;
      for (const locale of ['pt', 'en'] as const)
        for (const format of ['csv', 'xlsx'] as const) {
          const { bytes } = await person.download(api.imports.template, {
            params: { kind },
            query: { format },
            locale,
          });
          const sent = await person.call(api.imports.create, {
            body: { kind },
            files: [{ name: `modelo.${format}`, bytes }],
            locale,
          });
          const columns = columnsOfKind(kind).filter(({ foreign }) => !foreign);
          expect(Object.keys(sent.columns).toSorted()).toEqual(columns.map(({ key }) => key).toSorted());
        }
    }
    const { items } = await owner.call(api.imports.list, { query: { query: 'kind:vendors state:matching' } });
    expect(items.length).toBe(4);
  });

  test('the example row of a template is valid except for the records that it names', async () => {
    const { bytes } = await owner.download(api.imports.template, { params: { kind: 'products' } });
    const { id, fates } = await sendSheet(app, owner, 'products', bytes, 'modelo.xlsx');
    expect(fates).toMatchObject({ new: 1, wrong: 0 });
    const { items } = await owner.call(api.imports.rows, { ...at(id) });
    expect(items[0]?.cells).toMatchObject({ gtin: '7891234567895', cost: '12.5', weight: '0.42' });
  });

  test('deletes rows and file after thirty days, and keeps the outcome', async () => {
    const [one] = (await owner.call(api.imports.list, { query: { query: 'state:applied' } })).items;
    await forgetImport(jobOf(app), { businessId: owner.businessId, importId: one?.id ?? 0 });
    expect(await rowsOf(owner, one?.id ?? 0)).toEqual([]);
    expect(await owner.call(api.imports.detail, at(one?.id ?? 0))).toMatchObject({ state: 'applied' });
  });
});

describe('permissions', () => {
  test('kinds by role, prices by permission, and other people’s imports for owner and administrator', async () => {
    const seller = await app.hire(owner.businessId, ['seller']);
    const stockist = await app.hire(owner.businessId, ['stockist']);
    const bytes = csvOf([
      ['sku', 'preço'],
      ['A', '1'],
    ]);
    const files = [{ name: 'x.csv', bytes }];
    for (const [person, kind] of [
      [seller, 'vendors'],
      [stockist, 'products'],
    ] as const)
      expect((await person.refused(api.imports.create, { body: { kind }, files })).code).toBe('forbidden');
    const own = await stockist.call(api.imports.create, { body: { kind: 'volumes' }, files });
    expect(own.columns).toEqual({ sku: 0 });
    const priced = await stockist.refused(api.imports.check, {
      ...at(own.id),
      body: { columns: { sku: 0, price: 1 } },
    });
    expect(priced.errors).toMatchObject({ columns: { price: [{ code: 'unknown_field' }] } });
    expect((await seller.refused(api.imports.detail, at(own.id))).code).toBe('not_found');
    expect((await owner.call(api.imports.detail, at(own.id))).id).toBe(own.id);
    expect((await owner.refused(api.imports.cancel, at(own.id))).code).toBe('state_conflict');
    const other = await app.join('supply');
    expect((await other.refused(api.imports.detail, at(own.id))).code).toBe('not_found');
  });

  test('a removed permission ends an import that was started with it', async () => {
    const seller = await app.hire(owner.businessId, ['seller']);
    const file = csvOf([
      ['sku', 'nome'],
      ['R-1', 'Rede'],
    ]);
    const { id } = await sendSheet(app, seller, 'products', file);
    await seller.call(api.imports.apply, { ...at(id), body: {} });
    await app.database.transact({ businessId: owner.businessId }, (tx) =>
      tx.db.deleteFrom('staff').where('user_id', '=', seller.userId).execute(),
    );
    await app.drain();
    expect(await owner.call(api.imports.detail, at(id))).toMatchObject({
      state: 'stopped',
      fault: 'forbidden',
    });
  });
});
