import { purchaserOf } from '../nuvemshop/customers.ts';
import type { Order } from '../nuvemshop/market.ts';
import { nextId, storeById } from '../nuvemshop/market.ts';
import type { PrivacyEvent } from '../nuvemshop/notify.ts';
import { notifyPrivacy, privacyEvents } from '../nuvemshop/notify.ts';
import type { Fields } from '../reading.ts';
import { isOn, numberOf } from '../reading.ts';
import type { World } from '../world.ts';

type Person = { customer: Fields; orders: number[] };

const customerOf = (id: number, { email, phone, identification }: Order['customer']): Fields => ({
  id,
  email,
  phone,
  identification,
});

/** The buyer of the named order, else the last buyer, else a person who never bought; with all their orders. */
const personIn = (world: World, storeId: number, orderId: number | null): Person | null => {
  const orders = Object.values(world.nuvemshop.orders).filter((order) => order.store_id === storeId);
  const named = orderId === null ? orders.at(-1) : orders.find(({ id }) => id === orderId);
  if (named !== undefined) {
    const own = orders.filter((order) => order.customer_id === named.customer_id);
    return { customer: customerOf(named.customer_id, named.customer), orders: own.map(({ id }) => id) };
  }
  if (orderId !== null) return null;
  const { customer } = purchaserOf(world, null);
  return { customer: customerOf(nextId(world.nuvemshop, 'customer'), customer), orders: [] };
};

const bodies: Record<PrivacyEvent, (world: World, person: Person) => Fields> = {
  'store/redact': () => ({}),
  'customers/redact': (_world, { customer, orders }) => ({ customer, orders_to_redact: orders }),
  'customers/data_request': (world, { customer, orders }) => ({
    customer,
    orders_requested: orders,
    data_request: { id: nextId(world.nuvemshop, 'data-request') },
  }),
};

/**
 * Body: `{ event, orderId?, signed?, … }`; further fields replace the usual ones. False without an address, with
 * another event, or if the store or order does not exist.
 */
export const askPrivacy = (world: World, storeId: number, body: Fields): boolean => {
  const { event: name, orderId, signed, unsigned, id: _, ...about } = body;
  const event = privacyEvents.find((known) => known === name);
  if (event === undefined || storeById(world.nuvemshop, storeId) === null) return false;
  const person = personIn(world, storeId, numberOf(orderId));
  if (person === null) return false;
  const content = { ...bodies[event](world, person), ...about };
  return notifyPrivacy(world, storeId, event, content, signed !== false && !isOn(unsigned));
};
