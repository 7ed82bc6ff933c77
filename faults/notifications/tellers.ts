import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { NewPublication } from '#contract/advertisements/publication.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { textValue } from '#server/advertisements/test/factory.ts';
import { remoteSellers } from '#server/marketplaces/test/factory.ts';
import { notificationSecret, type SandboxProcess } from '#server/test/sandbox.ts';

/** As it arrives, byte for byte. */
export type Push = { url: string; headers: Record<string, string>; payload: string };

export type Told = 'question' | 'message' | 'claim' | 'listing';

/** A marketplace's notifications of its orders in its own format; the stand-in answers reads about them. */
export type Teller = {
  marketplace: MarketplaceId;
  /** Ours, and another one that is connected too. */
  remoteUserId: number;
  bystander: number;
  /** Where the defaults of an ad are not those of this marketplace. */
  changes: Partial<NewPublication>;
  /** Somebody buys one of all there is: the order. */
  buy(): Promise<string>;
  cancel(orderId: string): Promise<unknown>;
  /** The ad that is on sale there. */
  listed(): Promise<string>;
  /** How many are on sale there. */
  shown(): Promise<number>;
  tell(orderId: string, remoteUserId: number): Push;
  /** Its other notifications. */
  tells: Partial<Record<Told, (id: string, remoteUserId: number) => Push>>;
  /** The same notification for another account, in every possible way. */
  forge(push: Push): Push[];
};

const origin = 'http://localhost:3000';
const client = '1000';
const json = { 'content-type': 'application/json' };
const flip = (hex: string) => hex.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

export const tellersOf = (sandbox: SandboxProcess): readonly Teller[] => [
  mercadoLivre(sandbox),
  shopee(sandbox),
  nuvemshop(sandbox),
];

function mercadoLivre({ control }: SandboxProcess): Teller {
  const items = z.array(z.object({ id: z.string(), available: z.number() })).min(1);
  const bought = z.object({ orders: z.array(z.object({ id: z.number() })).min(1) });
  const first = async () => items.parse(await control('GET', '/items'))[0];
  const notify = (topic: string, prefix: string) => (id: string, remoteUserId: number) => ({
    url: `/api/notifications/mercado-livre/${notificationSecret}`,
    headers: json,
    payload: JSON.stringify({
      ...{ _id: `t-${id}`, resource: `${prefix}${id}`, user_id: remoteUserId, topic },
      ...{ application_id: Number(client), attempts: 1 },
    }),
  });
  return {
    ...{ marketplace: 'mercado-livre', remoteUserId: remoteSellers.legacy, bystander: remoteSellers.third },
    changes: {},
    async buy() {
      const answer = await control('POST', '/purchases', { itemId: (await first())?.id, quantity: 1 });
      return String(bought.parse(answer).orders[0]?.id);
    },
    cancel: (id) => control('POST', `/orders/${id}/cancel`, { by: 'buyer' }),
    listed: async () => (await first())?.id ?? '',
    shown: async () => (await first())?.available ?? -1,
    tell: notify('orders_v2', '/orders/'),
    tells: {
      question: notify('questions', '/questions/'),
      message: notify('messages', ''),
      claim: notify('post_purchase', 'post-purchase/v1/claims/'),
      listing: notify('items', '/items/'),
    },
    forge: (push) => ['', 'x'].map((more) => ({ ...push, url: `${push.url.slice(0, -1)}${more}` })),
  };
}

function shopee({ control, variables }: SandboxProcess): Teller {
  const items = z.array(z.object({ item_id: z.number(), stock: z.number() })).min(1);
  const bought = z.object({ order: z.object({ sn: z.string() }) });
  const first = async () => items.parse(await control('GET', '/shopee/items'))[0];
  const url = `/api/notifications/shopee/${client}`;
  const sign = (payload: string) =>
    createHmac('sha256', variables.SHOPEE_CLIENT_SECRET ?? '')
      .update(`${origin}${url}|${payload}`)
      .digest('hex');
  const push = (code: number, remoteUserId: number, data: object) => {
    const payload = JSON.stringify({ code, shop_id: remoteUserId, data });
    return { url, headers: { ...json, authorization: sign(payload) }, payload };
  };
  return {
    ...{ marketplace: 'shopee', remoteUserId: 55_667_788, bystander: 66_020_145 },
    changes: {
      category: '101202',
      attributes: [
        { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
        textValue('BRAND', 'Simula'),
      ],
    },
    async buy() {
      const answer = await control('POST', '/shopee/purchases', {
        itemId: (await first())?.item_id,
        quantity: 1,
      });
      return bought.parse(answer).order.sn;
    },
    cancel: (id) => control('POST', `/shopee/orders/${id}/cancel`, {}),
    listed: async () => String((await first())?.item_id),
    shown: async () => (await first())?.stock ?? -1,
    tell: (id, remoteUserId) => push(3, remoteUserId, { ordersn: id, status: 'X' }),
    tells: {
      claim: (id, remoteUserId) => push(29, remoteUserId, { return_sn: id }),
      listing: (id, remoteUserId) => push(8, remoteUserId, { item_id: Number(id) }),
    },
    forge: (push) => [
      { ...push, headers: json },
      { ...push, headers: { ...json, authorization: flip(push.headers.authorization ?? '') } },
      { ...push, payload: `${push.payload} ` },
    ],
  };
}

function nuvemshop({ control, variables }: SandboxProcess): Teller {
  const levels = z.array(z.object({ stock: z.number().nullable() }));
  const variants = z.array(z.object({ id: z.number(), inventory_levels: levels }));
  const products = z.array(z.object({ id: z.number(), variants })).min(1);
  const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });
  const first = async () => products.parse(await control('GET', '/nuvemshop/products'))[0];
  const header = 'x-linkedstore-hmac-sha256';
  const sign = (payload: string) =>
    createHmac('sha256', variables.NUVEMSHOP_CLIENT_SECRET ?? '')
      .update(payload)
      .digest('hex');
  const push = (event: string, id: string, remoteUserId: number) => {
    const payload = JSON.stringify({ store_id: remoteUserId, event, id: Number(id) });
    const url = `/api/notifications/nuvemshop/${client}`;
    return { url, headers: { ...json, [header]: sign(payload) }, payload };
  };
  return {
    ...{ marketplace: 'nuvemshop', remoteUserId: 4_118_037, bystander: 3_902_114 },
    changes: { category: '0', attributes: [] },
    async buy() {
      const product = await first();
      const body = { productId: product?.id, variantId: product?.variants[0]?.id, quantity: 1 };
      return bought.parse(await control('POST', '/nuvemshop/purchases', body)).order.id;
    },
    cancel: (id) => control('POST', `/nuvemshop/orders/${id}/cancel`, {}),
    listed: async () => String((await first())?.id),
    async shown() {
      const product = await first();
      const [level] = product?.variants[0]?.inventory_levels ?? [];
      return level?.stock ?? -1;
    },
    tell: (id, remoteUserId) => push('order/updated', id, remoteUserId),
    tells: { listing: (id, remoteUserId) => push('product/updated', id, remoteUserId) },
    forge: (push) => [
      { ...push, headers: json },
      { ...push, headers: { ...json, [header]: flip(push.headers[header] ?? '') } },
      { ...push, payload: `${push.payload} ` },
    ],
  };
}
