import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import type { Reply } from '../testing.ts';
import { control, readReply, startForTest } from '../testing.ts';

/** Shared by the tests of this folder: shops, signatures and HTTP callers. */

export const companyShop = 55_667_788;
export const lettersShop = 66_020_145;
export const personShop = 71_330_902;

export const partnerId = '1000123';
export const partnerKey = 'shpk-test-key-0001';
export const redirectUri = 'http://localhost:4199/marketplaces/account/list';

export const signOf = (path: string, timestamp: number, personal = ''): string =>
  createHmac('sha256', partnerKey).update(`${partnerId}${path}${timestamp}${personal}`).digest('hex');

/** By the sandbox's clock. */
export const secondsAt = (sandbox: Sandbox): number => Math.floor(sandbox.world.clock.now().getTime() / 1000);

export const linkOf = (sandbox: Sandbox, redirect: string, changes: Record<string, string> = {}) => {
  const timestamp = secondsAt(sandbox);
  const sign = signOf('/api/v2/shop/auth_partner', timestamp);
  return new URLSearchParams({
    partner_id: partnerId,
    timestamp: String(timestamp),
    sign,
    redirect,
    ...changes,
  });
};

/** Presses a button of the consent page; answers where the browser is sent. */
export const decideAt = async (sandbox: Sandbox, shopId: number, changes: Record<string, string> = {}) => {
  const form = linkOf(sandbox, `${redirectUri}?state=s-1`, {
    shop_id: String(shopId),
    decision: 'approve',
    ...changes,
  });
  const url = `${sandbox.url}/shopee/api/v2/shop/auth_partner`;
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const location = response.headers.get('location');
  return { status: response.status, target: location === null ? null : new URL(location) };
};

export const publicCall = async (
  sandbox: Sandbox,
  path: string,
  body?: Fields | FormData,
  changes: Record<string, string> = {},
): Promise<Reply> => {
  const timestamp = secondsAt(sandbox);
  const sign = signOf(`/api/v2${path}`, timestamp);
  const query = new URLSearchParams({
    partner_id: partnerId,
    timestamp: String(timestamp),
    sign,
    ...changes,
  });
  const url = `${sandbox.url}/shopee/api/v2${path}?${query}`;
  if (body === undefined) return readReply(await fetch(url));
  if (body instanceof FormData) return readReply(await fetch(url, { method: 'POST', body }));
  const headers = { 'content-type': 'application/json' };
  return readReply(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
};

export const exchangeAt = (sandbox: Sandbox, code: string, shopId: number) =>
  publicCall(sandbox, '/auth/token/get', { code, partner_id: Number(partnerId), shop_id: shopId });

export type Caller = (
  method: 'GET' | 'POST',
  path: string,
  given?: Fields | FormData,
  changes?: Record<string, string>,
) => Promise<Reply>;

const queryOf = (given: Fields): [string, string][] =>
  Object.entries(given).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((entry): [string, string] => [name, String(entry)])
      : [[name, String(value)] as [string, string]],
  );

/** `given` is the query of a GET, the body of a POST. */
export const shopCaller =
  (sandbox: Sandbox, shopId: number, token: string): Caller =>
  async (method, path, given = {}, changes = {}) => {
    const timestamp = secondsAt(sandbox);
    const common: [string, string][] = Object.entries({
      partner_id: partnerId,
      timestamp: String(timestamp),
      access_token: token,
      shop_id: String(shopId),
      sign: signOf(`/api/v2${path}`, timestamp, `${token}${shopId}`),
      ...changes,
    });
    const isQuery = method === 'GET' && !(given instanceof FormData);
    const query = new URLSearchParams([...common, ...(isQuery ? queryOf(given) : [])]);
    const url = `${sandbox.url}/shopee/api/v2${path}?${query}`;
    if (isQuery) return readReply(await fetch(url));
    if (given instanceof FormData) return readReply(await fetch(url, { method, body: given }));
    const headers = { 'content-type': 'application/json' };
    return readReply(await fetch(url, { method, headers, body: JSON.stringify(given) }));
  };

export const tokensFor = async (sandbox: Sandbox, shopId: number): Promise<Fields> => {
  const { target } = await decideAt(sandbox, shopId);
  return (await exchangeAt(sandbox, target?.searchParams.get('code') ?? '', shopId)).body;
};

export const callerAt = async (sandbox: Sandbox, shopId: number): Promise<Caller> =>
  shopCaller(sandbox, shopId, textOf((await tokensFor(sandbox, shopId)).access_token) ?? '');

export const startShopee = (notifyUrl = '', changes: Fields = {}): Promise<Sandbox> =>
  startForTest({ shopee: { partnerId, partnerKey, redirectUri, notifyUrl }, ...changes });

export const responseOf = (reply: Reply): Fields => fieldsOf(reply.body.response);

const square = sharp({ create: { width: 600, height: 600, channels: 3, background: '#c33' } })
  .png()
  .toBuffer();

export const uploadImage = async (sandbox: Sandbox): Promise<string> => {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(await square)]), 'caneca.png');
  const reply = await publicCall(sandbox, '/media_space/upload_image', form);
  return textOf(fieldsOf(responseOf(reply).image_info).image_id) ?? '';
};

export const mug = (imageId: string, changes: Fields = {}): Fields => ({
  item_name: 'Caneca Esmaltada 350 ml',
  description: 'Caneca esmaltada de 350 ml, boa para café e chá.',
  original_price: 49.9,
  weight: 0.42,
  dimension: { package_length: 20, package_width: 12, package_height: 12 },
  logistic_info: [{ logistic_id: 90_003, enabled: true, is_free: false }],
  category_id: 101_202,
  attribute_list: [{ attribute_id: 100_134, attribute_value_list: [{ value_id: 1_341 }] }],
  image: { image_id_list: [imageId] },
  item_sku: 'CAN',
  brand: { brand_id: 1_150_001, original_brand_name: 'Simula' },
  seller_stock: [{ stock: 6 }],
  ...changes,
});

/** An existing item. */
export const offer = async (sandbox: Sandbox, call: Caller, changes: Fields = {}): Promise<Fields> => {
  const reply = await call('POST', '/product/add_item', mug(await uploadImage(sandbox), changes));
  if (reply.body.error !== '') throw new Error(`not added: ${JSON.stringify(reply.body)}`);
  return responseOf(reply);
};

/** An item that can be sent, with more units than a test buys. */
export const offerPlenty = (sandbox: Sandbox, call: Caller): Promise<Fields> =>
  offer(sandbox, call, {
    seller_stock: [{ stock: 99 }],
    logistic_info: [{ logistic_id: 90_016, enabled: true }],
  });

export const colours = (itemId: unknown, changes: Fields = {}): Fields => ({
  item_id: itemId,
  tier_variation: [{ name: 'Cor', option_list: [{ option: 'Preto' }, { option: 'Branco' }] }],
  model: [
    { tier_index: [0], original_price: 49.9, model_sku: 'CAN-PR', seller_stock: [{ stock: 6 }] },
    { tier_index: [1], original_price: 59.9, model_sku: 'CAN-BR', seller_stock: [{ stock: 4 }] },
  ],
  ...changes,
});

export const buyAt = async (sandbox: Sandbox, body: Fields): Promise<Fields> =>
  fieldsOf((await control(sandbox, 'POST', '/shopee/purchases', body)).body.order);

export const firstOrder = async (call: Caller, sn: unknown, fields: string): Promise<Fields> => {
  const reply = await call('GET', '/order/get_order_detail', {
    order_sn_list: sn,
    response_optional_fields: fields,
  });
  return fieldsOf(listOf(responseOf(reply).order_list)[0]);
};

/** Time passes, and with it tokens. */
export const passTime = (sandbox: Sandbox, seconds: number) =>
  control(sandbox, 'POST', '/clock', { seconds });
