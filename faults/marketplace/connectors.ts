import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { systemClock } from '#contract/dates.ts';
import { consent, remoteSellers } from '#server/marketplaces/test/factory.ts';
import type { Listing, ListingContent } from '#server/outside/marketplaces/listing.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { createMercadoLivreMarketplace } from '#server/outside/marketplaces/mercado-livre/marketplace.ts';
import { storePath } from '#server/outside/marketplaces/nuvemshop/client.ts';
import { createNuvemshopMarketplace } from '#server/outside/marketplaces/nuvemshop/marketplace.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { createShopeeMarketplace } from '#server/outside/marketplaces/shopee/marketplace.ts';
import { companyShop, lettersShop, mugs, xpress } from '#server/outside/marketplaces/shopee/test/stand-in.ts';
import type { SandboxProcess } from '#server/test/sandbox.ts';
import { type Buyers, buyersOfMercadoLivre, buyersOfShopee } from './buyers.ts';
import type { Without } from './port-methods.ts';

/** The accounts: one for all calls, one with used consents, one with stock in several places. */
export type Seller = 'first' | 'another' | 'places';

/** One marketplace, as the table of faults uses it. */
export type Met = {
  name: string;
  /** A separate connector without an open circuit, connected to the stand-in or to the proxy before it. */
  make(url: string, timeoutMs: number): Marketplace;
  /** The seller accepts on the consent page; returns the input of `exchange`. */
  consent(marketplace: Marketplace, seller: Seller): Promise<Parameters<Marketplace['connect']['exchange']>>;
  /** Whether its tokens expire, and are renewed. */
  renews: boolean;
  /** There are sellers with stock in several places. */
  hasPlaces: boolean;
  content: Omit<ListingContent, 'pictureIds' | 'mark' | 'name'>;
  /** The attribute that distinguishes colours. */
  color: string;
  /** The content at the n-th change. */
  attributesAt(turn: number): readonly AttributeValue[];
  /** The text that a person would paste to identify it. */
  linkOf(listing: Listing): string;
  /** The marketplace makes several ads of one. */
  split: ((listing: Listing) => Promise<unknown>) | null;
  sell(itemId: string, variationId: string | null): Promise<{ orderId: string; parcelId: string }>;
  documentOf(parcelId: string): Promise<{ bytes: Buffer; key: string }>;
  /**
   * Requests the missed notifications, of which some are lost; returns those that are known afterwards. Null where the
   * marketplace has none.
   */
  news: {
    forget(session: SellerSession): Promise<unknown>;
    known(session: SellerSession): Promise<string[]>;
  } | null;
  /** Null without messages and claims. */
  buyers: Buyers | null;
  /** Opens a campaign to which the ad is invited; answers its id. Null: the marketplace has none. */
  openCampaign: ((itemId: string) => Promise<string>) | null;
  /** Puts units of an ad into the marketplace's own warehouse; null: they need no request of their own. */
  store: ((itemId: string) => Promise<unknown>) | null;
  /** Makes room for calls again, where they are counted. */
  rest(): Promise<unknown>;
  /** Methods of the port that this marketplace does not support. */
  without: readonly Without[];
};

const clientId = '1000';
const size = { package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '' };
const shared = { type: 'classic' as const, description: 'Caneca de ágata, boa para café.', ...size };

const valued = (id: string, name: string, valueId: string | null, valueName: string) => ({
  ...{ id, name, valueId, valueName },
});
const brand = (name: string) => valued('BRAND', 'Marca', null, name);
const material = (id: string, name: string) => valued('100134', 'Material', id, name);

export const everyMarketplace = (sandbox: SandboxProcess): readonly Met[] => [
  mercadoLivre(sandbox),
  shopee(sandbox),
  nuvemshop(sandbox),
];

async function xmlAt(sandbox: SandboxProcess, path: string) {
  const answer = await fetch(`${sandbox.url}/control/api${path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, key: /Id="NFe(\w{44})"/.exec(bytes.toString())?.[1] ?? '' };
}

function mercadoLivre(sandbox: SandboxProcess): Met {
  const { variables } = sandbox;
  const bought = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })).min(1) });
  return {
    name: 'Mercado Livre',
    make: (url, timeoutMs) =>
      createMercadoLivreMarketplace({
        ...{
          apiUrl: `${url}/mercado-livre`,
          authUrl: variables.MERCADO_LIVRE_AUTH ?? '',
          clientId,
          timeoutMs,
        },
        clientSecret: variables.MERCADO_LIVRE_CLIENT_SECRET ?? '',
        notificationSecret: variables.MERCADO_LIVRE_NOTIFICATION_SECRET ?? '',
        redirectUri: 'http://localhost:3000/marketplaces/account/list',
        clock: systemClock,
      }),
    async consent({ connect }, seller) {
      const verifier = 'v'.repeat(64);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const page = connect.consentUrl({ state: 's', challenge });
      const of = { first: 'legacy', another: 'userProduct', places: 'stores' } as const;
      if (seller === 'first')
        await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { tags: ['normal', 'business'] });
      const { code = '' } = await consent(page, remoteSellers[of[seller]]);
      return [code, verifier, {}];
    },
    ...{ renews: true, hasPlaces: true },
    content: { ...shared, categoryId: 'MLB269653', attributes: [brand('Simula')] },
    color: 'COLOR',
    attributesAt: (turn) => [brand(`Simula ${turn}`)],
    linkOf: ({ id, stockId }) => (stockId ? `https://www.mercadolivre.com.br/up/${stockId}` : id),
    split: ({ id }) => sandbox.control('POST', `/items/${id}/migrate`),
    async sell(itemId) {
      const answer = await sandbox.control('POST', '/purchases', { itemId, quantity: 1 });
      const [order] = bought.parse(answer).orders;
      return { orderId: String(order?.id), parcelId: String(order?.shipmentId) };
    },
    documentOf: (parcelId) => xmlAt(sandbox, `/shipments/${parcelId}/nfe`),
    news: null,
    buyers: buyersOfMercadoLivre(sandbox),
    store: (itemId) => sandbox.control('POST', `/items/${itemId}/full`, { quantity: 7 }),
    async openCampaign(itemId) {
      const body = { sellerId: remoteSellers.legacy, name: 'Fio cortado', items: [{ itemId }] };
      return z.looseObject({ id: z.string() }).parse(await sandbox.control('POST', '/campaigns', body)).id;
    },
    rest: async () => undefined,
    without: [
      'connect.readGrantEnd',
      'inbox.subscribe',
      'catalogue.listedValues',
      'parcels.arrange',
      'parcels.report',
      'reviews.answer',
      'claims.act accept_offer',
      'claims.act accept_cancellation',
      'claims.act refuse_cancellation',
      'claims.act send_proof',
    ],
  };
}

function shopee(sandbox: SandboxProcess): Met {
  const { variables } = sandbox;
  const bought = z.object({ order: z.object({ sn: z.string() }) });
  return {
    name: 'Shopee',
    make: (url, timeoutMs) =>
      createShopeeMarketplace({
        ...{ apiUrl: `${url}/shopee`, partnerId: clientId, timeoutMs, clock: systemClock },
        partnerKey: variables.SHOPEE_CLIENT_SECRET ?? '',
        redirectUri: 'http://localhost:3000/marketplaces/account/list',
        notifyUrl: 'https://easy.example/api/notifications/shopee/1000',
      }),
    async consent({ connect }, seller) {
      const page = connect.consentUrl({ state: 's', challenge: '' });
      const shop = seller === 'first' ? companyShop : lettersShop;
      const { code = '', said } = await consent(page, Number(shop));
      return [code, '', said];
    },
    ...{ renews: true, hasPlaces: false },
    content: { ...shared, categoryId: mugs, attributes: [material('1341', 'Cerâmica'), brand('Simula')] },
    color: 'Cor',
    attributesAt: (turn) => [
      turn % 2 === 0 ? material('1341', 'Cerâmica') : material('1342', 'Vidro'),
      brand('Simula'),
    ],
    linkOf: ({ id }) => id,
    split: null,
    async sell(itemId) {
      const body = { itemId: Number(itemId), quantity: 1, channelId: xpress };
      const { order } = bought.parse(await sandbox.control('POST', '/shopee/purchases', body));
      return { orderId: order.sn, parcelId: order.sn };
    },
    documentOf: (parcelId) => xmlAt(sandbox, `/shopee/orders/${parcelId}/nfe`),
    news: null,
    buyers: buyersOfShopee(sandbox),
    store: null,
    async openCampaign() {
      const body = { shopId: Number(companyShop), name: 'Fio cortado', items: [] };
      const answer = await sandbox.control('POST', '/shopee/discounts', body);
      return z.looseObject({ id: z.union([z.string(), z.number()]).transform(String) }).parse(answer).id;
    },
    rest: () => sandbox.control('DELETE', '/shopee/calls'),
    without: [
      'inbox.subscribe',
      'catalogue.fee',
      'catalogue.freight',
      'listings.relist',
      'listings.findSuccessors',
      'listings.pushContent type',
      'listings.pushContent video',
      'parcels.ordersOf',
      'parcels.report',
      ...(['questions', 'messages'] as const),
      'claims.openFile',
      'claims.act message_buyer',
      'claims.act message_mediator',
      'claims.act replace',
      'claims.act prove_shipping',
      'claims.act promise_dispatch',
    ],
  };
}

function nuvemshop(sandbox: SandboxProcess): Met {
  const { variables } = sandbox;
  const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });
  const webhooks = z.array(z.object({ id: z.number(), event: z.string() }));
  let documents = 0;
  return {
    name: 'Nuvemshop',
    make: (url, timeoutMs) =>
      createNuvemshopMarketplace({
        ...{ apiUrl: `${url}/nuvemshop`, clientId, timeoutMs },
        // Tokens are requested at the host of the consent page.
        authUrl: url + new URL(variables.NUVEMSHOP_AUTH ?? '').pathname.replace(/\/$/, ''),
        clientSecret: variables.NUVEMSHOP_CLIENT_SECRET ?? '',
        userAgent: 'Easy (contato@easy.example)',
        notifyUrl: 'https://easy.example/api/notifications/nuvemshop/1000',
        clock: systemClock,
      }),
    async consent({ connect }, seller) {
      const stores = z.array(z.looseObject({ id: z.number() })).min(1);
      // The last one answers the most calls.
      const at = seller === 'first' ? -1 : 0;
      const store = stores.parse(await sandbox.control('GET', '/nuvemshop/stores')).at(at);
      const { code = '' } = await consent(connect.consentUrl({ state: 's', challenge: '' }), store?.id ?? 0);
      return [code, '', {}];
    },
    ...{ renews: false, hasPlaces: false },
    content: { ...shared, categoryId: '0', attributes: [] },
    color: 'Cor',
    attributesAt: () => [],
    linkOf: ({ id }) => id,
    split: null,
    async sell(itemId, variationId) {
      const body = { productId: Number(itemId), variantId: Number(variationId), quantity: 1 };
      const { order } = bought.parse(await sandbox.control('POST', '/nuvemshop/purchases', body));
      return { orderId: order.id, parcelId: order.id };
    },
    documentOf: async () => ({ bytes: Buffer.alloc(0), key: String(++documents).padStart(44, '1') }),
    news: {
      async forget(session) {
        const path = `${storePath(session.remoteUserId)}/webhooks`;
        for (const { id } of webhooks.parse((await session.call(`${path}?per_page=200`)).json).slice(0, 2))
          await session.call(`${path}/${id}`, { method: 'DELETE' });
      },
      async known(session) {
        const { json } = await session.call(`${storePath(session.remoteUserId)}/webhooks?per_page=200`);
        return webhooks
          .parse(json)
          .map(({ event }) => event)
          .toSorted();
      },
    },
    buyers: null,
    store: null,
    openCampaign: async () => 'promotional_price',
    rest: () => sandbox.control('POST', '/clock', { seconds: 60 }),
    without: [
      // Known without a request.
      'campaigns.list',
      'connect.renew',
      'connect.readGrantEnd',
      'inbox.readMissed',
      'catalogue.predict',
      'catalogue.listedValues',
      'catalogue.fee',
      'catalogue.freight',
      'listings.relist',
      'listings.findSuccessors',
      'listings.pushContent type',
      'listings.pushContent attributes',
      'listings.pushContent condition',
      'listings.pushContent terms',
      'listings.pushContent wholesale',
      'parcels.ordersOf',
      'parcels.arrange',
      'parcels.label',
      'parcels.labels',
      ...(['questions', 'messages', 'claims', 'reviews', 'payouts', 'reputation'] as const),
    ],
  };
}
