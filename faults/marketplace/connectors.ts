import { createHash } from 'node:crypto';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { consent, remoteSellers } from '#server/marketplaces/test/factory.ts';
import type { ListingContent } from '#server/outside/marketplaces/listing.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { createMercadoLivreMarketplace } from '#server/outside/marketplaces/mercado-livre/marketplace.ts';
import { createNuvemshopMarketplace } from '#server/outside/marketplaces/nuvemshop/marketplace.ts';
import { createShopeeMarketplace } from '#server/outside/marketplaces/shopee/marketplace.ts';
import { companyShop, mugs, xpress } from '#server/outside/marketplaces/shopee/test/stand-in.ts';
import type { SandboxProcess } from '#server/test/sandbox.ts';

/** One marketplace as the table of faults meets it. */
export type Met = {
  name: string;
  /** A connector of its own, with no circuit that is open: at the stand-in, or at what stands before it. */
  make(url: string, timeoutMs: number): Marketplace;
  /** Its seller says yes on the consent page: what `exchange` is then given. */
  consent(marketplace: Marketplace): Promise<Parameters<Marketplace['connect']['exchange']>>;
  /** Whether its tokens expire, and are renewed. */
  renews: boolean;
  content: Omit<ListingContent, 'pictureIds' | 'mark' | 'name'>;
  sell(itemId: string, variationId: string | null): Promise<{ orderId: string; parcelId: string }>;
  documentOf: ((parcelId: string) => Promise<{ bytes: Buffer; key: string }>) | null;
  /** Makes room for calls again, where they are counted. */
  rest(): Promise<unknown>;
};

const clientId = '1000';
const size = { package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '' };
const shared = { type: 'classic' as const, description: 'Caneca de ágata, boa para café.', ...size };

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
    async consent({ connect }) {
      const verifier = 'v'.repeat(64);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const page = connect.consentUrl({ state: 's', challenge });
      const { code = '' } = await consent(page, remoteSellers.legacy);
      return [code, verifier, {}];
    },
    renews: true,
    content: {
      ...{ ...shared, categoryId: 'MLB269653' },
      attributes: [{ id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' }],
    },
    async sell(itemId) {
      const answer = await sandbox.control('POST', '/purchases', { itemId, quantity: 1 });
      const [order] = bought.parse(answer).orders;
      return { orderId: String(order?.id), parcelId: String(order?.shipmentId) };
    },
    documentOf: (parcelId) => xmlAt(sandbox, `/shipments/${parcelId}/nfe`),
    rest: async () => undefined,
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
    async consent({ connect }) {
      const page = connect.consentUrl({ state: 's', challenge: '' });
      const { code = '', said } = await consent(page, Number(companyShop));
      return [code, '', said];
    },
    renews: true,
    content: {
      ...{ ...shared, categoryId: mugs },
      attributes: [
        { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
        { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' },
      ],
    },
    async sell(itemId) {
      const body = { itemId: Number(itemId), quantity: 1, channelId: xpress };
      const { order } = bought.parse(await sandbox.control('POST', '/shopee/purchases', body));
      return { orderId: order.sn, parcelId: order.sn };
    },
    documentOf: (parcelId) => xmlAt(sandbox, `/shopee/orders/${parcelId}/nfe`),
    rest: async () => undefined,
  };
}

function nuvemshop(sandbox: SandboxProcess): Met {
  const { variables } = sandbox;
  const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });
  return {
    name: 'Nuvemshop',
    make: (url, timeoutMs) =>
      createNuvemshopMarketplace({
        ...{ apiUrl: `${url}/nuvemshop`, authUrl: variables.NUVEMSHOP_AUTH ?? '', clientId, timeoutMs },
        clientSecret: variables.NUVEMSHOP_CLIENT_SECRET ?? '',
        userAgent: 'Easy (contato@easy.example)',
        notifyUrl: 'https://easy.example/api/notifications/nuvemshop/1000',
        clock: systemClock,
      }),
    async consent({ connect }) {
      const stores = z.array(z.looseObject({ id: z.number() })).min(1);
      // The one that answers the most calls.
      const store = stores.parse(await sandbox.control('GET', '/nuvemshop/stores')).at(-1);
      const { code = '' } = await consent(connect.consentUrl({ state: 's', challenge: '' }), store?.id ?? 0);
      return [code, '', {}];
    },
    renews: false,
    content: { ...shared, categoryId: '0', attributes: [] },
    async sell(itemId, variationId) {
      const body = { productId: Number(itemId), variantId: Number(variationId), quantity: 1 };
      const { order } = bought.parse(await sandbox.control('POST', '/nuvemshop/purchases', body));
      return { orderId: order.id, parcelId: order.id };
    },
    documentOf: null,
    rest: () => sandbox.control('POST', '/clock', { seconds: 60 }),
  };
}
