import { type Answers, type Case, describeCorpus } from './corpus-server.ts';
import { attribute, type Fields, item, sources } from './shapes.ts';

const id = 'MLB4810027731';
const one = (more: Fields, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/items/${id}`]: item(more), ...beside },
  read: ({ listings }, session) => listings.read(session, id),
});
const shipping = (type: string) => ({
  ...{ mode: 'me2', methods: [], tags: ['self_service_in'], dimensions: null, local_pick_up: false },
  ...{ free_shipping: false, logistic_type: type, store_pick_up: false },
});
const variation = (variationId: number, colour: string, more: Fields = {}): Fields => ({
  id: variationId,
  attribute_combinations: [
    { id: 'COLOR', name: 'Cor', value_id: null, value_name: colour },
    { id: 'VOLTAGE', name: 'Voltagem', value_id: '198813', value_name: '220V' },
  ],
  price: 119.8,
  available_quantity: 4,
  sold_quantity: 1,
  picture_ids: [],
  seller_custom_field: null,
  catalog_product_id: null,
  inventory_id: null,
  user_product_id: 'MLBU2210094418',
  item_relations: [],
  attributes: [attribute('SELLER_SKU', 'SKU', `CHA-${colour}`), attribute('GTIN', 'GTIN', '7891000315514')],
  ...more,
});

const inventory = (inventoryId: string, more: Fields = {}): Fields => ({
  ...{ inventory_id: inventoryId, total: 20, available_quantity: 5, not_available_quantity: 15 },
  not_available_detail: [
    { status: 'damage', quantity: 2 },
    { status: 'lost', quantity: 1 },
    { status: 'noFiscalCoverage', quantity: 5 },
    { status: 'withdrawal', quantity: 5 },
    { status: 'internal_process', quantity: 1 },
    { status: 'transfer', quantity: 1 },
  ],
  external_references: [{ type: 'item', id, variation_id: null }],
  ...more,
});

const ads: Case[] = [
  {
    name: 'an ad without variations: price, stock, codes, warranty',
    source: sources.variations,
    ...one({}),
    expected: {
      id,
      state: 'active',
      type: 'classic',
      price: 11980,
      promotion: null,
      quantity: 12,
      sold: 28,
      stockId: 'MLBU2210094417',
      sku: 'CHA-15',
      gtin: '7891000315507',
      perVariation: false,
      variations: [],
      condition: 'new',
      warranty: { by: 'seller', time: 90, unit: 'days' },
      attributes: [{ id: 'BRAND', valueName: 'Serra Azul' }],
    },
  },
  {
    name: 'variations of two attributes: each with its name, codes and stock',
    source: sources.variations,
    ...one({
      variations: [
        variation(183_302_447_119, 'Azul'),
        variation(183_302_447_122, 'Bege', { available_quantity: 0 }),
      ],
    }),
    expected: {
      variations: [
        {
          id: '183302447119',
          name: 'Azul / 220V',
          sku: 'CHA-Azul',
          gtin: '7891000315514',
          quantity: 4,
          price: 11980,
        },
        { id: '183302447122', name: 'Bege / 220V', quantity: 0 },
      ],
    },
  },
  {
    name: 'a price that is null beside variations that have one: the price of the variations',
    source: sources.variationPrices,
    ...one({ price: null, base_price: null, variations: [variation(183_302_447_119, 'Azul')] }),
    expected: { price: 11980, promotion: null },
  },
  {
    name: 'a price that is null everywhere: unknown',
    source: sources.userProducts,
    ...one({ price: null, base_price: null }),
    expected: { price: null, promotion: null },
  },
  {
    name: 'a campaign: the regular price, and the promotion with its dates',
    source: '02vallejos/2daPreEntregaReactJS-CesarVallejos src/data/asyncMockML.js',
    ...one(
      { price: 101.83, original_price: 119.8, deal_ids: ['MLB14363001'] },
      {
        [`/seller-promotions/items/${id}`]: [
          {
            ...{
              id: 'P-MLB14363001',
              type: 'MARKETPLACE_CAMPAIGN',
              status: 'started',
              name: 'Semana da cozinha',
            },
            ...{ price: 101.83, original_price: 119.8, meli_percentage: 5, seller_percentage: 10 },
            ...{ start_date: '2026-11-20T03:00:00Z', finish_date: '2026-12-01T02:59:59Z' },
          },
          {
            id: 'P-MLB999',
            type: 'DEAL',
            status: 'candidate',
            name: 'Outra',
            price: 0,
            original_price: 119.8,
          },
        ],
      },
    ),
    expected: {
      price: 11980,
      promotion: {
        price: 10183,
        from: new Date('2026-11-20T03:00:00.000Z'),
        to: new Date('2026-12-01T02:59:59.000Z'),
        name: 'Semana da cozinha',
      },
    },
  },
  {
    name: 'an ad of a user product: the name of its family, a listing for each variation',
    source: sources.userProducts,
    ...one({
      family_name: 'Chaleira Esmaltada',
      family_id: 515_477_844_859_001,
      title: 'Chaleira Esmaltada Azul',
    }),
    expected: {
      ...{ name: 'Chaleira Esmaltada', perVariation: true, stockId: 'MLBU2210094417' },
      marketplaceKit: false,
    },
  },
  {
    name: 'a virtual kit: an ad with a user product of its own',
    source: sources.kits,
    ...one({
      family_name: 'Kit Chaleira + 6 Xícaras',
      user_product_id: 'MLBU3300120045',
      bundle: {
        type: 'kit',
        components: [{ type: 'user_product', user_product_id: 'MLBU2210094417', quantity: 1 }],
      },
      available_quantity: 2,
    }),
    expected: {
      ...{ name: 'Kit Chaleira + 6 Xícaras', quantity: 2, stockId: 'MLBU3300120045' },
      marketplaceKit: true,
    },
  },
  {
    name: 'Full: counted by the marketplace alone',
    source: sources.full,
    ...one(
      { inventory_id: 'LCQI05999', shipping: shipping('fulfillment') },
      { '/inventories/LCQI05999/stock/fulfillment': inventory('LCQI05999') },
    ),
    expected: {
      fulfilledByMarketplace: true,
      fulfillmentStock: { id: 'LCQI05999', sellable: 5, unsellable: 14, inTransfer: 1 },
    },
  },
  {
    name: 'Full by variation: two variations of one record, read once, and one that is not there',
    source: sources.full,
    ...one(
      {
        shipping: shipping('fulfillment'),
        variations: [
          variation(183_302_447_119, 'Azul', { inventory_id: 'LCQI05998' }),
          variation(183_302_447_122, 'Bege', { inventory_id: 'LCQI05998' }),
          variation(183_302_447_123, 'Verde', { inventory_id: 'LCQI05997' }),
        ],
      },
      { '/inventories/LCQI05998/stock/fulfillment': inventory('LCQI05998') },
    ),
    expected: {
      fulfillmentStock: null,
      variations: [
        { fulfilledByMarketplace: true, fulfillmentStock: { id: 'LCQI05998', sellable: 5 } },
        { fulfilledByMarketplace: true, fulfillmentStock: { id: 'LCQI05998', sellable: 5 } },
        { fulfilledByMarketplace: true },
      ],
    },
  },
  {
    name: 'Full that cannot be read: unknown, and the ad is read without it',
    source: sources.full,
    ...one({ inventory_id: 'LCQI05999', shipping: shipping('fulfillment') }),
    expected: { fulfilledByMarketplace: true, quantity: 12 },
  },
  {
    name: 'Full of another record: not believed',
    source: sources.full,
    ...one(
      { inventory_id: 'LCQI05999', shipping: shipping('fulfillment') },
      { '/inventories/LCQI05999/stock/fulfillment': inventory('LCQI00001') },
    ),
    read: async ({ listings }, session) => ({
      isKnown: 'fulfillmentStock' in (await listings.read(session, id)),
    }),
    expected: { isKnown: false },
  },
  {
    name: 'Full of a seller with stock by place, without a record of its own: by the product',
    source: sources.distributed,
    ...one(
      { shipping: shipping('fulfillment') },
      {
        '/user-products/MLBU2210094417/stock': {
          locations: [
            { type: 'selling_address', quantity: 15 },
            { type: 'meli_facility', quantity: 25 },
          ],
          user_id: 744_120_931,
          id: 'MLBU2210094417',
        },
      },
    ),
    expected: {
      fulfillmentStock: { id: 'MLBU2210094417', sellable: 25, unsellable: null, inTransfer: null },
    },
  },
  {
    name: 'an ad that has left Full and keeps its record: nothing is there',
    source: sources.full,
    ...one(
      { inventory_id: 'LCQI05999', shipping: shipping('cross_docking') },
      {
        '/inventories/LCQI05999/stock/fulfillment': inventory('LCQI05999', {
          ...{ total: 0, available_quantity: 0, not_available_quantity: 0, not_available_detail: [] },
        }),
      },
    ),
    expected: { fulfilledByMarketplace: false, fulfillmentStock: null },
  },
  {
    name: 'Flex: counted by the seller',
    source: sources.flex,
    ...one({ shipping: shipping('self_service') }),
    expected: { fulfilledByMarketplace: false },
  },
  {
    name: 'paused because nothing is left: not paused by its seller',
    source: sources.kits,
    ...one({ status: 'paused', sub_status: ['out_of_stock'], available_quantity: 0 }),
    expected: {
      ...{ state: 'paused', pausedBySeller: false, quantity: 0 },
      reasons: [{ kind: 'out_of_stock', code: 'out_of_stock', message: '', remedy: '', due: null }],
    },
  },
  {
    name: 'fields that are null or new: read without them',
    source: sources.shippingCosts,
    ...one({
      sub_status: null,
      variations: null,
      attributes: null,
      shipping: null,
      pictures: null,
      video_id: null,
      grid: {},
    }),
    expected: {
      reasons: [],
      variations: [],
      sku: '',
      gtin: '',
      pictureIds: [],
      fulfilledByMarketplace: false,
    },
  },
];

describeCorpus('ads of Mercado Livre', ads);
