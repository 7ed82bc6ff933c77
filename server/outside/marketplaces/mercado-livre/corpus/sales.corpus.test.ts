import { type Answers, type Case, describeCorpus } from './corpus-server.ts';
import { buyerId, type Fields, line, order, payment, sellerId, shipment, sources } from './shapes.ts';

const id = '2000013100200301';

/** The order as the API sends it, and the answers of the related calls. */
const one = (more: Fields = {}, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/orders/${id}`]: order(more), ...beside },
  read: async ({ orders }, session) => (await orders.read(session, id, { acceptPartial: false }))?.orders[0],
});

const whole = (more: Fields, beside: Answers = {}): Pick<Case, 'answers' | 'read'> => ({
  answers: { [`/orders/${id}`]: order(more), ...beside },
  read: ({ orders }, session) => orders.read(session, id, { acceptPartial: false }),
});

const lines: Case[] = [
  {
    name: 'a variation of several attributes: all of them by name',
    source: 'file 467648168',
    ...one({
      order_items: [
        line(
          {},
          {
            variation_id: 183_302_447_119,
            seller_sku: 'CHA-15-AZ-220',
            variation_attributes: [
              { id: 'COLOR', name: 'Cor', value_id: '52028', value_name: 'Azul-marinho' },
              { id: 'VOLTAGE', name: 'Voltagem', value_id: '198813', value_name: '220 V' },
              { id: null, name: 'Tampa', value_id: null, value_name: 'Com puxador' },
            ],
          },
        ),
      ],
    }),
    expected: {
      lines: [
        {
          variationId: '183302447119',
          variation: 'Azul-marinho · 220 V · Com puxador',
          sku: 'CHA-15-AZ-220',
        },
      ],
    },
  },
  {
    name: 'no seller_sku: the older field',
    source: 'file 71251528885',
    ...one({ order_items: [line({}, { seller_sku: null, seller_custom_field: 'CHA15-ANTIGO' })] }),
    expected: { lines: [{ sku: 'CHA15-ANTIGO' }] },
  },
  {
    name: 'an ad of a user product: its own item, no variation',
    source: sources.userProducts,
    ...one({
      order_items: [line({}, { user_product_id: 'MLBU2210094417', variation_attributes: null })],
    }),
    expected: { lines: [{ itemId: 'MLB4810027731', variationId: null, variation: '' }] },
  },
  {
    name: 'a component of a kit: the component that is picked',
    source: sources.kits,
    ...one({
      tags: ['pack_order', 'paid', 'bundle_component'],
      total_amount: 89.7,
      order_items: [
        line(
          {
            quantity: 3,
            unit_price: 29.9,
            full_unit_price: 29.9,
            sale_fee: 4.78,
            bundle: {
              parent_item: { id: 'MLB5663868001', user_product_id: 'MLBU3300120045' },
              components: null,
            },
            element_id: 1,
          },
          {
            id: 'MLB4189327990',
            user_product_id: 'MLBU3256530077',
            title: 'Xícara Esmaltada',
            seller_sku: null,
          },
        ),
      ],
      payments: [payment({ transaction_amount: 89.7, total_paid_amount: 89.7 })],
    }),
    expected: {
      total: 8970,
      lines: [{ itemId: 'MLB4189327990', quantity: 3, unitPrice: 2990, saleFee: 1434, sku: '' }],
    },
  },
  {
    name: 'without a shipment, to be agreed with the buyer: no parcel',
    source: sources.orders,
    ...whole({ shipping: { id: null }, tags: ['no_shipping', 'paid', 'not_delivered'] }),
    expected: { orders: [{ shipmentId: null, phase: 'paid' }], shipment: null, missing: [] },
  },
  {
    name: 'the risk of a fraud: told by a tag',
    source: sources.orders,
    ...one({ tags: ['paid', 'not_delivered', 'fraud_risk_detected'] }),
    expected: { phase: 'paid', fraudRisk: true },
  },
  {
    name: 'an order of years ago: ids as text, nothing but the id of the buyer, dates that are null',
    source: sources.oldOrder,
    ...one({
      last_updated: undefined,
      expiration_date: undefined,
      pack_id: undefined,
      buyer: { id: String(buyerId) },
      seller: { id: String(sellerId) },
      order_items: [
        {
          item: { id: 'MLB4810027731', title: 'Chaleira', variation_id: null, variation_attributes: [] },
          ...{ quantity: 1, unit_price: 119.8, currency_id: 'BRL' },
        },
      ],
      payments: [
        {
          ...{ id: '98120334871', transaction_amount: 119.8, currency_id: 'BRL', status: 'approved' },
          ...{ date_created: null, date_last_modified: null },
        },
      ],
    }),
    expected: {
      phase: 'paid',
      paidAt: null,
      updatedAt: new Date('2026-11-20T13:15:30.000Z'),
      buyer: { id: String(buyerId), nickname: null },
      lines: [{ sku: '', saleFee: null }],
    },
  },
  {
    name: 'fields that nobody knows, at every level: read as if they were not there',
    source: sources.orders,
    ...one({
      sponsor: { id: 4 },
      order_items: [line({ stock: { node_id: 'BRP1', store_id: null } }, { parcel_score: [1] })],
      payments: [payment({ marketplace_fee: null, refunds: [] })],
    }),
    expected: { phase: 'paid', total: 11980, lines: [{ quantity: 1 }] },
  },
];

const packId = '2000009088803001';
const sibling = '2000013100200999';

const together: Case[] = [
  {
    name: 'two orders of one pack: both, with the parcel that they share',
    source: sources.packs,
    ...whole(
      { pack_id: 2_000_009_088_803_001, tags: ['pack_order', 'paid', 'not_delivered'] },
      {
        [`/packs/${packId}`]: {
          id: 2_000_009_088_803_001,
          shipment: { id: 46_100_200_300 },
          orders: [{ id: 2_000_013_100_200_301, static_tags: [] }, { id: 2_000_013_100_200_999 }],
          buyer: { id: buyerId },
          status: 'released',
          family_pack_id: null,
        },
        [`/orders/${sibling}`]: order({
          id: 2_000_013_100_200_999,
          pack_id: 2_000_009_088_803_001,
          total_amount: 45,
          order_items: [line({ unit_price: 45 }, { id: 'MLB4810029002' })],
          payments: [payment({ transaction_amount: 45, total_paid_amount: 45 })],
        }),
        '/shipments/46100200300': shipment(),
        '/shipments/46100200300/sla': {
          ...{ status: 'on_time', service: null },
          ...{ expected_date: '2026-11-23T23:59:59-03:00', last_updated: '2026-11-20T17:16:04Z' },
        },
      },
    ),
    expected: {
      orders: [
        { remoteId: id, packId, packPending: false, total: 11980 },
        { remoteId: sibling, packId, total: 4500, lines: [{ itemId: 'MLB4810029002' }] },
      ],
      shipment: { shipmentId: '46100200300', dispatchLimit: new Date('2026-11-24T02:59:59.000Z') },
      missing: [],
    },
  },
  {
    name: 'ids above 2^53, as plain digits: every digit is kept',
    source: sources.billing,
    answers: {
      '/orders/9007199254740993': order({
        id: 9_007_199_254_740_993n,
        pack_id: 9_007_199_254_740_995n,
        shipping: { id: 92_233_720_368_547_001n },
        buyer: { id: buyerId, billing_info: { id: 677_487_519_924_852_463n } },
      }),
    },
    read: ({ orders }, session) => orders.read(session, '9007199254740993', { acceptPartial: false }),
    expected: {
      orders: [
        {
          remoteId: '9007199254740993',
          packId: '9007199254740995',
          shipmentId: '92233720368547001',
          buyer: { billingId: '677487519924852463' },
        },
      ],
    },
  },
  {
    name: 'a search: the rows with their phase, the offset of their time counted',
    source: sources.orders,
    answers: {
      '/orders/search': {
        query: '',
        results: [
          order({ last_updated: '2026-11-20T10:00:00.000-03:00' }),
          order({
            id: 2_000_013_100_200_777,
            ...{
              status: 'partially_paid',
              last_updated: null,
              date_last_updated: '2026-11-20T09:00:00.000-04:00',
            },
          }),
        ],
        sort: { id: 'date_desc', name: 'Date descending' },
        available_sorts: [],
        filters: [],
        paging: { total: 2, offset: 0, limit: 50 },
        display: 'complete',
      },
    },
    read: ({ orders }, session) => orders.search(session, new Date('2026-11-20T00:00:00Z')),
    expected: {
      seen: [
        { remoteId: id, phase: 'paid', updatedAt: new Date('2026-11-20T13:00:00.000Z') },
        { remoteId: '2000013100200777', phase: 'unpaid', updatedAt: new Date('2026-11-20T13:15:30.000Z') },
        { remoteId: id },
        { remoteId: '2000013100200777' },
      ],
      failures: [],
    },
  },
];

const home = {
  street_name: 'Rua das Acácias',
  street_number: 'SN',
  city_name: 'Joinville',
  comment: 'fundos',
  neighborhood: 'Glória',
  state: { name: 'Santa Catarina' },
  zip_code: '89201330',
  country_id: 'BR',
};
const person = {
  name: 'Rosalina',
  last_name: 'Tavares',
  identification: { type: 'CPF', number: '11144477735' },
  address: home,
  attributes: { is_normalized: true, cust_type: 'CO' },
};
const company = {
  name: 'Padaria Três Marias Ltda',
  identification: { type: 'CNPJ', number: '11222333000181' },
  taxes: {
    inscriptions: { state_registration: '254998877' },
    taxpayer_type: { description: 'Contribuinte' },
  },
  address: home,
  attributes: { is_normalized: true, cust_type: 'BU' },
};
const billed = (info: Fields, cust: unknown = buyerId) =>
  whole(
    { shipping: { id: null }, buyer: { id: buyerId, billing_info: { id: '677487519924852462' } } },
    {
      '/orders/billing-info/MLB/677487519924852462': {
        site_id: 'MLB',
        buyer: { cust_id: cust, billing_info: info },
        seller: { cust_id: sellerId },
      },
    },
  );

/** The same address as it is stored: the name of a state becomes its code. */
const homeRead = {
  ...{ street: home.street_name, number: home.street_number, complement: home.comment },
  ...{
    neighborhood: home.neighborhood,
    city: home.city_name,
    state: 'SC',
    zip: home.zip_code,
    country: 'BR',
  },
};
const blank = { otherDocument: null, taxpayer: null, stateRegistration: null };

const billing: Case[] = [
  {
    name: 'billing of a person: CPF, name, address with the name of its state alone',
    source: sources.billing,
    ...billed(person),
    expected: {
      billing: { ...blank, name: 'Rosalina Tavares', address: homeRead },
      buyerDocument: '11144477735',
      missing: [],
    },
  },
  {
    name: 'billing of a company: CNPJ, state registration, one name',
    source: sources.billing,
    ...billed(company, String(buyerId)),
    expected: {
      billing: {
        ...{ name: 'Padaria Três Marias Ltda', otherDocument: null, taxpayer: 'taxpayer' },
        ...{ stateRegistration: '254998877', address: homeRead },
      },
      buyerDocument: '11222333000181',
      missing: [],
    },
  },
  {
    name: 'billing of a company that is no taxpayer, whose registration is a word',
    source: sources.billing,
    ...billed({
      ...company,
      taxes: {
        inscriptions: { state_registration: 'ISENTO' },
        taxpayer_type: { description: 'Não contribuinte' },
      },
    }),
    expected: { billing: { taxpayer: 'exempt', stateRegistration: null } },
  },
  {
    name: 'billing of a company in the older answer: the registration beside its inscriptions, no kind of taxpayer',
    source: 'developers.mercadolibre.com.pe/en_us/manage-sales/billing-data',
    ...billed({ ...company, taxes: { state_registration: '254.998.877', taxpayer_type: {} } }),
    expected: { billing: { taxpayer: null, stateRegistration: '254998877' } },
  },
  {
    name: 'billing of an alphanumeric CNPJ with a business name, the state by its ISO code',
    source: 'file 57480994731',
    ...billed({
      ...{ name: null, last_name: null, business_name: 'Cerâmica Ipê S.A.' },
      identification: { type: 'CNPJ', number: '12.ABC.345/01DE-35' },
      taxes: { inscriptions: {}, taxpayer_type: { description: 'Não Contribuinte' } },
      address: { ...home, state: { code: 'BR-SC', name: 'Santa Catarina' } },
    }),
    expected: {
      billing: { ...blank, name: 'Cerâmica Ipê S.A.', taxpayer: 'not_taxpayer', address: homeRead },
      buyerDocument: '12ABC34501DE35',
    },
  },
  {
    name: 'billing of a person with an RG alone',
    source: 'file 56836856855',
    ...billed({ ...person, identification: { type: 'RG', number: '12.345.678-9' } }),
    expected: { billing: { otherDocument: 'RG 12.345.678-9' }, buyerDocument: null },
  },
  {
    name: 'billing abroad: the state is EX, the postcode keeps its form',
    source: sources.billing,
    ...billed({
      ...person,
      identification: { type: 'DNI', number: '30772273' },
      address: {
        ...{
          street_name: 'Aysén',
          street_number: 30,
          city_name: 'Rosario',
          state: { code: '21', name: 'Santa Fe' },
        },
        ...{ zip_code: 'S2000', country_id: 'AR' },
      },
    }),
    expected: {
      billing: {
        otherDocument: 'DNI 30772273',
        address: {
          street: 'Aysén',
          number: '30',
          state: 'EX',
          zip: 'S2000',
          country: 'AR',
          neighborhood: '',
        },
      },
      buyerDocument: null,
    },
  },
  {
    name: 'billing masked in part: a masked street makes the whole address unknown',
    source: sources.billing,
    ...billed({
      ...person,
      name: 'R******a',
      last_name: null,
      identification: { type: 'CPF', number: '***444777**' },
      address: { ...home, street_name: 'Rua ****' },
    }),
    expected: { billing: null, buyerDocument: null },
  },
  {
    name: 'billing while the document is in process: what is null is unknown',
    source: sources.billing,
    ...billed({
      name: 'Rosalina',
      last_name: null,
      identification: { type: null, number: null },
      address: null,
    }),
    expected: { billing: { ...blank, name: 'Rosalina', address: null }, missing: [] },
  },
];

describeCorpus('the lines of orders of Mercado Livre', lines);
describeCorpus('packs and searches of Mercado Livre', together);
describeCorpus('the billing data of buyers of Mercado Livre', billing);
