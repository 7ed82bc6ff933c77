import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  buyAt,
  callerAt,
  companyShop,
  firstOrder,
  lettersShop,
  offer,
  passTime,
  personShop,
  responseOf,
  secondsAt,
  startShopee,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let item: Fields;
beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
  item = await offer(sandbox, call, { seller_stock: [{ stock: 500 }] });
});
afterAll(() => sandbox.close());

const buy = async (changes: Fields = {}) => {
  const { sn } = await buyAt(sandbox, { itemId: item.item_id, quantity: 2, ...changes });
  return textOf(sn) ?? '';
};
const act = (sn: string, name: string, body: Fields = {}) =>
  control(sandbox, 'POST', `/shopee/orders/${sn}/${name}`, body);
const list = async (changes: Fields = {}) =>
  call('GET', '/order/get_order_list', {
    time_range_field: 'create_time',
    time_from: secondsAt(sandbox) - 86_400,
    time_to: secondsAt(sandbox) + 60,
    page_size: 100,
    ...changes,
  });
const numbers = (response: Fields) => listOf(response.order_list).map((entry) => fieldsOf(entry).order_sn);

const sendInvoice = async (sn: string, change = (xml: string) => xml, caller = call) => {
  const { bytes } = await control(sandbox, 'GET', `/shopee/orders/${sn}/nfe`);
  const form = new FormData();
  form.append('order_sn', sn);
  form.append('file_type', '4');
  form.append('file', new Blob([change(bytes.toString('utf8'))]), 'nfe.xml');
  return (await caller('POST', '/order/upload_invoice_doc', form)).body;
};

const shipBy = async (sn: string) => {
  const parameters = responseOf(await call('GET', '/logistics/get_shipping_parameter', { order_sn: sn }));
  const address = fieldsOf(listOf(fieldsOf(parameters.pickup).address_list)[0]);
  const slot = fieldsOf(listOf(address.time_slot_list)[0]);
  const pickup = { address_id: address.address_id, pickup_time_id: slot.pickup_time_id };
  return (await call('POST', '/logistics/ship_order', { order_sn: sn, pickup })).body;
};

describe('the list of orders', () => {
  it('the list of orders requires windows of fifteen days, pages by cursor, and has the status only on request', async () => {
    const made = [await buy(), await buy(), await buy()];
    const wide = await list({ time_from: secondsAt(sandbox) - 15 * 86_400 - 100 });
    expect(wide.body.error).toBe('order.order_list_invalid_time');
    const found: unknown[] = [];
    let cursor = '';
    for (;;) {
      const page = responseOf(await list({ page_size: 2, cursor }));
      expect(listOf(page.order_list).length).toBeLessThanOrEqual(2);
      found.push(...numbers(page));
      if (page.more !== true) break;
      cursor = textOf(page.next_cursor) ?? '';
    }
    expect(found).toEqual(expect.arrayContaining(made));
    expect(new Set(found).size).toBe(found.length);
    expect(listOf(responseOf(await list()).order_list)[0]).toEqual({ order_sn: expect.any(String) });
    const pending = responseOf(await list({ order_status: 'INVOICE_PENDING' }));
    expect(numbers(pending)).toEqual(expect.arrayContaining(made));
    expect(numbers(responseOf(await list({ order_status: 'READY_TO_SHIP' })))).toEqual([]);
  });
});

describe('an order in detail', () => {
  it('order details have only the requested fields and always mask the telephone number', async () => {
    const sn = await buy();
    const bare = await firstOrder(call, sn, '');
    expect(Object.keys(bare)).toEqual(expect.arrayContaining(['order_sn', 'order_status', 'ship_by_date']));
    for (const name of ['item_list', 'recipient_address', 'total_amount'])
      expect(bare).not.toHaveProperty(name);
    const full = await firstOrder(
      call,
      sn,
      'item_list,recipient_address,buyer_cpf_id,total_amount,package_list,invoice_data',
    );
    expect(full).toMatchObject({
      order_status: 'READY_TO_SHIP',
      total_amount: 114.7,
      buyer_cpf_id: '52998224725',
      recipient_address: { name: 'Maria Santos', phone: '****', zipcode: '40020000' },
      item_list: [{ item_id: item.item_id, model_id: 0, model_quantity_purchased: 2, item_sku: 'CAN' }],
      package_list: [{ logistics_status: 'LOGISTICS_READY', logistics_channel_id: 90_003 }],
      invoice_data: {},
    });
    const unpaid = await firstOrder(call, await buy({ pay: false }), 'total_amount,recipient_address');
    expect(unpaid).not.toHaveProperty('total_amount');
    expect(unpaid.recipient_address).toMatchObject({ name: '****', full_address: '****' });
  });

  it('order details show a seller without a company only the address', async () => {
    const person = await callerAt(sandbox, personShop);
    const own = await offer(sandbox, person, { logistic_info: [{ logistic_id: 90_016, enabled: true }] });
    const { sn } = await buyAt(sandbox, { itemId: own.item_id });
    expect(await firstOrder(person, sn, 'recipient_address,buyer_cpf_id')).toMatchObject({
      buyer_cpf_id: '****',
      recipient_address: { name: '****', city: 'Salvador' },
    });
    const dropped = await person('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} });
    expect(dropped.body.error).toBe('');
  });
});

describe('from payment to the carrier', () => {
  it('an order is shipped by invoice, arrangement, tracking number, and a label created in three calls', async () => {
    const sn = await buy();
    expect((await shipBy(sn)).error).toBe('logistics.lack_of_invoice_data');
    expect(await sendInvoice(sn)).toMatchObject({ error: '', message: '' });
    expect(numbers(responseOf(await list({ order_status: 'INVOICE_PENDING' })))).not.toContain(sn);
    expect((await firstOrder(call, sn, 'invoice_data')).invoice_data).toMatchObject({
      access_key: expect.stringMatching(/^\d{44}$/),
      total_value: 99.8,
    });
    const file = await call('GET', '/order/download_invoice_doc', { order_sn: sn });
    expect(file.bytes.toString()).toContain('<nfeProc');
    expect((await call('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} })).body.error).toBe(
      'logistics.error_param',
    );
    expect((await shipBy(sn)).error).toBe('');
    expect((await shipBy(sn)).error).toBe(' logistics.package_already_shipped');
    const early = responseOf(await call('GET', '/logistics/get_tracking_number', { order_sn: sn }));
    expect(early).toMatchObject({ tracking_number: '', hint: expect.stringContaining('later') });
    await passTime(sandbox, 2);
    const { tracking_number: tracking } = responseOf(
      await call('GET', '/logistics/get_tracking_number', { order_sn: sn }),
    );
    const type = { shipping_document_type: 'THERMAL_AIR_WAYBILL' };
    const load = () =>
      call('POST', '/logistics/download_shipping_document', { ...type, order_list: [{ order_sn: sn }] });
    expect((await load()).body.error).toBe('logistics.shipping_document_should_print_first');
    const wrong = { order_list: [{ order_sn: sn, tracking_number: 'X', ...type }] };
    expect((await call('POST', '/logistics/create_shipping_document', wrong)).body).toMatchObject({
      error: 'common.batch_api_all_failed',
      response: { result_list: [{ fail_error: 'logistics.tracking_number_invalid' }] },
    });
    const right = { order_list: [{ order_sn: sn, tracking_number: tracking, ...type }] };
    expect((await call('POST', '/logistics/create_shipping_document', right)).body.error).toBe('');
    const state = async () => {
      const ask = { order_list: [{ order_sn: sn, ...type }] };
      const reply = await call('POST', '/logistics/get_shipping_document_result', ask);
      return fieldsOf(listOf(responseOf(reply).result_list)[0]).status;
    };
    expect(await state()).toBe('PROCESSING');
    expect((await load()).body.error).toBe('logistics.download_later');
    await passTime(sandbox, 2);
    expect(await state()).toBe('READY');
    const entries = Object.entries(unzipSync(new Uint8Array((await load()).bytes)));
    const zpl = entries.find(([name]) => name.endsWith('.txt'))?.[1] ?? new Uint8Array();
    expect(strFromU8(zpl)).toMatch(
      /^~DGR:DEMO\.GRF,124236,102,:Z64:[^:]+:[0-9A-F]{4}\^XA.*\^XGR:DEMO\.GRF,1,1\^FS.*\^XZ\^XA\^IDR:DEMO\.GRF\^FS\^XZ$/,
    );
    expect(entries.map(([name]) => name.slice(-4)).toSorted()).toEqual(['.pdf', '.txt']);
    await act(sn, 'advance');
    expect((await load()).body.error).toBe('logistics.package_can_not_print');
    await act(sn, 'advance');
    await act(sn, 'advance');
    expect(await firstOrder(call, sn, 'recipient_address')).toMatchObject({
      order_status: 'COMPLETED',
      recipient_address: { name: '****' },
    });
  });

  it.each<[string, string, (xml: string) => string]>([
    [
      'another company',
      'Invalid CNPJ',
      (xml) => xml.replaceAll('<CNPJ>11222333000181', '<CNPJ>11222333000262'),
    ],
    ['another state registration', 'State Registration', (xml) => xml.replace('<IE>ISENTO', '<IE>1234')],
    ['another model', 'model 55', (xml) => xml.replace('<mod>55', '<mod>65')],
    ['a CFOP that is no sale', 'CFOP', (xml) => xml.replace('<CFOP>6108', '<CFOP>5923')],
    ['a cancelled document', 'Canceled', (xml) => xml.replace('<cStat>100', '<cStat>101')],
    ['a date before payment', 'issue date', (xml) => xml.replace(/<dhEmi>\d{4}/, '<dhEmi>2020')],
    ['no document', 'valid Invoice XML', () => '<?xml version="1.0"?><other/>'],
  ])('refuses an invoice of %s', async (_case, words, change) => {
    expect((await sendInvoice(await buy(), change)).message).toContain(words);
  });

  it('an invoice key with letters in its CNPJ is accepted, and each key only once', async () => {
    const other = await callerAt(sandbox, lettersShop);
    const own = await offer(sandbox, other, { seller_stock: [{ stock: 9 }] });
    const one = textOf((await buyAt(sandbox, { itemId: own.item_id })).sn) ?? '';
    const two = textOf((await buyAt(sandbox, { itemId: own.item_id })).sn) ?? '';
    expect((await sendInvoice(one, undefined, other)).error).toBe('');
    const { invoice_data: invoice } = await firstOrder(other, one, 'invoice_data');
    const key = textOf(fieldsOf(invoice).access_key) ?? '';
    expect(key.slice(6, 20)).toBe('12ABC34501DE35');
    const data = { access_key: key, issue_date: secondsAt(sandbox) };
    const again = await other('POST', '/order/add_invoice_data', { order_sn: two, invoice_data: data });
    expect(again.body.message).toContain('duplicated');
  });
});

describe('cancelling', () => {
  it('the seller cancels an order until it has a tracking number, which restocks it', async () => {
    const stock = async () => {
      const reply = await call('GET', '/product/get_item_base_info', { item_id_list: item.item_id });
      const info = fieldsOf(fieldsOf(listOf(responseOf(reply).item_list)[0]).stock_info_v2);
      return fieldsOf(info.summary_info).total_available_stock;
    };
    const before = await stock();
    const sn = await buy();
    const cancel = (body: Fields) => call('POST', '/order/cancel_order', { order_sn: sn, ...body });
    expect((await cancel({ cancel_reason: 'BORED' })).body.error).toBe('error_param');
    expect((await cancel({ cancel_reason: 'OUT_OF_STOCK' })).body.error).toBe('error_param');
    const items = [{ item_id: item.item_id, model_id: 0 }];
    expect((await cancel({ cancel_reason: 'OUT_OF_STOCK', item_list: items })).body.error).toBe('');
    expect(await stock()).toBe(before);
    expect(await firstOrder(call, sn, 'cancel_by,cancel_reason')).toMatchObject({
      order_status: 'CANCELLED',
      cancel_by: 'seller',
      cancel_reason: 'OUT_OF_STOCK',
    });
  });

  it('the seller accepts or refuses a cancellation requested by the buyer', async () => {
    const sn = await buy();
    await act(sn, 'ask-cancel');
    expect((await firstOrder(call, sn, '')).order_status).toBe('IN_CANCEL');
    const answer = (operation: string) =>
      call('POST', '/order/handle_buyer_cancellation', { order_sn: sn, operation });
    await answer('REJECT');
    expect((await firstOrder(call, sn, '')).order_status).toBe('READY_TO_SHIP');
    expect((await answer('ACCEPT')).body.error).not.toBe('');
    await act(sn, 'ask-cancel');
    await answer('ACCEPT');
    expect((await firstOrder(call, sn, '')).order_status).toBe('CANCELLED');
  });
});

describe('money', () => {
  it('the money of an order is reported by line and ends in the payout', async () => {
    const income = responseOf(await call('GET', '/payment/get_escrow_detail', { order_sn: await buy() }));
    expect(income.order_income).toMatchObject({
      buyer_total_amount: 114.7,
      escrow_amount_after_adjustment: 71.84,
      items: [{ original_price: 99.8, quantity_purchased: 2 }],
    });
  });
});

describe('an order of which a part is called off', () => {
  it('a partly canceled order keeps its purchased quantity, reports the active one, and restocks the units', async () => {
    const stock = async () =>
      fieldsOf(
        fieldsOf(
          fieldsOf(
            listOf(
              responseOf(await call('GET', '/product/get_item_base_info', { item_id_list: item.item_id }))
                .item_list,
            )[0],
          ).stock_info_v2,
        ).summary_info,
      ).total_available_stock;
    const before = Number(await stock());
    const sn = await buy({ quantity: 3, message: 'Sem nota no pacote', voucher: 2 });
    expect((await act(sn, 'cancel-part', { quantity: 1 })).status).toBe(200);
    const order = await firstOrder(call, sn, 'item_list,total_amount');
    const price = Number(fieldsOf(listOf(order.item_list)[0]).model_discounted_price);
    expect(order).toMatchObject({
      order_status: 'READY_TO_SHIP',
      message_to_seller: 'Sem nota no pacote',
      item_list: [{ model_quantity_purchased: 3, active_qty: 2, cancelled_qty: 1 }],
    });
    const { order_income: income } = responseOf(
      await call('GET', '/payment/get_escrow_detail', { order_sn: sn }),
    );
    expect(income).toMatchObject({ voucher_from_seller: 2, order_discounted_price: price * 2 });
    expect(await stock()).toBe(before - 2);
    expect((await act(sn, 'cancel-part', { quantity: 2 })).status).toBe(409);
  });
});
