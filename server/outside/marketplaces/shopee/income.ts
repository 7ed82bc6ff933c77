import { z } from 'zod';
import { type Centavos, sumMoney } from '#contract/money.ts';
import { orNull } from '../answers.ts';
import type { SellerSession } from '../seller-session.ts';
import { amount, remoteId, responseOf, shopPath } from './values.ts';

/** An unreadable sum is not 0. */
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
    shipping_fee_discount_from_3pl: money,
    final_shipping_fee: money,
    reverse_shipping_fee: money,
    final_return_to_seller_shipping_fee: money,
    rsf_seller_protection_fee_claim_amount: money,
    campaign_fee: money,
    fbs_fee: money,
    shipping_seller_protection_fee_amount: money,
    delivery_seller_protection_fee_premium_amount: money,
    ads_escrow_top_up_fee_or_technical_support_fee: money,
    seller_coin_cash_back: money,
    seller_order_processing_fee: money,
    escrow_tax: money,
    withholding_tax: money,
    withholding_vat_tax: money,
    withholding_pit_tax: money,
    withholding_cit_tax: money,
    seller_return_refund: money,
    drc_adjustable_refund: money,
    escrow_amount: money,
    escrow_amount_after_adjustment: money,
    total_adjustment_amount: money,
    order_adjustment: z.array(z.looseObject({ amount: money })).nullish(),
    items: z
      .array(
        z.looseObject({
          item_id: remoteId,
          model_id: remoteId.nullish(),
          line_item_id: remoteId.nullish().catch(null),
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
  /** The marketplace's fees; null without its commission. */
  fee: Centavos | null;
  /** The seller's share of the freight; null if unknown. */
  freight: Centavos | null;
  sellerVoucher: Centavos;
  marketplaceVoucher: Centavos;
  processingFee: Centavos;
  taxes: Centavos;
  /** Refunded to the buyer of a sale that goes on. */
  refunded: Centavos;
  /** After the settlement: negative if it was subtracted. */
  adjustment: Centavos;
  /** The shop's payout, adjustments included; null if unknown. */
  payout: Centavos | null;
  /** Of each line as a whole, after its discounts. */
  items: {
    itemId: string;
    modelId: string;
    lineItemId: string | null;
    amount: Centavos;
    quantity: number;
  }[];
};

/** Null if it contains none of them. */
export async function readIncome(session: SellerSession, orderId: string): Promise<Income | null> {
  const path = shopPath(session, 'payment/get_escrow_detail', { order_sn: orderId });
  const answer = await orNull(() => session.call(path));
  if (!answer) return null;
  const { order_income: income } = responseOf(schema, answer, `income of order ${orderId}`);
  return {
    fee: feeOf(income),
    freight: freightOf(income),
    // Coins that the shop gives back are its own discount, like its voucher.
    sellerVoucher: sumMoney([income.voucher_from_seller ?? 0, income.seller_coin_cash_back ?? 0]),
    marketplaceVoucher: income.voucher_from_shopee ?? 0,
    processingFee: income.seller_order_processing_fee ?? 0,
    taxes: sumMoney([
      income.escrow_tax ?? 0,
      income.withholding_tax ?? 0,
      income.withholding_vat_tax ?? 0,
      income.withholding_pit_tax ?? 0,
      income.withholding_cit_tax ?? 0,
    ]),
    // The amount as it is added to the income: negative. A dispute may have its refund in a separate field instead.
    refunded: Math.max(
      Math.abs(income.seller_return_refund ?? 0),
      Math.abs(income.drc_adjustable_refund ?? 0),
    ),
    adjustment: adjustmentOf(income),
    payout: payoutOf(income),
    items: (income.items ?? []).flatMap(({ discounted_price, quantity_purchased, ...one }) =>
      discounted_price == null
        ? []
        : [
            {
              itemId: one.item_id,
              modelId: one.model_id ?? '0',
              lineItemId: one.line_item_id ?? null,
              amount: discounted_price,
              quantity: quantity_purchased ?? 1,
            },
          ],
    ),
  };
}

type IncomeRecord = z.output<typeof schema>['order_income'];

/** The amounts before and after it, else its stated sum, else its parts. */
function adjustmentOf(income: IncomeRecord): Centavos {
  const { escrow_amount: before, escrow_amount_after_adjustment: after } = income;
  if (before != null && after != null) return after - before;
  const parts = (income.order_adjustment ?? []).map(({ amount: part }) => part ?? 0);
  return income.total_adjustment_amount ?? sumMoney(parts);
}

function payoutOf(income: IncomeRecord): Centavos | null {
  const { escrow_amount: before, escrow_amount_after_adjustment: after } = income;
  return after ?? (before == null ? null : before + adjustmentOf(income));
}

function feeOf(income: IncomeRecord): Centavos | null {
  const commission = income.net_commission_fee ?? income.commission_fee;
  if (commission === null || commission === undefined) return null;
  return sumMoney([
    commission,
    income.net_service_fee ?? income.service_fee ?? 0,
    income.seller_transaction_fee ?? 0,
    income.order_ams_commission_fee ?? 0,
    income.campaign_fee ?? 0,
    income.fbs_fee ?? 0,
    income.shipping_seller_protection_fee_amount ?? 0,
    income.delivery_seller_protection_fee_premium_amount ?? 0,
    income.ads_escrow_top_up_fee_or_technical_support_fee ?? 0,
  ]);
}

/** Freight to the buyer and, for goods that come back or were not delivered, the return freight. */
function freightOf(income: IncomeRecord): Centavos | null {
  const outbound = outboundOf(income);
  if (outbound === null) return null;
  const back = sumMoney([
    income.reverse_shipping_fee ?? 0,
    income.final_return_to_seller_shipping_fee ?? 0,
    -(income.rsf_seller_protection_fee_claim_amount ?? 0),
  ]);
  return outbound + Math.max(0, back);
}

/**
 * The rest after the shares of carrier, buyer and marketplace; before the carrier's bill, the final amount, which is
 * negative if the seller pays.
 */
function outboundOf(income: IncomeRecord): Centavos | null {
  const { final_shipping_fee: final, actual_shipping_fee: actual } = income;
  if (final != null && !actual) return Math.max(0, -final);
  if (actual == null) return null;
  const paidByOthers = sumMoney([
    income.buyer_paid_shipping_fee ?? 0,
    income.shopee_shipping_rebate ?? 0,
    income.shipping_fee_discount_from_3pl ?? 0,
  ]);
  return Math.max(0, actual - paidByOthers);
}
