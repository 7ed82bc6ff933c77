import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { fieldsOf, isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, invalid, ok, post, refuse } from '../endpoint.ts';
import type { Item, Model, Tier } from '../market.ts';
import { nextId } from '../market.ts';
import { type Category, categoryById } from './categories.ts';
import { limits } from './category-endpoints.ts';
import * as draft from './draft.ts';
import { viewModel, viewTiers } from './item-views.ts';
import { itemChanged, itemOf } from './items.ts';
import { writeWhole } from './stock-places.ts';
import { wholesaleProblem } from './wholesale.ts';

const MAX_TIERS = 2;
const MAX_MODELS = 50;
/** Maximum ratio of the highest to the lowest price of an item. */
export const MAX_RATIO = 4;

const readTier = (call: ShopCall, value: unknown, position: number): Tier => {
  const fields = fieldsOf(value);
  const name = (textOf(fields.name) ?? '').trim();
  if (name === '' || name.length > limits.tierName.max_limit)
    throw invalid('The length of tier_variation name is invalid.');
  const options = listOf(fields.option_list)
    .map(fieldsOf)
    .map((entry) => ({
      option: (textOf(entry.option) ?? '').trim(),
      image_id: textOf(fieldsOf(entry.image).image_id),
    }));
  const texts = options.map(({ option }) => option);
  if (options.length === 0 || texts.some((text) => text === '' || text.length > limits.option.max_limit))
    throw invalid('The length of tier_variation option is invalid.');
  if (new Set(texts).size !== texts.length) throw invalid('tier_variation option is duplicated.');
  const pictured = options.filter(({ image_id: id }) => id !== null);
  if (pictured.length > 0 && (position > 0 || pictured.length !== options.length))
    throw refuse('error_tier_img_partial', 'Every option of the first tier needs an image, or none.');
  if (pictured.some(({ image_id: id }) => call.market.images[id ?? ''] === undefined))
    throw refuse('error_param', 'Image not exist.');
  return { name, options };
};

const readTiers = (call: ShopCall): Tier[] => {
  const list = listOf(call.body.tier_variation);
  if (list.length === 0 || list.length > MAX_TIERS) throw invalid('tier_variation limit [1,2].');
  return list.map((entry, position) => readTier(call, entry, position));
};

const readIndex = (tiers: Tier[], value: unknown): number[] => {
  const index = listOf(value).map((at) => (typeof at === 'number' ? at : -1));
  const fits =
    index.length === tiers.length &&
    index.every((at, tier) => Number.isInteger(at) && tiers[tier]?.options[at] !== undefined);
  if (!fits) throw invalid('tier_index is invalid.');
  return index;
};

/** A model has the parcel of its item, or its own; its own size needs its own weight. */
const readParcel = (
  category: Category,
  { weight, dimension }: Fields,
): Pick<Model, 'weight' | 'dimension'> => {
  const isSized = dimension !== undefined && dimension !== null;
  if (isSized && weight === undefined)
    throw invalid('weight is required if the dimension of the model is set.');
  return {
    weight: weight === undefined ? null : draft.readWeight(weight),
    dimension: isSized ? draft.readDimension(dimension, category) : null,
  };
};

const readModel = ({ market, shop }: ShopCall, item: Item, tiers: Tier[], value: Fields): Model => {
  const category = categoryById(item.category_id);
  if (category === null) throw refuse('error_invalid_category', 'Invalid category ID');
  return {
    model_id: nextId(market, 'model'),
    tier_index: readIndex(tiers, value.tier_index),
    model_sku: textOf(value.model_sku) ?? '',
    original_price: draft.readPrice(value.original_price),
    ...draft.readStock(shop, value.seller_stock),
    reserved: 0,
    gtin_code: draft.readGtin(category, value.gtin_code),
    ...readParcel(category, value),
    sold: 0,
  };
};

const checkModels = (models: Model[]): void => {
  if (models.length === 0) throw invalid('model is a required field.');
  if (models.length > MAX_MODELS)
    throw refuse('error_model_count_over_limit', `The number of models is over ${MAX_MODELS}.`);
  const places = models.map(({ tier_index: index }) => index.join());
  if (new Set(places).size !== places.length) throw invalid('tier_index is duplicated.');
  const prices = models.map(({ original_price: price }) => price);
  if (Math.max(...prices) > Math.min(...prices) * MAX_RATIO)
    throw refuse('error_price_gap', `The price of variations may differ by ${MAX_RATIO} times at most.`);
};

/** Turns an item without variations into one with, or changes how many tiers there are: every model is new. */
export const splitItem = (call: ShopCall): Item => {
  const { world, body } = call;
  const item = itemOf(call, body.item_id);
  const tiers = readTiers(call);
  if (item.tiers.length === tiers.length)
    throw refuse('error_param', 'Tier structure is not changed, please use update_tier_variation.');
  const models = listOf(body.model)
    .filter(isFields)
    .map((entry) => readModel(call, item, tiers, entry));
  checkModels(models);
  item.tiers = tiers;
  item.models = models;
  writeWhole(item, 0);
  itemChanged(world, item);
  return item;
};

const initTiers = (call: ShopCall): Answer => {
  const item = splitItem(call);
  return ok({
    item_id: item.item_id,
    tier_variation: viewTiers(call.world, item),
    model: item.models.map((model) => viewModel(call.world, model)),
  });
};

const needTiers = (item: Item): void => {
  if (item.tiers.length === 0) throw refuse('error_param', 'The item has no tier variation.');
};

const addModels = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  needTiers(item);
  const added = listOf(call.body.model_list)
    .filter(isFields)
    .map((entry) => readModel(call, item, item.tiers, entry));
  if (added.length === 0) throw invalid('model_list is a required field.');
  checkModels([...item.models, ...added]);
  const problem = wholesaleProblem(
    item,
    [...item.models, ...added].map(({ original_price: price }) => price),
  );
  if (problem !== null) throw refuse(...problem);
  item.models.push(...added);
  itemChanged(call.world, item);
  return ok({ model: added.map((model) => viewModel(call.world, model)) });
};

export const modelOf = (item: Item, id: number | null): Model | null =>
  item.models.find(({ model_id: modelId }) => modelId === id) ?? null;

/** SKU, code and parcel; price and stock have their own calls. */
const updateModels = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const category = categoryById(item.category_id);
  const list = listOf(call.body.model).filter(isFields);
  if (list.length === 0) throw invalid('model is a required field.');
  const found = list.map((entry) => modelOf(item, numberOf(entry.model_id)));
  if (found.includes(null) || category === null) throw refuse('error_param', 'model_id is invalid.');
  for (const [at, entry] of list.entries()) {
    const model = found[at];
    if (model == null) continue;
    if (entry.model_sku !== undefined) model.model_sku = textOf(entry.model_sku) ?? '';
    if (entry.gtin_code !== undefined) model.gtin_code = draft.readGtin(category, entry.gtin_code);
    if (entry.weight !== undefined || entry.dimension !== undefined) {
      const { weight, dimension } = readParcel(category, entry);
      model.weight = weight ?? model.weight;
      model.dimension = dimension ?? model.dimension;
    }
  }
  itemChanged(call.world, item);
  return ok({});
};

const deleteModel = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const model = modelOf(item, numberOf(call.body.model_id));
  if (model === null) throw refuse('error_param', 'model_id is invalid.');
  if (item.models.length === 1) throw refuse('error_param', 'The last model can not be deleted.');
  item.models = item.models.filter((other) => other !== model);
  itemChanged(call.world, item);
  return ok({});
};

/** New options and a new order; models that are not named again are deleted. */
const updateTiers = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  needTiers(item);
  const tiers = readTiers(call);
  if (tiers.length !== item.tiers.length)
    throw refuse('error_param', 'Tier structure is changed, please use init_tier_variation.');
  const list = listOf(call.body.model_list).filter(isFields);
  const kept = list.map((entry) => {
    const model = modelOf(item, numberOf(entry.model_id));
    if (model === null) throw refuse('error_param', 'model_id is invalid.');
    return { ...model, tier_index: readIndex(tiers, entry.tier_index) };
  });
  checkModels(kept);
  item.tiers = tiers;
  item.models = kept;
  itemChanged(call.world, item);
  return ok({});
};

const listModels = (call: ShopCall): Answer => {
  const item = itemOf(call, call.query.item_id);
  return ok({
    tier_variation: viewTiers(call.world, item),
    standardise_tier_variation: [],
    model: item.models.map((model) => viewModel(call.world, model)),
  });
};

export const modelEndpoints: Endpoint[] = [
  post('/product/init_tier_variation', initTiers),
  post('/product/add_model', addModels),
  post('/product/update_model', updateModels),
  post('/product/delete_model', deleteModel),
  post('/product/update_tier_variation', updateTiers),
  get('/product/get_model_list', listModels),
];
