import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { consent, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { type SandboxProcess, startSandboxProcess } from '#server/test/sandbox.ts';
import { type CampaignStage, describeCampaigns } from '../contract-suite/campaigns.ts';
import { describeExisting, type ExistingStage, ownAd } from '../contract-suite/existing.ts';
import { describeFulfillment, type FulfillmentStage } from '../contract-suite/fulfillment.ts';
import { describeListings, type Stage } from '../contract-suite/listings.ts';
import { describeLocations } from '../contract-suite/locations.ts';
import { describeModels, type ModelStage } from '../contract-suite/models.ts';
import { describeWholesale, type WholesaleStage } from '../contract-suite/wholesale.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import { createMercadoLivreMarketplace } from './marketplace.ts';

const mugs = 'MLB269653';

type Prepared = Stage &
  ExistingStage &
  ModelStage &
  CampaignStage &
  FulfillmentStage &
  Pick<WholesaleStage, 'may'> & { ofProducts: Stage['session'] };

async function prepare(): Promise<Prepared> {
  const sandbox = await startSandboxProcess();
  const { variables } = sandbox;
  const application = {
    apiUrl: variables.MERCADO_LIVRE_API ?? '',
    authUrl: variables.MERCADO_LIVRE_AUTH ?? '',
    clientId: variables.MERCADO_LIVRE_CLIENT_ID ?? '',
    clientSecret: variables.MERCADO_LIVRE_CLIENT_SECRET ?? '',
    redirectUri: 'http://localhost:3000/marketplaces/account/list',
    notificationSecret: variables.MERCADO_LIVRE_NOTIFICATION_SECRET ?? '',
    timeoutMs: 5000,
  };
  const marketplace = createMercadoLivreMarketplace({ ...application, clock: systemClock });

  async function connect(remoteUserId: number) {
    const verifier = 'v'.repeat(64);
    const { createHash } = await import('node:crypto');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const url = marketplace.connect.consentUrl({ state: 's', challenge });
    const { code = '' } = await consent(url, remoteUserId);
    const pair = await marketplace.connect.exchange(code, verifier, {});
    const user = await marketplace.connect.whoIs(pair);
    const call: Stage['session']['call'] = (path, options) =>
      marketplace.call(path, { ...options, accessToken: pair.accessToken });
    const download: Stage['session']['download'] = (path) =>
      marketplace.download(path, { accessToken: pair.accessToken });
    return { remoteUserId: user.id, siteId: user.siteId, tags: user.tags, call, download };
  }

  const session = await connect(remoteSellers.legacy);
  const versioned = await connect(remoteSellers.stores);
  const ofProducts = await connect(remoteSellers.userProduct);
  await sandbox.control('PATCH', `/sellers/${remoteSellers.third}`, { tags: ['normal', 'business'] });
  const may = await connect(remoteSellers.third);
  const { listings } = marketplace;
  const readAny = () => listings.read(session, 'MLB1');
  const readWith = (kind: string) => async () => {
    await sandbox.control('POST', '/faults', { kind, path: '/items/*', method: 'GET', times: 1 });
    return readAny();
  };
  const outsider = { ...session, remoteUserId: String(remoteSellers.userProduct) };
  const call: Stage['session']['call'] = (path) => marketplace.call(path, { accessToken: 'none' });
  const provocations: Record<MarketplaceErrorKind, () => Promise<unknown>> = {
    refused: readWith('refused-400'),
    not_found: readAny,
    forbidden: () => listings.list(outsider),
    unauthorized: () => listings.read({ ...session, call }, 'MLB1'),
    ended_grant: () => marketplace.connect.renew('TG-none', 1, ''),
    retry: readWith('rate-limit-text'),
    conflict: readWith('conflict-409'),
    unavailable: readWith('error-500'),
  };

  return {
    marketplace,
    session,
    versioned,
    ofProducts,
    may,
    content: async (seller, name) => ({
      name,
      categoryId: mugs,
      type: 'classic',
      description: 'Caneca de ágata.',
      package: { weight: 0.42, width: 12, height: 11, depth: 9 },
      video: '',
      attributes: [{ id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' }],
      pictureIds: [await listings.uploadPicture(seller, await picture(), null)],
      mark: `suite-${name}`,
    }),
    variation: (name, changes) => ({
      id: null,
      sku: `SUITE-${name}`,
      gtin: '',
      kit: false,
      package: null,
      pictureIds: null,
      attributes: name ? [{ id: 'COLOR', name: 'Cor', valueId: null, valueName: name }] : [],
      price: 5990,
      quantity: 5,
      mark: `suite-variation-${name}`,
      ...changes,
    }),
    store: (itemId, variationId, quantity) =>
      sandbox.control('POST', `/items/${itemId}/full`, {
        quantity,
        ...(variationId !== null && { variationId: Number(variationId) }),
      }),
    sell: async (itemId) => {
      await sandbox.control('POST', '/purchases', { itemId, quantity: 1 });
    },
    makeOwn: async (ad) =>
      ownAd.parse(await sandbox.control('POST', '/items', { sellerId: remoteSellers.legacy, ...ad })).id,
    options: (color, size) => [
      { id: 'COLOR', name: 'Cor', valueId: null, valueName: color },
      ...(size ? [{ id: '', name: 'Tamanho', valueId: null, valueName: size }] : []),
    ],
    async refuseStock({ listing }) {
      const path = `/items/${listing.id}`;
      await sandbox.control('POST', '/faults', { kind: 'refused-400', path, method: 'PUT', times: 1 });
      return 21;
    },
    keepsNames: true,
    provoke: (kind) => provocations[kind](),
    linkOf: (id) => `https://produto.mercadolivre.com.br/${id.replace('MLB', 'MLB-')}-caneca-_JM`,
    nothing: 'https://example.com/MLB-4000000001-caneca-_JM',
    ...campaignsOf(sandbox),
  };
}

/** Campaigns of the first seller. */
function campaignsOf({
  control,
}: SandboxProcess): Pick<CampaignStage, 'open' | 'end' | 'failures' | 'isNamed' | 'invites'> {
  const sellerId = remoteSellers.legacy;
  const opened = z.looseObject({ id: z.string() });
  const fail = (kind: string) => () =>
    control('POST', '/faults', { kind, path: '/seller-promotions/*', times: 1 });
  return {
    async open({ name, ads, joined, band }) {
      const items = ads.map((itemId) => ({ itemId, ...band, ...(joined !== null && { join: joined }) }));
      return opened.parse(await control('POST', '/campaigns', { sellerId, name, items })).id;
    },
    end: (id) => control('POST', `/campaigns/${id}/end`, {}),
    failures: {
      'a failure': fail('error-500'),
      'too many calls': fail('rate-limit-json'),
      'a locked item': fail('locked-423'),
      'half an answer': fail('truncated'),
    },
    isNamed: true,
    invites: true,
  };
}

async function picture() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#996633' } })
    .jpeg()
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}

const stage = await prepare();
describeListings('Mercado Livre', stage);
describeExisting('Mercado Livre', stage);
describeModels('Mercado Livre', stage);
describeCampaigns('Mercado Livre', stage);
describeFulfillment('Mercado Livre', stage);
describeWholesale('Mercado Livre', stage);
const { versioned } = stage;
if (versioned) describeLocations('Mercado Livre', { ...stage, open: async () => versioned });
describeModels('Mercado Livre, of a seller whose variations are ads', {
  ...stage,
  session: stage.ofProducts,
});
