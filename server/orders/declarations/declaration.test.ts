import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { isDceKey } from '#contract/orders/content-declaration.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

async function sell(): Promise<number> {
  const shelf = await makeShelf(app, supplier, 5);
  await supplier.call(api.warehouses.update, {
    params: { id: shelf.warehouseId },
    body: { street: 'Rua do Galpão', number: '9', city: 'Campinas', state: 'SP', zip: '13010-001' },
  });
  const offer = await makeOffer(supplier, shelf);
  const { id } = await seller.call(api.orders.create, {
    body: {
      buyerName: 'Dona Lúcia',
      buyerDocument: '529.982.247-25',
      paid: true,
      address: { street: 'Rua Chile', number: '22', city: 'Salvador', state: 'BA', zip: '40010-000' },
      lines: [{ dropshipItemId: offer.id, quantity: 2, unitPriceCentavos: 5000 }],
    },
  });
  return id;
}

const issue = (orderId: number) => seller.call(api.contentDeclarations.create, { body: { orderId } });

test("shows sender, receiver and contents; the sender's address only to the business that packs", async () => {
  const orderId = await sell();
  const made = await issue(orderId);
  expect(made).toMatchObject({
    state: 'issued',
    orderId,
    recipient: { name: 'Dona Lúcia', document: '52998224725', street: 'Rua Chile', city: 'Salvador' },
    items: [{ quantity: 2, valueCentavos: 10_000 }],
    totalCentavos: 10_000,
    sender: { street: '' },
  });
  const bench = await supplier.call(api.checkout.detail, { params: { id: orderId } });
  expect(bench.declaration).toEqual({ id: made.id, number: made.number, dceKey: null });
  const paper = await supplier.call(api.contentDeclarations.detail, { params: { id: made.id } });
  expect(paper.sender).toMatchObject({ name: made.sender.name, street: 'Rua do Galpão', city: 'Campinas' });
  const outsider = await app.join('supply');
  const refused = await outsider.refused(api.contentDeclarations.detail, { params: { id: made.id } });
  expect(refused.status).toBe(404);
});

test('a sale has one declaration at a time; a canceled one keeps its number', async () => {
  const orderId = await sell();
  const first = await issue(orderId);
  const again = await seller.refused(api.contentDeclarations.create, { body: { orderId } });
  expect(again.code).toBe('state_conflict');
  const params = { id: first.id };
  const canceled = await seller.call(api.contentDeclarations.cancel, {
    params,
    body: { reason: 'Endereço errado' },
  });
  expect(canceled).toMatchObject({ state: 'canceled', cancelReason: 'Endereço errado' });
  const twice = await seller.refused(api.contentDeclarations.cancel, { params, body: { reason: 'de novo' } });
  expect(twice.code).toBe('state_conflict');
  const second = await issue(orderId);
  expect(second.number).toBe(first.number + 1);
  const sale = await seller.call(api.orders.detail, { params: { id: orderId } });
  expect(sale.declaration).toMatchObject({ id: second.id });
  expect(sale.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['declaration-issued', 'declaration-canceled']),
  );
});

test('simultaneous declarations get numbers without gaps', async () => {
  const sales = [await sell(), await sell(), await sell()];
  const made = await Promise.all(sales.map(issue));
  const numbers = made.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers[2]).toBe((numbers[0] ?? 0) + 2);
});

test('refuses a sale that needs an NF-e, was canceled, or belongs to another business', async () => {
  const orderId = await sell();
  await app.rows(seller.businessId, `update orders set document = 'missing' where id = ${orderId}`);
  const needs = await seller.refused(api.contentDeclarations.create, { body: { orderId } });
  expect(needs.code).toBe('declaration_needs_invoice');
  const canceled = await sell();
  await seller.call(api.orders.cancel, { params: { id: canceled }, body: { reason: 'desistiu' } });
  const late = await seller.refused(api.contentDeclarations.create, { body: { orderId: canceled } });
  expect(late.code).toBe('order_canceled');
  const other = await app.join('sales');
  const foreign = await other.refused(api.contentDeclarations.create, { body: { orderId } });
  expect(foreign.status).toBe(404);
});

test('stores the key of an electronic declaration, and refuses any other key', async () => {
  const { id } = await issue(await sell());
  const keep = (dceKey: string) => ({ params: { id }, body: { dceKey } });
  const key = '35260811222333000181990010000001231104729151';
  expect(isDceKey(key)).toBe(true);
  expect(isDceKey(`${key.slice(0, 20)}55${key.slice(22)}`)).toBe(false);
  expect((await seller.call(api.contentDeclarations.update, keep(key))).dceKey).toBe(key);
  const wrong = await seller.refused(api.contentDeclarations.update, keep(key.replace('9151', '9152')));
  expect(wrong.errors).toMatchObject({ dceKey: [{ code: 'dce_key_invalid' }] });
  expect((await seller.call(api.contentDeclarations.update, keep(''))).dceKey).toBe(null);
});
