import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { describeCampaigns } from '../contract-suite/campaigns.ts';
import { describeConnect } from '../contract-suite/connect.ts';
import { describeExisting, type OwnAd, ownAd } from '../contract-suite/existing.ts';
import { describeFulfillment } from '../contract-suite/fulfillment.ts';
import { describeListings } from '../contract-suite/listings.ts';
import { describeLocations } from '../contract-suite/locations.ts';
import { describeModels } from '../contract-suite/models.ts';
import { describePayouts } from '../contract-suite/payouts.ts';
import { describeReputation } from '../contract-suite/reputation.ts';
import { describeSales } from '../contract-suite/sales.ts';
import { describeWholesale } from '../contract-suite/wholesale.ts';
import type { Delivery } from '../inbox.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import { storePath } from './client.ts';
import { startStandIn } from './test/stand-in.ts';

/** The contract suite on a store that was written apart from the connector. */

const { marketplace, clientSecret, store, second, other, third, ...market } = await startStandIn();
const { listings, connect } = marketplace;
const session = await market.connectStore(store);
const outsider = await market.connectStore(other);

/** A category tree of its own, because a store begins without one. */
async function makeCategory(name: string, parent: number | null): Promise<number> {
  const json = { name: { pt: name }, ...(parent !== null && { parent }) };
  const answer = await session.call(`${storePath(store)}/categories`, { method: 'POST', json });
  return z.looseObject({ id: z.number() }).parse(answer.json).id;
}
await makeCategory('Canecas', await makeCategory('Casa', null));

const content = (name: string): ListingContent => ({
  ...{ name, categoryId: '0', type: 'classic', description: 'Caneca de ágata.' },
  ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '', attributes: [] },
  ...{ pictureIds: [], mark: `easy-p${name.replace(/\D/g, '')}-standin` },
});
const variation = (name: string, changes: Partial<VariationContent> = {}): VariationContent => ({
  ...{ id: null, sku: `SUITE-${name}`, gtin: '', kit: false, package: null, pictureIds: null },
  attributes: name ? [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }] : [],
  ...{ price: 5990, quantity: 5, mark: `easy-v1-${name}`, ...changes },
});

const readAny = () => listings.readDescription(session, '1');
const readWith = (kind: string) => async () => {
  await market.strike(kind);
  return readAny();
};
const provocations: Record<MarketplaceErrorKind, () => Promise<unknown> | null> = {
  refused: readWith('refused-422'),
  not_found: readAny,
  // A token belongs to one store: it sees no records of another.
  forbidden: () => null,
  unauthorized: () => listings.list(market.sessionOf(store, 'another')),
  ended_grant: () => connect.renew('', 1, store),
  retry: readWith('rate-limit'),
  // Nothing that is published names one.
  conflict: () => null,
  unavailable: readWith('unavailable-503'),
};

describeConnect('Nuvemshop, on its stand-in', {
  marketplace,
  // An account without other calls, because a consent ends the former token.
  consent: () => market.consentOf(third),
  renews: false,
});

describeListings('Nuvemshop, on its stand-in', {
  marketplace,
  session,
  versioned: null,
  content: async (_session, name) => content(name),
  variation,
  sell: async () => undefined,
  keepsNames: false,
  provoke: (kind) => provocations[kind](),
  linkOf: (id) => `https://outlet-do-lar.example/admin/v2/products/${id}`,
  nothing: 'https://example.com/sobre-nos',
});

const makeOwn = async (ad: OwnAd) =>
  ownAd.parse(await market.sandbox.control('POST', '/nuvemshop/products', { storeId: Number(store), ...ad }))
    .id;

describeExisting('Nuvemshop, on its stand-in', {
  marketplace,
  session,
  makeOwn,
  linkOf: (id) => `https://outlet-do-lar.example/admin/v2/products/${id}`,
});

describeCampaigns('Nuvemshop, on its stand-in', {
  marketplace,
  session,
  makeOwn,
  async open({ ads, joined }) {
    const variant = { promotional_price: joined === null ? null : joined.toFixed(2) };
    for (const ad of ads) await market.sandbox.control('PATCH', `/nuvemshop/products/${ad}`, { variant });
    return 'promotional_price';
  },
  end: null,
  failures: {
    'a failure': () => market.strike('unavailable-503'),
    'too many calls': () => market.strike('rate-limit'),
  },
  isNamed: false,
  invites: false,
});

describeModels('Nuvemshop, on its stand-in', {
  ...{ marketplace, variation },
  // A store of its own, because calls are limited by store.
  session: await market.connectStore(second),
  content: async (_session, name) => content(name),
  options: (color, size) => [
    { id: 'Cor', name: 'Cor', valueId: null, valueName: color },
    ...(size ? [{ id: 'Tamanho', name: 'Tamanho', valueId: null, valueName: size }] : []),
  ],
  async refuseStock() {
    const fault = { kind: 'partial-success', method: 'PATCH', times: 1 };
    await market.sandbox.control('POST', '/nuvemshop/faults', fault);
    return 21;
  },
});

const sold = await listings.create(session, content('Caneca 99'), [variation('', { quantity: 90 })]);
const unit = sold.variations[0]?.id ?? null;
const sign = (bytes: Buffer, key = clientSecret) => createHmac('sha256', key).update(bytes).digest('hex');
const deliveryOf = (bytes: Buffer, signature?: string): Delivery => ({
  ...{ secret: '', bytes, headers: { 'x-linkedstore-hmac-sha256': signature } },
});
let documents = 0;

describeFulfillment('Nuvemshop, on its stand-in', {
  ...{ marketplace, session, variation },
  content: async (_session, name) => content(name),
  sell: async () => undefined,
});

describeWholesale('Nuvemshop, on its stand-in', {
  ...{ marketplace, session, variation },
  content: async (_session, name) => content(name),
});

describeReputation('Nuvemshop, on its stand-in', { marketplace, session });

describePayouts('Nuvemshop, on its stand-in', { marketplace, session });

describeLocations('Nuvemshop, on its stand-in', {
  // A store of its own, because calls are counted.
  ...{ marketplace, session: outsider, variation },
  content: async (_session, name) => content(name),
  async open() {
    await market.sandbox.control('POST', `/nuvemshop/stores/${other}/locations`, { name: 'Depósito' });
    return outsider;
  },
});

describeSales('Nuvemshop, on its stand-in', {
  marketplace,
  session,
  outsider,
  async sell() {
    const longAgo = addMinutes(systemClock.now(), -180);
    const orderId = await market.buy(sold.id, unit);
    return { orderId, parcelId: orderId, longAgo };
  },
  documentOf: async () => ({ bytes: Buffer.alloc(0), key: String(++documents).padStart(44, '1') }),
  notificationOf(orderId) {
    const body = { store_id: Number(store), event: 'order/paid', id: orderId };
    const bytes = Buffer.from(JSON.stringify(body));
    return { delivery: deliveryOf(bytes, sign(bytes)), body };
  },
  forged: ({ bytes }) => [
    deliveryOf(bytes),
    deliveryOf(bytes, sign(bytes, 'another key')),
    deliveryOf(bytes, sign(bytes).slice(0, 32)),
    deliveryOf(Buffer.concat([bytes, Buffer.from(' ')]), sign(bytes)),
  ],
  sellUnheard: async () => ({ orderId: await market.buy(sold.id, unit) }),
  changeUnheard: async () => ({ listingId: sold.id }),
  unknownOrder: '99999999',
});
