import { z } from 'zod';
import { type Centavos, sumMoney } from '#contract/money.ts';
import { orNull } from '../answers.ts';
import type { SellerSession } from '../seller-session.ts';
import { amount, responseOf, shopPath } from './values.ts';

/** A sum that cannot be read is not nothing. */
const money = amount.nullish();

const schema = z.object({
  order_income: z.object({
    commission_fee: money,
    net_commission_fee: money,
    service_fee: money,
    net_service_fee: money,
    seller_transaction_fee: money,
    order_ams_commission_fee: money,
    voucher_from_seller: money,
    voucher_from_shopee: money,
    buyer_paid_shipping_fee: money,
    actual_shipping_fee: money,
    shopee_shipping_rebate: money,
    final_shipping_fee: money,
  }),
});

/** Of a whole order; an estimate until it is completed. */
export type Income = {
  /** What the marketplace takes; null where its commission is not told. */
  fee: Centavos | null;
  /** What the seller pays of the freight; null where it is not told. */
  freight: Centavos | null;
  sellerVoucher: Centavos;
  marketplaceVoucher: Centavos;
};

/** Null where nothing is told of it. */
export async function readIncome(session: SellerSession, orderId: string): Promise<Income | null> {
  const path = shopPath(session, 'payment/get_escrow_detail', { order_sn: orderId });
  const answer = await orNull(() => session.call(path));
  if (!answer) return null;
  const { order_income: income } = responseOf(schema, answer, `income of order ${orderId}`);
  return {
    fee: feeOf(income),
    freight: freightOf(income),
    sellerVoucher: income.voucher_from_seller ?? 0,
    marketplaceVoucher: income.voucher_from_shopee ?? 0,
  };
}

function feeOf(income: z.output<typeof schema>['order_income']): Centavos | null {
  const commission = income.net_commission_fee ?? income.commission_fee;
  if (commission === null || commission === undefined) return null;
  return sumMoney([
    commission,
    income.net_service_fee ?? income.service_fee ?? 0,
    income.seller_transaction_fee ?? 0,
    income.order_ams_commission_fee ?? 0,
  ]);
}

/** The final amount has a sign: below zero the seller bears it. */
function freightOf(income: z.output<typeof schema>['order_income']): Centavos | null {
  const { final_shipping_fee: final, actual_shipping_fee: actual } = income;
  if (final !== null && final !== undefined) return Math.max(0, -final);
  if (actual === null || actual === undefined) return null;
  const borne = actual - (income.buyer_paid_shipping_fee ?? 0) - (income.shopee_shipping_rebate ?? 0);
  return Math.max(0, borne);
}
