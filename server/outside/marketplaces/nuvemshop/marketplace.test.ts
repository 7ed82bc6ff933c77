import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import { describeExisting } from '../contract-suite/existing.ts';
import { describeListings } from '../contract-suite/listings.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import { startStage } from './test/stage.ts';
import { place, storeId, token } from './test/store-server.ts';

const { clientSecret, store, notifyUrl, marketplace, session, sessionOf, answerOnce, readProductAs } =
  await startStage();
const { listings, inbox, connect } = marketplace;

const provocations: Record<MarketplaceErrorKind, () => Promise<unknown>> = {
  refused: () => readProductAs({ status: 422, body: { name: ["can't be blank"] } }),
  not_found: () => listings.readDescription(session, '1'),
  forbidden: () => listings.list(sessionOf(token, '9002')),
  unauthorized: () => listings.list(sessionOf('another')),
  ended_grant: () => connect.renew('', 1, ''),
  retry: () => readProductAs({ status: 429, body: 'Too many requests' }),
  conflict: () => readProductAs({ status: 409, body: { code: 409, message: 'Conflict' } }),
  unavailable: () => readProductAs({ status: 503, body: '<html>' }),
};

describeListings('Nuvemshop', {
  marketplace,
  session,
  versioned: null,
  content: async (_session, name) => ({
    ...{ name, categoryId: '12', type: 'classic', description: 'Caneca de ágata.' },
    ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '', attributes: [] },
    ...{ pictureIds: [], mark: `easy-p${name.replace(/\D/g, '')}-suite` },
  }),
  variation: (name, changes) => ({
    ...{ id: null, sku: `SUITE-${name}`, gtin: '', kit: false, package: null, pictureIds: null },
    attributes: name ? [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }] : [],
    ...{ price: 5990, quantity: 5, mark: `easy-v1-${name}`, ...changes },
  }),
  sell: async () => undefined,
  keepsNames: false,
  provoke: (kind) => provocations[kind](),
  linkOf: (id) => `https://loja.example/produtos/p-${id}/`,
  nothing: 'https://example.com/sobre-nos',
});

describeExisting('Nuvemshop', {
  marketplace,
  session,
  makeOwn: async (ad) => store.makeOwn(ad),
  linkOf: (id) => `https://loja.example/produtos/p-${id}/`,
});

describe('a store is connected', () => {
  test('a store is connected by a code, for a token without expiry that identifies its owner', async () => {
    expect(connect.consentUrl({ state: 's 1', challenge: '' })).toBe(
      `${store.url}/apps/5001/authorize?state=s+1`,
    );
    const pair = await connect.exchange('good', '', {});
    expect(pair).toMatchObject({ accessToken: token, userId: storeId });
    expect(await connect.whoIs(pair)).toMatchObject({
      id: storeId,
      nickname: 'Loja Própria',
      operator: false,
    });
    expect(store.asked.at(-1)?.headers).toMatchObject({ authentication: `bearer ${token}` });
    const refused: unknown = await connect.exchange('spent', '', {}).catch((error: unknown) => error);
    expect(connect.endOfGrant(refused)).toBe('invalid_grant');
    const over: unknown = await connect.renew('', 1, '').catch((error: unknown) => error);
    expect(connect.endOfGrant(over)).toBe('revoked');
  });

  test('subscribes to every event once, however often it is requested', async () => {
    await inbox.subscribe?.(session);
    await inbox.subscribe?.(session);
    const registered = store.webhooks.map(({ event }) => String(event));
    expect(new Set(registered).size).toBe(registered.length);
    expect(registered).toEqual(expect.arrayContaining(['order/paid', 'product/deleted', 'app/uninstalled']));
    expect(store.webhooks.every(({ url }) => url === notifyUrl)).toBe(true);
  });
});

describe('notifications of the store', () => {
  // The very bytes, as the sum over them of the public documents' form is.
  const raw = '{"store_id":123456,"event":"order/paid","id":871254203}';
  const deliver = (text: string, signature?: string | string[]) => ({
    ...{ secret: '5001', bytes: Buffer.from(text) },
    headers: { 'x-linkedstore-hmac-sha256': signature },
  });
  const sum = 'aef06e0d2f88ffba6c612a8db21ea28d6cc0905ebb71872097d05625874fb1b4';

  test('a notification of the store is proven by the sum over its bytes', () => {
    expect(inbox.isProven(deliver(raw, sum))).toBe(true);
    const base64 = createHmac('sha256', clientSecret).update(raw).digest('base64');
    for (const forged of [undefined, '', sum.slice(1), `${sum.slice(0, -1)}0`, base64, [sum, sum]])
      expect(inbox.isProven(deliver(raw, forged))).toBe(false);
    expect(inbox.isProven(deliver(`${raw} `, sum))).toBe(false);
  });

  test.each([
    ['order/paid', { id: 871254203 }, { what: 'order', id: '871254203' }],
    [
      'fulfillment_order/status_updated',
      { order_id: '77', fulfillment_id: '01H' },
      { what: 'order', id: '77' },
    ],
    ['product/deleted', { id: 15 }, { what: 'listing', id: '15' }],
    ['app/uninstalled', {}, { what: 'grant', id: '' }],
    ['category/created', { id: 4 }, null],
    ['order/paid', { id: '../store' }, null],
  ])('%s', (event, more, concern) => {
    const reported = inbox.read({ store_id: 123456, event, ...more });
    expect(reported).toMatchObject({ remoteUserId: '123456', isOurs: true });
    expect(inbox.concernOf(reported)).toEqual(concern);
  });

  test('anything may be missing', () => {
    for (const body of [{}, { event: 7, store_id: null, id: [] }])
      expect(inbox.read(body)).toMatchObject({ isOurs: false, remoteUserId: '' });
  });
});

describe('reasons of a product', () => {
  test.each([
    ['on sale', {}, 4, []],
    ['hidden by its merchant', { published: false }, 4, [['seller_paused', 'hidden']]],
    ['without stock', {}, 0, [['out_of_stock', '']]],
    ['with an unknown visibility', { visibility: 'members' }, 4, [['other', 'members']]],
  ])('a product %s', async (_name, changes, stock, reasons) => {
    const body = { id: 1, name: { pt: 'Caneca' }, variants: [{ id: 2, price: '19.90', stock }], ...changes };
    const listing = await readProductAs({ status: 200, body });
    expect(listing.reasons.map(({ kind, code }) => [kind, code])).toEqual(reasons);
  });
});

describe('stock and price', () => {
  const content = {
    ...{
      name: 'Caneca',
      categoryId: '0',
      type: 'classic' as const,
      description: 'Uma <b>caneca</b>.\nAzul.',
      package: null,
    },
    ...{ video: '', attributes: [], pictureIds: [], mark: 'easy-p90-x' },
  };
  const variation = {
    ...{
      id: null,
      sku: 'S-1',
      gtin: '',
      kit: false,
      attributes: [],
      price: 1990,
      quantity: 3,
      mark: '',
      package: null,
      pictureIds: null,
    },
  };

  test('puts all of it into the first place and 0 into the others, and names refused variants', async () => {
    const made = await listings.create(session, content, [variation]);
    await listings.pushStock(session, made, [{ id: null, value: 7 }], null);
    const [sent] = store.asked.filter(({ path }) => path.endsWith('/stock-price')).slice(-1);
    expect(sent?.body).toMatchObject([
      { variants: [{ inventory_levels: [{ location_id: place, stock: 7 }, { stock: 0 }] }] },
    ]);
    const refused = await listings.pushStock(session, made, [{ id: '404', value: 7 }], made);
    expect(refused).toMatchObject([{ id: '404', causes: [{ field: 'quantity' }] }]);
  });

  test('one that had no effect is tried again', async () => {
    const made = await listings.create(session, content, [variation]);
    const [variant] = made.variations;
    const body = [{ id: Number(made.id), variants: [{ id: Number(variant?.id), success: true }] }];
    answerOnce('PATCH', /stock-price$/, { status: 200, body });
    await expect(listings.pushStock(session, made, [{ id: null, value: 1 }], made)).rejects.toThrow(
      RemoteFailure,
    );
  });

  test('a price is the list price, and a promotion ends only with a price that is to leave it; text is text', async () => {
    const made = await listings.create(session, content, [variation]);
    const [variant] = made.variations;
    await session.call(`/2025-03/${storeId}/products/${made.id}/variants/${variant?.id}`, {
      method: 'PUT',
      json: { price: '30.00', promotional_price: '19.90' },
    });
    const [read] = (await listings.read(session, made.id)).variations;
    expect(read).toMatchObject({ price: 3000, promotion: { price: 1990, from: null, to: null, name: '' } });
    await listings.pushStock(session, made, [{ id: variant?.id ?? null, value: 3 }], null);
    expect(store.products.get(made.id)?.variants).toMatchObject([
      { price: '30.00', promotional_price: '19.90' },
    ]);
    await listings.pushPrice(session, made.id, [{ id: null, value: 3500 }], null);
    expect(store.products.get(made.id)?.variants).toMatchObject([
      { price: '35.00', promotional_price: null },
    ]);
    expect(await listings.readDescription(session, made.id)).toBe(content.description);
  });

  test.each([
    [{ price: '89.90', promotional_price: '0.00' }, 8990, null],
    [{ price: '89.90', promotional_price: '' }, 8990, null],
    [{ price: '89.90', promotional_price: null }, 8990, null],
    [{ price: '89.90' }, 8990, null],
    [{ price: 89.9, promotional_price: 79.9 }, 8990, 7990],
    [{ price: '89.90', promotional_price: '99.90' }, 8990, null],
    [{ price: null, promotional_price: null }, null, null],
    [{ price: '', promotional_price: '0.00' }, null, null],
    [{ price: '0.00' }, null, null],
  ])('reads the prices of %j as %s and a promotion of %s', async (json, price, promotion) => {
    const made = await listings.create(session, content, [variation]);
    const [variant] = made.variations;
    await session.call(`/2025-03/${storeId}/products/${made.id}/variants/${variant?.id}`, {
      method: 'PUT',
      json: { promotional_price: undefined, ...json },
    });
    const read = await listings.read(session, made.id);
    expect(read.price).toBe(price);
    expect(read.promotion?.price ?? null).toBe(promotion);
    expect(read.variations).toMatchObject([{ price }]);
  });

  test('an ad is closed if its product was deleted, and an answer about another product is rejected', async () => {
    const made = await listings.create(session, content, [variation]);
    await listings.pushState(session, made, 'closed');
    expect(await listings.read(session, made.id)).toMatchObject({
      state: 'closed',
      link: '',
      categoryId: '',
    });
    await listings.pushState(session, made, 'closed');
    const other = await listings.create(session, content, [variation]);
    await expect(readProductAs({ status: 200, body: store.products.get(other.id) })).rejects.toThrow(
      RemoteFailure,
    );
  });
});
