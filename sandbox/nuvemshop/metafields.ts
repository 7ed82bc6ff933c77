import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import {
  endpointsOf,
  invalidFields,
  notFound,
  ok,
  paginate,
  plainTime,
  validationError,
} from './endpoint.ts';
import type { Metafield } from './market.ts';
import { nextId } from './market.ts';

/** How an owner is named in a body, and in an address. */
const owners: Record<string, string> = {
  products: 'Product',
  product_variants: 'Product_Variant',
  categories: 'Category',
  pages: 'Page',
  orders: 'Order',
  customers: 'Customer',
};

const view = (metafield: Metafield) => ({
  ...metafield,
  store_id: undefined,
  created_at: plainTime(metafield.created_at),
  updated_at: plainTime(metafield.updated_at),
});

const ownMetafields = (call: Call): Metafield[] =>
  Object.values(call.market.metafields).filter((metafield) => metafield.store_id === call.store.id);

const metafieldAt = (call: Call): Metafield => {
  const metafield = call.market.metafields[call.params.metafield ?? ''];
  if (metafield === undefined || metafield.store_id !== call.store.id) throw notFound('Metafield');
  return metafield;
};

const ownerExists = (call: Call, resource: string, id: number): boolean => {
  const { products, orders, categories } = call.market;
  const all = Object.values(products).filter((product) => product.store_id === call.store.id);
  if (resource === 'Product') return all.some((product) => product.id === id);
  if (resource === 'Product_Variant')
    return all.some(({ variants }) => variants.some((entry) => entry.id === id));
  if (resource === 'Order') return orders[String(id)]?.store_id === call.store.id;
  return resource !== 'Category' || categories[String(id)]?.store_id === call.store.id;
};

const valueIn = (value: unknown): string => {
  // A list is written as text that holds JSON.
  if (typeof value !== 'string') throw validationError({ value: ['The value must be a string.'] });
  if (value === '') throw invalidFields({ value: ["can't be blank"] });
  return value;
};

const create = (call: Call) => {
  const body = fieldsOf(call.body);
  const missing = ['namespace', 'key', 'value', 'owner_id', 'owner_resource'].filter(
    (name) => body[name] === undefined || body[name] === null || body[name] === '',
  );
  if (missing.length > 0) {
    throw invalidFields(Object.fromEntries(missing.map((name) => [name, ["can't be blank"]])));
  }
  const resource = textOf(body.owner_resource) ?? '';
  const ownerId = numberOf(body.owner_id) ?? 0;
  if (!Object.values(owners).includes(resource)) {
    throw validationError({ owner_resource: ['The selected owner resource is invalid.'] });
  }
  if (!ownerExists(call, resource, ownerId)) throw notFound(resource);
  const [namespace, key] = [String(body.namespace), String(body.key)];
  const taken = ownMetafields(call).some(
    (other) =>
      other.owner_id === ownerId &&
      other.owner_resource === resource &&
      other.namespace === namespace &&
      other.key === key,
  );
  if (taken) throw validationError({ key: ['has already been taken'] });
  const now = call.world.clock.now().toISOString();
  const metafield: Metafield = {
    id: nextId(call.market, 'metafield'),
    store_id: call.store.id,
    namespace,
    key,
    value: valueIn(body.value),
    description: textOf(body.description),
    owner_id: ownerId,
    owner_resource: resource,
    created_at: now,
    updated_at: now,
  };
  call.market.metafields[String(metafield.id)] = metafield;
  call.world.changed();
  return ok(view(metafield), 201);
};

const read = (call: Call) => {
  const resource = owners[call.params.metafield ?? ''];
  if (resource === undefined) return ok(view(metafieldAt(call)));
  const { owner_id: ownerId, namespace, key } = call.query;
  const found = ownMetafields(call).filter(
    (metafield) =>
      metafield.owner_resource === resource &&
      (ownerId === undefined || String(metafield.owner_id) === ownerId) &&
      (namespace === undefined || metafield.namespace === namespace) &&
      (key === undefined || metafield.key === key),
  );
  return found.length === 0 ? ok([]) : paginate(call, found, view);
};

const endpoint = endpointsOf(null);

export const metafieldEndpoints: Endpoint[] = [
  endpoint('POST', '/metafields', create),
  endpoint('GET', '/metafields/:metafield', read),
  endpoint('PUT', '/metafields/:metafield', (call) => {
    const metafield = metafieldAt(call);
    metafield.value = valueIn(fieldsOf(call.body).value);
    metafield.updated_at = call.world.clock.now().toISOString();
    call.world.changed();
    return ok(view(metafield));
  }),
  endpoint('DELETE', '/metafields/:metafield', (call) => {
    delete call.market.metafields[String(metafieldAt(call).id)];
    call.world.changed();
    return ok({});
  }),
];
