import { fieldsOf, isFields, listOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { blank, endpointsOf, notFound, ok, paginate, pick, refuse, within } from './endpoint.ts';
import { addImage } from './images.ts';
import type { Product } from './market.ts';
import { nextId, productsOf, textIn } from './market.ts';
import { notify } from './notify.ts';
import { checkValues, combinationOf, MAX_VARIANTS, readProduct, readVariant } from './product-rules.ts';
import { applyToVariant, handlesFor, newVariant, productAt, productChanged } from './product-state.ts';
import { viewProduct } from './product-views.ts';

const MAX_PRODUCTS = 100_000;
const MAX_IDS = 30;

const view = (call: Call) => (product: Product) => viewProduct(call.world, product, call.version);

const matches = (call: Call) => {
  const { q, handle, category_id: categoryId, visibility, published, free_shipping: free } = call.query;
  const words = (q ?? '').toLowerCase();
  return (product: Product): boolean =>
    (words === '' ||
      [
        textIn(product.name),
        textIn(product.description),
        ...product.variants.map(({ sku }) => sku ?? ''),
      ].some((text) => text.toLowerCase().includes(words))) &&
    (handle === undefined || Object.values(product.handle).includes(handle)) &&
    (categoryId === undefined || product.category_ids.includes(Number(categoryId))) &&
    (visibility === undefined || product.visibility === visibility) &&
    (published === undefined || String(product.visibility !== 'hidden') === published) &&
    (free === undefined || String(product.free_shipping) === free);
};

const sorted = (call: Call, products: Product[]): Product[] => {
  if (call.query.since_id !== undefined) return products.toSorted((one, other) => one.id - other.id);
  return call.query.sort_by === 'created-at-ascending' ? products : products.toReversed();
};

const list = (call: Call) => {
  const ids = call.query.ids === undefined ? null : call.query.ids.split(',');
  if (ids !== null && ids.length > MAX_IDS) throw refuse(422, `Only ${MAX_IDS} ids are allowed`);
  const found = within(call, productsOf(call.market, call.store.id))
    .filter(matches(call))
    .filter((product) => ids === null || ids.includes(String(product.id)));
  return paginate(call, sorted(call, found), view(call));
};

const bySku = (call: Call) => {
  const found = productsOf(call.market, call.store.id).find((product) =>
    product.variants.some((variant) => variant.sku === call.params.sku),
  );
  if (found === undefined) throw notFound('Product');
  return ok(view(call)(found));
};

const emptyProduct = (call: Call): Product => {
  const now = call.world.clock.now().toISOString();
  return {
    id: nextId(call.market, 'product'),
    store_id: call.store.id,
    name: {},
    description: { pt: '' },
    handle: {},
    attributes: [],
    visibility: 'visible',
    free_shipping: false,
    requires_shipping: true,
    brand: null,
    seo_title: '',
    seo_description: '',
    tags: '',
    category_ids: [],
    variants: [],
    images: [],
    sold: 0,
    created_at: now,
    updated_at: now,
  };
};

/** A product without variants has a default one with price, stock and SKU. */
const addVariants = (call: Call, product: Product, sent: unknown[]): void => {
  if (sent.length > MAX_VARIANTS) {
    throw refuse(422, `Product is not allowed to have more than ${MAX_VARIANTS} variants`);
  }
  for (const entry of sent.length === 0 ? [{}] : sent) {
    const change = readVariant(call.store, entry);
    if (sent.length > 0) checkValues(product, change.values ?? []);
    product.variants.push(newVariant(call.world, call.store, product, change));
  }
  const combinations = product.variants.map(({ values }) => combinationOf(values));
  if (new Set(combinations).size < combinations.length) {
    throw refuse(422, 'Variant values should not be repeated');
  }
};

export const createProduct = async (call: Call): Promise<Product> => {
  const body = fieldsOf(call.body);
  if (body.name === undefined || body.name === null) throw blank('name');
  if (productsOf(call.market, call.store.id).length >= MAX_PRODUCTS) {
    throw refuse(422, `Store has reached maximum limit of ${MAX_PRODUCTS} allowed products`);
  }
  const change = readProduct(call.market, call.store, body);
  const product = { ...emptyProduct(call), ...change };
  const wished = Object.keys(product.handle).length > 0 ? product.handle : product.name;
  product.handle = handlesFor(call.world, call.store.id, wished);
  addVariants(call, product, listOf(body.variants));
  for (const image of listOf(body.images)) await addImage(call.world, product, fieldsOf(image));
  call.market.products[String(product.id)] = product;
  notify(call.world, call.store.id, 'product/created', { id: product.id });
  call.world.changed();
  return product;
};

const create = async (call: Call) => ok(view(call)(await createProduct(call)), 201);

/** Fields that are not in the body stay; variants and images have their own addresses and are ignored. */
const update = (call: Call) => {
  const product = productAt(call);
  if (!isFields(call.body)) throw refuse(400, 'Invalid input format');
  const change = readProduct(call.market, call.store, call.body);
  if (change.handle !== undefined) {
    change.handle = handlesFor(call.world, call.store.id, change.handle, product.id);
  }
  const hiddenOnly = product.variants.length === 1 && product.variants[0]?.values.length === 0;
  if (change.attributes !== undefined && !hiddenOnly) {
    const { attributes } = change;
    for (const variant of product.variants) checkValues({ attributes }, variant.values);
  }
  Object.assign(product, change);
  productChanged(call.world, product);
  return ok(view(call)(product));
};

const remove = (call: Call) => {
  const product = productAt(call);
  delete call.market.products[String(product.id)];
  notify(call.world, call.store.id, 'product/deleted', { id: product.id });
  call.world.changed();
  return ok({});
};

const MAX_BULK = 50;

type BulkLine = { product: unknown; variant: unknown };

/** Prices and stock of many products: a malformed entry refuses all, an unknown one fails alone. */
const setStockAndPrice = (call: Call) => {
  if (!Array.isArray(call.body)) throw refuse(400, 'Invalid input format');
  const products = call.body.map(fieldsOf);
  const lines: BulkLine[] = products.flatMap((product) =>
    listOf(product.variants).map((variant) => ({ product, variant })),
  );
  if (lines.length > MAX_BULK) throw refuse(422, 'Too many variants sent for update');
  const changes = new Map(lines.map(({ variant }) => [variant, readVariant(call.store, variant)]));
  const answer = products.map((sent) => {
    const product = call.market.products[String(sent.id)];
    const own = product?.store_id === call.store.id ? product : undefined;
    const variants = listOf(sent.variants).map((entry) => {
      const found = own?.variants.find(({ id }) => String(id) === String(fieldsOf(entry).id));
      const change = changes.get(entry);
      if (found === undefined || change === undefined) return { id: fieldsOf(entry).id, success: false };
      const { price, promotional_price: promotional, inventory_levels: levels } = change;
      applyToVariant(call.world, found, {
        inventory_levels: levels,
        ...(price !== undefined && { price }),
        ...(promotional !== undefined && { promotional_price: promotional }),
      });
      return { id: found.id, success: true };
    });
    if (own !== undefined && variants.some(({ success }) => success)) productChanged(call.world, own);
    return { id: sent.id, variants };
  });
  return ok(answer);
};

const endpoint = endpointsOf('products');

export const productEndpoints: Endpoint[] = [
  endpoint('GET', '/products', list),
  endpoint('POST', '/products', create),
  endpoint('PATCH', '/products/stock-price', setStockAndPrice),
  endpoint('GET', '/products/sku/:sku', bySku),
  endpoint('GET', '/products/:product', (call) => ok(pick(view(call)(productAt(call)), call.query.fields))),
  endpoint('PUT', '/products/:product', update),
  endpoint('DELETE', '/products/:product', remove),
];
