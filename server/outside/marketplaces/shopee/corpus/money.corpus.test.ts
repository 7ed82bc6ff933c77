import { expect, test } from 'vitest';
import { sumMoney } from '#contract/money.ts';
import { incomeBody, moment, orderBody, orderSn, sources, startCorpusStage } from '../test/corpus-stage.ts';

type Case = {
  name: string;
  source: string;
  income: Record<string, unknown>;
  /** Centavos that a person reads from it; the whole closes to the payout. */
  reads: {
    total?: number;
    discount?: number;
    fee?: number;
    freight?: number;
    money?: object;
  };
};

const { readSale, begin, tell, refuse, marketplace, session } = await startCorpusStage();

const cases: Case[] = [
  {
    name: 'commission, service and the fee of the order',
    source: sources.brazilianFees,
    income: {},
    reads: {
      ...{ total: 6490, fee: 1298, freight: 0 },
      money: { processingFee: 400, sellerDiscount: 0, refunded: 0, adjustment: 0, payout: 4792 },
    },
  },
  {
    name: 'net fees below the gross ones',
    source: sources.brazilianReport,
    income: { commission_fee: 11.09, service_fee: 5.89 },
    reads: { fee: 1298, money: { payout: 4792 } },
  },
  {
    name: 'a voucher of the shop and one of the marketplace',
    source: sources.escrow,
    income: {
      ...{ voucher_from_seller: 5, voucher_from_shopee: 10, seller_voucher_code: ['VOLTE5'] },
      ...{ escrow_amount: 42.92, escrow_amount_after_adjustment: 42.92 },
    },
    reads: { total: 5990, discount: 1000, money: { sellerDiscount: 500, payout: 4292 } },
  },
  {
    name: 'coins that the shop gives back',
    source: sources.escrow,
    income: { seller_coin_cash_back: 1.3, escrow_amount: 46.62, escrow_amount_after_adjustment: 46.62 },
    reads: { total: 6360, money: { sellerDiscount: 130, payout: 4662 } },
  },
  {
    name: 'the commission of an affiliate and a campaign',
    source: sources.escrow,
    income: {
      ...{ order_ams_commission_fee: 3.25, campaign_fee: 1.5 },
      ...{ escrow_amount: 43.17, escrow_amount_after_adjustment: 43.17 },
    },
    reads: { fee: 1773, money: { payout: 4317 } },
  },
  {
    name: 'freight that buyer and marketplace do not cover',
    source: sources.escrow,
    income: {
      ...{ actual_shipping_fee: 22.5, final_shipping_fee: -7 },
      ...{ escrow_amount: 40.92, escrow_amount_after_adjustment: 40.92 },
    },
    reads: { freight: 700, money: { freightCharged: 0, payout: 4092 } },
  },
  {
    name: 'freight that is not billed yet',
    source: sources.escrow,
    income: { actual_shipping_fee: 0, final_shipping_fee: 0 },
    reads: { freight: 0, money: { payout: 4792 } },
  },
  {
    name: 'a return whose way back the shop pays',
    source: sources.escrow,
    income: {
      ...{ seller_return_refund: -64.9, reverse_shipping_fee: 15.5, net_commission_fee: 0 },
      ...{ commission_fee: 0, service_fee: 0, net_service_fee: 0, seller_order_processing_fee: 0 },
      ...{ escrow_amount: -15.5, escrow_amount_after_adjustment: -15.5 },
    },
    reads: { fee: 0, freight: 1550, money: { refunded: 6490, payout: -1550 } },
  },
  {
    name: 'a way back that an insurance of the shop pays',
    source: sources.escrow,
    income: { reverse_shipping_fee: 15.5, rsf_seller_protection_fee_claim_amount: 15.5 },
    reads: { freight: 0, money: { payout: 4792 } },
  },
  {
    name: 'a parcel that could not be delivered and came back at the shop’s cost',
    source: sources.escrow,
    income: {
      ...{ final_return_to_seller_shipping_fee: 8.2 },
      ...{ escrow_amount: 39.72, escrow_amount_after_adjustment: 39.72 },
    },
    reads: { freight: 820, money: { payout: 3972 } },
  },
  {
    name: 'a part of the goods that went back',
    source: sources.brazilianDisputes,
    income: {
      seller_return_refund: -20.5,
      ...{ escrow_amount: 27.42, escrow_amount_after_adjustment: 27.42 },
    },
    reads: { total: 6490, money: { refunded: 2050, payout: 2742 } },
  },
  {
    name: 'a refund that the dispute centre set',
    source: sources.escrow,
    income: {
      ...{ drc_adjustable_refund: 12.4, seller_return_refund: 0 },
      ...{ escrow_amount: 35.52, escrow_amount_after_adjustment: 35.52 },
    },
    reads: { money: { refunded: 1240, payout: 3552 } },
  },
  {
    name: 'a compensation after the settlement',
    source: sources.brazilianDisputes,
    income: {
      order_adjustment: [
        {
          ...{ amount: 64.9, date: 1_795_000_000, currency: 'BRL' },
          adjustment_reason: 'Logistics Related Compensation',
        },
      ],
      ...{ total_adjustment_amount: 64.9, escrow_amount_after_adjustment: 112.82 },
    },
    reads: { money: { adjustment: 6490, payout: 11_282 } },
  },
  {
    name: 'two deductions whose end is not told',
    source: sources.escrow,
    income: {
      order_adjustment: [
        { amount: -3.1, date: 1_795_000_000, currency: 'BRL', adjustment_reason: 'BD Marketing' },
        { amount: -2.4, date: 1_795_000_100, currency: 'BRL', adjustment_reason: 'FSF Cost Passing Fee' },
      ],
      ...{ total_adjustment_amount: -5.5, escrow_amount_after_adjustment: null },
    },
    reads: { money: { adjustment: -550, payout: 4242 } },
  },
  {
    name: 'no adjustment, in which case its fields are left out',
    source: sources.escrow,
    income: { total_adjustment_amount: undefined, escrow_amount_after_adjustment: undefined },
    reads: { money: { adjustment: 0, payout: 4792 } },
  },
  {
    name: 'amounts written as text',
    source: sources.brazilianWire,
    income: {
      ...{ net_commission_fee: '9.09', net_service_fee: '3.89', seller_order_processing_fee: '4.00' },
      ...{ escrow_amount: '47.92', escrow_amount_after_adjustment: '47.92' },
    },
    reads: { fee: 1298, money: { processingFee: 400, payout: 4792 } },
  },
];

test.each(cases)(
  'the income of a sale with $name is read and closes ($source)',
  async ({ income, reads }) => {
    const order = orderBody({
      order_status: 'COMPLETED',
      package_list: [{ package_number: 'OFG203948571029384', logistics_status: 'LOGISTICS_DELIVERY_DONE' }],
    });
    const { sale, order: read, parcel } = await readSale(order, { income: incomeBody(income) });
    expect(sale.missing).toEqual([]);
    const fee = sumMoney(read.lines.map(({ saleFee }) => saleFee ?? 0));
    const { money, total, discount } = read;
    const freight = parcel?.freight ?? 0;
    expect({ total, discount, fee, freight, money }).toMatchObject(reads);
    const rest = sumMoney([
      total,
      -fee,
      -freight,
      -(money.processingFee ?? 0),
      -(money.taxesWithheld ?? 0),
      -(money.refunded ?? 0),
      money.adjustment ?? 0,
    ]);
    expect(rest).toBe(money.payout);
  },
);

test(`a canceled sale is paid out as 0, which is an amount (${sources.escrow})`, async () => {
  const zero = {
    escrow_amount: 0,
    escrow_amount_after_adjustment: 0,
    net_commission_fee: 0,
    net_service_fee: 0,
  };
  const { order } = await readSale(orderBody({ order_status: 'CANCELLED', cancel_by: 'buyer' }), {
    income: incomeBody(zero),
  });
  expect(order.money.payout).toBe(0);
});

test('leaves the money of a sale unknown if the marketplace has no income of it (file 54315622897)', async () => {
  begin();
  tell('get_order_detail', { order_list: [orderBody()] });
  refuse('get_escrow_detail', 'common.error_not_found');
  const sale = await marketplace.orders.read(session, orderSn, { acceptPartial: false });
  expect(sale?.orders[0]).toMatchObject({
    paidAt: moment('09:05'),
    money: { payout: null, refunded: null, processingFee: null, adjustment: null },
    lines: [{ saleFee: null, unitPrice: 6490 }],
  });
});
