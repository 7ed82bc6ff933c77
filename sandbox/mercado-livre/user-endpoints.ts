import { randomBytes } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, listOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, notFound, ok, pageOf, post, put, refuse } from './endpoint.ts';
import { attributeText } from './item-draft.ts';
import { itemsOfUserProduct, userProductChanged } from './item-stock.ts';
import { viewAttribute } from './item-views.ts';
import type { Family, Item, UserProduct } from './market.ts';
import { sellerById } from './market.ts';
import type { Seller } from './people.ts';
import { viewPicture } from './pictures.ts';
import { viewReputation } from './reputation.ts';
import { readStores, storesOf } from './stores.ts';

const SCROLL_LIFE_MS = 5 * 60_000;
const SCAN_PAGE = 100;
const MAX_OFFSET = 1_000;

const viewSeller = (world: World, seller: Seller, own: boolean): Fields => ({
  id: seller.id,
  nickname: seller.nickname,
  registration_date: seller.registration_date,
  country_id: 'BR',
  site_id: 'MLB',
  user_type: seller.operator_of === null ? 'normal' : 'operator',
  tags: seller.tags,
  permalink: `${world.url}/shop?seller=${seller.id}`,
  seller_reputation: viewReputation(world, seller),
  status: { site_status: 'active' },
  ...(own
    ? {
        first_name: seller.first_name,
        last_name: seller.last_name,
        email: seller.email,
        identification: { type: seller.cnpj === null ? null : 'CNPJ', number: seller.cnpj },
        address: {
          state: `BR-${seller.address.state}`,
          city: seller.address.city,
          zip_code: seller.address.zip,
        },
        logo: null,
        secure_email: seller.email,
        shipping_modes: ['custom', 'not_specified', 'me2'],
      }
    : {}),
});

const skusOf = (item: Item): string[] =>
  [item.attributes, ...item.variations.map((variation) => variation.attributes)]
    .map((attributes) => attributeText(attributes, 'SELLER_SKU'))
    .filter((sku) => sku !== null);

/** `seller_sku` looks for the attribute, `sku` for the seller's internal field: the two are never mixed. */
const customFieldsOf = (item: Item): string[] =>
  [item, ...item.variations].map((holder) => holder.seller_custom_field).filter((field) => field !== null);

const matching = (call: Call): Item[] => {
  const { query, world, caller } = call;
  const products = query.user_product_id?.split(',');
  return Object.values(world.market.items).filter(
    (item) =>
      item.seller_id === caller.id &&
      (query.status === undefined || query.status.split(',').includes(item.status)) &&
      (query.logistic_type === undefined || item.shipping.logistic_type === query.logistic_type) &&
      (products === undefined || products.includes(item.user_product_id ?? '')) &&
      (query.seller_sku === undefined || skusOf(item).includes(query.seller_sku)) &&
      (query.sku === undefined || customFieldsOf(item).includes(query.sku)),
  );
};

const searchItems = (call: Call): Answer => {
  if (call.params.id !== String(call.caller.id)) throw forbidden();
  if (call.query.search_type === 'scan') return scanItems(call);
  const { offset, limit } = pageOf(call.query, 50, 100);
  if (offset + limit > MAX_OFFSET)
    throw refuse(400, 'bad_request', 'Invalid limit and offset values: use search_type=scan over 1000');
  const found = matching(call).map((item) => item.id);
  return ok({
    seller_id: String(call.caller.id),
    results: found.slice(offset, offset + limit),
    paging: { limit, offset, total: found.length },
    query: null,
    orders: [{ id: 'stop_time_asc', name: 'Order by stop time ascending' }],
    available_orders: [],
  });
};

const scanItems = (call: Call): Answer => {
  const { market, clock } = call.world;
  const { limit } = pageOf({ limit: call.query.limit ?? '50' }, 50, SCAN_PAGE);
  const given = call.query.scroll_id;
  const scroll =
    given === undefined
      ? { ids: matching(call).map((item) => item.id), expires_at: '' }
      : market.scrolls[given];
  if (scroll === undefined || (given !== undefined && new Date(scroll.expires_at) <= clock.now())) {
    throw refuse(400, 'bad_request', 'Invalid scroll_id');
  }
  const id = given ?? randomBytes(16).toString('base64url');
  const results = scroll.ids.splice(0, limit);
  market.scrolls[id] = { ids: scroll.ids, expires_at: later(clock.now(), SCROLL_LIFE_MS).toISOString() };
  return ok({
    seller_id: String(call.caller.id),
    results,
    paging: { limit, total: results.length + scroll.ids.length },
    scroll_id: results.length === 0 ? null : id,
    query: null,
    orders: [],
  });
};

const ownProduct = (call: Call): UserProduct => {
  const product = call.world.market.userProducts[call.params.id ?? ''];
  if (product === undefined) throw notFound(`User product ${call.params.id} not found`);
  if (product.user_id !== call.caller.id) throw forbidden();
  return product;
};

const showProduct = (call: Call): Answer => {
  const product = ownProduct(call);
  const [item] = itemsOfUserProduct(call.world.market, product.id);
  return ok({
    id: product.id,
    name: item?.title ?? null,
    user_id: product.user_id,
    domain_id: item?.domain_id ?? null,
    family_id: product.family_id,
    attributes: item?.attributes.map(viewAttribute) ?? [],
    pictures: item?.picture_ids.map((id) => viewPicture(call.world, id)) ?? [],
    thumbnail: item === undefined ? null : viewPicture(call.world, item.picture_ids[0] ?? ''),
    catalog_product_id: null,
    tags: [],
  });
};

const viewStock = (product: UserProduct): Answer => ({
  status: 200,
  headers: { 'x-version': String(product.version) },
  body: {
    locations: product.locations.map((location) =>
      location.type === 'seller_warehouse' ? location : { type: location.type, quantity: location.quantity },
    ),
    user_id: product.user_id,
    id: product.id,
  },
});

const writeStock = (call: Call): Answer => {
  const product = ownProduct(call);
  const version = call.headers['x-version'];
  if (version === undefined || version === '') throw refuse(400, 'bad_request', 'Missing X-Version header');
  if (version !== String(product.version)) throw refuse(409, 'conflict', 'Version mismatch');
  if (call.params.type !== 'seller_warehouse' || !call.caller.tags.includes('warehouse_management')) {
    throw refuse(400, 'bad_request', `Stock of type ${call.params.type} cannot be updated for this seller`);
  }
  const sent = readStores(call.world, call.caller, isFields(call.body) ? call.body.locations : []);
  const untouched = product.locations.filter(
    (location) => !sent.some((other) => other.store_id === location.store_id),
  );
  const nodes = new Set(
    [...untouched, ...sent].map(({ network_node_id: id }) => id).filter((id) => id !== null),
  );
  if (nodes.size > 1 && !call.caller.tags.includes('multiwarehouse')) {
    throw refuse(
      400,
      'bad_request',
      'seller with a single warehouse cannot update stock across multiple network nodes',
    );
  }
  product.locations = [...untouched, ...sent];
  userProductChanged(call.world, product);
  return viewStock(product);
};

const ownFamily = (call: Call): Family => {
  const family = call.world.market.families[call.params.id ?? ''];
  if (family === undefined) throw notFound(`Family ${call.params.id} not found`);
  if (family.user_id !== call.caller.id) throw forbidden();
  return family;
};

const renameFamily = (call: Call): Answer => {
  const family = ownFamily(call);
  const name = textOf(fieldsOf(fieldsOf(call.body).common_content).family_name);
  if (name === null || name.trim() === '')
    throw refuse(400, 'bad_request', 'common_content.family_name is required');
  const items = Object.values(call.world.market.items).filter((item) => item.family_id === family.id);
  for (const item of items) {
    item.title = item.title.replace(family.family_name, name);
    item.family_name = name;
  }
  family.family_name = name;
  call.world.changed();
  return ok({ task_id: `${family.id}-${listOf(items).length}`, status: 'in_progress' }, 202);
};

export const userEndpoints: Endpoint[] = [
  get('/users/me', (call) => ok(viewSeller(call.world, call.caller, true))),
  get('/users/:id', (call) => {
    const seller = sellerById(call.world.market, Number(call.params.id));
    if (seller === null) throw notFound(`User ${call.params.id} not found`);
    return ok(viewSeller(call.world, seller, seller.id === call.caller.id));
  }),
  get('/users/:id/items/search', searchItems),
  get('/users/:id/stores/search', (call) => {
    if (call.params.id !== String(call.caller.id)) throw forbidden();
    const stores = storesOf(call.caller);
    return ok({ paging: { limit: 50, total: stores.length }, results: stores });
  }),
  get('/user-products/:id', showProduct),
  get('/user-products/:id/items', (call) =>
    ok({ items: itemsOfUserProduct(call.world.market, ownProduct(call).id).map(({ id }) => ({ id })) }),
  ),
  get('/user-products/:id/stock', (call) => viewStock(ownProduct(call))),
  put('/user-products/:id/stock/type/:type', writeStock),
  get('/sites/MLB/user-products-families/:id', (call) => {
    const family = ownFamily(call);
    const products = Object.values(call.world.market.userProducts).filter(
      (product) => product.family_id === family.id,
    );
    return ok({
      family_id: family.id,
      site_id: 'MLB',
      user_id: family.user_id,
      user_products_ids: products.map(({ id }) => id),
    });
  }),
  post('/user-products-families/:id/tasks', renameFamily),
  get('/user-products-families/tasks/:task', (call) => ok({ task_id: call.params.task, status: 'finished' })),
];
