import { feeOf, goodsOf } from './plan.ts';
import {
  boughtAt,
  changedAt,
  isCanceled,
  isDelivered,
  isPast,
  reais,
  refundedBy,
  type View,
} from './view.ts';

const seconds = (at: Date) => at.getTime() / 1000;

/** Orders, and the income of each. */
export function answerShopee(all: readonly View[], path: string, query: URLSearchParams): unknown {
  const found = (response: unknown) => ({ error: '', message: '', response });
  const method = path.replace('/api/v2/', '');
  const ids = (query.get('order_sn_list') ?? query.get('order_sn') ?? '').split(',');
  const asked = all.filter(({ sale }) => ids.includes(sale.id));
  if (method === 'order/get_order_list') {
    const [from, to] = [Number(query.get('time_from')), Number(query.get('time_to'))];
    const isWaiting = query.get('order_status') === 'INVOICE_PENDING';
    const changed = all.filter((view) => !isWaiting && within(seconds(changedAt(view)), from, to));
    return found({
      more: false,
      next_cursor: '',
      order_list: changed.map(({ sale }) => ({ order_sn: sale.id })),
    });
  }
  if (method === 'order/get_order_detail') return found({ order_list: asked.map(viewOrder) });
  if (method === 'payment/get_escrow_detail') return asked[0] && found(viewIncome(asked[0]));
  if (method === 'logistics/get_tracking_number') return found({ tracking_number: 'BR1' });
  if (method === 'push/get_lost_push_message')
    return found({ push_message_list: [], has_next_page: false, last_message_id: 0 });
  return undefined;
}

const within = (value: number, from: number, to: number) => value >= from && value <= to;

function viewOrder(view: View) {
  const { sale, shop } = view;
  return {
    order_sn: sale.id,
    order_status: isCanceled(view) ? 'CANCELLED' : isDelivered(view) ? 'COMPLETED' : 'PROCESSED',
    create_time: seconds(boughtAt(sale)),
    pay_time: seconds(boughtAt(sale)),
    update_time: seconds(changedAt(view)),
    buyer_user_id: 800_000 + sale.n,
    buyer_username: `comprador${sale.n}`,
    shipping_carrier: 'Correios',
    package_list: [
      {
        package_number: `PK${sale.n}`,
        shipping_carrier: 'Correios',
        logistics_status: isDelivered(view) ? 'LOGISTICS_DELIVERY_DONE' : 'LOGISTICS_REQUEST_CREATED',
      },
    ],
    item_list: sale.lines.map((line) => ({
      item_id: Number(shop.shelf[line.listing]?.itemId),
      item_name: `Anúncio ${line.listing}`,
      model_id: Number(shop.shelf[line.listing]?.variationId),
      model_sku: shop.shelf[line.listing]?.sku,
      model_quantity_purchased: line.quantity,
      model_discounted_price: reais(line.unitPrice),
      model_original_price: reais(line.unitPrice + 500),
    })),
  };
}

/** A canceled order has no income. */
function viewIncome(view: View) {
  const { sale, now } = view;
  const canceled = isCanceled(view);
  const refund = canceled ? 0 : refundedBy(view);
  const back = isPast(sale.returnFreight?.day, now) ? (sale.returnFreight?.amount ?? 0) : 0;
  const adjustment = isPast(sale.adjustment?.day, now) ? (sale.adjustment?.amount ?? 0) : 0;
  const service = Math.round(feeOf(sale) / 4);
  const costs = feeOf(sale) + sale.processingFee + sale.taxes + sale.freight;
  const escrow = canceled ? 0 : goodsOf(sale) - sale.sellerDiscount - costs - refund - back;
  const coins = Math.floor(sale.sellerDiscount / 3);
  return {
    order_sn: sale.id,
    order_income: {
      commission_fee: reais(feeOf(sale) - service),
      service_fee: reais(service),
      seller_order_processing_fee: reais(sale.processingFee),
      withholding_tax: reais(sale.taxes),
      voucher_from_seller: reais(sale.sellerDiscount - coins),
      seller_coin_cash_back: reais(coins),
      voucher_from_shopee: reais(sale.marketplaceDiscount),
      actual_shipping_fee: reais(sale.freight + 1500),
      buyer_paid_shipping_fee: reais(1000),
      shopee_shipping_rebate: reais(500),
      reverse_shipping_fee: reais(back),
      seller_return_refund: reais(-refund),
      escrow_amount: reais(escrow),
      escrow_amount_after_adjustment: reais(escrow + adjustment),
    },
  };
}
