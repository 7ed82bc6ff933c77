import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import { isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { categoryById } from './categories.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { cause, forbidden, get, invalid, notFound, ok, pick, post, put, refuse, remove } from './endpoint.ts';
import { createItem } from './item-create.ts';
import { readVariations } from './item-draft.ts';
import { itemChanged } from './item-stock.ts';
import { replaceVariations, updateItem } from './item-update.ts';
import { viewItem, viewVariation } from './item-views.ts';
import type { Item } from './market.ts';
import { nextId } from './market.ts';
import { readDraft } from './publishing.ts';
import { readStores } from './stores.ts';

const MAX_MULTIGET = 20;

const itemById = (world: World, id: string): Item => {
  const item = world.market.items[id];
  if (item === undefined) throw notFound(`Item with id ${id} not found`);
  return item;
};

export const ownItem = (call: Call): Item => {
  const item = itemById(call.world, call.params.id ?? '');
  if (item.seller_id !== call.caller.id) {
    throw refuse(403, 'forbidden', `The caller is not authorized to access this resource: ${item.id}`);
  }
  return item;
};

export const bodyOf = (call: Call): Fields => {
  if (!isFields(call.body)) throw refuse(400, 'body.invalid', 'The body is not a valid JSON object');
  return call.body;
};

const show = (call: Call, item: Item, status = 200): Answer => {
  const full = viewItem(call.world, item, call.caller.id, call.query.include_attributes === 'all');
  return ok(pick(full, call.query.attributes), status);
};

const multiget = (call: Call): Answer => {
  const ids = (call.query.ids ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) throw refuse(400, 'bad_request', 'The parameter ids is required');
  if (ids.length > MAX_MULTIGET) throw refuse(400, 'bad_request', `The maximum of ids is ${MAX_MULTIGET}`);
  const withAttributes = call.query.include_attributes === 'all';
  return ok(
    ids.map((id) => {
      const item = call.world.market.items[id];
      if (item === undefined) {
        return {
          code: 404,
          body: { id, message: `Item with id ${id} not found`, error: 'not_found', status: 404, cause: [] },
        };
      }
      return {
        code: 200,
        body: pick(viewItem(call.world, item, call.caller.id, withAttributes), call.query.attributes),
      };
    }),
  );
};

const create = (call: Call): Answer => {
  const item = createItem(call.world, readDraft(call.world, call.caller, call.body, null));
  return ok(viewItem(call.world, item, call.caller.id, true), 201);
};

const createInStores = (call: Call): Answer => {
  if (!call.caller.tags.includes('warehouse_management')) throw forbidden();
  const stock = readStores(call.world, call.caller, bodyOf(call).stock_locations);
  const item = createItem(call.world, readDraft(call.world, call.caller, call.body, stock));
  const locations = stock.map(({ type: _type, ...location }) => location);
  return ok({ ...viewItem(call.world, item, call.caller.id, true), stock_locations: locations }, 201);
};

const update = (call: Call): Answer => {
  const item = ownItem(call);
  const { warnings } = updateItem(call.world, call.caller, item, bodyOf(call));
  return ok({ ...viewItem(call.world, item, call.caller.id, false), warnings });
};

const EMOJI = /\p{Extended_Pictographic}/u;
const TAG = /<\/?[a-z][^>]*>/i;

const writeDescription = (call: Call, replace: boolean): Answer => {
  const item = ownItem(call);
  const text = textOf(bodyOf(call).plain_text);
  if (text === null) throw refuse(400, 'body.required_fields', 'The field plain_text is required');
  const found = EMOJI.exec(text) ?? TAG.exec(text);
  if (found !== null) {
    const wrong = cause(
      398,
      'item.description.type.invalid',
      `plain_text[${found.index}]`,
      'The description must be in plain text',
    );
    throw invalid([wrong]);
  }
  if (text.length > 50_000) {
    throw invalid([
      cause(
        3707,
        'item.descriptions.length_exceeded',
        'plain_text',
        'You exceeded the {50000} character limit. Shorten the description.',
      ),
    ]);
  }
  if (!replace && item.description !== null) {
    throw refuse(400, 'bad_request', `Item ${item.id} already has a description`, [
      cause(397, 'item.description.already_exists', 'item.description', 'Use PUT to change the description'),
    ]);
  }
  const now = call.world.clock.now().toISOString();
  item.description = {
    plain_text: text,
    date_created: item.description?.date_created ?? now,
    last_updated: now,
  };
  itemChanged(call.world, item);
  return showDescription(item, replace ? 200 : 201);
};

const showDescription = (item: Item, status = 200): Answer => {
  if (item.description === null) throw notFound(`Description of item ${item.id} not found`);
  return ok(
    { text: '', ...item.description, snapshot: { url: '', width: 0, height: 0, status: '' } },
    status,
  );
};

/** With variations, price and quantity belong to them; each continues under a new id. */
const relistedVariations = (world: World, item: Item, body: Fields): Item['variations'] => {
  if (item.variations.length === 0) return [];
  if (body.price !== undefined || body.quantity !== undefined)
    throw refuse(
      400,
      'body.invalid_fields',
      'The fields [price, quantity] are not allowed on items with variations.',
    );
  const sent = listOf(body.variations).filter(isFields);
  if (sent.length === 0) throw refuse(400, 'body.required_fields', 'The field variations is required');
  return sent.map((entry) => {
    const known = item.variations.find((variation) => variation.id === numberOf(entry.id));
    if (known === undefined)
      throw refuse(400, 'validation_error', `The variation ${String(entry.id)} does not exist.`);
    return {
      ...structuredClone(known),
      id: nextId(world.market, 'variation'),
      price: numberOf(entry.price) ?? known.price,
      available_quantity: numberOf(entry.quantity) ?? 0,
      sold_quantity: 0,
    };
  });
};

const relist = (call: Call): Answer => {
  const item = ownItem(call);
  if (item.status !== 'closed') throw refuse(400, 'validation_error', `Item ${item.id} is not closed`);
  if (item.relisted) throw refuse(400, 'validation_error', `Item ${item.id} was already relisted`);
  const body = bodyOf(call);
  const now = call.world.clock.now().toISOString();
  const variations = relistedVariations(call.world, item, body);
  const again: Item = {
    ...structuredClone(item),
    id: `MLB${nextId(call.world.market, 'item')}`,
    parent_item_id: item.id,
    price: numberOf(body.price) ?? item.price,
    available_quantity:
      numberOf(body.quantity) ?? numberOf(body.available_quantity) ?? item.available_quantity,
    listing_type_id: textOf(body.listing_type_id) ?? item.listing_type_id,
    sold_quantity: 0,
    variations,
    status: 'active',
    sub_status: [],
    date_created: now,
  };
  const [first] = variations;
  if (first !== undefined) again.price = first.price;
  item.relisted = true;
  again.initial_quantity = again.available_quantity;
  call.world.market.items[again.id] = again;
  itemChanged(call.world, again);
  return show(call, again, 201);
};

const changeListingType = (call: Call): Answer => {
  const item = ownItem(call);
  const id = textOf(bodyOf(call).id);
  if (id !== 'gold_pro' && id !== 'gold_special')
    throw refuse(400, 'validation_error', `Invalid listing type: ${id}`);
  item.listing_type_id = id;
  itemChanged(call.world, item);
  return show(call, item);
};

const variationIn = (call: Call, item: Item) => {
  const found = item.variations.find((variation) => String(variation.id) === call.params.variation);
  if (found === undefined) throw notFound(`Variation ${call.params.variation} not found for item ${item.id}`);
  return found;
};

const addVariation = (call: Call): Answer => {
  const item = ownItem(call);
  if (item.family_name !== null)
    throw refuse(400, 'body.invalid_fields', 'The fields [variations] are invalid for requested call.');
  const kept = item.variations.map(({ id }) => ({ id }));
  updateItem(call.world, call.caller, item, { variations: [...kept, { ...bodyOf(call), id: undefined }] });
  return ok(
    item.variations.map((variation) => viewVariation(variation, true, true)),
    201,
  );
};

const changeVariation = (call: Call): Answer => {
  const item = ownItem(call);
  const wanted = variationIn(call, item);
  const sent = item.variations.map(({ id }) => (id === wanted.id ? { ...bodyOf(call), id } : { id }));
  updateItem(call.world, call.caller, item, { variations: sent });
  return ok(viewVariation(variationIn(call, item), true, true));
};

const removeVariation = (call: Call): Answer => {
  const item = ownItem(call);
  const wanted = variationIn(call, item);
  const rest = item.variations.filter((variation) => variation.id !== wanted.id);
  item.variations = replaceVariations(call.world, item, readVariations(rest, categoryById(item.category_id)));
  itemChanged(call.world, item);
  return ok(item.variations.map((variation) => viewVariation(variation, true, true)));
};

export const itemEndpoints: Endpoint[] = [
  get('/items', multiget),
  post('/items', create),
  post('/items/multiwarehouse', createInStores),
  post('/items/validate', (call) => {
    readDraft(call.world, call.caller, call.body, null);
    return { status: 204 };
  }),
  get('/items/:id', (call) => show(call, itemById(call.world, call.params.id ?? ''))),
  put('/items/:id', update),
  get('/items/:id/description', (call) => showDescription(itemById(call.world, call.params.id ?? ''))),
  post('/items/:id/description', (call) => writeDescription(call, false)),
  put('/items/:id/description', (call) => writeDescription(call, true)),
  post('/items/:id/relist', relist),
  post('/items/:id/listing_type', changeListingType),
  get('/items/:id/variations', (call) => {
    const item = itemById(call.world, call.params.id ?? '');
    const exact = item.seller_id === call.caller.id;
    return ok(
      item.variations.map((variation) =>
        viewVariation(variation, exact, call.query.include_attributes === 'all'),
      ),
    );
  }),
  post('/items/:id/variations', addVariation),
  get('/items/:id/variations/:variation', (call) => {
    const item = itemById(call.world, call.params.id ?? '');
    return ok(viewVariation(variationIn(call, item), item.seller_id === call.caller.id, true));
  }),
  put('/items/:id/variations/:variation', changeVariation),
  remove('/items/:id/variations/:variation', removeVariation),
];
