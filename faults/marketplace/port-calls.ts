import { addMinutes, systemClock } from '#contract/dates.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Met } from './connectors.ts';

/** One thing that the port does, asked of a connector that may be cut off in the middle; answers what is seen of it. */
export type PortCall = {
  name: string;
  /** Ids in the answers of what was asked about, where it is one thing. */
  about: readonly string[];
  ask(marketplace: Marketplace): Promise<unknown>;
};

/** Everything that goes out, in an order in which each has what it needs. */
export async function portCallsOf(met: Met, url: string): Promise<PortCall[]> {
  const direct = met.make(url, 5000);
  const pair = await direct.connect.exchange(...(await met.consent(direct)));
  const { accessToken } = pair;
  const user = await direct.connect.whoIs(pair);
  const { tags } = user;
  const sessionOf = (marketplace: Marketplace): SellerSession => ({
    ...{ remoteUserId: user.id, siteId: user.siteId, tags },
    call: (path, options) => marketplace.call(path, { ...options, accessToken }),
    download: (path, options) => marketplace.download(path, { ...options, accessToken }),
  });
  const session = sessionOf(direct);
  const { capabilities, listings } = direct;
  const pictureIds =
    capabilities(tags).picturesOf === 'seller'
      ? [await listings.uploadPicture(session, await picture(), null)]
      : [];
  const content = { ...met.content, name: 'Caneca do fio cortado', mark: 'easy-p900-faults', pictureIds };
  const variation = {
    ...{ id: null, sku: 'FIO', gtin: '', kit: false, attributes: [], price: 5990, quantity: 90 },
    ...{ mark: 'easy-v900', pictureIds: null },
  };
  const made = await listings.create(session, content, [variation]);
  const sell = () => met.sell(made.id, made.variations[0]?.id ?? null);
  const { orderId, parcelId } = await sell();
  const document = await met.documentOf?.(parcelId);
  const unit = (value: number) => [{ id: made.variations[0]?.id ?? null, value }];
  const longAgo = addMinutes(systemClock.now(), -180);
  type Ask = (marketplace: Marketplace, seller: SellerSession) => unknown;
  const on = (name: string, ask: Ask, about: readonly string[] = []): PortCall => ({
    ...{ name, about },
    ask: async (marketplace) => ask(marketplace, sessionOf(marketplace)),
  });
  const read = on('read a listing', ({ listings: l }, s) => l.read(s, made.id), [made.id]);
  return [
    on('who it is', ({ connect }) => connect.whoIs(pair)),
    on('roots of categories', ({ catalogue }, s) => catalogue.roots(s)),
    on('a category', ({ catalogue }, s) => catalogue.settings(s, content.categoryId)),
    on('suggested categories', ({ catalogue }, s) => catalogue.predict?.(s, 'caneca esmaltada')),
    on('a fee', ({ catalogue }, s) =>
      catalogue.fee?.(s, { category: content.categoryId, type: 'classic', price: 5990 }),
    ),
    on('freight', ({ catalogue }, s) =>
      catalogue.freight?.(s, {
        price: 15_000,
        type: 'classic',
        package: content.package,
        listing: null,
        freeShipping: null,
      }),
    ),
    read,
    on('a description', ({ listings: l }, s) => l.readDescription(s, made.id)),
    on('all listings', async ({ listings: l }, s) => (await l.list(s)).includes(made.id)),
    on(
      'found by its mark',
      async ({ listings: l }, s) => (await l.findByMark(s, { mark: content.mark, skus: ['FIO'] }))?.id,
    ),
    on('a link', ({ listings: l }, s) => l.resolveLink(s, made.id)),
    on(
      'a picture',
      async ({ listings: l }, s) => typeof (await l.uploadPicture(s, await picture(), made.id)),
    ),
    on('stock', ({ listings: l }, s) => l.pushStock(s, made, unit(80), null)),
    on('a price', ({ listings: l }, s) => l.pushPrice(s, made.id, unit(6090), null)),
    on('off sale', async ({ listings: l }, s) =>
      l.pushState(s, await listings.read(session, made.id), 'paused'),
    ),
    on('on sale', async ({ listings: l }, s) =>
      l.pushState(s, await listings.read(session, made.id), 'active'),
    ),
    on('a description anew', async ({ listings: l }, s) =>
      l.pushContent(s, made, 'description', { ...content, description: 'Outra descrição da caneca.' }, []),
    ),
    on('a sale', ({ orders }, s) => orders.read(s, orderId, { acceptPartial: false }), [orderId, parcelId]),
    on('sales that changed', async ({ orders }, s) => {
      const { seen, failures } = await orders.search(s, longAgo);
      return { found: seen.some(({ remoteId }) => remoteId === orderId), failures };
    }),
    on('a parcel', ({ parcels }, s) => parcels.read(s, parcelId), [orderId, parcelId]),
    ...(document ? [on('a document', ({ parcels }, s) => parcels.sendDocument(s, parcelId, document))] : []),
    on('a shipment arranged', async ({ parcels }, s) => (await parcels.arrange?.(s, parcelId)) && 'done'),
    on('a label', async ({ parcels }, s) => {
      const label = await parcels.label?.(s, parcelId);
      // How far the file is by then is no matter of the network.
      return label?.kind === 'refused' && label.reason !== 'not_ready' ? label : 'asked';
    }),
    on('packed', ({ parcels }, s) => parcels.report?.(s, parcelId, { step: 'packed', trackingCode: '' })),
    on('a cancellation', async ({ orders }, s) =>
      orders.cancel(s, (await sell()).orderId, { reason: 'Avaria', outOfStock: false }),
    ),
    on('what did not arrive', async ({ inbox }, s) => ({
      failures: (await inbox.readMissed?.(s))?.failures ?? [],
    })),
    on('questions', ({ conversations: { questions } }, s) => all(questions?.search(s, { unanswered: true }))),
    on('unread messages', ({ conversations: { messages } }, s) => all(messages?.unread(s))),
    on('claims', ({ conversations: { claims } }, s) => all(claims?.search(s, { changedSince: longAgo }))),
    on('reviews', ({ conversations: { reviews } }, s) =>
      all(reviews?.read(s, reviews.by === 'listing' ? made.id : null)),
    ),
    on('a reputation', ({ reputation }, s) => reputation?.read(s)),
    // Each with a consent of its own: a code and a refresh token are good for one try, whether or not it is heard of.
    on('token exchange', async ({ connect }) => {
      const consented = await met.consent(direct);
      return (await connect.exchange(...consented)).userId;
    }),
    ...(met.renews
      ? [
          on('token renewal', async ({ connect }) => {
            const { refreshToken, userId } = await direct.connect.exchange(...(await met.consent(direct)));
            return Object.keys(await connect.renew(refreshToken, 1, userId));
          }),
        ]
      : []),
  ];
}

async function all<T>(pages: AsyncIterable<T[]> | undefined): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages ?? []) found.push(...page);
  return found;
}

async function picture() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#996633' } })
    .jpeg({ quality: 20 })
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}
