import { notificationSecret } from '../product.ts';
import { type Plan, rowsOfPair, sellerOf, supplierOf, tokenOf } from '../seed/plan.ts';
import type { Act, Random } from './act.ts';
import type { Benches } from './benches.ts';

/** Seven of ten acts read, two write, one is a notification; one of ten in the large business. */
export function makeMix(
  plan: Plan,
  random: Random,
  benches: Benches,
  notice: () => { sellerId: string; order: number },
) {
  // Of this run alone: a key that a database has seen is answered, not done.
  const run = Math.floor(performance.timeOrigin).toString(36);
  let serial = 0;
  const whole = (n: number) => Math.floor(random() * n);
  const somePair = () => (random() < 0.1 ? 1 : 1 + whole(plan.pairs));
  /** A person of the business, among those with one of these places in it. */
  const token = (business: number, places: readonly number[]) => {
    const most = Math.floor(plan.users / (plan.pairs * 2));
    const place = places[whole(places.length)] ?? 0;
    return tokenOf(plan.seed, business + (place < most ? place : 0) * plan.pairs * 2);
  };
  // Places in a business: 0 its owner, 1 and 5 administrators, 4 and 8 supplier or seller, 3 and 7 stockists.
  const office = [0, 1, 4, 5, 8];
  const floor = [0, 1, 2, 3, 5, 6, 7];

  function read(): Act {
    const pair = somePair();
    const { firstProduct, products, firstOrder, orders } = rowsOfPair(plan, pair);
    const product = firstProduct + whole(products);
    const order = firstOrder + whole(orders);
    const [supplier, seller] = [supplierOf(pair), sellerOf(pair)];
    const asks: [number, number, readonly number[], string][] = [
      [12, supplier, floor, '/products'],
      [8, supplier, floor, `/products/${product}`],
      [4, supplier, office, `/products?query=sku-${product}`],
      [10, supplier, office, '/dropship-items'],
      [14, supplier, floor, '/orders-supplier'],
      [6, supplier, floor, '/orders-supplier?query=status:pending'],
      [6, supplier, floor, '/stock'],
      [14, seller, office, '/orders'],
      [8, seller, office, `/orders/${order}`],
      [10, seller, office, '/advertisements'],
      [8, seller, office, `/publications/${product}`],
    ];
    const dice = random() * asks.reduce((sum, [weight]) => sum + weight, 0);
    let reached = 0;
    const found = asks.find(([weight]) => {
      reached += weight;
      return dice < reached;
    });
    const [, business, places, path] = found ?? fail();
    return { kind: 'read', sent: { token: token(business, places), path: `/api${path}` } };
  }

  function write(): Act {
    const pair = somePair();
    const { firstProduct, products } = rowsOfPair(plan, pair);
    const product = firstProduct + whole(products);
    const [supplier, seller] = [supplierOf(pair), sellerOf(pair)];
    const key = `${run}-${++serial}`;
    const act = (business: number, method: 'POST' | 'PATCH', path: string, body: unknown): Act => ({
      kind: 'write',
      sent: { token: token(business, office), method, path: `/api${path}`, key, body },
    });
    const dice = random();
    if (dice < 0.25) return act(supplier, 'PATCH', `/products/${product}`, { description: `Texto ${key}` });
    if (dice < 0.35)
      return act(supplier, 'POST', '/products', {
        name: `Produto ${key}`,
        variations: { create: ['Azul', 'Verde', 'Preto'].map((color) => variation(key, color)) },
      });
    if (dice < 0.5)
      return act(seller, 'PATCH', `/advertisements/${product}`, { description: `Texto ${key}` });
    if (dice < 0.55)
      return act(seller, 'POST', '/advertisements', {
        product: `Anúncio ${key}`,
        components: [{ offer: product, quantity: 1 }],
      });
    if (dice < 0.7)
      return act(supplier, 'PATCH', `/dropship-items/${product}`, { quantityCap: 500 + whole(500) });
    if (dice < 0.85)
      return act(seller, 'POST', '/orders', {
        buyerName: `Cliente ${key}`,
        paid: true,
        lines: [{ dropshipItemId: product, quantity: 1 + whole(2), unitPriceCentavos: 4990 }],
      });
    return benches.next(key) ?? write();
  }

  function notification(): Act {
    const { sellerId, order } = notice();
    const path = `/api/notifications/mercado-livre/${notificationSecret}`;
    return { kind: 'notification', sent: { method: 'POST', path, body: noticeOf(sellerId, order) } };
  }

  return (): Act => {
    const dice = random();
    return dice < 0.7 ? read() : dice < 0.9 ? write() : notification();
  };
}

function variation(key: string, color: string) {
  return { sku: `${key}-${color}`, attributes: { Color: color }, costCentavos: 1500 };
}

function noticeOf(sellerId: string, order: number) {
  return {
    resource: `/orders/${order}`,
    user_id: Number(sellerId),
    topic: 'orders_v2',
    application_id: 1_000_000_000_000_048,
    attempts: 1,
    sent: '2026-11-21T12:00:00.000Z',
    received: '2026-11-21T12:00:00.000Z',
  };
}

function fail(): never {
  throw new Error('nothing to ask');
}
