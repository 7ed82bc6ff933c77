import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import { jobOf, makeAccount, remoteOrder, remoteShipment } from '#server/orders/test/factory.ts';
import { documentOf } from '#server/outside/marketplaces/masked.ts';
import type { MarketplaceOrder } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { applySale } from './apply-order.ts';
import { eraseBuyersTask } from './erase-buyers.ts';

let app: TestApp;
let seller: Person;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
});

const cpf = '52998224725';
const cnpj = '12ABC34501DE35';
const unsold = { itemId: 'MLB1', variationId: '1', sku: 'A', cost: 100 };
const receiver = {
  ...{ name: 'Maria Teste', street: 'Rua das Flores', number: '10', complement: '' },
  ...{ neighborhood: 'Comércio', city: 'Salvador', state: 'BA', zip: '40010000' },
};

let minutes = 0;
/** The sale after its marketplace has reported this document, a minute after everything before. */
async function tell(order: MarketplaceOrder, buyerDocument: string | null): Promise<number> {
  const updatedAt = new Date(order.updatedAt.getTime() + ++minutes * 60_000);
  const shipment = remoteShipment({ shipmentId: order.shipmentId ?? '', receiver, updatedAt });
  const { id } = await app.database.transact({ businessId: account.businessId }, async (tx) => {
    await applySale(tx, account, { orders: [{ ...order, updatedAt }], shipment, buyerDocument });
    return tx.db
      .selectFrom('orders')
      .select('id')
      .where('remote_order_id', '=', order.remoteId)
      .executeTakeFirstOrThrow();
  });
  return id;
}
const sale = () => remoteOrder(unsold, { shipmentId: `44${++minutes}` });
const read = (id: number) => seller.call(api.orders.detail, { params: { id } });
const documentIn = async (id: number) =>
  (await seller.call(api.orders.fiscalData, { params: { id } })).buyer?.document;
const find = async (query: string) =>
  (await seller.call(api.orders.list, { query: { query } })).items.map(({ id }) => id);

test.each([
  ['a CPF in digits', '52998224725', cpf],
  ['a CPF as it is written', '529.982.247-25', cpf],
  ['an alphanumeric CNPJ in lower case', '12.abc.345/01de-35', cnpj],
  ['a CPF with stars', '***.982.247-**', null],
  ['a CPF written as X', 'XXXXXXXXXXX', null],
  ['a CPF with a wrong check digit', '52998224724', null],
  ['nothing', null, null],
])('reads %s', (_, reported, document) => {
  expect(documentOf(reported)).toBe(document);
});

test.each([
  ['CPF', cpf, '529.982.247-25'],
  ['alphanumeric CNPJ', cnpj, '12.abc.345/01DE-35'],
])(
  'shows a %s that is told with the sale or later, and finds the sale by it',
  async (_, document, written) => {
    const [known, late] = [sale(), sale()];
    const first = await tell(known, document);
    const second = await tell(late, null);
    expect(await documentIn(second)).toBeNull();
    await tell(late, document);
    expect(await documentIn(second)).toBe(document);
    expect(await read(second)).toMatchObject({ buyer: { street: 'Rua das Flores' } });
    for (const query of [document, written, `buyerDocument:${written}`])
      expect((await find(query)).toSorted()).toEqual([first, second].toSorted());
    expect(await find('11144477735')).toEqual([]);
    const others = await app.join('sales');
    expect((await others.call(api.orders.list, { query: { query: document } })).items).toEqual([]);
  },
);

test('keeps a known document if the marketplace reports none', async () => {
  const order = sale();
  const id = await tell(order, cpf);
  await tell(order, null);
  expect(await documentIn(id)).toBe(cpf);
});

test('erases the document with the buyer, and accepts none that is reported afterwards', async () => {
  const order = sale();
  const id = await tell(order, '11144477735');
  await tell({ ...order, phase: 'canceled' }, '11144477735');
  await eraseBuyersTask(jobOf(app), {
    ...{ businessId: seller.businessId, accountId: account.id, orders: [order.remoteId] },
  });
  await tell(order, '11144477735');
  expect(await read(id)).toMatchObject({ buyer: null });
  expect(await documentIn(id)).toBeUndefined();
  expect(await find('11144477735')).toEqual([]);
});

test('erases the notes of buyer and seller with the buyer, and accepts none that are reported afterwards', async () => {
  const notes = { storeNumber: '306', buyer: 'Deixe com a Quitéria', seller: 'Cliente antiga' };
  const order = { ...sale(), notes };
  const id = await tell(order, cpf);
  expect(await read(id)).toMatchObject({ buyerNote: notes.buyer, sellerNote: notes.seller });
  await tell({ ...order, phase: 'canceled' }, cpf);
  await eraseBuyersTask(jobOf(app), {
    ...{ businessId: seller.businessId, accountId: account.id, orders: [order.remoteId] },
  });
  await tell({ ...order, phase: 'canceled' }, cpf);
  expect(await read(id)).toMatchObject({ buyerNote: '', sellerNote: '', storeNumber: '306' });
});
