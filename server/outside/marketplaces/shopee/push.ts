import { z } from 'zod';
import type { Concern, InboundNotification } from '../inbox.ts';
import { cancellationOf } from './cancellation-id.ts';

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).slice(0, 40))
  .catch('');

/** Only what is needed to find the resource later; anything may be missing or of another type. */
const noData = {
  ordersn: '',
  order_sn: '',
  status: '',
  item_id: '',
  return_sn: '',
  shop_id: '',
  shop_expire_soon: [],
};
const envelope = z.object({
  code: z.number().catch(0),
  shop_id: text,
  data: z
    .object({
      ordersn: text,
      order_sn: text,
      status: text,
      item_id: text,
      return_sn: text,
      shop_id: text,
      shop_expire_soon: z.array(text).catch([]),
    })
    .catch(noData),
});

/** Codes of pushes by their subject: an order, its parcel; its return; an item; the shop's consent. */
const topics: Readonly<Record<number, string>> = {
  ...Object.fromEntries([3, 4, 15, 30, 47].map((code) => [code, 'orders'])),
  29: 'returns',
  ...Object.fromEntries([6, 7, 8, 9, 22].map((code) => [code, 'items'])),
  ...Object.fromEntries([1, 2, 12].map((code) => [code, 'shop'])),
};

const concerns: Readonly<Record<string, { what: Concern['what']; id: RegExp }>> = {
  orders: { what: 'order', id: /^[0-9A-Z]{6,40}$/ },
  returns: { what: 'claim', id: /^(cancel-)?[0-9A-Z]{6,40}$/ },
  items: { what: 'listing', id: /^\d{1,19}$/ },
  shop: { what: 'grant', id: /^/ },
};

export const pushTopics = Object.keys(concerns);

/** Pushes about one record are processed once, for any event. The shop of a partner's push is in its data. */
export function readPush(body: unknown): InboundNotification {
  const { code, shop_id, data } = envelope.catch(nothing).parse(body);
  const order = data.ordersn || data.order_sn;
  // The buyer asks to cancel: the sale goes on until the seller has answered.
  const isAsked = code === 3 && data.status === 'IN_CANCEL';
  const topic = isAsked ? 'returns' : (topics[code] ?? '');
  // A warning about ending consents names several shops; the daily read of each account finds the others.
  const remoteUserId = topic ? shop_id || data.shop_id || (data.shop_expire_soon[0] ?? '') : '';
  return {
    remoteUserId,
    topic: topic || String(code),
    resource:
      { orders: order, returns: isAsked ? cancellationOf(order) : data.return_sn, items: data.item_id }[
        topic
      ] ?? '',
    isOurs: remoteUserId !== '',
  };
}

const nothing = { code: 0, shop_id: '', data: noData };

export function concernOf({ topic, resource }: Pick<InboundNotification, 'topic' | 'resource'>) {
  const concern = Object.hasOwn(concerns, topic) ? concerns[topic] : undefined;
  return concern?.id.test(resource) ? { what: concern.what, id: resource } : null;
}
