import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

// Findings of the fuzzer, each as one request.
let app: TestApp;
let owner: Person;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
  owner = await app.join('supply');
});

test('refuses a weight below the smallest unit', async () => {
  const { id } = await makeProduct(owner);
  const refused = await owner.refused(api.products.update, { params: { id }, body: { weight: 5e-324 } });
  expect(refused.errors).toMatchObject({ weight: [{ code: 'too_small' }] });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  '%s is refused as an attribute',
  async (name) => {
    const { id } = await makeProduct(owner);
    const body = JSON.stringify({ attributeTypes: [name] });
    const answer = await app.http.inject({
      method: 'PATCH',
      url: `/api/products/${id}`,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      payload: body,
    });
    expect(answer.statusCode).toBe(422);
  },
);

test('refuses a sale whose amount exceeds the limits, so that no screen breaks', async () => {
  const seller = await app.join('sales');
  const offer = await makeOffer(owner, await makeShelf(app, owner), 1_000_000_000);
  const lines = [{ dropshipItemId: offer.id, quantity: 1_000_000, unitPriceCentavos: 1_000_000_000 }];
  const refused = await seller.refused(api.orders.create, {
    body: { buyerName: 'Carla', paid: false, lines },
  });
  expect(refused.errors).toMatchObject({ lines: [{ code: 'too_big' }] });
  await seller.call(api.dashboard.detail, {});
});

test('refuses a price of one unit above the limit', async () => {
  const shelf = await makeShelf(app, owner);
  const refused = await owner.refused(api.dropshipItems.create, {
    body: {
      variationId: shelf.variationId,
      warehouseId: shelf.warehouseId,
      quantityCap: 1,
      price: 1_000_000_000_000,
    },
  });
  expect(refused.errors).toMatchObject({ price: [{ code: 'too_big' }] });
});

test('refuses half a surrogate pair, also in fields that nobody types', async () => {
  const refused = await owner.refused(api.auth.signOut, { body: { refreshToken: 'x\ud800' } });
  expect(refused.status).toBe(422);
});
