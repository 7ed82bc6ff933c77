import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { packSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

const buyerAddress = {
  zip: '40010-000',
  street: 'Rua Chile',
  number: '22',
  complement: 'apto 3',
  neighborhood: 'Centro',
  city: 'Salvador',
  state: 'ba',
};

async function printed(address?: typeof buyerAddress) {
  const shelf = await makeShelf(app, supplier, 5);
  await supplier.call(api.warehouses.update, {
    params: { id: shelf.warehouseId },
    body: { street: 'Rua do Galpão', number: '9', city: 'Campinas', state: 'SP', zip: '13010-001' },
  });
  const offer = await makeOffer(supplier, shelf);
  const { id } = await seller.call(api.orders.create, {
    body: {
      buyerName: 'Dona Lúcia',
      paid: true,
      ...(address && { address }),
      lines: [{ dropshipItemId: offer.id, quantity: 1, unitPriceCentavos: 5000 }],
    },
  });
  await packSale(supplier, id, shelf.sku, 1);
  const label = async (format: 'zpl' | 'pdf') =>
    (await supplier.download(api.checkout.downloadTag, { params: { id }, query: { format } })).bytes;
  return { id, zpl: (await label('zpl')).toString(), pdf: await label('pdf') };
}

test('the label of a manual sale shows destination and sender', async () => {
  const { id, zpl, pdf } = await printed(buyerAddress);
  const lines = ['Rua Chile, 22, apto 3', 'Centro', 'Salvador - BA', '40010-000'];
  for (const line of [...lines, 'Rua do Galpão, 9', 'Campinas - SP', '13010-001'])
    expect(zpl).toContain(line);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const sale = await seller.call(api.orders.detail, { params: { id } });
  expect(sale.buyer).toMatchObject({ street: 'Rua Chile', state: 'BA', zip: '40010000' });
});

test("without an address it shows the buyer's name, and still the sender", async () => {
  const { zpl } = await printed();
  expect(zpl).toContain('Dona Lúcia');
  expect(zpl).toContain('Rua do Galpão, 9');
});

test('an unknown state is refused at its field', async () => {
  const problem = await seller.refused(api.orders.create, {
    body: {
      buyerName: 'Dona Lúcia',
      paid: true,
      address: { ...buyerAddress, state: 'XX' },
      lines: [{ dropshipItemId: 1, quantity: 1, unitPriceCentavos: 5000 }],
    },
  });
  expect(problem.errors).toMatchObject({ address: { state: [{ code: 'choose_one' }] } });
});
