import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { describeSales } from '../contract-suite/sales.ts';
import { type Answer, partnerKey, shopId, token } from './test/shop-server.ts';
import { startStage } from './test/stage.ts';

const { shop, marketplace, session, sessionOf, answerOnce } = await startStage();
const { orders, parcels, inbox } = marketplace;
const notifyUrl = 'https://backoffice.example.com/hooks/shopee';

const signed = (raw: string, key = partnerKey) =>
  createHmac('sha256', key).update(`${notifyUrl}|${raw}`).digest('hex');
const delivery = (raw: string, authorization: string | undefined) => ({
  ...{ secret: '', bytes: Buffer.from(raw), headers: { authorization } },
});
let serial = 0;
const document = () => {
  const key = String(++serial).padStart(44, '1');
  return { key, bytes: Buffer.from(`<nfeProc><NFe><infNFe Id="NFe${key}"/></NFe></nfeProc>`) };
};
const lost = (body: Record<string, unknown>) => ({ data: JSON.stringify(body), code: body.code });

describeSales('Shopee', {
  marketplace,
  session,
  outsider: sessionOf(token, '9002'),
  async sell() {
    const orderId = shop.sell();
    return { orderId, parcelId: orderId, longAgo: addMinutes(systemClock.now(), -180) };
  },
  documentOf: async () => document(),
  notificationOf(orderId) {
    const raw = JSON.stringify({ code: 3, shop_id: Number(shopId), data: { ordersn: orderId, status: 'X' } });
    return { delivery: delivery(raw, signed(raw)), body: JSON.parse(raw) };
  },
  forged: ({ bytes, ...rest }) => {
    const raw = bytes.toString();
    return [
      { bytes, ...rest, headers: {} },
      { bytes, ...rest, headers: { authorization: signed(raw, 'another key') } },
      {
        bytes,
        ...rest,
        headers: { authorization: createHmac('sha256', partnerKey).update(raw).digest('hex') },
      },
      { ...delivery(`${raw} `, signed(raw)) },
    ];
  },
  async sellUnheard() {
    const orderId = shop.sell();
    shop.lost.push(lost({ code: 3, shop_id: Number(shopId), data: { ordersn: orderId } }));
    return { orderId };
  },
  async changeUnheard() {
    shop.lost.push(lost({ code: 22, shop_id: Number(shopId), data: { item_id: 9_100_001 } }));
    return { listingId: '9100001' };
  },
  unknownOrder: '260101UNKNOWN1',
});

describe('pushes of the shop', () => {
  test.each([
    [
      '{"code":3,"shop_id":55667788,"timestamp":1767225601,"data":{"ordersn":"260101TESTPUSH","status":"READY_TO_SHIP","update_time":1767225600}}',
      '2057c752c629d2aeb02c7e60b62da5535e0fa948b6625b7b595aea5f4c8ae111',
      { what: 'order', id: '260101TESTPUSH' },
    ],
    [
      '{"code":29,"shop_id":55667788,"timestamp":1767225601,"data":{"order_sn":"260101TESTPUSH","return_sn":"2601020000000001"}}',
      '263c2f076a57c40f4607d13eaa22ec5624c930cf24c2aafda9f2aa539e04de2a',
      { what: 'claim', id: '2601020000000001' },
    ],
  ])('the very bytes %s', (raw, sum, concern) => {
    expect(inbox.isProven(delivery(raw, sum))).toBe(true);
    expect(inbox.isProven(delivery(JSON.stringify(JSON.parse(raw), null, 1), sum))).toBe(false);
    const reported = inbox.read(JSON.parse(raw));
    expect(inbox.concernOf(reported)).toEqual(concern);
    expect(inbox.answersEmpty).toBe(true);
  });

  test.each([
    [
      { code: 4, shop_id: 1, data: { ordersn: '260101AAAA' } },
      { what: 'order', id: '260101AAAA' },
    ],
    [
      { code: 6, shop_id: 1, data: { item_id: 9100001 } },
      { what: 'listing', id: '9100001' },
    ],
    [
      { code: 2, data: { shop_id: 7 } },
      { what: 'grant', id: '' },
    ],
    [
      { code: 12, shop_id: 7, data: {} },
      { what: 'grant', id: '' },
    ],
    [
      { code: 12, data: { shop_expire_soon: [7], expire_before: 1_767_225_600, page_no: 1, total_page: 1 } },
      { what: 'grant', id: '' },
    ],
    [{ code: 10, shop_id: 7, data: {} }, null],
    [{ code: 3, shop_id: 7, data: { ordersn: '../shop' } }, null],
  ])('%j', (body, concern) => {
    expect(inbox.concernOf(inbox.read(body))).toEqual(concern);
  });

  test('the check of the address is unsigned and about nothing', () => {
    const check = '{"code":0,"data":{"verify_info":"This is a Verification message."}}';
    expect(inbox.isProven(delivery(check, undefined))).toBe(true);
    expect(inbox.read(JSON.parse(check))).toMatchObject({ isOurs: false });
    expect(inbox.isProven(delivery('{"code":0,"shop_id":1,"data":{"ordersn":"X"}}', undefined))).toBe(false);
  });

  test('a lost push of another shop waits for that shop, and is confirmed once', async () => {
    shop.lost.push(lost({ code: 3, shop_id: 9002, data: { ordersn: '260101OTHER1' } }), { data: 'half {' });
    expect(await inbox.readMissed?.(session)).toMatchObject({ orders: [], failures: [] });
    expect(shop.lost).toEqual([]);
    const other = { ...session, remoteUserId: '9002' };
    expect(await inbox.readMissed?.(other)).toMatchObject({ orders: ['260101OTHER1'] });
    expect(await inbox.readMissed?.(other)).toMatchObject({ orders: [] });
  });
});

describe('sales', () => {
  const read = async (id: string) => orders.read(session, id, { acceptPartial: false });
  const parcelOf = async (id: string) => (await parcels.read(session, id))?.parcel;

  test("complete in the product's terms: goods, fees, buyer", async () => {
    const id = shop.sell();
    expect(await read(id)).toMatchObject({
      orders: [
        {
          ...{ remoteId: id, phase: 'paid', total: 9480, discount: 300, shipmentId: id, cancel: null },
          lines: [{ itemId: '9100001', variationId: '9200001', sku: 'CAN-PR', quantity: 2, unitPrice: 4990 }],
        },
      ],
      shipment: {
        ...{ freight: 450, needsDocument: true, needsArranging: false, hasLabel: false, step: null },
        receiver: { name: 'Ana Souza', neighborhood: 'Centro', zip: '40010000' },
      },
      billing: { name: 'Ana Souza', address: { zip: '40010000', state: 'BA' } },
      buyerDocument: '52998224725',
    });
    const sale = await read(id);
    expect(sale?.orders[0]?.lines[0]?.saleFee).toBe(1200);
    const paid = sale?.orders[0]?.paidAt?.getTime() ?? 0;
    expect(sale?.shipment?.bufferedUntil?.getTime()).toBe(paid + 3_600_000);
  });

  test.each([
    ['UNPAID', { phase: 'unpaid' }, null],
    ['IN_CANCEL', { phase: 'paid' }, { hasLabel: false, needsArranging: false }],
    ['CANCELLED', { phase: 'canceled', cancel: { by: 'buyer', reason: 'mudei de ideia' } }, {}],
    ['SHIPPED', { phase: 'paid' }, { step: 'sent', hasLabel: true }],
    ['COMPLETED', { phase: 'paid' }, { step: 'delivered' }],
    ['OF_TOMORROW', { phase: 'paid' }, { step: null, hasLabel: false }],
  ])('%s', async (status, order, parcel) => {
    const more = { cancel_by: 'buyer', cancel_reason: 'mudei de ideia' };
    const sale = await read(shop.sell({ order_status: status, ...more }));
    expect(sale?.orders[0]).toMatchObject(order);
    if (parcel === null) expect(sale?.shipment).toBeNull();
    else expect(sale?.shipment).toMatchObject(parcel);
  });

  test('masked is unknown; a person gives no NF-e, nor does anybody by the post office', async () => {
    const masked = shop.sell({
      ...{ buyer_cpf_id: '***.982.247-**', buyer_username: 'a****a' },
      recipient_address: {
        name: 'A****a',
        full_address: 'R****',
        city: 'Salvador',
        state: 'Bahia',
        zipcode: '4001****',
      },
    });
    expect(await read(masked)).toMatchObject({
      orders: [{ buyer: { nickname: null } }],
      billing: null,
      buyerDocument: null,
    });
    expect((await parcelOf(masked))?.receiver).toMatchObject({ name: 'A****a', zip: '4001****' });
    const person = { ...session, tags: ['cpf'] };
    const ready = shop.sell({ order_status: 'READY_TO_SHIP' });
    expect((await parcels.read(person, ready))?.parcel).toMatchObject({
      needsDocument: false,
      needsArranging: true,
    });
    const posted = [
      { package_number: 'P', logistics_status: 'LOGISTICS_READY', shipping_carrier: 'Correios' },
    ];
    expect(await parcelOf(shop.sell({ package_list: posted }))).toMatchObject({ needsDocument: false });
  });

  test('searched window after window, page after page, those that wait for their NF-e too', async () => {
    const day = 86_400;
    const now = Math.floor(systemClock.now().getTime() / 1000);
    const old = shop.sell({ update_time: now - 40 * day, order_status: 'SHIPPED' });
    const pending = shop.sell();
    for (let n = 0; n < 120; n++) shop.sell({ order_status: 'READY_TO_SHIP' });
    const { seen, failures } = await orders.search(session, addMinutes(systemClock.now(), -60 * 24 * 50));
    expect(failures).toEqual([]);
    const ids = seen.map(({ remoteId }) => remoteId);
    expect(ids).toEqual(expect.arrayContaining([old, pending]));
    expect(ids.length).toBeGreaterThan(120);
    expect(new Set(ids).size).toBe(ids.length);
    answerOnce(/get_order_detail$/, { status: 200, body: { response: { order_list: [] } } });
    const again = await orders.search(session, addMinutes(systemClock.now(), -60 * 24 * 50));
    expect(again.seen).toHaveLength(seen.length);
    answerOnce(/get_order_detail$/, { status: 200, body: '<html>' });
    expect((await orders.search(session, addMinutes(systemClock.now(), -90))).failures).toHaveLength(1);
  });

  test("canceling a sale names the goods that are out of stock, accepts a buyer's request, and explains a refusal", async () => {
    const cancel = (id: string, outOfStock: boolean) =>
      orders.cancel(session, id, { reason: '', outOfStock });
    const id = shop.sell();
    expect(await cancel(id, true)).toBeNull();
    expect(shop.asked.findLast(({ path }) => path.endsWith('cancel_order'))?.body).toEqual({
      ...{ order_sn: id, cancel_reason: 'OUT_OF_STOCK' },
      item_list: [{ item_id: 9_100_001, model_id: 9_200_001 }],
    });
    expect(await cancel(shop.sell({ order_status: 'IN_CANCEL' }), false)).toBeNull();
    const body = { error: 'order.error_cancel', message: 'has a tracking number' };
    answerOnce(/cancel_order$/, { status: 200, body });
    expect(await cancel(shop.sell(), false)).toBe('error_cancel: has a tracking number');
  });
});

describe('shipments', () => {
  const ready = () =>
    shop.sell({ order_status: 'READY_TO_SHIP', invoice_data: { access_key: '1'.repeat(44) } });
  const shipped = () => shop.asked.findLast(({ path }) => path.endsWith('ship_order'))?.body;
  const slots = [
    { pickup_time_id: 'a', date: 1_767_225_600, flags: [] },
    { pickup_time_id: 'b', date: 1_767_312_000, flags: ['recommended'] },
  ];
  const addresses = [
    { address_id: 1, address_flag: ['default_address'], time_slot_list: [] },
    { address_id: 2, address_flag: ['pickup_address'], time_slot_list: slots },
  ];

  test.each([
    [{ info_needed: { dropoff: [], pickup: ['address_id'] } }, { dropoff: {} }, 'drop-off'],
    [
      { info_needed: { dropoff: ['branch_id'] }, dropoff: { branch_list: [{ branch_id: 5 }] } },
      { dropoff: { branch_id: 5 } },
      'drop-off',
    ],
    [
      { info_needed: { pickup: ['address_id', 'pickup_time_id'] }, pickup: { address_list: addresses } },
      { pickup: { address_id: 2, pickup_time_id: 'b' } },
      'pick-up',
    ],
    [
      { info_needed: { pickup: ['address_id'] }, pickup: { address_list: addresses.slice(0, 1) } },
      { pickup: { address_id: 1 } },
      'pick-up',
    ],
  ])('%j', async (ways, sent, by) => {
    shop.offerWays(ways);
    const id = ready();
    expect(await parcels.arrange?.(session, id)).toMatchObject({ kind: 'arranged', by });
    expect(shipped()).toEqual({ order_sn: id, ...sent });
  });

  test('arrangements with further inputs are left to the seller, and a refusal is explained', async () => {
    shop.offerWays({ info_needed: { non_integrated: ['tracking_no'] } });
    expect(await parcels.arrange?.(session, ready())).toEqual({ kind: 'refused', reason: 'own_choice' });
    shop.offerWays({ info_needed: { dropoff: [] } });
    const lack: Answer = {
      status: 200,
      body: { error: 'logistics.lack_of_invoice_data', message: 'no NF-e' },
    };
    answerOnce(/ship_order$/, lack);
    expect(await parcels.arrange?.(session, ready())).toEqual({
      kind: 'refused',
      reason: 'lack_of_invoice_data: no NF-e',
    });
    answerOnce(/ship_order$/, {
      status: 200,
      body: { error: ' logistics.package_already_shipped', message: '' },
    });
    expect(await parcels.arrange?.(session, ready())).toEqual({ kind: 'not_needed' });
  });

  test('a label that is still being made is fetched later, and found by the key after a lost answer', async () => {
    const id = ready();
    await parcels.arrange?.(session, id);
    expect(await parcelOf(id)).toMatchObject({ trackingCode: `BR${id}`, hasLabel: true });
    const late: Answer = {
      status: 200,
      body: { response: { result_list: [{ order_sn: id, status: 'PROCESSING' }] } },
    };
    for (let n = 0; n < 6; n++) answerOnce(/get_shipping_document_result$/, late);
    expect(await parcels.labels?.(session, [id], 'zpl')).toEqual({
      ...{ kind: 'refused', reason: 'not_ready' },
      parcels: [{ parcelId: id, reason: 'not_ready' }],
    });
    const label = await parcels.label?.(session, id);
    expect(label).toMatchObject({ kind: 'label', pdf: expect.any(Buffer) });
    expect(label?.kind === 'label' && label.zpl?.toString()).toContain(`^FD${id}`);
    const other = shop.sell();
    const nfe = document();
    await parcels.sendDocument(session, other, nfe);
    expect(await parcels.sendDocument(session, other, nfe)).toBeNull();
    expect(await parcels.sendDocument(session, other, document())).toMatch(/upload_invoice_error/);
  });

  const parcelOf = async (id: string) => (await parcels.read(session, id))?.parcel;
});
