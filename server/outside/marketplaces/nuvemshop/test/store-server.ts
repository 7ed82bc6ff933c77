import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { OwnAd } from '../../contract-suite/existing.ts';

export type Body = Record<string, unknown>;
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Body;
};

const object = z.record(z.string(), z.unknown());
/** The very rows, to be written to. */
const list = (value: unknown): Body[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Body => object.catch({}).parse(value);
const refused = (body: unknown): Answer => ({ status: 422, body });
const missing: Answer = {
  status: 404,
  body: { code: 404, message: 'Not Found', description: 'no such thing' },
};

export const storeId = '9001';
export const place = '01GQ2ZHK064BQRHGDB7CCV0Y6N';
const otherPlace = '01GQ2ZHK064BQRHGDB7CCV0Y6P';
export const token = 'a-token-of-the-store';

/** Answers as documented for the store's API, for one store; the test adds faults. */
export async function startStore() {
  const products = new Map<string, Body>();
  const orders = new Map<string, Body>();
  const parts = new Map<string, Body[]>();
  const webhooks: Body[] = [];
  const asked: Asked[] = [];
  /** Answers the next call of this kind in place of the store. */
  const instead: { method: string; path: RegExp; answer: Answer }[] = [];
  let serial = 5_000_000_000;

  const variantOf = (body: Body, product: string): Body => ({
    ...{ id: ++serial, product_id: Number(product), promotional_price: null, stock: null, values: [] },
    ...body,
  });

  function createProduct(body: Body): Answer {
    if (!record(body.name).pt) return refused({ name: ["can't be blank"] });
    const id = String(++serial);
    const variants = list(body.variants).map((one) => variantOf(one, id));
    const url = `https://loja.example/produtos/p-${id}/`;
    const made = {
      id: Number(id),
      images: [],
      published: true,
      ...body,
      handle: { pt: `p-${id}` },
      canonical_url: url,
    };
    products.set(id, { ...made, attributes: body.attributes ?? [], variants });
    return { status: 201, body: products.get(id) };
  }

  function setStock(changes: unknown): Answer {
    const answers = list(changes).map((change) => {
      const known = list(products.get(String(change.id))?.variants);
      return {
        id: change.id,
        variants: list(change.variants).map(({ id, inventory_levels }) => {
          const found = known.find((one) => one.id === id);
          if (found)
            found.stock = list(inventory_levels).reduce((sum, level) => sum + Number(level.stock), 0);
          return { id, success: found !== undefined };
        }),
      };
    });
    return { status: 200, body: answers };
  }

  function ofProduct(id: string, [what, inner]: string[], { method, body }: Asked): Answer {
    const found = products.get(id);
    if (!found) return missing;
    if (what === undefined && method === 'DELETE') products.delete(id);
    if (what === undefined) {
      if (method === 'PUT') Object.assign(found, body);
      return { status: 200, body: found };
    }
    const all = list(found[what]);
    const at = all.findIndex((one) => String(one.id) === inner);
    if (method === 'POST') {
      const made =
        what === 'variants'
          ? variantOf(body, id)
          : { id: ++serial, src: `https://loja.example/${serial}.jpg` };
      found[what] = [...all, made];
      return { status: 201, body: made };
    }
    if (at < 0) return missing;
    if (method === 'DELETE') found[what] = all.filter((_, n) => n !== at);
    else found[what] = all.map((one, n) => (n === at ? { ...one, ...body } : one));
    return { status: 200, body: list(found[what])[at] ?? {} };
  }

  function ofOrder(id: string, [what, inner]: string[], { method, body }: Asked): Answer {
    const found = orders.get(id);
    if (!found) return missing;
    if (what === 'cancel') {
      if (found.status === 'cancelled')
        return refused({ code: 422, message: 'Unprocessable Entity', description: 'cancelled' });
      Object.assign(found, { status: 'cancelled', cancel_reason: body.reason });
    }
    if (what !== 'fulfillment-orders') return { status: 200, body: found };
    const all = parts.get(id) ?? [];
    const part = all.find((one) => one.id === inner);
    if (method !== 'PATCH') return { status: 200, body: all };
    const walk = ['UNPACKED', 'PACKED', 'DISPATCHED', 'DELIVERED'];
    if (!part || walk.indexOf(String(body.status)) > walk.indexOf(String(part.status)) + 1)
      return refused({ status: ['transition not allowed'] });
    Object.assign(part, body);
    return { status: 200, body: part };
  }

  function answer(call: Asked): Answer {
    const { method, path, query, headers, body } = call;
    if (!headers['user-agent']?.includes('('))
      return { status: 400, body: { error: 'User-Agent is missing' } };
    if (method !== 'GET' && !headers['content-type']) return { status: 415, body: { error: 'Content-Type' } };
    if (path === '/apps/authorize/token')
      return body.code === 'good'
        ? {
            status: 200,
            body: {
              access_token: token,
              token_type: 'bearer',
              scope: 'write_orders',
              user_id: Number(storeId),
            },
          }
        : { status: 400, body: { error: 'invalid_grant', error_description: 'The code is not valid' } };
    if (headers.authentication !== `bearer ${token}`)
      return { status: 401, body: { code: 401, message: 'Unauthorized' } };
    const [version, store, what = '', id = '', ...rest] = path.split('/').slice(1);
    if (version !== '2025-03') return missing;
    if (store !== storeId) return { status: 403, body: { code: 403, message: 'Forbidden' } };
    const page = (all: Body[]): Answer => {
      const size = Number(query.get('per_page') ?? 30);
      const from = (Number(query.get('page') ?? 1) - 1) * size;
      if (from > 0 && from >= all.length) return missing;
      return {
        status: 200,
        body: all.slice(from, from + size),
        headers: { 'x-total-count': String(all.length) },
      };
    };
    switch (`${method} ${what}`) {
      case 'GET store':
        return {
          status: 200,
          body: { id: Number(storeId), name: { pt: 'Loja Própria' }, email: 'loja@example.com' },
        };
      case 'GET locations':
        return {
          status: 200,
          body: [
            { id: otherPlace, is_default: false },
            { id: place, is_default: true },
          ],
        };
      case 'GET categories':
        return page([
          { id: 11, name: { pt: 'Casa' }, parent: null, subcategories: [12] },
          { id: 12, name: { pt: 'Canecas' }, parent: 11, subcategories: [] },
        ]);
      case 'GET webhooks':
        return page(webhooks);
      case 'POST webhooks':
        webhooks.push({ id: ++serial, ...body });
        return { status: 201, body: webhooks.at(-1) };
      case 'POST metafields':
        return { status: 201, body };
      default:
    }
    if (what === 'products' && id === 'stock-price') return setStock(Array.isArray(body) ? body : []);
    if (what === 'products' && id !== '') return ofProduct(id, rest, call);
    if (what === 'products' && method === 'POST') return createProduct(body);
    if (what === 'products') {
      const { q, handle } = Object.fromEntries(query);
      const matches = (one: Body) =>
        (!q || list(one.variants).some(({ sku }) => sku === q)) &&
        (!handle || record(one.handle).pt === handle);
      return page([...products.values()].filter(matches));
    }
    if (what === 'orders' && id !== '') return ofOrder(id, rest, call);
    const since = new Date(query.get('updated_at_min') ?? 0);
    return page([...orders.values()].filter((one) => new Date(String(one.updated_at)) >= since));
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://store');
    const text = Buffer.concat(chunks).toString();
    const { method = 'GET', headers } = request;
    const call = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: text ? JSON.parse(text) : {},
    };
    asked.push(call);
    const at = instead.findIndex((one) => one.method === method && one.path.test(url.pathname));
    const { status, body, headers: more } = instead.splice(at, at < 0 ? 0 : 1)[0]?.answer ?? answer(call);
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-rate-limit-remaining': '39',
      ...more,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    instead,
    webhooks,
    products,
    /** A product as created in the store's own pages. */
    makeOwn({ title, price, variations, ...only }: OwnAd): string {
      const units = variations ?? [{ color: null, quantity: 0, ...only }];
      const variants = units.map(({ color, quantity, sku = '', gtin = '' }) => ({
        ...{ price: String(price), stock: quantity, sku, barcode: gtin },
        values: color === null ? [] : [{ pt: color }],
      }));
      const attributes = variations ? [{ pt: 'Cor' }] : [];
      const { body } = createProduct({ name: { pt: title }, attributes, variants });
      return String(record(body).id);
    },
    /** A paid order of one unit. */
    sell(changes: Body = {}): string {
      const id = String(++serial);
      const at = '2026-11-23T12:00:00+0000';
      const sold = {
        product_id: 1,
        variant_id: 2,
        name: 'Caneca',
        price: '59.90',
        quantity: '1',
        sku: 'C-1',
      };
      const address = {
        name: 'Ana',
        address: 'Rua A',
        number: '7',
        locality: 'Centro',
        city: 'Campinas',
        province: 'SP',
        zipcode: '13010-000',
      };
      orders.set(id, {
        ...{
          id: Number(id),
          store_id: Number(storeId),
          status: 'open',
          payment_status: 'paid',
          storefront: 'store',
        },
        ...{
          contact_name: 'Ana',
          contact_identification: '52998224725',
          subtotal: '59.90',
          discount: '9.90',
        },
        ...{
          products: [sold],
          shipping_address: address,
          created_at: at,
          updated_at: at,
          paid_at: at,
          ...changes,
        },
      });
      const shipping = { type: 'ship', carrier: { name: 'Correios' } };
      parts.set(id, [{ id: `01H${id}`, number: id, status: 'UNPACKED', shipping, tracking_info: null }]);
      return id;
    },
    partsOf: (id: string) => parts.get(id) ?? [],
  };
}
