import { addMinutes, systemClock } from '#contract/dates.ts';
import type { ListingContent, VariationContent } from '#server/outside/marketplaces/listing.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Met, Seller } from './connectors.ts';
import type { Call } from './port-methods.ts';

/** More than are ever bought of it. */
const plenty = 5000;

/** A seller at a marketplace without any obstacles, and the seller's records. */
export type PortStage = Awaited<ReturnType<typeof setPortStage>>;

export async function setPortStage(met: Met, url: string, seller: Seller) {
  const direct = met.make(url, 5000);
  const pair = await direct.connect.exchange(...(await met.consent(direct, seller)));
  const { accessToken } = pair;
  const user = await direct.connect.whoIs(pair);
  const sessionOf = (marketplace: Marketplace): SellerSession => ({
    ...{ remoteUserId: user.id, siteId: user.siteId, tags: user.tags },
    call: (path, options) => marketplace.call(path, { ...options, accessToken }),
    download: (path, options) => marketplace.download(path, { ...options, accessToken }),
  });
  const session = sessionOf(direct);
  const { listings, parcels } = direct;
  const { picturesOf, variations: kind } = direct.capabilities(user.tags);
  const isOfSeller = picturesOf === 'seller';
  const isPerVariation = kind === 'price_each';
  const photo = await makePhoto();
  const pictures: string[] = [];
  for (let n = 0; isOfSeller && n < 2; n++) pictures.push(await listings.uploadPicture(session, photo, null));

  let serial = 0;
  /** With its own mark and SKUs. */
  function draft(...colors: string[]): { content: ListingContent; variations: VariationContent[] } {
    const n = ++serial;
    const variations = (colors.length > 0 ? colors : ['']).map((color) => unit(n, color));
    const content = {
      ...{ ...met.content, name: `Caneca do fio cortado ${n}`, mark: `easy-p9${n}-faults` },
      pictureIds: pictures.slice(0, 1),
      // Where each variation is an ad it has its mark.
      ...(isPerVariation && { mark: variations[0]?.mark ?? '' }),
    };
    return { content, variations };
  }
  const unit = (n: number, color: string): VariationContent => ({
    ...{ id: null, sku: `FIO-${n}${color}`, gtin: '', kit: false, price: 5990, quantity: 90 },
    ...{ mark: `easy-v9${n}${color}`, package: null, pictureIds: null },
    attributes: color ? [{ id: met.color, name: 'Cor', valueId: null, valueName: color }] : [],
  });

  async function publish(...colors: string[]) {
    const { content, variations } = draft(...colors);
    const made = await listings.create(session, content, variations);
    return { content, variations, made };
  }
  const { made: sold } = await publish();
  const only = sold.variations[0]?.id ?? null;
  await listings.pushStock(session, sold, [{ id: only, value: plenty }], null);
  const sell = () => met.sell(sold.id, only);

  /** A sale whose label can be had, where the marketplace makes one. */
  async function sellLabeled() {
    const sale = await sell();
    await parcels.sendDocument(session, sale.parcelId, await met.documentOf(sale.parcelId));
    await parcels.arrange?.(session, sale.parcelId);
    for (let tries = 0; parcels.label && tries < 10; tries++)
      if ((await parcels.label(session, sale.parcelId)).kind === 'label') break;
    return sale;
  }

  const deliver = () =>
    met.buyers?.deliver(sold.id, (parcelId) => parcels.arrange?.(session, parcelId)) ?? Promise.resolve('');

  return {
    ...{ met, direct, pair, session, photo, draft, unit, publish },
    ...{ sold, sell, sellLabeled, deliver, read: (id: string) => listings.read(session, id) },
    longAgo: addMinutes(systemClock.now(), -180),
    /** A number that was never given before. */
    next: () => ++serial,
    on(
      name: string,
      ask: (marketplace: Marketplace, session: SellerSession) => unknown,
      about: readonly string[] = [],
    ): Call {
      const asked = async (marketplace: Marketplace) => ask(marketplace, sessionOf(marketplace));
      return { ...{ name, about, acts: false }, ready: async () => undefined, ask: asked };
    },
    /**
     * Changes something, each time to a new value; a failed try is repeated with the same value. Returns the state that
     * an undisturbed read shows afterwards.
     */
    act<T>(
      name: string,
      make: () => Promise<T>,
      ask: (marketplace: Marketplace, session: SellerSession, of: T, isAgain: boolean) => unknown,
    ): Call {
      let made: { of: T; tries: number } | null = null;
      return {
        ...{ name, about: [], acts: true },
        async ready() {
          made ??= { of: await make(), tries: 0 };
        },
        async ask(marketplace) {
          made ??= { of: await make(), tries: 0 };
          const answer = await ask(marketplace, sessionOf(marketplace), made.of, made.tries++ > 0);
          made = null;
          return answer;
        },
      };
    },
  };
}

async function makePhoto() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#996633' } })
    .jpeg({ quality: 20 })
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}
