import { goodsOf, instantAt, type Sale, sum } from './plan.ts';
import { boughtAt, changedAt, hour, isCanceled, isDelivered, reais, refundedBy, type View } from './view.ts';

/** Orders, carts, discounts, shipments and their costs. */
export function answerMercadoLivre(all: readonly View[], path: string, query: URLSearchParams): unknown {
  const [, kind = '', id = '', more = ''] = path.split('/');
  if (kind === 'missed_feeds') return { messages: [] };
  if (kind === 'orders' && id === 'search') {
    const from = new Date(query.get('order.date_last_updated.from') ?? 0);
    const wantsCanceled = query.get('order.status') === 'cancelled';
    const found = all.filter((view) => isCanceled(view) === wantsCanceled && changedAt(view) >= from);
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return {
      results: found.slice(offset, offset + limit).map(viewOrder),
      paging: { total: found.length, offset, limit },
    };
  }
  if (kind === 'packs') {
    const orders = all.filter(({ sale }) => sale.cart === id).map(({ sale }) => ({ id: Number(sale.id) }));
    return { id: Number(id), orders };
  }
  if (kind === 'shipments') {
    const inside = all.filter(({ sale }) => sale.parcel === id);
    return inside[0] && viewShipment(inside, inside[0], more);
  }
  const view = all.find(({ sale }) => sale.id === id);
  if (!view || kind !== 'orders') return undefined;
  return more === 'discounts' ? viewDiscounts(view.sale) : viewOrder(view);
}

function viewOrder(view: View) {
  const { sale, shop } = view;
  const goods = goodsOf(sale);
  const coupon = sale.sellerDiscount + sale.marketplaceDiscount;
  const refunded = refundedBy(view);
  const status = refunded === goods ? 'refunded' : refunded > 0 ? 'partially_refunded' : 'approved';
  return {
    id: Number(sale.id),
    status: isCanceled(view) ? 'cancelled' : status === 'partially_refunded' ? status : 'paid',
    date_created: boughtAt(sale).toISOString(),
    last_updated: changedAt(view).toISOString(),
    total_amount: reais(goods),
    order_items: sale.lines.map((line) => ({
      item: {
        id: shop.shelf[line.listing]?.itemId,
        title: `Anúncio ${line.listing}`,
        variation_id: Number(shop.shelf[line.listing]?.variationId),
        seller_sku: shop.shelf[line.listing]?.sku,
        variation_attributes: [],
      },
      quantity: line.quantity,
      unit_price: reais(line.unitPrice),
      sale_fee: reais(line.fee / line.quantity),
    })),
    payments: [
      {
        status,
        date_approved: boughtAt(sale).toISOString(),
        total_paid_amount: reais(goods - coupon + sale.interest),
        coupon_amount: reais(coupon),
        transaction_amount: reais(goods),
        transaction_amount_refunded: reais(refunded),
        taxes_amount: 0,
        shipping_cost: 0,
      },
    ],
    tags: coupon > 0 ? ['order_has_discount', 'paid'] : ['paid'],
    shipping: { id: Number(sale.parcel) },
    pack_id: sale.cart && Number(sale.cart),
    buyer: { id: 700_000 + sale.n, nickname: `COMPRADOR${sale.n}` },
    seller: { id: Number(shop.remoteUserId) },
  };
}

const viewDiscounts = (sale: Sale) => ({
  details: [
    {
      type: 'coupon',
      items: [
        {
          amounts: {
            total: reais(sale.sellerDiscount + sale.marketplaceDiscount),
            seller: reais(sale.sellerDiscount),
          },
        },
      ],
    },
  ],
});

function viewShipment(inside: readonly View[], view: View, more: string): unknown {
  const { sale, shop } = view;
  if (more === 'costs')
    return {
      receiver: { cost: 0 },
      senders: [
        { user_id: Number(shop.remoteUserId), cost: reais(sum(inside.map((one) => one.sale.freight))) },
      ],
    };
  if (more === 'sla') return { expected_date: instantAt(sale.bought + 1, 20).toISOString() };
  if (more === 'items') return inside.map((one) => ({ order_id: Number(one.sale.id) }));
  const [status, substatus] = isDelivered(view) ? ['delivered', ''] : ['ready_to_ship', 'ready_to_print'];
  return {
    id: Number(sale.parcel),
    ...{ status, substatus, logistic: { type: 'self_service' }, tracking_number: `MEL${sale.n}` },
    last_updated: instantAt(isDelivered(view) ? (sale.delivered ?? 0) : sale.bought, hour).toISOString(),
  };
}
