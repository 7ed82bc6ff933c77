import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server.ts';
import { members, type Sequence, type Shown } from './plan.ts';
import type { Listed, Shop } from './shop.ts';
import { ordersOf, packOf, parcelOf, viewCosts, viewOrder, viewParcel, viewSla } from './views.ts';

type Sale = { sequence: Sequence; shop: Shop; shown: Shown };

/** A marketplace over HTTP that answers about each sale what the sequence prescribes, older states included. */
export type Market = {
  readonly url: string;
  /** Everything is dated from then on. */
  begin(now: Date, shops: readonly Shop[], sequences: readonly Sequence[]): void;
  show(n: number, shown: Shown): void;
  /** The last quantity sent to an item. */
  quantity(itemId: string): number | undefined;
};

type Answer = { status: number; body: unknown };
const found = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, error: string): Answer => ({
  status,
  body: { message: error, error, status, cause: [] },
});
const missing = refused(404, 'not_found');

export async function startMarket(): Promise<Market> {
  let start = new Date(0);
  let sales = new Map<number, Sale>();
  const listed = new Map<string, { shop: Shop; item: Listed }>();
  const quantities = new Map<string, number>();
  /**
   * Consecutive failures, of all callers and by caller. The circuit breaker pauses a host or account whose calls always
   * fail, and its notifications would be processed only after the round.
   */
  const inARow = new Map<string, number>();
  const everybody = 'everybody';
  const fails = (sale: Sale, caller: string) =>
    sale.shown.fault === 'failing' && [everybody, caller].every((who) => (inARow.get(who) ?? 0) < 2);

  function orderAnswer(caller: string, id: number): Answer {
    const { n, member } = ordersOf.read(id);
    const sale = sales.get(n);
    if (!sale || member >= members(sale.sequence.life)) return missing;
    if (fails(sale, caller)) return refused(500, 'internal_error');
    // Some gates of the marketplace show anybody anything: the product has to look for itself.
    if (caller !== sale.shop.remoteUserId && n % 2 === 0) return refused(403, 'forbidden');
    const shown = viewOrder(sale.sequence, sale.shop, member, sale.shown.order, start);
    if (!shown) return missing;
    return found(sale.shown.fault === 'wrong-id' ? { ...shown, id: id + 10 } : shown);
  }

  function parcelAnswer(caller: string, id: number, more: string): Answer {
    const n = parcelOf.read(id);
    const sale = sales.get(n);
    if (!sale) return missing;
    if (fails(sale, caller)) return refused(500, 'internal_error');
    if (caller !== sale.shop.remoteUserId && n % 2 === 0) return refused(403, 'forbidden');
    const shown = viewParcel(sale.sequence, sale.shown.parcel, start);
    if (!shown) return missing;
    if (more === 'costs') return found(viewCosts(sale.shop));
    if (more === 'sla') return found(viewSla(start));
    if (more === 'items')
      return found(
        Array.from({ length: members(sale.sequence.life) }, (_, member) => ({
          order_id: ordersOf.id(n, member),
        })),
      );
    return found(sale.shown.fault === 'wrong-id' ? { ...shown, id: id + 1 } : shown);
  }

  function packAnswer(id: number): Answer {
    const n = packOf.read(id);
    return found({ id, orders: [{ id: ordersOf.id(n, 0) }, { id: ordersOf.id(n, 1) }] });
  }

  function searchAnswer(caller: string, query: URLSearchParams): Answer {
    if (query.get('seller') !== caller) return refused(403, 'caller.id.invalid');
    const from = new Date(query.get('order.date_last_updated.from') ?? 0).toISOString();
    const wantsCanceled = query.get('order.status') === 'cancelled';
    const all = [...sales.values()]
      .filter(({ shop }) => shop.remoteUserId === caller)
      .flatMap((sale) =>
        Array.from({ length: members(sale.sequence.life) }, (_, member) =>
          viewOrder(sale.sequence, sale.shop, member, sale.shown.order, start),
        ).filter((order) => order !== null),
      );
    const fitting = all
      .filter((order) => (order.status === 'cancelled') === wantsCanceled && order.last_updated >= from)
      .toSorted((one, other) => other.id - one.id);
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return found({
      results: fitting.slice(offset, offset + limit),
      paging: { total: fitting.length, offset, limit },
    });
  }

  function itemAnswer(id: string): Answer {
    const known = listed.get(id);
    if (!known) return missing;
    const { item, shop } = known;
    const quantity = quantities.get(id) ?? 0;
    return found({
      id,
      site_id: 'MLB',
      title: 'Caneca Esmaltada 350 Ml',
      seller_id: Number(shop.remoteUserId),
      category_id: 'MLB1000',
      price: item.price,
      available_quantity: quantity,
      listing_type_id: 'gold_special',
      status: quantity > 0 ? 'active' : 'paused',
      sub_status: quantity > 0 ? [] : ['out_of_stock'],
      attributes: [],
      variations: [{ id: Number(item.variationId), price: item.price, available_quantity: quantity }],
      tags: [],
      last_updated: start.toISOString(),
    });
  }

  function take(id: string, body: string): Answer {
    const told = /"available_quantity":(\d+)/.exec(body)?.[1];
    if (told) quantities.set(id, Number(told));
    return itemAnswer(id);
  }

  function renew(body: string): Answer {
    const user = /APP_USR-(\d+)/.exec(new URLSearchParams(body).get('refresh_token') ?? '')?.[1];
    if (!user) return refused(400, 'invalid_grant');
    const token = `APP_USR-${user}-again`;
    return found({ access_token: token, refresh_token: token, expires_in: 21_600, user_id: Number(user) });
  }

  function answer(caller: string, method: string, target: string, body: string): Answer {
    const { pathname, searchParams } = new URL(target, 'http://market');
    const [, kind = '', id = '', more = ''] = pathname.split('/');
    if (kind === 'oauth') return renew(body);
    if (caller === '') return refused(401, 'unauthorized');
    if (kind === 'items') return method === 'PUT' ? take(id, body) : itemAnswer(id);
    if (kind === 'orders' && id === 'search') return searchAnswer(caller, searchParams);
    if (kind === 'orders' && id === 'billing-info')
      return found({
        site_id: 'MLB',
        buyer: { billing_info: { identification: { type: 'CPF', number: more } } },
      });
    if (kind === 'orders') return orderAnswer(caller, Number(id));
    if (kind === 'shipments') return parcelAnswer(caller, Number(id), more);
    if (kind === 'packs') return packAnswer(Number(id));
    if (kind === 'missed_feeds') return found({ messages: [] });
    if (kind === 'post-purchase') return found({ data: [], paging: { total: 0, offset: 0, limit: 30 } });
    return missing;
  }

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const caller = /APP_USR-(\d+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status, body: said } = answer(caller, request.method ?? 'GET', request.url ?? '/', body);
      for (const who of [everybody, caller]) inARow.set(who, status >= 500 ? (inARow.get(who) ?? 0) + 1 : 0);
      const text = JSON.stringify(said);
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  };
  const url = await startLocalServer(handle);
  return {
    url,
    begin(now, shops, sequences) {
      start = now;
      for (const shop of shops)
        for (const item of [shop.single, shop.kit]) listed.set(item.itemId, { shop, item });
      sales = new Map(
        sequences.flatMap((sequence) => {
          const shop = shops[sequence.seller];
          const shown: Shown = { order: -1, parcel: -1, fault: 'none' };
          return shop ? [[sequence.n, { sequence, shop, shown }]] : [];
        }),
      );
    },
    show(n, shown) {
      const sale = sales.get(n);
      if (sale) sale.shown = shown;
    },
    quantity: (itemId) => quantities.get(itemId),
  };
}
