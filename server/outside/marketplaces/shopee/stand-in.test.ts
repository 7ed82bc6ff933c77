import { createHmac } from 'node:crypto';
import { describeListings } from '../contract-suite/listings.ts';
import { describeSales } from '../contract-suite/sales.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import {
  aPicture,
  companyShop,
  connectShop,
  lettersShop,
  mugs,
  sessionOf,
  startStandIn,
} from './test/stand-in.ts';

/** The contract suite on a shop that was written apart from the connector. */

const { sandbox, marketplace, notifyUrl, partnerKey, buy, documentOf, strike } = await startStandIn();
const { listings, connect } = marketplace;
const { session } = await connectShop(marketplace, companyShop);
const { session: stranger } = await connectShop(marketplace, lettersShop);

const content = async (name: string): Promise<ListingContent> => ({
  // A name has ten characters at least.
  ...{ name: `${name} de ágata`, categoryId: mugs, type: 'classic' },
  description: 'Caneca esmaltada, boa para café.',
  ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '' },
  attributes: [
    { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
    { id: 'brand', name: 'Marca', valueId: null, valueName: 'Simula' },
  ],
  pictureIds: [await listings.uploadPicture(session, await aPicture(), null)],
  mark: `easy-p${name.replace(/\D/g, '')}-standin`,
});
const variation = (name: string, changes: Partial<VariationContent> = {}): VariationContent => ({
  ...{ id: null, sku: `SUITE-${name}`, gtin: '', kit: false, price: 5990, quantity: 5 },
  ...{ mark: `easy-v1-${name}`, pictureIds: null },
  attributes: name ? [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }] : [],
  ...changes,
});

const readAny = () => listings.readDescription(session, '1');
const readWith = (kind: string) => async () => {
  await strike(kind, { path: '/product/get_item_base_info' });
  return readAny();
};
const provocations: Record<MarketplaceErrorKind, () => Promise<unknown> | null> = {
  refused: readWith('refused'),
  not_found: readAny,
  forbidden: readWith('forbidden'),
  unauthorized: () => listings.list(sessionOf(marketplace, companyShop, 'another')),
  ended_grant: () => connect.renew('spent', 1, companyShop),
  retry: readWith('rate-limit'),
  // Nothing that is published names one.
  conflict: () => null,
  unavailable: readWith('error-server'),
};

describeListings('Shopee, on its stand-in', {
  marketplace,
  session,
  versioned: null,
  content: (_session, name) => content(name),
  variation,
  sell: async (itemId) => {
    await buy(itemId);
  },
  keepsNames: false,
  provoke: (kind) => provocations[kind](),
  linkOf: (id) => `https://shopee.com.br/Caneca-esmaltada-i.${companyShop}.${id}`,
  nothing: 'https://example.com/sobre-nos',
});

const sold = await listings.create(session, await content('Caneca 99'), [variation('', { quantity: 90 })]);
const signed = (raw: string, key = partnerKey, url = notifyUrl) =>
  createHmac('sha256', key).update(`${url}|${raw}`).digest('hex');

describeSales('Shopee, on its stand-in', {
  marketplace,
  session,
  stranger,
  async sell() {
    const { orderId, longAgo } = await buy(sold.id);
    return { orderId, parcelId: orderId, longAgo };
  },
  documentOf,
  notificationOf(orderId) {
    const raw = JSON.stringify({ data: { ordersn: orderId }, shop_id: Number(companyShop), code: 3 });
    const headers = { authorization: signed(raw) };
    return { delivery: { secret: '', bytes: Buffer.from(raw), headers }, body: JSON.parse(raw) };
  },
  forged: ({ bytes, ...rest }) => {
    const raw = bytes.toString();
    return [
      { bytes, ...rest, headers: {} },
      { bytes, ...rest, headers: { authorization: signed(raw, 'another key') } },
      { bytes, ...rest, headers: { authorization: signed(raw, partnerKey, 'https://another.example') } },
      { bytes: Buffer.from(`${raw} `), ...rest, headers: { authorization: signed(raw) } },
    ];
  },
  async sellUnheard() {
    await strike('notify-missed', { times: 10 });
    const { orderId } = await buy(sold.id);
    await sandbox.control('DELETE', '/shopee/faults');
    return { orderId };
  },
  unknownOrder: '260101UNKNOWN1',
});
