import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  control,
  legacyDraft,
  legacySeller,
  newModelDraft,
  newModelSeller,
  publish,
  singleDraft,
  startForTest,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let receiver: Server;
const received: Fields[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      received.push(fieldsOf(JSON.parse(text)));
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const { port } = receiver.address() as AddressInfo;
  sandbox = await startForTest({ notifyUrl: `http://127.0.0.1:${port}/` });
  call = await callerFor(sandbox, legacySeller);
});
afterAll(async () => {
  await sandbox.close();
  receiver.close();
});
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

const buyOne = async (body: Fields) => {
  const { status, body: bought } = await control(sandbox, 'POST', '/purchases', body);
  const [order] = listOf(bought.orders).map(fieldsOf);
  return { status, bought, order: order ?? {} };
};

const soldItem = async (changes: Fields = {}) => {
  const item = await publish(sandbox, call, singleDraft());
  const { order } = await buyOne({ itemId: item.id, quantity: 2, ...changes });
  return { item, order };
};

describe('purchase', () => {
  it('takes the stock, makes a paid order with its shipment and tells the application', async () => {
    const item = await publish(sandbox, call, legacyDraft());
    const [black] = listOf(item.variations).map(fieldsOf);
    received.length = 0;
    const { status, order } = await buyOne({ itemId: item.id, variationId: black?.id, quantity: 2 });
    expect(status).toBe(201);
    const { body } = await call('GET', `/orders/${order.id}`);
    expect(body).toMatchObject({
      id: order.id,
      status: 'paid',
      pack_id: null,
      total_amount: 99.8,
      seller: { id: legacySeller },
      order_items: [
        {
          quantity: 2,
          unit_price: 49.9,
          item: { id: item.id, variation_id: black?.id, seller_sku: 'CAN-PR' },
        },
      ],
      payments: [{ status: 'approved', payment_method_id: 'pix' }],
      shipping: { id: order.shipmentId },
    });
    expect(body.date_created).toMatch(/-04:00$/);
    const after = await call('GET', `/items/${item.id}`);
    expect(listOf(after.body.variations).map((variation) => fieldsOf(variation).available_quantity)).toEqual([
      4, 4,
    ]);
    await vi.waitFor(() =>
      expect(received.map(({ topic }) => topic)).toEqual(
        expect.arrayContaining(['orders_v2', 'shipments', 'payments', 'items']),
      ),
    );
    expect(received.find(({ topic }) => topic === 'orders_v2')).toMatchObject({
      resource: `/orders/${order.id}`,
      user_id: legacySeller,
      application_id: 1000,
      attempts: 1,
    });
  });

  it('sells no more than there is, however many come at once', async () => {
    const item = await publish(sandbox, call, singleDraft({ available_quantity: 7 }));
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => control(sandbox, 'POST', '/purchases', { itemId: item.id })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    const { body } = await call('GET', `/items/${item.id}`);
    expect(body).toMatchObject({
      available_quantity: 0,
      sold_quantity: 7,
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
  });

  it('counts lines of one cart on the same stock together', async () => {
    const item = await publish(sandbox, call, singleDraft({ available_quantity: 3 }));
    const line = { itemId: item.id, quantity: 2 };
    const { status, bought } = await buyOne({ lines: [line, line] });
    expect(status).toBe(409);
    expect(bought.refused).toBe('out-of-stock');
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(3);
  });

  it('joins a cart in a pack of one shipment, and the pack is no order', async () => {
    const one = await publish(sandbox, call, singleDraft());
    const other = await publish(sandbox, call, singleDraft({ title: 'Caneca Azul' }));
    const { bought, order } = await buyOne({ lines: [{ itemId: one.id }, { itemId: other.id }] });
    const ids = listOf(bought.orders).map((entry) => ({ id: fieldsOf(entry).id }));
    const { body } = await call('GET', `/packs/${order.packId}`);
    expect(body).toMatchObject({
      id: order.packId,
      status: 'released',
      orders: ids,
      shipment: { id: order.shipmentId },
    });
    expect((await call('GET', `/orders/${order.packId}`)).body.error).toBe('order_not_found');
  });

  it('waits for the payment, and gives the stock back when it never comes', async () => {
    const { item, order } = await soldItem({ pay: false });
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'payment_required',
      shipping: { id: null },
    });
    expect(
      (await call('GET', `/orders/${order.id}/shipments`, undefined, { 'x-new-domain': 'true' })).status,
    ).toBe(204);
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(3);
    await control(sandbox, 'POST', '/clock', { seconds: 3 * 24 * 3600 });
    const again = await callerFor(sandbox, legacySeller);
    expect((await again('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancel_detail: { group: 'mercadolibre' },
    });
    expect((await again('GET', `/items/${item.id}`)).body.available_quantity).toBe(5);
    call = again;
  });

  it('becomes paid later', async () => {
    const { order } = await soldItem({ pay: false });
    await control(sandbox, 'POST', `/orders/${order.id}/pay`);
    expect((await call('GET', `/orders/${order.id}`)).body.status).toBe('paid');
    const { list } = await call('GET', `/orders/${order.id}/shipments`, undefined, {
      'x-new-domain': 'true',
    });
    expect(list).toMatchObject([{ type: 'forward' }]);
  });

  it('draws on the one stock of a user product through any of its items', async () => {
    const seller = await callerFor(sandbox, newModelSeller);
    const classic = await publish(sandbox, seller, newModelDraft('Preto', { available_quantity: 3 }));
    const premium = await publish(
      sandbox,
      seller,
      newModelDraft('Preto', { available_quantity: 3, listing_type_id: 'gold_pro' }),
    );
    expect(premium.user_product_id).toBe(classic.user_product_id);
    await buyOne({ itemId: premium.id, quantity: 2 });
    expect((await seller('GET', `/items/${classic.id}`)).body.available_quantity).toBe(1);
    expect((await buyOne({ itemId: classic.id, quantity: 2 })).status).toBe(409);
  });
});

describe('orders of others', () => {
  it('are refused', async () => {
    const { order } = await soldItem();
    const stranger = await callerFor(sandbox, newModelSeller);
    expect((await stranger('GET', `/orders/${order.id}`)).body.error).toBe('not_owned_order');
    expect((await stranger('GET', `/shipments/${order.shipmentId}`)).status).toBe(403);
    expect((await stranger('GET', `/orders/search?seller=${legacySeller}`)).body.error).toBe(
      'caller.id.invalid',
    );
    expect((await stranger('GET', `/shipment_labels?shipment_ids=${order.shipmentId}`)).body.error).toBe(
      'invalid_shipment_caller',
    );
  });
});

describe('order search', () => {
  it('leaves cancelled ones out unless asked, and filters by hours', async () => {
    const { order } = await soldItem();
    const search = async (query: string) => {
      const { body } = await call('GET', `/orders/search?seller=${legacySeller}&${query}`);
      return listOf(body.results).map((entry) => fieldsOf(entry).id);
    };
    expect(await search('order.status=paid')).toEqual([order.id]);
    expect(
      await search(
        `order.date_last_updated.from=${new Date(Date.now() + 10 * 24 * 3_600_000).toISOString()}`,
      ),
    ).toEqual([]);
    await control(sandbox, 'POST', `/orders/${order.id}/cancel`, {});
    expect(await search('')).toEqual([]);
    expect(await search('order.status=cancelled')).toEqual([order.id]);
    expect((await call('GET', `/orders/search?seller=${legacySeller}&limit=51`)).status).toBe(400);
  });
});

describe('seller cancel by feedback', () => {
  it('cancels the order and its shipment, once', async () => {
    const { item, order } = await soldItem();
    const feedback = {
      fulfilled: false,
      rating: 'neutral',
      message: 'Sem estoque',
      reason: 'OUT_OF_STOCK',
      restock_item: true,
    };
    expect((await call('POST', `/orders/${order.id}/feedback`, feedback)).status).toBe(201);
    expect((await call('GET', `/orders/${order.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancel_detail: { requested_by: 'seller' },
    });
    expect((await call('GET', `/shipments/${order.shipmentId}`)).body.status).toBe('cancelled');
    expect((await call('GET', `/items/${item.id}`)).body.available_quantity).toBe(5);
    expect((await call('POST', `/orders/${order.id}/feedback`, feedback)).status).toBe(400);
  });
});

const shipmentOf = async (id: unknown) =>
  (await call('GET', `/shipments/${id}`, undefined, { 'x-format-new': 'true' })).body;

const sendInvoice = async (id: unknown, change: (xml: string) => string = (xml) => xml) => {
  const xml = (await control(sandbox, 'GET', `/shipments/${id}/nfe`)).bytes.toString('utf8');
  return call('POST', `/shipments/${id}/invoice_data/?siteId=MLB`, Buffer.from(change(xml)), {
    'content-type': 'application/xml',
  });
};

describe('shipment', () => {
  it('walks from invoice to delivery', async () => {
    const { order } = await soldItem();
    const id = order.shipmentId;
    expect(await shipmentOf(id)).toMatchObject({
      status: 'ready_to_ship',
      substatus: 'invoice_pending',
      logistic: { mode: 'me2', type: 'xd_drop_off' },
    });
    expect((await call('GET', `/shipment_labels?shipment_ids=${id}&response_type=pdf`)).body.error).toBe(
      'not_printable_status',
    );
    expect((await sendInvoice(id)).status).toBe(201);
    expect(await shipmentOf(id)).toMatchObject({ substatus: 'ready_to_print' });
    const pdf = await call('GET', `/shipment_labels?shipment_ids=${id}&response_type=pdf`);
    expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF');
    expect(await shipmentOf(id)).toMatchObject({ substatus: 'printed' });
    const states: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      await control(sandbox, 'POST', `/shipments/${id}/advance`, {});
      const { status, substatus } = await shipmentOf(id);
      states.push(`${status}/${substatus}`);
    }
    expect(states).toEqual([
      'ready_to_ship/dropped_off',
      'shipped/null',
      'shipped/out_for_delivery',
      'delivered/null',
    ]);
    const { list } = await call('GET', `/shipments/${id}/history`);
    expect(list.map((step) => step.substatus).slice(0, 3)).toEqual([
      'invoice_pending',
      'ready_to_print',
      'printed',
    ]);
  });

  it('prints again, as a ZIP of ZPL and control sheet', async () => {
    const { order } = await soldItem();
    await control(sandbox, 'POST', `/shipments/${order.shipmentId}/advance`, {
      status: 'ready_to_ship',
      substatus: 'printed',
    });
    const { bytes } = await call(
      'GET',
      `/shipment_labels?shipment_ids=${order.shipmentId}&response_type=zpl2`,
    );
    const entries = unzipSync(new Uint8Array(bytes));
    expect(Object.keys(entries).toSorted()).toEqual(['Controle.pdf', 'Etiqueta de envio.txt']);
    expect(strFromU8(entries['Etiqueta de envio.txt'] ?? new Uint8Array())).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
  });

  it('holds a buffered parcel until its date', async () => {
    const { order } = await soldItem({ buffered: true });
    expect(await shipmentOf(order.shipmentId)).toMatchObject({ status: 'pending', substatus: 'buffered' });
    await control(sandbox, 'POST', '/clock', { seconds: 2 * 24 * 3600 });
    call = await callerFor(sandbox, legacySeller);
    expect(await shipmentOf(order.shipmentId)).toMatchObject({
      status: 'ready_to_ship',
      substatus: 'invoice_pending',
    });
  });

  it('is late by its SLA after the dispatch hour', async () => {
    const { order } = await soldItem();
    expect((await call('GET', `/shipments/${order.shipmentId}/sla`)).body.status).toBe('on_time');
    await control(sandbox, 'POST', '/clock', { seconds: 3 * 24 * 3600 });
    call = await callerFor(sandbox, legacySeller);
    expect((await call('GET', `/shipments/${order.shipmentId}/sla`)).body.status).toBe('delayed');
  });

  it('answers in the old shape without the header', async () => {
    const { order } = await soldItem();
    const { body } = await call('GET', `/shipments/${order.shipmentId}`);
    expect(body).toMatchObject({ logistic_type: 'xd_drop_off', receiver_address: { zip_code: '40020000' } });
    expect(body.destination).toBeUndefined();
  });

  it('wants a number for a label', async () => {
    expect((await call('GET', '/shipment_labels?shipment_ids=')).status).toBe(404);
  });
});

describe('invoice', () => {
  it.each([
    ['error_parse_invoice_data', () => 'not xml'],
    [
      'error_parse_invoice_data',
      (xml: string) => xml.replace('<nfeProc', '<!DOCTYPE x [<!ENTITY a "b">]><nfeProc'),
    ],
    ['error_parse_invoice_data', (xml: string) => xml.replace(/Id="NFe\d/, 'Id="NFe9')],
    ['nfe_layout_not_supported', (xml: string) => xml.replaceAll('versao="4.00"', 'versao="3.10"')],
    ['wrong_invoice_type', (xml: string) => xml.replace('<mod>55', '<mod>65')],
    ['invalid_nfe_cstat', (xml: string) => xml.replace('<cStat>100', '<cStat>101')],
    ['wrong_invoice_date', (xml: string) => xml.replace(/<dhEmi>\d{4}/, '<dhEmi>2020')],
    ['wrong_receiver_cpf', (xml: string) => xml.replace(/<CPF>\d+/, '<CPF>11144477735')],
    ['wrong_receiver_zipcode', (xml: string) => xml.replace('<CEP>40020000', '<CEP>40020001')],
    ['nfe_order_value_divergence', (xml: string) => xml.replace(/<vNF>[\d.]+/, '<vNF>1.00')],
  ])('is refused with %s', async (error, change) => {
    const { order } = await soldItem();
    expect(await sendInvoice(order.shipmentId, change)).toMatchObject({ status: 400, body: { error } });
    expect(await shipmentOf(order.shipmentId)).toMatchObject({ substatus: 'invoice_pending' });
  });

  it('is taken once, and its key for one shipment only', async () => {
    const first = await soldItem();
    const second = await soldItem();
    const xml = (await control(sandbox, 'GET', `/shipments/${first.order.shipmentId}/nfe`)).bytes.toString(
      'utf8',
    );
    expect((await sendInvoice(first.order.shipmentId)).status).toBe(201);
    expect((await sendInvoice(first.order.shipmentId)).body.error).toBe('shipment_invoice_already_saved');
    expect((await sendInvoice(second.order.shipmentId, () => xml)).body.error).toBe('duplicated_fiscal_key');
    const { body } = await call('GET', `/shipments/${first.order.shipmentId}/invoice_data?siteId=MLB`);
    expect(body).toMatchObject({ shipment_id: first.order.shipmentId, invoice_amount: 99.8 });
  });

  it('must come from the CNPJ of the account where that is known', async () => {
    await control(sandbox, 'PATCH', `/sellers/${legacySeller}`, { cnpj: '12345678000195' });
    const { order } = await soldItem();
    const reply = await sendInvoice(order.shipmentId, (xml) =>
      xml.replace('<emit><CNPJ>12345678000195', '<emit><CNPJ>11222333000181'),
    );
    expect(reply.body.error).toBe('invalid_sender_cnpj');
  });
});

describe('buyer', () => {
  it('shows its fiscal data to who sold to it, and to nobody else', async () => {
    const { order } = await soldItem();
    const { body } = await call('GET', `/orders/${order.id}`);
    const id = fieldsOf(fieldsOf(body.buyer).billing_info).id;
    const { body: info } = await call('GET', `/orders/billing-info/MLB/${id}`);
    expect(info).toMatchObject({
      buyer: { billing_info: { identification: { type: 'CPF', number: '52998224725' } } },
    });
    const stranger = await callerFor(sandbox, newModelSeller);
    expect((await stranger('GET', `/orders/billing-info/MLB/${id}`)).status).toBe(404);
  });
});
