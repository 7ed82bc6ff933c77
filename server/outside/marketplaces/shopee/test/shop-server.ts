import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { createItems } from './shop-items.ts';
import { newOrder, type Order, orderBodyOf } from './shop-orders.ts';

export type Body = Record<string, unknown>;
export type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Asked = { method: string; path: string; query: URLSearchParams; body: Body; text: string };

const object = z.record(z.string(), z.unknown());
const list = (value: unknown): Body[] => (Array.isArray(value) ? value : []);

export const partnerId = '1000123';
export const partnerKey = 'shpk-test-key-0001';
export const shopId = '55667788';
export const token = 'a-token-of-the-shop';

const ok = (response: unknown): Answer => ({
  status: 200,
  body: { request_id: 'b937', error: '', message: '', response },
});
const refused = (error: string, message = ''): Answer => ({
  status: 200,
  body: { request_id: 'b937', error, message },
});

const categories = [
  { category_id: 100, parent_category_id: 0, display_category_name: 'Casa', has_children: true },
  { category_id: 101, parent_category_id: 100, display_category_name: 'Canecas', has_children: false },
];
const attributes = [
  {
    ...{
      attribute_id: 200134,
      mandatory: true,
      name: 'Material',
      attribute_value_list: [{ value_id: 7, name: 'Ágata' }],
    },
    attribute_info: { input_type: 2, attribute_unit_list: [] },
  },
  {
    ...{ attribute_id: 200135, mandatory: false, name: 'Capacidade', attribute_value_list: [] },
    attribute_info: { input_type: 3, attribute_unit_list: ['ml', 'l'] },
  },
];
const channels = [
  { logistics_channel_id: 90001, enabled: true, mask_channel_id: 0, weight_limit: { item_max_weight: 30 } },
  { logistics_channel_id: 90002, enabled: false, mask_channel_id: 0 },
  { logistics_channel_id: 90003, enabled: true, mask_channel_id: 90001 },
];

/** Answers as documented for the open platform, for one shop; the test adds faults. */
export async function startShop() {
  const items = createItems();
  const orders = new Map<string, Order>();
  const asked: Asked[] = [];
  /** Answers the next call of this kind in place of the shop. */
  const instead: { path: RegExp; answer: Answer }[] = [];
  const lost: Body[] = [];
  let ways: Body = { info_needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] } };
  let serial = 0;

  const orderOf = (value: unknown) => orders.get(String(value));
  const changed = (order: Order, changes: Body) =>
    Object.assign(order, changes, { update_time: order.update_time + 1 });

  function ship(body: Body): Answer {
    const order = orderOf(body.order_sn);
    if (!order) return refused('error_not_found', 'the order is not found');
    if (order.order_status === 'INVOICE_PENDING') return refused('logistics.lack_of_invoice_data');
    if (order.order_status !== 'READY_TO_SHIP') return refused(' logistics.package_already_shipped');
    const [first] = list(order.package_list);
    changed(order, {
      order_status: 'PROCESSED',
      package_list: [{ ...first, logistics_status: 'LOGISTICS_REQUEST_CREATED' }],
    });
    return ok(undefined);
  }

  function takeInvoice({ text }: Asked): Answer {
    const order = orderOf(/name="order_sn"\r\n\r\n(\w+)/.exec(text)?.[1]);
    const key = /Id="NFe(\w{44})"/.exec(text)?.[1];
    if (!order || !key) return refused('order.upload_invoice_error', 'no document');
    if (order.order_status !== 'INVOICE_PENDING')
      return refused('order.upload_invoice_error', 'there is one');
    changed(order, { order_status: 'READY_TO_SHIP', invoice_data: { access_key: key } });
    return { status: 200, body: '' };
  }

  const labelRows = (body: Body, read: (order: Order, type: string) => Body) =>
    ok({
      result_list: list(body.order_list).map((one) => {
        const order = orderOf(one.order_sn);
        const row = { order_sn: one.order_sn, package_number: one.package_number };
        return order
          ? { ...row, ...read(order, String(one.shipping_document_type)) }
          : { ...row, fail_error: 'error_not_found' };
      }),
    });

  const createLabels = (body: Body) =>
    labelRows(body, (order, type) => {
      if (order.order_status !== 'PROCESSED') return { fail_error: 'logistics.order_status_error' };
      order.labels.add(type);
      return {};
    });

  function download(body: Body): Answer {
    const type = String(body.shipping_document_type);
    const all = list(body.order_list).map(({ order_sn }) => orderOf(order_sn));
    if (all.some((order) => !order?.labels.has(type)))
      return refused('logistics.shipping_document_should_print_first');
    if (type === 'NORMAL_AIR_WAYBILL') return { status: 200, body: Buffer.from('%PDF-1.4 etiqueta') };
    const text = all.map((order) => `^XA^FD${order?.order_sn}^FS^XZ`).join('\n');
    const zip = zipSync({ 'etiqueta.txt': Buffer.from(text), 'declaracao.pdf': Buffer.from('%PDF-1.4') });
    return { status: 200, body: Buffer.from(zip) };
  }

  /** Not an order that waits for its NF-e, unless it is requested by that name. */
  function searchOrders(query: URLSearchParams): Answer {
    const [from, to] = [Number(query.get('time_from')), Number(query.get('time_to'))];
    if (to - from > 15 * 86_400) return refused('order.order_list_invalid_time', 'at most 15 days');
    const status = query.get('order_status');
    const all = [...orders.values()].filter(
      (order) =>
        order.update_time >= from &&
        order.update_time <= to &&
        (status ? order.order_status === status : order.order_status !== 'INVOICE_PENDING'),
    );
    const at = Number(query.get('cursor') || 0);
    const size = Number(query.get('page_size'));
    const page = all.slice(at, at + size).map(({ order_sn }) => ({ order_sn }));
    const more = at + size < all.length;
    return ok({ more, next_cursor: more ? String(at + size) : '', order_list: page });
  }

  function shopMethod(method: string, call: Asked): Answer | null {
    const { query, body } = call;
    const of = (result: Body) =>
      'error' in result ? refused(String(result.error), String(result.message)) : ok(result);
    switch (method) {
      case 'shop/get_shop_info':
        return { status: 200, body: { error: '', shop_name: 'Loja da Ana', region: 'BR', status: 'NORMAL' } };
      case 'shop/get_br_shop_onboarding_info':
        return ok({ tax_id_type: 2 });
      case 'product/get_category':
        return ok({ category_list: categories });
      case 'product/category_recommend':
        return ok({ category_id: [101] });
      case 'product/get_attribute_tree':
        return ok({
          list: [{ category_id: Number(query.get('category_id_list')), attribute_tree: attributes }],
        });
      case 'product/get_item_limit':
        return ok({
          price_limit: { min_limit: 1 },
          item_name_length_limit: { min_limit: 10, max_limit: 100 },
          item_description_length_limit: { min_limit: 20, max_limit: 5000 },
        });
      case 'product/get_brand_list':
        return ok({ brand_list: [{ brand_id: 31, original_brand_name: 'Simula' }], has_next_page: false });
      case 'logistics/get_channel_list':
        return ok({ logistics_channel_list: channels });
      case 'product/add_item':
        return of(items.add(body));
      case 'product/update_item':
        return of(items.update(body));
      case 'product/init_tier_variation':
        return of(items.initTiers(body));
      case 'product/update_tier_variation':
        return of(items.updateTiers(body));
      case 'product/add_model':
        return of(items.addModels(body));
      case 'product/update_model':
        return of(items.updateModels(body));
      case 'product/update_stock':
        return of(items.setStock(body));
      case 'product/update_price':
        return of(items.setPrice(body));
      case 'product/unlist_item':
        return ok(items.unlist(body));
      case 'product/delete_item':
        return ok(items.delete(body));
      case 'product/get_item_base_info':
        return ok(items.base((query.get('item_id_list') ?? '').split(',')));
      case 'product/get_model_list':
        return ok(items.models(query.get('item_id') ?? ''));
      case 'product/search_item':
        return ok({
          item_id_list: [...items.items.values()]
            .filter(({ item_sku }) => item_sku === query.get('item_sku'))
            .map(({ item_id }) => item_id),
        });
      case 'product/get_item_list':
        return ok(items.page(query));
      default:
        return orderMethod(method, call);
    }
  }

  function orderMethod(method: string, call: Asked): Answer | null {
    const { query, body } = call;
    const order = orderOf(query.get('order_sn') ?? body.order_sn);
    switch (method) {
      case 'order/get_order_list':
        return searchOrders(query);
      case 'order/get_order_detail': {
        const found = (query.get('order_sn_list') ?? '').split(',').flatMap((id) => orders.get(id) ?? []);
        return ok({
          order_list: found.map((one) => orderBodyOf(one, query.get('response_optional_fields') ?? '')),
        });
      }
      case 'order/cancel_order':
        if (!order || order.order_status === 'CANCELLED') return refused('order.error_status', 'cancelled');
        changed(order, { order_status: 'CANCELLED', cancel_by: 'seller', cancel_reason: body.cancel_reason });
        return ok({ update_time: order.update_time });
      case 'order/handle_buyer_cancellation':
        if (order) changed(order, { order_status: 'CANCELLED', cancel_by: 'buyer', cancel_reason: 'asked' });
        return ok({});
      case 'order/upload_invoice_doc':
        return takeInvoice(call);
      case 'payment/get_escrow_detail':
        return ok({
          order_income: {
            ...{ commission_fee: 12, net_commission_fee: 10, service_fee: 2, voucher_from_seller: 5 },
            ...{ voucher_from_shopee: 3, final_shipping_fee: -4.5 },
          },
        });
      case 'logistics/get_shipping_parameter':
        return ok(ways);
      case 'logistics/ship_order':
        return ship(body);
      case 'logistics/get_tracking_number':
        return ok({ tracking_number: `BR${query.get('order_sn')}` });
      case 'logistics/create_shipping_document':
        return createLabels(body);
      case 'logistics/get_shipping_document_result':
        return labelRows(body, (one, type) => ({ status: one.labels.has(type) ? 'READY' : 'PROCESSING' }));
      case 'logistics/download_shipping_document':
        return download(body);
      default:
        return null;
    }
  }

  function publicMethod(method: string, { body }: Asked): Answer | null {
    const pair = { access_token: token, refresh_token: `refresh-${++serial}`, expire_in: 14_400, error: '' };
    switch (method) {
      case 'auth/token/get':
        return body.code === 'good' ? { status: 200, body: pair } : refused('invalid_code', 'Invalid code');
      case 'auth/access_token/get':
        return body.refresh_token === 'good'
          ? { status: 200, body: pair }
          : refused('error_auth', 'Invalid refresh_token.');
      case 'media_space/upload_image':
        return ok({ image_info: { image_id: `image-${++serial}` } });
      case 'push/get_lost_push_message':
        return ok({ push_message_list: lost, has_next_page: false, last_message_id: lost.length });
      case 'push/confirm_consumed_lost_push_message':
        lost.length = 0;
        return ok({});
      default:
        return null;
    }
  }

  /** The sum over number, path, time and, of a shop, its token and number. */
  function answer(call: Asked): Answer {
    const { path, query } = call;
    const method = path.replace('/api/v2/', '');
    const time = query.get('timestamp') ?? '';
    const shop = query.get('shop_id');
    const secret = shop === null ? '' : `${query.get('access_token')}${shop}`;
    const sum = createHmac('sha256', partnerKey).update(`${partnerId}${path}${time}${secret}`).digest('hex');
    if (query.get('sign') !== sum) return refused('error_sign', 'Wrong sign.');
    if (Math.abs(systemClock.now().getTime() / 1000 - Number(time)) > 300)
      return refused('error_param', 'Timestamp is expired.');
    if (shop === null)
      return publicMethod(method, call) ?? refused('error_param', 'There is no shop_id in query.');
    if (query.get('access_token') !== token) return refused('error_auth', 'Invalid access_token.');
    if (shop !== shopId) return refused('error_permission', 'not yours');
    return shopMethod(method, call) ?? refused('error_param', 'the request path is incorrect');
  }

  async function receive(request: IncomingMessage): Promise<Asked> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://shop');
    const text = Buffer.concat(chunks).toString('latin1');
    const body = text.startsWith('{') ? object.parse(JSON.parse(Buffer.concat(chunks).toString())) : {};
    return { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body, text };
  }

  const server = createServer(async (request, response) => {
    const call = await receive(request);
    asked.push(call);
    const at = instead.findIndex(({ path }) => path.test(call.path));
    const { status, body, headers } = instead.splice(at, at < 0 ? 0 : 1)[0]?.answer ?? answer(call);
    response.writeHead(status, headers);
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    ...{ asked, instead, lost, items: items.items, orders, makeOwn: items.makeOwn },
    sell(changes: Body = {}): string {
      const id = `260802ABCD${String(++serial).padStart(4, '0')}`;
      orders.set(id, newOrder(id, changes));
      return id;
    },
    offerWays(offered: Body): void {
      ways = offered;
    },
  };
}
