import { fieldsOf, numberOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { endpointsOf, notFound, ok, paginate, pick, refuse, validationError, within } from './endpoint.ts';
import type { Product, Variant } from './market.ts';
import { firstLocation } from './market.ts';
import { checkValues, combinationOf, MAX_VARIANTS, readVariant } from './product-rules.ts';
import { applyToVariant, newVariant, productAt, productChanged, variantAt } from './product-state.ts';
import { viewVariant } from './product-views.ts';

const listIn = (body: unknown): unknown[] => {
  if (!Array.isArray(body)) throw refuse(400, 'Invalid input format');
  return body;
};

const create = (call: Call) => {
  const product = productAt(call);
  const change = readVariant(call.store, call.body);
  checkValues(product, change.values ?? []);
  const wanted = combinationOf(change.values ?? []);
  if (product.variants.some(({ values }) => combinationOf(values) === wanted)) {
    throw refuse(422, 'Variants cannot be repeated');
  }
  const variant = newVariant(call.world, call.store, product, change);
  product.variants.push(variant);
  productChanged(call.world, product);
  return ok(viewVariant(variant), 201);
};

const refuseRepeated = (product: Product, combinations: Map<number, string>): void => {
  const after = product.variants.map((variant) => ({
    id: variant.id,
    combination: combinations.get(variant.id) ?? combinationOf(variant.values),
  }));
  const repeated = after.filter(({ id, combination }) =>
    after.some((other) => other.id !== id && other.combination === combination),
  );
  if (repeated.length > 0) {
    throw refuse(422, 'Variants cannot be repeated', { duplicate_variant_ids: repeated.map(({ id }) => id) });
  }
};

const update = (call: Call) => {
  const { product, variant } = variantAt(call);
  const change = readVariant(call.store, call.body);
  if (change.values !== undefined) {
    checkValues(product, change.values);
    refuseRepeated(product, new Map([[variant.id, combinationOf(change.values)]]));
  }
  applyToVariant(call.world, variant, change);
  productChanged(call.world, product);
  return ok(viewVariant(variant));
};

const remove = (call: Call) => {
  const { product, variant } = variantAt(call);
  if (product.variants.length === 1) throw refuse(422, 'There must be at least one variant');
  product.variants = product.variants.filter(({ id }) => id !== variant.id);
  productChanged(call.world, product);
  return ok({});
};

/**
 * The whole set, identified by its values: variants that are not sent are deleted, and a renamed value is a different
 * variant.
 */
const replaceAll = (call: Call) => {
  const product = productAt(call);
  const sent = listIn(call.body);
  if (sent.length === 0) throw refuse(400, 'There must be at least one variant');
  if (sent.length > MAX_VARIANTS) {
    throw refuse(422, `Product is not allowed to have more than ${MAX_VARIANTS} variants.`);
  }
  const changes = sent.map((entry) => readVariant(call.store, entry));
  if (
    product.attributes.length > 0 &&
    changes.some(({ values }) => values === undefined || values.length === 0)
  ) {
    throw refuse(400, 'Variant values should not be empty');
  }
  for (const { values } of changes) checkValues(product, values ?? []);
  const combinations = changes.map(({ values }) => combinationOf(values ?? []));
  if (new Set(combinations).size < combinations.length) {
    throw refuse(422, 'Variant values should not be repeated');
  }
  const before = product.variants;
  product.variants = [];
  for (const [index, change] of changes.entries()) {
    const known = before.find(({ values }) => combinationOf(values) === combinations[index]);
    if (known !== undefined) applyToVariant(call.world, known, change);
    const variant = known ?? newVariant(call.world, call.store, product, change);
    variant.position = index + 1;
    product.variants.push(variant);
  }
  productChanged(call.world, product);
  return ok(product.variants.map(viewVariant));
};

/** Many at once by id; all or none. */
const updateMany = (call: Call) => {
  const product = productAt(call);
  const changes = listIn(call.body).map((entry) => {
    const id = numberOf(fieldsOf(entry).id);
    const variant = product.variants.find((candidate) => candidate.id === id);
    if (variant === undefined)
      throw refuse(422, 'Variant not found in product', { failed_variant_ids: [id] });
    return { variant, change: readVariant(call.store, entry) };
  });
  for (const { change } of changes) if (change.values !== undefined) checkValues(product, change.values);
  refuseRepeated(
    product,
    new Map(
      changes.map(({ variant, change }) => [variant.id, combinationOf(change.values ?? variant.values)]),
    ),
  );
  for (const { variant, change } of changes) applyToVariant(call.world, variant, change);
  productChanged(call.world, product);
  return ok(product.variants.map(viewVariant));
};

/** `replace` with null is stock without end; without an id every variant is meant. */
const setStock = (call: Call) => {
  const product = productAt(call);
  const body = fieldsOf(call.body);
  const value = body.value === null ? null : numberOf(body.value);
  const locations = call.store.locations.map(({ id }) => id);
  const location = body.location_id ?? firstLocation(call.store).id;
  const chosen = product.variants.filter(({ id }) => body.id === undefined || id === numberOf(body.id));
  if (chosen.length === 0) throw notFound('Product_Variant');
  if (body.action !== 'replace' && body.action !== 'variation') {
    throw validationError({ action: ['The selected action is invalid.'] });
  }
  if (body.value === undefined || (value === null && (body.action === 'variation' || body.value !== null))) {
    throw validationError({ value: ['The value must be an integer.'] });
  }
  if (!locations.some((id) => id === location)) {
    throw validationError({ location_id: ['The selected location id is invalid.'] });
  }
  const after = (variant: Variant): number | null => {
    if (body.action === 'replace' || value === null) return value;
    const level = variant.inventory_levels.find((entry) => entry.location_id === location);
    return level === undefined || level.stock === null ? (level?.stock ?? null) : level.stock + value;
  };
  if (chosen.some((variant) => (after(variant) ?? 0) < 0 || !Number.isInteger(after(variant) ?? 0))) {
    throw validationError({ stock: ['The stock must be at least 0.'] });
  }
  for (const variant of chosen) {
    applyToVariant(call.world, variant, {
      inventory_levels: [{ location_id: String(location), stock: after(variant) }],
    });
  }
  productChanged(call.world, product);
  return ok(chosen.map(viewVariant));
};

const endpoint = endpointsOf('products');

export const variantEndpoints: Endpoint[] = [
  endpoint('GET', '/products/:product/variants', (call) =>
    paginate(call, within(call, productAt(call).variants), viewVariant),
  ),
  endpoint('POST', '/products/:product/variants', create),
  endpoint('PUT', '/products/:product/variants', replaceAll),
  endpoint('PATCH', '/products/:product/variants', updateMany),
  endpoint('POST', '/products/:product/variants/stock', setStock),
  endpoint('GET', '/products/:product/variants/:variant', (call) =>
    ok(pick(viewVariant(variantAt(call).variant), call.query.fields)),
  ),
  endpoint('PUT', '/products/:product/variants/:variant', update),
  endpoint('DELETE', '/products/:product/variants/:variant', remove),
];
