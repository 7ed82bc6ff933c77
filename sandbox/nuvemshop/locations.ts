import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, isOn, listOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import {
  endpointsOf,
  localized,
  notFound,
  offsetTime,
  ok,
  plainTime,
  refuse,
  validationError,
} from './endpoint.ts';
import { nextUlid, productsOf, textIn } from './market.ts';
import { notify } from './notify.ts';
import type { Location, LocationAddress, Store } from './stores.ts';

/** The places with stock of a store. */

const FIRST_DAY = '2024-04-01T12:00:00.000Z';

const emptyAddress: LocationAddress = {
  zipcode: '',
  street: '',
  number: '',
  floor: '',
  locality: '',
  reference: '',
  between_streets: '',
};

const viewLocation = (store: Store, location: Location) => ({
  id: location.id,
  name: { es_AR: location.name, pt_BR: location.name, en_US: location.name },
  store_id: String(store.id),
  priority: location.priority,
  address: {
    ...(location.address ?? emptyAddress),
    city: location.city,
    province: { code: location.state, name: location.state },
    region: { code: '', name: '' },
    country: { code: 'BR', name: 'Brasil' },
    verified_at: null,
  },
  is_default: location.is_default,
  allows_pickup: location.allows_pickup ?? false,
  tags: ['online'],
  created_at: offsetTime(location.created_at ?? FIRST_DAY),
  updated_at: offsetTime(location.updated_at ?? location.created_at ?? FIRST_DAY),
});

const locationAt = (call: Call): Location => {
  const location = call.store.locations.find(({ id }) => id === call.params.location);
  if (location === undefined) throw notFound('Location');
  return location;
};

/** The store's name of it is one text; applications send one for each language. */
const nameIn = (value: unknown): string | null => {
  const text = localized(value);
  const named = text === null ? '' : (text.pt_BR ?? textIn(text));
  return named.trim() === '' ? null : named.trim();
};

const codeIn = (value: unknown): string | null => textOf(fieldsOf(value).code);

const required = ['zipcode', 'street', 'city', 'province', 'region', 'country'];

type Sent = Pick<Location, 'name' | 'city' | 'state' | 'address' | 'allows_pickup'>;

const readLocation = (call: Call): Sent => {
  if (!isFields(call.body)) throw refuse(400, 'Invalid input format');
  const name = nameIn(call.body.name);
  const address = fieldsOf(call.body.address);
  const missing = required.filter((field) => address[field] === undefined || address[field] === '');
  const errors = Object.fromEntries(
    [...(name === null ? ['name'] : []), ...missing.map((field) => `address.${field}`)].map((field) => [
      field,
      [`The ${field} field is required.`],
    ]),
  );
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const text = (field: keyof LocationAddress): string => textOf(address[field]) ?? '';
  return {
    name: name ?? '',
    city: textOf(address.city) ?? '',
    state: codeIn(address.province) ?? '',
    address: {
      zipcode: text('zipcode'),
      street: text('street'),
      number: text('number'),
      floor: text('floor'),
      locality: text('locality'),
      reference: text('reference'),
      between_streets: text('between_streets'),
    },
    allows_pickup: isOn(call.body.allows_pickup),
  };
};

const tell = (world: World, store: Store, event: string, location: Location): void => {
  notify(world, store.id, `location/${event}`, { store_id: String(store.id), id: location.id });
  world.changed();
};

/** A new place comes last, and has no stock of any variant until that is written. */
export const addLocation = (world: World, store: Store, sent: Sent): Location => {
  const now = world.clock.now();
  const location: Location = {
    id: nextUlid(world.nuvemshop, now),
    is_default: false,
    priority: Math.max(...store.locations.map(({ priority }) => priority)) + 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...sent,
  };
  store.locations.push(location);
  tell(world, store, 'created', location);
  return location;
};

const inOrder = (store: Store): Location[] =>
  store.locations.toSorted((one, other) => one.priority - other.priority);

/** From 0 without gaps; the first one is the default. */
const renumber = (world: World, store: Store, order: Location[]): void => {
  for (const [priority, location] of order.entries()) {
    const changed = location.priority !== priority || location.is_default !== (priority === 0);
    location.priority = priority;
    location.is_default = priority === 0;
    if (!changed) continue;
    location.updated_at = world.clock.now().toISOString();
    tell(world, store, 'updated', location);
  }
};

export const chooseLocation = (world: World, store: Store, chosen: Location): boolean => {
  if (chosen.priority === 0) return false;
  renumber(world, store, [chosen, ...inOrder(store).filter((other) => other !== chosen)]);
  return true;
};

/** False for the default one, and while a variant has a level there. */
export const removeLocation = (world: World, store: Store, location: Location): boolean => {
  const stocked = productsOf(world.nuvemshop, store.id).some((product) =>
    product.variants.some(({ inventory_levels: levels }) =>
      levels.some(({ location_id: id }) => id === location.id),
    ),
  );
  if (location.is_default || stocked) return false;
  store.locations = store.locations.filter((other) => other !== location);
  tell(world, store, 'deleted', location);
  renumber(world, store, inOrder(store));
  return true;
};

const update = (call: Call): Answer => {
  const location = locationAt(call);
  Object.assign(location, readLocation(call), { updated_at: call.world.clock.now().toISOString() });
  tell(call.world, call.store, 'updated', location);
  return ok(viewLocation(call.store, location));
};

const remove = (call: Call): Answer => {
  if (!removeLocation(call.world, call.store, locationAt(call)))
    throw refuse(422, 'The location is the default one or has inventory levels');
  return { status: 204 };
};

/** All places of the store, each with a number of its own. */
const setPriorities = (call: Call): Answer => {
  const sent = listOf(call.body).map(fieldsOf);
  const wanted = sent.map(({ id, priority }) => ({ id: textOf(id), priority: numberOf(priority) }));
  const known = call.store.locations.every(({ id }) => wanted.some((one) => one.id === id));
  const numbers = new Set(wanted.map(({ priority }) => priority));
  if (!known || wanted.length !== call.store.locations.length || numbers.size !== wanted.length)
    throw validationError({ priority: ['The priorities of all locations are required.'] });
  const priorityOf = ({ id }: Location): number => wanted.find((one) => one.id === id)?.priority ?? 0;
  renumber(
    call.world,
    call.store,
    call.store.locations.toSorted((one, other) => priorityOf(one) - priorityOf(other)),
  );
  return ok(inOrder(call.store).map(({ id, priority }) => ({ id, priority })));
};

const choose = (call: Call): Answer => {
  const location = locationAt(call);
  if (!chooseLocation(call.world, call.store, location))
    throw refuse(422, 'The location is the default one already');
  return ok(viewLocation(call.store, location));
};

/** Pages of one entry unless more are asked for, with their own envelope; ids are text. */
const listLevels = (call: Call): Answer => {
  const location = locationAt(call);
  const wanted = call.query.variant_id;
  const levels = productsOf(call.market, call.store.id)
    .flatMap(({ variants }) => variants)
    .filter(({ id }) => wanted === undefined || String(id) === wanted)
    .flatMap((variant) =>
      variant.inventory_levels
        .filter(({ location_id: id }) => id === location.id)
        .map(
          ({ stock }): Fields => ({
            id: `${variant.id}${location.priority}`,
            variant_id: String(variant.id),
            location_id: location.id,
            stock,
            created_at: plainTime(variant.created_at),
            updated_at: plainTime(variant.updated_at),
          }),
        ),
    );
  const page = Math.max(1, Math.trunc(numberOf(call.query.page) ?? 1));
  const size = Math.min(200, Math.max(1, Math.trunc(numberOf(call.query.per_page) ?? 1)));
  return ok({
    total: levels.length,
    page,
    per_page: size,
    results: levels.slice((page - 1) * size, page * size),
  });
};

const endpoint = endpointsOf('locations');

export const locationEndpoints: Endpoint[] = [
  endpoint('GET', '/locations', (call) =>
    ok(call.store.locations.map((location) => viewLocation(call.store, location))),
  ),
  endpoint('POST', '/locations', (call) =>
    ok(viewLocation(call.store, addLocation(call.world, call.store, readLocation(call))), 201),
  ),
  endpoint('PATCH', '/locations/priorities', setPriorities),
  endpoint('GET', '/locations/:location', (call) => ok(viewLocation(call.store, locationAt(call)))),
  endpoint('PUT', '/locations/:location', update),
  endpoint('DELETE', '/locations/:location', remove),
  endpoint('PATCH', '/locations/:location/chosen-as-default', choose),
  endpoint('GET', '/locations/:location/inventory-levels', listLevels),
];
