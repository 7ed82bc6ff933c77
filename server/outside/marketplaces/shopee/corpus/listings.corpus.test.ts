import { describe, expect, test } from 'vitest';
import { at, moment, sources, startCorpusStage } from '../test/corpus-stage.ts';

type Body = Record<string, unknown>;
const { begin, tell, marketplace, session } = await startCorpusStage();
const itemId = '22193847561';

const price = (original: unknown, current: unknown = original): Body => ({
  ...{ currency: 'BRL', original_price: original, current_price: current },
  ...{ inflated_price_of_original_price: original, inflated_price_of_current_price: current },
});
const stockOf = (stock: number, changes: Body = {}): Body => ({
  summary_info: { total_reserved_stock: 0, total_available_stock: stock },
  seller_stock: [{ location_id: 'BRZ', stock, if_saleable: true }],
  shopee_stock: [],
  ...changes,
});

const itemBody = (changes: Body = {}): Body => ({
  item_id: Number(itemId),
  category_id: 100_017,
  item_name: 'Garrafa térmica 500 ml',
  description: 'Mantém quente por doze horas.',
  item_sku: 'GARRAFA',
  create_time: at('08:00'),
  update_time: at('09:00'),
  attribute_list: [],
  price_info: [price(79.9)],
  image: { image_url_list: ['https://cf.example/a'], image_id_list: ['br-11134207-a'] },
  weight: '0.40',
  dimension: { package_length: 30, package_width: 10, package_height: 9 },
  logistic_info: [{ logistic_id: 91_003, logistic_name: 'Shopee Xpress', enabled: true, is_free: false }],
  pre_order: { is_pre_order: false, days_to_ship: 2 },
  wholesales: [],
  condition: 'NEW',
  size_chart: '',
  item_status: 'NORMAL',
  deboost: 'FALSE',
  has_model: false,
  promotion_id: 0,
  brand: { brand_id: 0, original_brand_name: 'NoBrand' },
  item_dangerous: 0,
  gtin_code: '00',
  description_type: 'normal',
  stock_info_v2: stockOf(7),
  ...changes,
});

const modelBody = (id: number, index: number, changes: Body = {}): Body => ({
  model_id: id,
  tier_index: [index],
  promotion_id: 0,
  has_promotion: false,
  model_sku: `GAR-${index}`,
  model_status: 'MODEL_NORMAL',
  price_info: [price(79.9)],
  stock_info_v2: stockOf(3),
  gtin_code: '7891000100103',
  is_fulfillment_by_shopee: false,
  ...changes,
});
const tiers = [{ name: 'Cor', option_list: [{ option: 'Azul', image: null }, { option: 'Verde' }] }];

const promotionBody = (changes: Body = {}): Body => ({
  promotion_type: 'Discount Promotions',
  promotion_id: 649_305_216_139_969,
  model_id: 0,
  start_time: at('08:00'),
  end_time: at('20:00'),
  promotion_price_info: [{ promotion_price: 64.9 }],
  promotion_staging: 'ongoing',
  ...changes,
});

type Case = {
  name: string;
  source: string;
  item: Body;
  models?: Body[];
  promotions?: Body[];
  reads: object;
};

const running = { price: 6490, from: moment('08:00'), to: moment('20:00'), name: 'Discount Promotions' };
const cases: Case[] = [
  {
    name: 'one price and nothing that runs',
    source: sources.item,
    item: {},
    reads: { price: 7990, promotion: null, quantity: 7, state: 'active', gtin: '', variations: [] },
  },
  {
    name: 'a discount that runs',
    source: sources.promotion,
    item: { price_info: [price(79.9, 64.9)] },
    promotions: [promotionBody()],
    reads: { price: 7990, promotion: running },
  },
  {
    name: 'a discount that runs beside one that is to come',
    source: sources.promotion,
    item: { price_info: [price(79.9, 64.9)] },
    promotions: [
      promotionBody({ promotion_type: 'Flash Sale', promotion_staging: 'upcoming' }),
      promotionBody(),
    ],
    reads: { promotion: running },
  },
  {
    name: 'a lower price whose campaign is not told',
    source: sources.promotion,
    item: { price_info: [price(79.9, 64.9)] },
    promotions: [],
    reads: { price: 7990, promotion: { price: 6490, from: null, to: null, name: '' } },
  },
  {
    name: 'prices written as text',
    source: sources.brazilianWire,
    item: { price_info: [price('79.90')] },
    reads: { price: 7990, promotion: null },
  },
  {
    name: 'no price at the item but at each model, of which one is reduced',
    source: sources.models,
    item: { has_model: true, price_info: [], stock_info_v2: null },
    models: [
      modelBody(178_204_551_093, 0),
      modelBody(178_204_551_094, 1, { price_info: [price(89.9, 70)], has_promotion: true }),
    ],
    promotions: [promotionBody({ model_id: 178_204_551_094 })],
    reads: {
      ...{ quantity: 6, price: 7990, promotion: null },
      variations: [
        { id: '178204551093', name: 'Azul', sku: 'GAR-0', price: 7990, promotion: null },
        { id: '178204551094', name: 'Verde', price: 8990, promotion: { ...running, price: 7000 } },
      ],
    },
  },
  {
    name: 'stock in the warehouse of the marketplace, of an item without models',
    source: sources.item,
    item: {
      is_fulfillment_by_shopee: true,
      stock_info_v2: stockOf(0, {
        summary_info: { total_reserved_stock: 0, total_available_stock: 30 },
        shopee_stock: [{ location_id: 'BRFBS', stock: 30 }],
      }),
    },
    reads: {
      ...{ fulfilledByMarketplace: true, quantity: 30, state: 'active' },
      fulfillmentStock: { id: itemId, sellable: 30, unsellable: null, inTransfer: null },
    },
  },
  {
    name: 'stock in the warehouse of the marketplace for one model, and in the shop for the other',
    source: sources.models,
    item: { has_model: true, price_info: [], stock_info_v2: null },
    models: [
      modelBody(178_204_551_093, 0, {
        is_fulfillment_by_shopee: true,
        stock_info_v2: stockOf(0, { summary_info: { total_available_stock: 30 } }),
      }),
      modelBody(178_204_551_094, 1),
    ],
    reads: {
      ...{ fulfilledByMarketplace: false, quantity: 33, fulfillmentStock: null },
      variations: [
        { quantity: 30, fulfilledByMarketplace: true, fulfillmentStock: { sellable: 30 } },
        { quantity: 3, fulfilledByMarketplace: false, fulfillmentStock: null },
      ],
    },
  },
  {
    name: 'a place that sells nothing',
    source: sources.item,
    item: {
      stock_info_v2: stockOf(4, {
        seller_stock: [
          { location_id: 'BRZ', stock: 4, if_saleable: true },
          { location_id: 'BRX', stock: 50, if_saleable: false },
        ],
      }),
    },
    reads: { quantity: 4 },
  },
  {
    name: 'measures as text and numbers',
    source: sources.item,
    item: {},
    reads: { package: { weight: 0.4, width: 10, height: 9, depth: 30 } },
  },
  {
    name: 'a status under review',
    source: sources.item,
    item: { item_status: 'REVIEWING' },
    reads: { state: 'under_review', status: 'reviewing' },
  },
  {
    name: 'a status that its seller took off sale',
    source: sources.item,
    item: { item_status: 'UNLIST' },
    reads: { state: 'paused', pausedBySeller: true },
  },
  {
    name: 'a status deleted by the marketplace',
    source: sources.item,
    item: { item_status: 'SHOPEE_DELETE' },
    reads: { state: 'closed' },
  },
];

describe('items of Shopee are read', () => {
  test.each(cases)('$name ($source)', async ({ item, models, promotions, reads }) => {
    begin();
    tell('get_item_base_info', { item_list: [itemBody(item)] });
    tell('get_model_list', { tier_variation: tiers, model: models ?? [], standardise_tier_variation: [] });
    tell('get_item_promotion', {
      success_list: [{ item_id: Number(itemId), promotion: promotions ?? [] }],
      failure_list: [],
    });
    expect(await marketplace.listings.read(session, itemId)).toMatchObject(reads);
  });
});
