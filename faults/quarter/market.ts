import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server.ts';
import { answerMercadoLivre } from './mercado-livre.ts';
import { answerNuvemshop } from './nuvemshop.ts';
import { type Place, places, type Sale } from './plan.ts';
import { answerShopee } from './shopee.ts';
import { isPast, type Shop, type View } from './view.ts';

/** Three marketplaces over HTTP in their own shapes, which show each sale as it is at the hour of the clock. */
export type Market = {
  readonly url: string;
  open(shops: Record<Place, Shop>, sales: readonly Sale[]): void;
};

export async function startMarket(clock: { now(): Date }): Promise<Market> {
  let shops: Partial<Record<Place, Shop>> = {};
  let sales: readonly Sale[] = [];
  /** Sales of a place that are bought by now. */
  const shown = (place: Place): View[] => {
    const now = clock.now();
    const shop = shops[place];
    return shop
      ? sales
          .filter((sale) => sale.place === place && isPast(sale.bought, now))
          .map((sale) => ({ sale, shop, now }))
      : [];
  };
  const answers = {
    'mercado-livre': answerMercadoLivre,
    shopee: answerShopee,
    nuvemshop: answerNuvemshop,
  } satisfies Record<Place, unknown>;
  const written: Record<Place, unknown> = { 'mercado-livre': undefined, shopee: undefined, nuvemshop: {} };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://market');
      const place = places.find((name) => pathname.startsWith(`/${name}/`));
      const path = pathname.slice((place ?? '').length + 1);
      // Labels are printed elsewhere, and only the store has anything written to it.
      const isRead = request.method === 'GET';
      const body = place && (isRead ? answers[place](shown(place), path, searchParams) : written[place]);
      const text = JSON.stringify(body ?? { error: 'not_found', message: 'not_found' });
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(text);
    });
  };
  const url = await startLocalServer(handle);
  return {
    url,
    open(opened, all) {
      shops = opened;
      sales = all;
    },
  };
}
