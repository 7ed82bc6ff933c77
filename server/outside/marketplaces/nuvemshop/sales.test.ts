import { describe, expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { circuitOpenErrorOf } from '../../circuit.ts';
import { RemoteFailure } from '../../http.ts';
import { startStage } from './test/stage.ts';
import { type Answer, storeId } from './test/store-server.ts';

const { store, marketplace, session, answerOnce, readProductAs } = await startStage();
const { orders, parcels } = marketplace;

describe('sales', () => {
  const read = (id: string) => orders.read(session, id, { acceptPartial: false });

  test('read with their parcel, whole in our words', async () => {
    const id = store.sell();
    expect(await read(id)).toMatchObject({
      orders: [
        {
          ...{
            remoteId: id,
            sellerId: storeId,
            shipmentId: id,
            phase: 'paid',
            total: 5000,
          },
          lines: [{ itemId: '1', variationId: '2', sku: 'C-1', quantity: 1, unitPrice: 5990 }],
        },
      ],
      shipment: {
        ...{ shipmentId: id, step: null, hasLabel: true, needsDocument: false, shippedBySeller: true },
        ...{ logisticType: 'Correios', receiver: { name: 'Ana', zip: '13010000', neighborhood: 'Centro' } },
      },
      billing: { name: 'Ana' },
      buyerDocument: '52998224725',
      missing: [],
    });
    expect(await parcels.read(session, id)).toMatchObject({ parcel: { shipmentId: id } });
  });

  test.each([
    [{ payment_status: 'pending' }, { phase: 'unpaid', cancel: null }],
    [{ payment_status: 'refunded' }, { phase: 'canceled', refunded: true }],
    [
      { status: 'cancelled', cancel_reason: 'customer' },
      { phase: 'canceled', cancel: { by: 'buyer', reason: 'customer' } },
    ],
    [{ payment_status: 'of-tomorrow' }, { phase: 'unpaid' }],
  ])('%j', async (changes, expected) => {
    expect((await read(store.sell(changes)))?.orders[0]).toMatchObject(expected);
  });

  test('one from another marketplace, unknown or of another store is none of ours', async () => {
    const id = store.sell({ storefront: 'meli' });
    expect(await read(id)).toBeNull();
    expect(await read('999')).toBeNull();
    expect(await read('../store')).toBeNull();
    await expect(read(store.sell({ store_id: 4 }))).rejects.toMatchObject({ reason: 'other_seller' });
    const { seen } = await orders.search(session, new Date('2026-11-23T11:00:00Z'));
    expect(seen.map(({ remoteId }) => remoteId)).not.toContain(id);
  });

  test('an unreadable parcel does not affect the sale', async () => {
    const id = store.sell();
    answerOnce('GET', /fulfillment-orders$/, { status: 502, body: 'Bad gateway' });
    expect(await read(id)).toMatchObject({
      orders: [{ shipmentId: id }],
      shipment: null,
      missing: [{ part: 'parcel' }],
    });
  });

  test('searched page after page; more than can be had in one search is cut by time', async () => {
    for (let n = 0; n < 201; n++) store.sell();
    const { seen, failures } = await orders.search(session, new Date('2026-11-23T11:00:00Z'));
    expect(failures).toEqual([]);
    expect(seen.length).toBeGreaterThan(200);
    answerOnce('GET', /orders$/, { status: 200, body: [], headers: { 'x-total-count': '10001' } });
    const before = store.asked.length;
    await orders.search(session, new Date('2026-11-23T11:00:00Z'));
    const windows = store.asked.slice(before).map(({ query }) => query.get('updated_at_max'));
    expect(windows.filter(Boolean).length).toBeGreaterThan(0);
  });

  test('a sale is canceled once or twice, and never restocked by the marketplace', async () => {
    const id = store.sell();
    const why = { reason: 'Avariado', outOfStock: true };
    expect(await orders.cancel(session, id, why)).toBeNull();
    expect(await orders.cancel(session, id, why)).toBeNull();
    const sent = store.asked.find(({ path }) => path.endsWith(`${id}/cancel`));
    expect(sent?.body).toEqual({ reason: 'inventory', email: true, restock: false });
  });

  test('packed, opened again, sent with its code: one step at a time, each once', async () => {
    const id = store.sell();
    const report = (step: 'open' | 'packed' | 'sent') =>
      parcels.report?.(session, id, {
        step,
        trackingCode: 'BR123',
        trackingUrl: 'https://rastreio.example.com/BR123',
      });
    for (const step of ['packed', 'open', 'sent', 'sent', 'packed'] as const)
      expect(await report(step)).toBeNull();
    expect(store.partsOf(id)).toMatchObject([
      { status: 'DISPATCHED', tracking_info: { code: 'BR123', url: 'https://rastreio.example.com/BR123' } },
    ]);
    expect((await parcels.read(session, id))?.parcel).toMatchObject({ step: 'sent', trackingCode: 'BR123' });
    answerOnce('PATCH', /fulfillment-orders/, { status: 422, body: { status: ['not now'] } });
    const other = store.sell();
    expect(
      await parcels.report?.(session, other, { step: 'packed', trackingCode: '', trackingUrl: '' }),
    ).toMatch(/not now/);
  });

  test('the key of the NF-e is given as the store keeps it', async () => {
    const id = store.sell();
    expect(
      await parcels.sendDocument(session, id, { bytes: Buffer.alloc(0), key: '1'.repeat(44) }),
    ).toBeNull();
    expect(store.asked.at(-1)?.body).toMatchObject({
      namespace: 'nfe',
      owner_resource: 'Order',
      owner_id: Number(id),
    });
  });
});

describe('faults', () => {
  test('the pause of a 429 is read in milliseconds', async () => {
    const headers = { 'x-rate-limit-reset': '1500' };
    const error: unknown = await readProductAs({ status: 429, body: {}, headers }).catch(
      (caught: unknown) => caught,
    );
    expect(circuitOpenErrorOf(error)?.waitMs).toBe(1500);
  });

  test.each([
    ['seconds', 429, '7200'],
    ['a date', 429, new Date(systemClock.now().getTime() + 7_200_000).toUTCString()],
    ['a 503', 503, '7200'],
  ])('obeys a Retry-After in %s', async (_what, status, said) => {
    const answer = { status, body: {}, headers: { 'retry-after': said } };
    const error: unknown = await readProductAs(answer).catch((caught: unknown) => caught);
    const wait = circuitOpenErrorOf(error)?.waitMs ?? 0;
    expect(wait).toBeGreaterThan(7_198_000);
    expect(wait).toBeLessThanOrEqual(7_200_000);
  });

  test.each([
    ['an HTML page', { status: 200, body: '<html>' }],
    ['a page with a 404', { status: 404, body: '<html>' }],
    ['half an answer', { status: 200, body: '{"id":' }],
    ['a redirect', { status: 302, body: {}, headers: { location: 'https://example.com' } }],
    ['another shape', { status: 200, body: { id: 1 } }],
  ])('%s is a failure of the outside', async (_name, answer: Answer) => {
    await expect(readProductAs(answer)).rejects.toThrow(RemoteFailure);
  });

  test.each([
    [{ name: ["can't be blank"] }, 'name', "can't be blank"],
    [{ variants: [{ price: ['must be positive'] }] }, 'price', 'must be positive'],
    [
      { code: 422, message: 'Unprocessable Entity', description: 'stock too low' },
      'quantity',
      'stock too low',
    ],
    [{ error: 'Problems parsing JSON' }, 'other', 'Problems parsing JSON'],
  ])('%j is a refusal with its reason', async (body, field, message) => {
    await expect(readProductAs({ status: 422, body })).rejects.toMatchObject({
      kind: 'refused',
      causes: [{ field, message: expect.stringContaining(message) }],
    });
  });
});
