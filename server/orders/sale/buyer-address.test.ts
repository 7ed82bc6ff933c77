import { beforeAll, expect, test } from 'vitest';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import { applyRemote, makeAccount, remoteOrder, remoteShipment } from '#server/orders/test/factory.ts';
import type { Receiver } from '#server/outside/marketplaces/sale.ts';
import { type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  account = await makeAccount(app, (await app.join('sales')).businessId);
});

const real: Receiver = {
  ...{ name: 'Maria Teste', street: 'Rua das Flores', number: '10', complement: 'Ap 3' },
  ...{ neighborhood: 'Comércio', city: 'Salvador', state: 'BA', zip: '40010000' },
};
const unsold = { itemId: 'MLB1', variationId: '1', sku: 'A', cost: 100 };

/** The address of a sale after its marketplace has reported these in turn. */
async function reported(...receivers: Receiver[]) {
  const parcel = remoteShipment();
  const order = remoteOrder(unsold, { shipmentId: parcel.shipmentId });
  let row = await applyRemote(app, account, order);
  for (const [n, receiver] of receivers.entries()) {
    const updatedAt = new Date(parcel.updatedAt.getTime() + n * 1000);
    row = await applyRemote(app, account, order, { ...parcel, receiver, updatedAt });
  }
  return { name: row.buyer_name, buyer: row.buyer };
}

const moved = { city: 'Recife', state: 'PE', zip: '50010000', neighborhood: 'Boa Vista' };

test.each([
  [
    'street and name with stars, city and ZIP in clear',
    { ...real, ...moved, name: 'M***a', street: 'R****' },
  ],
  ['the ZIP alone with stars', { ...real, ...moved, zip: '5001****' }],
  ['written out as X', { ...real, ...moved, name: 'XXXXXXX', street: 'XXXXXXX', number: 'XXXX' }],
  ['a word of the street written out as X', { ...real, ...moved, street: 'Rua XXXXXXX' }],
  ['a ZIP of X with its hyphen', { ...real, ...moved, zip: 'xxxxx-xxx' }],
  ['dots for stars', { ...real, ...moved, complement: 'Ap ••' }],
  ['the number alone with stars', { ...real, ...moved, number: '1*' }],
  ['the city alone with stars', { ...real, ...moved, city: 'R***e' }],
  ['no street', { ...real, ...moved, street: '', number: '' }],
])('keeps the complete known address if the new one is masked (%s)', async (_, masked) => {
  const { buyer } = await reported(real, masked);
  expect(buyer).toEqual({ ...real, name: masked.name.startsWith('Maria') ? masked.name : real.name });
});

test('replaces an address completely: a complement of the old one does not stay', async () => {
  const next = { ...real, ...moved, street: 'Rua Nova', number: '7', complement: '' };
  expect((await reported(real, next)).buyer).toEqual(next);
});

test('replaces a masked address by the complete one, and stores no mask', async () => {
  const masked = { ...real, name: 'M***a', street: '****', number: '**', zip: '4001****' };
  expect(JSON.stringify((await reported(masked)).buyer)).not.toContain('*');
  expect(await reported(masked, real)).toEqual({ name: real.name, buyer: real });
});

test('accepts a new name without a new address', async () => {
  const { name, buyer } = await reported(real, { ...real, ...moved, name: 'João Teste', street: '****' });
  expect([name, buyer]).toEqual(['João Teste', { ...real, name: 'João Teste' }]);
});
