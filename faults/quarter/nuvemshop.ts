import { goodsOf } from './plan.ts';
import { boughtAt, changedAt, isCanceled, isDelivered, reais, refundedBy, type View } from './view.ts';

/** Orders with their own numbers, their fulfillment and the transactions of their payment; no fee. */
export function answerNuvemshop(all: readonly View[], path: string, query: URLSearchParams): unknown {
  const [, , , kind = '', id = '', more = ''] = path.split('/');
  if (kind !== 'orders') return undefined;
  if (id === '') {
    const from = new Date(query.get('updated_at_min') ?? 0);
    const found = all.filter((view) => changedAt(view) >= from);
    const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
    return found.slice((page - 1) * size, page * size).map(viewOrder);
  }
  const view = all.find(({ sale }) => sale.id === id);
  if (!view) return undefined;
  if (more === 'fulfillment-orders') return [viewFulfilment(view)];
  return more === 'transactions' ? [viewTransaction(view)] : viewOrder(view);
}

function viewOrder(view: View) {
  const { sale, shop } = view;
  const paid = goodsOf(sale) - sale.sellerDiscount + sale.freightCharged;
  const isPartly = refundedBy(view) > 0;
  return {
    id: Number(sale.id),
    number: Number(sale.number),
    store_id: Number(shop.remoteUserId),
    status: isCanceled(view) ? 'cancelled' : 'open',
    payment_status: isCanceled(view) ? 'refunded' : isPartly ? 'partially_refunded' : 'paid',
    created_at: boughtAt(sale).toISOString(),
    paid_at: boughtAt(sale).toISOString(),
    updated_at: changedAt(view).toISOString(),
    cancelled_at: isCanceled(view) ? changedAt(view).toISOString() : null,
    contact_name: `Comprador ${sale.n}`,
    customer: { id: 900_000 + sale.n, name: `Comprador ${sale.n}` },
    subtotal: text(goodsOf(sale)),
    discount: text(sale.sellerDiscount),
    total: text(paid),
    shipping_cost_owner: text(sale.freight),
    shipping_cost_customer: text(sale.freightCharged),
    products: sale.lines.map((line, at) => ({
      id: Number(sale.id) * 10 + at,
      product_id: Number(shop.shelf[line.listing]?.itemId),
      variant_id: Number(shop.shelf[line.listing]?.variationId),
      sku: shop.shelf[line.listing]?.sku,
      name: `Anúncio ${line.listing}`,
      price: text(line.unitPrice),
      quantity: line.quantity,
      variant_values: [],
    })),
  };
}

const text = (centavos: number) => reais(centavos).toFixed(2);

const viewFulfilment = (view: View) => ({
  id: `F${view.sale.id}`,
  status: isDelivered(view) ? 'DELIVERED' : 'UNPACKED',
  shipping: { type: 'ship', carrier: { name: 'Correios' } },
  updated_at: changedAt(view).toISOString(),
});

const viewTransaction = (view: View) => ({
  id: `T${view.sale.id}`,
  refunded_amount: { value: text(refundedBy(view)), currency: 'BRL' },
  events: [],
});
