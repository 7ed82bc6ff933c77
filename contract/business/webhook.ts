import { z } from 'zod';
import { dropinvoiceStates } from '../dropshipping/dropinvoice-states.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { orderEventKinds } from '../orders/order-events.ts';
import { orderStatuses } from '../orders/order-states.ts';
import {
  centavos,
  count,
  day,
  id,
  idParams,
  instant,
  listQuery,
  opaque,
  page,
  reference,
  version,
} from '../primitives.ts';

export const webhookTopics = ['sales', 'stock', 'invoices'] as const;
export type WebhookTopic = (typeof webhookTopics)[number];

/** `refused`: disabled automatically, after days without a successful delivery. */
export const webhookStates = ['active', 'failing', 'off', 'refused'] as const;
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Days without a successful delivery after which a webhook is disabled. */
export const refusedDays = 3;
/** Hours for which the former secret also signs. */
export const previousSecretHours = 24;

const side = z.enum(['seller', 'supplier']);
const envelope = {
  /** The same in every retry and replay. */
  id: z.uuid(),
  at: instant,
  business: id,
};

export const saleEvent = z
  .object({
    ...envelope,
    type: z.enum(orderEventKinds.map((kind) => `sale.${kind}` as const)),
    data: z.object({
      id,
      side,
      status: z.enum(orderStatuses),
      version,
      marketplace: z.string().nullable(),
      marketplaceOrder: z.string().nullable(),
      purchasedAt: instant,
      /** Not sent to the supplier. */
      totalCentavos: centavos.optional(),
    }),
  })
  .meta({ id: 'SaleEvent' });

export const stockEvent = z
  .object({
    ...envelope,
    type: z.literal('stock.changed'),
    data: z.object({
      id,
      variation: z.object({ id, sku: z.string() }),
      warehouse: reference,
      onHand: z.int(),
      reserved: z.int(),
      sellable: z.int(),
      /** Increases with every change: of two deliveries the higher one is current. */
      revision: z.int(),
    }),
  })
  .meta({ id: 'StockEvent' });

export const invoiceEvent = z
  .object({
    ...envelope,
    type: z.enum(['invoice.opened', 'invoice.closed', 'invoice.moved']),
    data: z.object({
      id,
      side,
      number: z.int(),
      state: z.enum(dropinvoiceStates),
      day,
      closedAt: instant.nullable(),
      dueOn: day.nullable(),
      totalCentavos: centavos,
      /** The amount that is payable now. */
      payableCentavos: centavos,
      partner: reference,
      version,
    }),
  })
  .meta({ id: 'InvoiceEvent' });

export const pingEvent = z
  .object({ ...envelope, type: z.literal('ping'), data: z.object({ webhook: id }) })
  .meta({ id: 'PingEvent' });

const topics = z.array(z.enum(webhookTopics)).min(1, 'required').max(webhookTopics.length, 'too_many');
const address = opaque(500).min(1, 'required');

const webhook = z
  .object({
    id,
    url: z.string(),
    topics: z.array(z.enum(webhookTopics)),
    state: z.enum(webhookStates),
    failingSince: instant.nullable(),
    retryAt: instant.nullable(),
    waiting: count,
    lastDeliveredAt: instant.nullable(),
    previousSecretUntil: instant.nullable(),
    createdAt: instant,
    version,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const secretOnce = z.object({ id, secret: z.string() });

/** External addresses that receive changes of sales, stock and invoices. */
export const webhooks = entity('webhooks', {
  list: endpoint({
    method: 'GET',
    path: '/webhooks',
    permission: 'webhooks.read',
    summary: 'Webhooks of the business',
    response: z.object({ items: z.array(webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    permission: 'webhooks.manage',
    summary: 'Create a webhook; only this response shows its secret',
    body: z.strictObject({ url: address, topics }),
    response: secretOnce,
    fresh: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/webhooks/:id',
    permission: 'webhooks.manage',
    summary:
      'Change the topics of a webhook, or disable and enable it; waiting deliveries are sent once it is enabled',
    params: idParams,
    body: z.strictObject({ topics: topics.optional(), active: z.boolean().optional() }),
    errors: ['stale_version'],
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: '/webhooks/:id/secret',
    permission: 'webhooks.manage',
    summary: 'Rotate the secret; the former one also signs for a day',
    params: idParams,
    response: secretOnce,
    fresh: true,
  }),
  ping: endpoint({
    method: 'POST',
    path: '/webhooks/:id/ping',
    permission: 'webhooks.manage',
    summary: 'Send a test delivery',
    params: idParams,
    errors: ['state_conflict'],
    touches: ['webhookDeliveries'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    permission: 'webhooks.manage',
    summary: 'Remove a webhook and its log',
    params: idParams,
    touches: ['webhookDeliveries'],
  }),
});

export const webhookDeliveryFilter = {
  webhook: { kind: 'id' },
  state: { kind: 'choice', values: deliveryStates },
  type: { kind: 'text' },
  at: { kind: 'day' },
} as const satisfies FilterFields;
export const webhookDeliverySorts = ['id'] as const;

const delivery = z
  .object({
    id,
    webhook: reference,
    event: z.string(),
    type: z.string(),
    at: instant,
    state: z.enum(deliveryStates),
    attempts: count,
    triedAt: instant.nullable(),
    tookMs: count.nullable(),
    answerStatus: z.int().nullable(),
    /** The beginning of the answer. */
    answer: z.string().nullable(),
    error: z.string().nullable(),
    body: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof delivery>;

export const webhookDeliveries = entity('webhookDeliveries', {
  list: endpoint({
    method: 'GET',
    path: '/webhook-deliveries',
    permission: 'webhooks.read',
    summary: 'Deliveries of the last 30 days, with their responses',
    query: listQuery,
    response: page(delivery),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/webhook-deliveries/:id/replay',
    permission: 'webhooks.manage',
    summary: 'Send a delivery again with the same bytes, after those that wait already',
    params: idParams,
    response: z.object({ id }),
    errors: ['state_conflict'],
  }),
});
