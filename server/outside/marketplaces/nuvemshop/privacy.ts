import { z } from 'zod';
import type { PrivacyRequest } from '../inbox.ts';
import { remoteId } from './values.ts';

const none = z.undefined().optional();
const orders = z.array(remoteId).max(10_000);
const customer = z.looseObject({
  id: remoteId.nullish().catch(null),
  email: z.string().nullish().catch(null),
  phone: z.string().nullish().catch(null),
});

/**
 * Each has its own address, because its body does not say which it is. The signature covers only the body: each has a
 * distinct shape, so that a body signed for one is invalid at another address.
 */
const bodies = {
  'store/redact': z.looseObject({ store_id: remoteId, id: none, customer: none }),
  'customers/redact': z.looseObject({ store_id: remoteId, customer, orders_to_redact: orders }),
  'customers/data_request': z.looseObject({
    store_id: remoteId,
    customer,
    orders_requested: orders,
    data_request: z.looseObject({ id: remoteId }),
  }),
};
type PrivacyEvent = keyof typeof bodies;

const eventOf = (name: unknown): PrivacyEvent | null =>
  typeof name === 'string' && Object.hasOwn(bodies, name) ? (name as PrivacyEvent) : null;

export const isPrivacyEvent = (name: string): boolean => eventOf(name) !== null;

export function namedPrivacy(address: string, body: Readonly<Record<string, unknown>>) {
  const event = eventOf(address);
  if (!event || 'event' in body) return null;
  return bodies[event].safeParse(body).success ? { ...body, event } : null;
}

/** Only for bodies received at this address: another body cannot claim to be one. */
export function privacyOf(reported: Readonly<Record<string, unknown>>): PrivacyRequest | null {
  const { event: name, ...body } = reported;
  switch (eventOf(name)) {
    case 'store/redact':
      return bodies['store/redact'].safeParse(body).success ? { what: 'erase-seller' } : null;
    case 'customers/redact': {
      const read = bodies['customers/redact'].safeParse(body).data;
      return read ? { what: 'erase-buyer', orders: read.orders_to_redact } : null;
    }
    case 'customers/data_request': {
      const read = bodies['customers/data_request'].safeParse(body).data;
      if (!read) return null;
      const { id, email, phone } = read.customer;
      const buyer = email || phone || id || '';
      return { what: 'tell-buyer', requestId: read.data_request.id, buyer, orders: read.orders_requested };
    }
    case null:
      return null;
  }
}
