import type { Fields } from '../reading.ts';
import { fieldsOf, textOf } from '../reading.ts';
import type { Call, Endpoint, FieldErrors } from './endpoint.ts';
import { endpointsOf, invalidFields, notFound, ok, paginate, plainTime, refuse, within } from './endpoint.ts';
import type { Webhook } from './market.ts';
import { nextId } from './market.ts';
import { allowed } from './oauth.ts';

/** The events, and the scope that a token needs to register for each. */
const eventScopes: Record<string, string | null> = Object.fromEntries(
  (
    [
      ['app', null, ['uninstalled', 'suspended', 'resumed']],
      ['category', 'read_products', ['created', 'updated', 'deleted']],
      ['product', 'read_products', ['created', 'updated', 'deleted']],
      ['product_variant', 'read_products', ['custom_fields_updated']],
      [
        'order',
        'read_orders',
        [
          'created',
          'updated',
          'paid',
          'pending',
          'voided',
          'packed',
          'unpacked',
          'fulfilled',
          'cancelled',
          'edited',
          'custom_fields_updated',
        ],
      ],
      [
        'fulfillment_order',
        'read_fulfillment_orders',
        [
          'status_updated',
          'label_status_updated',
          'tracking_event_created',
          'tracking_event_updated',
          'tracking_event_deleted',
        ],
      ],
      ['location', 'read_locations', ['created', 'updated', 'deleted']],
      ['customer', 'read_customers', ['created', 'updated', 'deleted']],
      ['domain', null, ['updated']],
    ] as const
  ).flatMap(([topic, scope, names]) => names.map((name) => [`${topic}/${name}`, scope])),
);

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const forbidden = /(^|\.)(tiendanube|nuvemshop|lojavirtualnuvem|mitiendanube)\./;

/** https, and not a host of theirs. This machine itself is let through: the real service refuses it. */
const isAllowedUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (loopback.includes(url.hostname)) return /^https?:$/.test(url.protocol);
  return url.protocol === 'https:' && !forbidden.test(url.hostname);
};

const checkedIn = (call: Call, body: Fields): { event: string; url: string } => {
  const event = textOf(body.event) ?? '';
  const url = textOf(body.url) ?? '';
  const errors: FieldErrors = {};
  if (!(event in eventScopes)) {
    errors.event = [`Invalid event specified. Events allowed: ${Object.keys(eventScopes).join(', ')}`];
  }
  if (!isAllowedUrl(url)) errors.url = ['invalid url specified'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const scope = eventScopes[event];
  if (typeof scope === 'string' && !allowed(call.grant, scope))
    throw refuse(403, `Missing a required scope: ${scope}`);
  return { event, url };
};

const view = (webhook: Webhook) => ({
  id: webhook.id,
  event: webhook.event,
  url: webhook.url,
  created_at: plainTime(webhook.created_at),
  updated_at: plainTime(webhook.updated_at),
});

const webhookAt = (call: Call): Webhook => {
  const webhook = call.market.webhooks[call.params.webhook ?? ''];
  if (webhook === undefined || webhook.store_id !== call.store.id) throw notFound('Webhook');
  return webhook;
};

const list = (call: Call) => {
  const { event, url } = call.query;
  const found = within(call, Object.values(call.market.webhooks)).filter(
    (webhook) =>
      webhook.store_id === call.store.id &&
      (event === undefined || webhook.event === event) &&
      (url === undefined || webhook.url === url),
  );
  return found.length === 0 ? ok([]) : paginate(call, found, view);
};

/** The same event and address twice are two webhooks, and two deliveries. */
const create = (call: Call) => {
  const now = call.world.clock.now().toISOString();
  const webhook: Webhook = {
    id: nextId(call.market, 'webhook'),
    store_id: call.store.id,
    ...checkedIn(call, fieldsOf(call.body)),
    created_at: now,
    updated_at: now,
  };
  call.market.webhooks[String(webhook.id)] = webhook;
  call.world.changed();
  return ok(view(webhook), 201);
};

const update = (call: Call) => {
  const webhook = webhookAt(call);
  const { event, url } = webhook;
  Object.assign(webhook, checkedIn(call, { event, url, ...fieldsOf(call.body) }));
  webhook.updated_at = call.world.clock.now().toISOString();
  call.world.changed();
  return ok(view(webhook));
};

const endpoint = endpointsOf(null);

export const webhookEndpoints: Endpoint[] = [
  endpoint('GET', '/webhooks', list),
  endpoint('POST', '/webhooks', create),
  endpoint('GET', '/webhooks/:webhook', (call) => ok(view(webhookAt(call)))),
  endpoint('PUT', '/webhooks/:webhook', update),
  endpoint('DELETE', '/webhooks/:webhook', (call) => {
    delete call.market.webhooks[String(webhookAt(call).id)];
    call.world.changed();
    return ok({});
  }),
];
