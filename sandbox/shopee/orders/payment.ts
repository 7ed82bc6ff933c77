import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, ok, wholeIn } from '../endpoint.ts';
import type { Order } from '../market.ts';
import { secondsOf } from '../market.ts';
import { orderOf } from './order-endpoints.ts';
import { activeOf, cents, goodsOf, totalOf } from './order-views.ts';

/** Shares and the fee per unit are invented, because the real amounts are not documented. */
const COMMISSION = 0.14;
const SERVICE = 0.06;
const FEE_PER_UNIT = 4;

const feesOf = (order: Order) => {
  const goods = goodsOf(order);
  const units = order.lines.reduce((sum, line) => sum + activeOf(line), 0);
  return {
    commission: cents(goods * COMMISSION + units * FEE_PER_UNIT),
    service: cents(goods * SERVICE),
  };
};

const refundedOf = (call: ShopCall, order: Order): number =>
  cents(
    Object.values(call.market.returns)
      .filter(({ order_sn: sn, status }) => sn === order.order_sn && status === 'ACCEPTED')
      .reduce((sum, { refund_amount: amount }) => sum + amount, 0),
  );

const incomeOf = (call: ShopCall, order: Order): Fields => {
  const { commission, service } = feesOf(order);
  const goods = goodsOf(order);
  const refunded = refundedOf(call, order);
  const freight = order.seller_freight ?? 0;
  const voucher = order.seller_voucher ?? 0;
  const escrow = cents(goods - order.seller_discount - voucher - commission - service - refunded - freight);
  return {
    escrow_amount: escrow,
    buyer_total_amount: totalOf(order),
    order_original_price: goods,
    original_price: goods,
    order_selling_price: goods,
    order_discounted_price: goods,
    seller_discount: order.seller_discount,
    shopee_discount: 0,
    voucher_from_seller: voucher,
    voucher_from_shopee: 0,
    coins: 0,
    buyer_paid_shipping_fee: order.shipping_fee,
    actual_shipping_fee: order.shipping_fee + freight,
    // Below zero the seller bears it.
    final_shipping_fee: freight === 0 ? 0 : -freight,
    shopee_shipping_rebate: 0,
    reverse_shipping_fee: 0,
    commission_fee: commission,
    service_fee: service,
    net_commission_fee: commission,
    net_service_fee: service,
    seller_transaction_fee: 0,
    order_ams_commission_fee: 0,
    cost_of_goods_sold: goods,
    seller_return_refund: refunded === 0 ? 0 : -refunded,
    drc_adjustable_refund: 0,
    pix_discount: 0,
    order_adjustment: [],
    total_adjustment_amount: 0,
    escrow_amount_after_adjustment: escrow,
    // Of each line, not of each unit.
    items: order.lines.map((line, index) => ({
      item_id: line.item_id,
      item_name: line.item_name,
      item_sku: line.item_sku,
      model_id: line.model_id,
      model_name: line.model_name,
      model_sku: line.model_sku,
      line_item_id: index + 1,
      quantity_purchased: line.quantity,
      original_price: cents((line.original_price ?? line.price) * line.quantity),
      selling_price: cents((line.original_price ?? line.price) * line.quantity),
      discounted_price: cents(line.price * line.quantity),
      seller_discount: 0,
      is_kit: false,
    })),
  };
};

const showEscrow = (call: ShopCall): Answer => {
  const order = orderOf(call, call.query.order_sn);
  return ok({
    order_sn: order.order_sn,
    buyer_user_name: order.buyer.username,
    return_order_sn_list: Object.values(call.market.returns)
      .filter(({ order_sn: sn }) => sn === order.order_sn)
      .map(({ return_sn: sn }) => sn),
    order_income: incomeOf(call, order),
    buyer_payment_info: { buyer_payment_method: 'Pix', buyer_total_amount: totalOf(order) },
  });
};

const releasedAt = (order: Order): number => secondsOf(order.completed_at ?? order.update_time);

const listEscrows = (call: ShopCall): Answer => {
  const page = wholeIn(call, 'page_no', { from: 1, to: 100_000, usual: 1 });
  const size = wholeIn(call, 'page_size', { from: 1, to: 100, usual: 40 });
  const from = wholeIn(call, 'release_time_from', { from: 0, to: 4_294_967_295 });
  const to = wholeIn(call, 'release_time_to', { from, to: 4_294_967_295 });
  const found = Object.values(call.market.orders).filter(
    (order) =>
      order.shop_id === call.shop.shop_id &&
      order.order_status === 'COMPLETED' &&
      releasedAt(order) >= from &&
      releasedAt(order) <= to,
  );
  return ok({
    escrow_list: found.slice((page - 1) * size, page * size).map((order) => ({
      order_sn: order.order_sn,
      payout_amount: incomeOf(call, order).escrow_amount,
      escrow_release_time: releasedAt(order),
    })),
    more: page * size < found.length,
  });
};

export const paymentEndpoints: Endpoint[] = [
  get('/payment/get_escrow_detail', showEscrow),
  get('/payment/get_escrow_list', listEscrows),
];
