import { createHash } from 'node:crypto';
import { z } from 'zod';
import { addMinutes, dayOf, systemClock } from '#contract/dates.ts';
import { consent, remoteSellers } from '#server/marketplaces/test/factory.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { type SandboxProcess, startSandboxProcess } from '#server/test/sandbox.ts';
import { type AfterSaleStage, describeAfterSale } from '../contract-suite/after-sale.ts';
import { type ConnectStage, describeConnect } from '../contract-suite/connect.ts';
import { describePayouts } from '../contract-suite/payouts.ts';
import { describeQuestions, type QuestionStage } from '../contract-suite/questions.ts';
import { describeReputation } from '../contract-suite/reputation.ts';
import { describeSales, type SalesStage } from '../contract-suite/sales.ts';
import { createMercadoLivreMarketplace } from './marketplace.ts';

const asked = z.object({ id: z.number() });
const bought = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })).min(1) });

const numbered = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

type Stage = SalesStage &
  QuestionStage &
  AfterSaleStage &
  ConnectStage & {
    sandbox: SandboxProcess;
    sellAndDeliver(): Promise<string>;
    connect(remoteUserId: number): Promise<SellerSession>;
  };

async function prepare(): Promise<Stage> {
  const sandbox = await startSandboxProcess();
  const { variables } = sandbox;
  const secret = variables.MERCADO_LIVRE_NOTIFICATION_SECRET ?? '';
  const clientId = variables.MERCADO_LIVRE_CLIENT_ID ?? '';
  const marketplace = createMercadoLivreMarketplace({
    apiUrl: variables.MERCADO_LIVRE_API ?? '',
    authUrl: variables.MERCADO_LIVRE_AUTH ?? '',
    clientId,
    clientSecret: variables.MERCADO_LIVRE_CLIENT_SECRET ?? '',
    redirectUri: 'http://localhost:3000/marketplaces/account/list',
    notificationSecret: secret,
    timeoutMs: 5000,
    clock: systemClock,
  });

  async function consentOf(remoteUserId: number): Promise<Parameters<typeof marketplace.connect.exchange>> {
    const verifier = 'v'.repeat(64);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const page = marketplace.connect.consentUrl({ state: 's', challenge });
    return [(await consent(page, remoteUserId)).code ?? '', verifier, {}];
  }

  async function connect(remoteUserId: number): Promise<SellerSession> {
    const pair = await marketplace.connect.exchange(...(await consentOf(remoteUserId)));
    const { accessToken } = pair;
    const user = await marketplace.connect.whoIs(pair);
    return {
      remoteUserId: user.id,
      siteId: user.siteId,
      tags: user.tags,
      call: (path, options) => marketplace.call(path, { ...options, accessToken }),
      download: (path) => marketplace.download(path, { accessToken }),
    };
  }

  const session = await connect(remoteSellers.legacy);
  const listing = await marketplace.listings.create(
    session,
    {
      name: 'Caneca de ágata',
      categoryId: 'MLB269653',
      type: 'classic',
      description: 'Caneca de ágata.',
      package: { weight: 0.42, width: 12, height: 11, depth: 9 },
      video: '',
      attributes: [{ id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' }],
      pictureIds: [await marketplace.listings.uploadPicture(session, await picture(), null)],
      mark: 'suite-sales',
    },
    [
      {
        id: null,
        sku: 'SUITE-SALES',
        gtin: '',
        kit: false,
        package: null,
        pictureIds: null,
        attributes: [],
        price: 5990,
        quantity: 50,
        mark: 'suite-sales-1',
      },
    ],
  );

  async function sell() {
    const longAgo = addMinutes(systemClock.now(), -120);
    const answer = await sandbox.control('POST', '/purchases', { itemId: listing.id, quantity: 1 });
    const [order] = bought.parse(answer).orders;
    return { orderId: String(order?.id), parcelId: String(order?.shipmentId), longAgo };
  }

  async function sellAndDeliver(): Promise<string> {
    const { orderId, parcelId } = await sell();
    await sandbox.control('POST', `/shipments/${parcelId}/advance`, { status: 'delivered' });
    return orderId;
  }

  return {
    ...{ sandbox, marketplace, session, sellAndDeliver, connect },
    // An account without other calls, because its codes and tokens are used up.
    consent: () => consentOf(remoteSellers.userProduct),
    renews: true,
    outsider: await connect(remoteSellers.third),
    sell,
    async documentOf(parcelId) {
      const answer = await fetch(`${sandbox.url}/control/api/shipments/${parcelId}/nfe`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { bytes, key: /Id="NFe(\w{44})"/.exec(bytes.toString())?.[1] ?? '' };
    },
    forged: (delivery) => [{ ...delivery, secret: `${delivery.secret}x` }],
    notificationOf: (orderId) => ({
      delivery: { secret, bytes: Buffer.alloc(0), headers: {} },
      body: {
        _id: 'f9f08571-0001',
        resource: `/orders/${orderId}`,
        user_id: Number(session.remoteUserId),
        topic: 'orders_v2',
        application_id: Number(clientId),
        attempts: 1,
      },
    }),
    async sellUnheard() {
      await sandbox.control('POST', '/faults', { kind: 'notify-missed', times: 10 });
      const made = await sell();
      await sandbox.control('DELETE', '/faults');
      return made;
    },
    async changeUnheard() {
      await sandbox.control('POST', '/faults', { kind: 'notify-missed', times: 10 });
      await marketplace.listings.pushPrice(session, listing.id, [{ id: null, value: 6190 }], null);
      await sandbox.control('DELETE', '/faults');
      return { listingId: listing.id };
    },
    unknownOrder: '2000009999999999',
    async ask(text) {
      const longAgo = addMinutes(systemClock.now(), -120);
      const question = await sandbox.control('POST', '/questions', { itemId: listing.id, text });
      return { questionId: String(asked.parse(question).id), longAgo };
    },
    unknownQuestion: '13999999999',
    longAgo: addMinutes(systemClock.now(), -120),
    async write(text) {
      const orderId = await sellAndDeliver();
      const message = await sandbox.control('POST', '/messages', { orderId, text });
      return { threadId: orderId, messageId: numbered.parse(message).id };
    },
    async complain(text) {
      const orderId = await sellAndDeliver();
      const claim = await sandbox.control('POST', '/claims', { orderId, reasonId: 'PDD9549', text });
      return { claimId: numbered.parse(claim).id, orderId };
    },
    async bringBack(claimId) {
      for (const act of ['ship', 'deliver']) await sandbox.control('POST', `/claims/${claimId}/${act}`);
    },
    async rate(rating, text) {
      const orderId = await sellAndDeliver();
      await sandbox.control('POST', '/reviews', { orderId, rate: rating, title: 'Caneca', text });
      return listing.id;
    },
  };
}

async function picture() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#996633' } })
    .jpeg()
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}

const dayMs = 24 * 60 * 60_000;
const stage = await prepare();
describeConnect('Mercado Livre', stage);
describeSales('Mercado Livre', stage);
describeQuestions('Mercado Livre', stage);
describeAfterSale('Mercado Livre', stage);
describeReputation('Mercado Livre', {
  ...stage,
  dispatch: (how) =>
    stage.sandbox.control('POST', '/reputation', {
      seller: Number(stage.session.remoteUserId),
      ...{ level: how === 'late' ? '1_red' : '5_green', sales: 100, delayed: how === 'late' ? 40 : 2 },
    }),
});
// The last, because a day passes with each release, and with it the token.
describePayouts('Mercado Livre', {
  ...stage,
  async release(sales) {
    const orderIds: string[] = [];
    for (let n = 0; n < sales; n++) orderIds.push(await stage.sellAndDeliver());
    const { now } = z.object({ now: z.string() }).parse(await stage.sandbox.control('GET', '/clock'));
    await stage.sandbox.control('POST', '/clock', { seconds: dayMs / 1000 });
    return { day: dayOf(now), orderIds, session: await stage.connect(remoteSellers.legacy) };
  },
});
