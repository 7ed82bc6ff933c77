import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import {
  blank,
  endpointsOf,
  localized,
  notFound,
  ok,
  paginate,
  refuse,
  validationError,
  within,
} from './endpoint.ts';
import type { Category } from './market.ts';
import { nextId, productsOf } from './market.ts';
import { notify } from './notify.ts';
import { handlesFor } from './product-state.ts';
import { viewCategory } from './product-views.ts';

const MAX_CATEGORIES = 1_000;

const ownCategories = (call: Call): Category[] =>
  Object.values(call.market.categories).filter((category) => category.store_id === call.store.id);

const categoryAt = (call: Call): Category => {
  const category = call.market.categories[call.params.category ?? ''];
  if (category === undefined || category.store_id !== call.store.id) throw notFound('Category');
  return category;
};

/** 0 and null are the root; no category hangs below itself. */
const parentIn = (call: Call, body: Fields, own: number | null): number => {
  const id = numberOf(body.parent) ?? 0;
  if (id === 0) return 0;
  let above: number = id;
  while (above !== 0) {
    const category = ownCategories(call).find((candidate) => candidate.id === above);
    if (category === undefined || category.id === own) {
      throw validationError({ parent: ['The selected parent is invalid.'] });
    }
    above = category.parent;
  }
  return id;
};

const nameIn = (body: Fields) => {
  const name = localized(body.name);
  if (name === null || Object.values(name).every((text) => text.trim() === '')) throw blank('name');
  return name;
};

const create = (call: Call) => {
  const body = fieldsOf(call.body);
  const name = nameIn(body);
  if (ownCategories(call).length >= MAX_CATEGORIES) {
    throw refuse(422, `Store has reached maximum limit of ${MAX_CATEGORIES} allowed categories`);
  }
  const now = call.world.clock.now().toISOString();
  const category: Category = {
    id: nextId(call.market, 'category'),
    store_id: call.store.id,
    name,
    description: localized(body.description) ?? { pt: '' },
    handle: handlesFor(call.world, call.store.id, name),
    parent: parentIn(call, body, null),
    created_at: now,
    updated_at: now,
  };
  call.market.categories[String(category.id)] = category;
  notify(call.world, call.store.id, 'category/created', { id: category.id });
  call.world.changed();
  return ok(viewCategory(call.market, category, call.version), 201);
};

const update = (call: Call) => {
  const category = categoryAt(call);
  const body = fieldsOf(call.body);
  if (body.name !== undefined) category.name = nameIn(body);
  if (body.parent !== undefined) category.parent = parentIn(call, body, category.id);
  category.description = localized(body.description) ?? category.description;
  category.updated_at = call.world.clock.now().toISOString();
  notify(call.world, call.store.id, 'category/updated', { id: category.id });
  call.world.changed();
  return ok(viewCategory(call.market, category, call.version));
};

const remove = (call: Call) => {
  const category = categoryAt(call);
  delete call.market.categories[String(category.id)];
  for (const other of ownCategories(call)) if (other.parent === category.id) other.parent = 0;
  for (const product of productsOf(call.market, call.store.id)) {
    product.category_ids = product.category_ids.filter((id) => id !== category.id);
  }
  notify(call.world, call.store.id, 'category/deleted', { id: category.id });
  call.world.changed();
  return ok({});
};

const endpoint = endpointsOf('products');

export const categoryEndpoints: Endpoint[] = [
  endpoint('GET', '/categories', (call) =>
    paginate(call, within(call, ownCategories(call)), (category) =>
      viewCategory(call.market, category, call.version),
    ),
  ),
  endpoint('POST', '/categories', create),
  endpoint('GET', '/categories/:category', (call) =>
    ok(viewCategory(call.market, categoryAt(call), call.version)),
  ),
  endpoint('PUT', '/categories/:category', update),
  endpoint('DELETE', '/categories/:category', remove),
];
