import { expect, test } from 'vitest';
import { readCoupons, readOrder } from './mercado-livre/order.ts';
import { readRefunded, readOrder as readStoreOrder, viewOrder as viewStoreOrder } from './nuvemshop/order.ts';
import type { SellerSession } from './seller-session.ts';
import { readIncome } from './shopee/income.ts';
import { readOrder as readShopOrder, viewOrder as viewShopOrder } from './shopee/order.ts';

/**
 * Amounts in the shapes that the marketplaces send. Shopee: field names of `v2.payment.get_escrow_detail` and
 * `v2.order.get_order_detail` (congminh1254/shopee-sdk, schemas). Mercado Livre: the discounts of a pack, file 69638505299.
 * Nuvemshop: the order resource, tiendanube.github.io/api-documentation.
 */
const shopeeLine = (changes: object) => ({
  item_id: 9_100_001,
  item_name: 'Caneca',
  model_id: 9_200_001,
  model_name: 'Preto,M',
  model_quantity_purchased: 1,
  model_original_price: 110,
  model_discounted_price: 99,
  ...changes,
});
const shopeeOrder = (...lines: object[]) =>
  readShopOrder({
    order_sn: '261120ABCD1234',
    order_status: 'READY_TO_SHIP',
    create_time: 1_795_000_000,
    update_time: 1_795_000_100,
    item_list: lines.map(shopeeLine),
  });
const answering = (response: object): SellerSession => ({
  ...{ remoteUserId: '1', siteId: 'MLB', tags: [] },
  call: async () => ({ status: 200, headers: {}, json: { error: '', response } }),
  download: () => Promise.reject(new Error('no files')),
});
const shopeeSale = async (income: object, ...lines: object[]) =>
  viewShopOrder(
    shopeeOrder(...lines),
    {},
    '1',
    await readIncome(answering({ order_income: income }), '261120ABCD1234'),
  );

test('reads the price of a bundled Shopee item from the income if the order says 0', async () => {
  const items = [{ item_id: 9_100_001, model_id: 9_200_001, discounted_price: 99, quantity_purchased: 1 }];
  const sale = await shopeeSale({ items }, { model_discounted_price: 0 });
  expect([sale.total, sale.lines[0]?.unitPrice]).toEqual([9900, 9900]);
});

test('takes a Shopee gift at 0 for 0, and not for its list price', async () => {
  const gift = { item_id: 9_100_002, model_original_price: 30, model_discounted_price: 0 };
  const sale = await shopeeSale({}, { model_discounted_price: 50 }, gift);
  expect([sale.total, sale.lines.map(({ unitPrice }) => unitPrice)]).toEqual([5000, [5000, 0]]);
});

test('reads processing fee, payout and the adjustment after it from the Shopee income', async () => {
  const income = { commission_fee: 20, seller_order_processing_fee: 4, escrow_amount: 76 };
  const before = await shopeeSale(income, { model_discounted_price: 100 });
  expect(before.money).toMatchObject({ processingFee: 400, payout: 7600, adjustment: 0 });
  const after = await shopeeSale({ ...income, escrow_amount_after_adjustment: 71 }, {});
  expect(after.money).toMatchObject({ payout: 7100, adjustment: -500 });
  const nothing = await shopeeSale({ ...income, escrow_amount_after_adjustment: 0 }, {});
  expect(nothing.money.payout).toBe(0);
});

test('counts what is left of a Shopee line of which a part was canceled, and leaves out one canceled whole', async () => {
  const sale = await shopeeSale(
    {},
    { model_quantity_purchased: 3, active_qty: 2, cancelled_qty: 1 },
    { item_id: 5, model_quantity_purchased: 2, cancelled_qty: 2 },
  );
  expect(sale.lines.map(({ quantity }) => quantity)).toEqual([2]);
  expect(sale.total).toBe(19_800);
});

test('leaves the money of a Shopee sale unknown if its income is missing', () => {
  const sale = viewShopOrder(shopeeOrder({}), {}, '1', null);
  expect(sale.money).toMatchObject({
    sellerDiscount: null,
    processingFee: null,
    refunded: null,
    payout: null,
  });
});

const mercadoLivreOrder = (changes: object) => ({
  id: 2_000_018_500_000_001,
  status: 'paid',
  date_created: '2026-09-19T10:00:00.000-04:00',
  total_amount: 278.81,
  order_items: [
    {
      item: {
        id: 'MLB1',
        title: 'Mala',
        variation_attributes: [{ id: 'COLOR', name: 'Cor', value_name: 'Preto' }, { value_name: 'M' }],
      },
      quantity: 1,
      unit_price: 278.81,
      sale_fee: 31.92,
    },
  ],
  seller: { id: 777 },
  ...changes,
});
const couponOf = (seller: number) => ({
  details: [
    { type: 'coupon', items: [{ id: 'MLB1', amounts: { total: seller, seller }, quantity: 1 }] },
    { type: 'discount', items: [{ id: 'MLB1', amounts: { total: 19.19, seller: 18.01 }, quantity: 1 }] },
  ],
});

test('takes a coupon that the seller pays off a Mercado Livre order, and no discount that is in the price already', () => {
  const sale = readOrder(mercadoLivreOrder({}), readCoupons(couponOf(2.97)));
  expect([sale.total, sale.money.sellerDiscount]).toEqual([27_584, 297]);
  expect(sale.lines[0]?.variation).toBe('Preto · M');
});

test.each([
  ['a part', [{ status: 'approved', transaction_amount: 125.92, transaction_amount_refunded: 62.96 }], 6296],
  ['nothing', [{ status: 'approved', transaction_amount: 125.92, transaction_amount_refunded: 0 }], 0],
  ['all of it', [{ status: 'refunded', transaction_amount: 125.92, transaction_amount_refunded: 0 }], 12_592],
  [
    'two parts',
    [
      { status: 'approved', transaction_amount_refunded: 10 },
      { status: 'approved', transaction_amount_refunded: 5 },
    ],
    1500,
  ],
  ['an unknown part', [{ status: 'partially_refunded', transaction_amount: 125.92 }], null],
])('reads that %s of a Mercado Livre payment went back', (_, payments, refunded) => {
  expect(readOrder(mercadoLivreOrder({ payments })).money.refunded).toBe(refunded);
});

const storeOrder = (changes: object) =>
  readStoreOrder({
    ...{
      id: 871_254_203,
      store_id: 1,
      status: 'open',
      payment_status: 'paid',
      created_at: '2026-11-20T10:00:00+0000',
    },
    products: [
      {
        id: 11,
        product_id: 5,
        variant_id: 6,
        name: 'Caneca (Azul, M)',
        variant_values: ['Azul', 'M'],
        price: '51.90',
        quantity: '1',
      },
    ],
    ...{ subtotal: '51.90', discount: '0.00', total: '56.60', shipping_cost_owner: '4.70' },
    ...changes,
  });

test.each([
  ['told', { shipping_cost_customer: '4.70' }, 470],
  ['free', { shipping_cost_customer: '0.00' }, 0],
  ['to be worked out of the total', {}, 470],
  ['unknown', { total: null }, null],
])('reads freight that the buyer pays to a Nuvemshop store (%s)', (_, changes, charged) => {
  const sale = viewStoreOrder(storeOrder(changes), {}, null);
  expect([sale.total, sale.money.freightCharged]).toEqual([5190, charged]);
  expect(sale.lines[0]).toMatchObject({ title: 'Caneca', variation: 'Azul · M', lineId: '11' });
});

test("adds up the refunds of a Nuvemshop order's payments, and leaves them unknown if none is reported", () => {
  const paid = (value: string | null) => ({ refunded_amount: value && { value, currency: 'BRL' } });
  expect(readRefunded([paid('10.00'), paid('2.50')])).toBe(1250);
  expect(readRefunded([paid('0.00')])).toBe(0);
  expect(readRefunded([paid(null)])).toBeNull();
});
