import { z } from 'zod';
import { type Centavos, sumMoney } from '#contract/money.ts';
import { orNull } from '../answers.ts';
import type { SellerSession } from '../seller-session.ts';
import { amount, remoteId, responseOf, shopPath } from './values.ts';

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
    seller_order_processing_fee: money,
    escrow_tax: money,
    withholding_tax: money,
    withholding_vat_tax: money,
    withholding_pit_tax: money,
    withholding_cit_tax: money,
    seller_return_refund: money,
    escrow_amount: money,
    escrow_amount_after_adjustment: money,
    items: z
      .array(
        z.looseObject({
          item_id: remoteId,
          model_id: remoteId.nullish(),
          discounted_price: money,
          quantity_purchased: z.int().nonnegative().nullish(),
        }),
      )
      .nullish()
      .catch([]),
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
  processingFee: Centavos;
  taxes: Centavos;
  /** What went back to the buyer of a sale that goes on. */
  refunded: Centavos;
  /** What came after the settlement: below zero it was taken. */
  adjustment: Centavos;
  /** What the shop gets, adjustments included; null where it is not told. */
  payout: Centavos | null;
  /** Of each line as a whole, after its discounts. */
  items: { itemId: string; modelId: string; amount: Centavos; quantity: number }[];
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
    processingFee: income.seller_order_processing_fee ?? 0,
    taxes: sumMoney([
      income.escrow_tax ?? 0,
      income.withholding_tax ?? 0,
      income.withholding_vat_tax ?? 0,
      income.withholding_pit_tax ?? 0,
      income.withholding_cit_tax ?? 0,
    ]),
    // Told as what it adds to the income: below zero.
    refunded: Math.abs(income.seller_return_refund ?? 0),
    adjustment: adjustmentOf(income),
    payout: income.escrow_amount_after_adjustment ?? income.escrow_amount ?? null,
    items: (income.items ?? []).flatMap(({ item_id, model_id, discounted_price, quantity_purchased }) =>
      discounted_price == null
        ? []
        : [
            {
              itemId: item_id,
              modelId: model_id ?? '0',
              amount: discounted_price,
              quantity: quantity_purchased ?? 1,
            },
          ],
    ),
  };
}

type Told = z.output<typeof schema>['order_income'];

function adjustmentOf({ escrow_amount: before, escrow_amount_after_adjustment: after }: Told): Centavos {
  return before == null || after == null ? 0 : after - before;
}

function feeOf(income: Told): Centavos | null {
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
function freightOf(income: Told): Centavos | null {
  const { final_shipping_fee: final, actual_shipping_fee: actual } = income;
  if (final !== null && final !== undefined) return Math.max(0, -final);
  if (actual === null || actual === undefined) return null;
  const borne = actual - (income.buyer_paid_shipping_fee ?? 0) - (income.shopee_shipping_rebate ?? 0);
  return Math.max(0, borne);
}
