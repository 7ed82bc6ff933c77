import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { fiscalData } from '#contract/orders/fiscal-data.ts';
import { findFile } from '#server/business/files/stored-file.ts';
import { xlsxRows } from '#server/business/import/sheet/xlsx.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let seller: Person;
let ids: number[];

const words = messages.pt.orders.fiscal;
const people = [
  { buyerName: 'Ana Lima', buyerDocument: '529.982.247-25' },
  { buyerName: 'Ateliê Ipê Ltda', buyerDocument: '12ABC34501DE35' },
  { buyerName: '=Rita', buyerDocument: undefined },
];

beforeAll(async () => {
  app = await testApp();
  const supplier = await app.join('supply');
  seller = await app.join('sales');
  const offers = [];
  const place = Promise.resolve(await makeShelf(app, supplier, 20));
  for (let n = 0; n < 2; n += 1)
    offers.push(await makeOffer(supplier, await makeShelf(app, supplier, 20, place), 1000));
  ids = [];
  for (const { buyerName, buyerDocument } of people) {
    const body = {
      ...{ buyerName, paid: true, ...(buyerDocument && { buyerDocument }) },
      address: { street: 'Rua Chile', number: '022', city: 'Salvador', state: 'BA', zip: '40010-000' },
      lines: offers.map(({ id }) => ({ dropshipItemId: id, quantity: 2, unitPriceCentavos: 1999 })),
    };
    ids.push((await seller.call(api.orders.create, { body })).id);
  }
});

type Selection = { ids?: number[]; query?: string; seen?: { count: number; asOf: string } };

/** The file of an export, once its job is done. */
async function exported(selection: Selection, format: 'xlsx' | 'json', locale: 'pt' | 'en' = 'pt') {
  const started = await seller.call(api.orders.exportFiscalData, { body: { ...selection, format }, locale });
  await drain(app);
  const params = { id: started.id };
  expect(await seller.call(api.bulkRuns.detail, { params })).toMatchObject({ state: 'done', failures: 0 });
  return { runId: started.id, ...(await seller.download(api.bulkRuns.file, { params })) };
}

async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const rows = [];
  const source = async () =>
    (async function* () {
      yield bytes;
    })();
  for await (const { cells } of xlsxRows(source)) rows.push(cells);
  return rows;
}

test('XLSX of a selection: a row for each of the goods, documents as text, amounts as numbers', async () => {
  const { bytes, contentType } = await exported({ ids: ids.slice(0, 2) }, 'xlsx');
  expect(contentType).toContain('spreadsheetml');
  const [heads = [], ...rows] = await rowsOf(bytes);
  expect(rows).toHaveLength(4);
  const cell = (row: number, head: string) => rows[row]?.[heads.indexOf(head)];
  expect(cell(0, words.fields.document)).toBe('529.982.247-25');
  expect(cell(2, words.fields.document)).toBe('12.ABC.345/01DE-35');
  expect(cell(0, words.fields.taxpayer)).toBe(words.taxpayers.not_taxpayer);
  expect(cell(0, `${words.fields.number} (${words.columns.billing})`)).toBe('022');
  expect(Number(cell(1, words.columns.amount))).toBe(39.98);
  expect(Number(cell(1, words.columns.saleTotal))).toBe(79.96);
  expect(cell(2, words.columns.gaps)).toContain(words.gaps.taxpayer);
});

test('JSON of a filter, in the reader’s language: sales with their lines and goods', async () => {
  const list = await seller.call(api.orders.list, { query: { query: 'buyer:Ipê' } });
  const seen = { count: list.total, asOf: list.asOf ?? '' };
  const { bytes, contentType } = await exported({ query: 'buyer:Ipê', seen }, 'json', 'en');
  expect(contentType).toContain('application/json');
  const { sales } = z.object({ sales: z.array(fiscalData) }).parse(JSON.parse(bytes.toString()));
  expect(sales.map(({ id }) => id)).toEqual([ids[1]]);
  expect(sales[0]?.buyer).toMatchObject({ document: '12ABC34501DE35', name: 'Ateliê Ipê Ltda' });
  expect(sales[0]?.lines.map(({ goods }) => goods.length)).toEqual([1, 1]);
});

test('an erased buyer is said to be erased, and a name is no formula', async () => {
  await app.rows(
    seller.businessId,
    `update orders set buyer_erased_at = now(), buyer = '{}', buyer_name = '' where id = ${ids[0]}`,
  );
  const { bytes } = await exported({ ids: [ids[0] ?? 0, ids[2] ?? 0] }, 'xlsx');
  const [heads = [], ...rows] = await rowsOf(bytes);
  const at = heads.indexOf(words.fields.name);
  expect(rows.map((row) => row[at])).toEqual([
    words.columns.erased,
    words.columns.erased,
    "'=Rita",
    "'=Rita",
  ]);
});

test('the file is encrypted at rest, and the export is in the trail with its sales', async () => {
  const { runId } = await exported({ ids: [ids[1] ?? 0] }, 'json');
  const [run] = await app.rows(seller.businessId, `select file_id from bulk_runs where id = ${runId}`);
  const file = await app.database.transact({ businessId: seller.businessId }, (tx) =>
    findFile(tx, Number(run?.file_id)),
  );
  expect(file.sealed).toBe(true);
  const trail = await app.rows(
    seller.businessId,
    `select endpoint, entity_id from audit_entries where user_id = ${seller.userId} order by id desc limit 2`,
  );
  expect(trail).toContainEqual({ endpoint: 'buyers.exported', entity_id: 'orders' });
  expect(trail).toContainEqual({ endpoint: 'orders.exportFiscalData', entity_id: String(ids[1]) });
});

test('is refused without the right, to a key, and without a fresh password', async () => {
  const body = { ids, format: 'json' as const };
  const packer = await app.hire(seller.businessId, ['packer']);
  expect((await packer.refused(api.orders.exportFiscalData, { body })).code).toBe('forbidden');
  const key = app.withToken((await makeKey(seller, 'owner')).token);
  expect((await key.refused(api.orders.exportFiscalData, { body })).code).toBe('forbidden');
  app.clock.advance(31 * 24 * 60);
  expect((await seller.refused(api.orders.exportFiscalData, { body })).code).toBe(
    'fresh_authentication_required',
  );
});
