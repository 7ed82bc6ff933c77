import { describe, expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import type { CampaignPlace, RemoteCampaign, RemoteCampaignAd } from '../campaigns.ts';
import type { Marketplace } from '../marketplace.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { SellerSession } from '../seller-session.ts';
import type { OwnAd } from './existing.ts';

/** A campaign as the marketplace, or the seller in its pages, opens it. Amounts are reais. */
export type OpenedCampaign = {
  name: string;
  /** Ids of ads with a regular price of 100.00. */
  ads: readonly string[];
  /** The price at which the seller put all of them into it in the marketplace's pages; null: none joined. */
  joined: number | null;
  band: { min: number; max: number; suggested: number };
};

/** What a marketplace's stand-in provides to test campaigns. */
export type CampaignStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** Answers the id of the ad. */
  makeOwn(ad: OwnAd): Promise<string>;
  /** Answers the id of a campaign that runs now. */
  open(campaign: OpenedCampaign): Promise<string>;
  /** Null: it never ends. */
  end: ((id: string) => Promise<unknown>) | null;
  /** By name: the next call about campaigns fails like this. */
  failures: Readonly<Record<string, () => Promise<unknown>>>;
  /** Campaigns have names and dates. */
  isNamed: boolean;
  /** The marketplace lists the ads that may join, with lowest, highest and suggested price. */
  invites: boolean;
};

const band = { min: 50, max: 95, suggested: 90 };
const long = 120;

export function describeCampaigns(name: string, stage: CampaignStage): void {
  const { marketplace, session } = stage;
  const { campaigns, listings } = marketplace;

  describe(`campaigns at ${name}`, () => {
    test('are read, joined and left as the capabilities say', () => {
      const { campaignKinds: kinds } = marketplace.capabilities(session.tags);
      expect(kinds).toBe(stage.invites ? 'both' : 'own');
      expect(campaigns).not.toBeNull();
    });
    if (!campaigns) return;

    const makeAds = async (title: string, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++)
        ids.push(await stage.makeOwn({ title: `${title} ${n} de cerâmica`, price: 100, quantity: 9 }));
      return ids;
    };
    const placeOf = async (listing: string): Promise<CampaignPlace> => {
      const [variation] = (await listings.read(session, listing)).variations;
      return { listing, variation: variation?.id ?? null };
    };
    async function open(title: string, ads: readonly string[], joined: number | null = null) {
      const id = await stage.open({ name: title, ads, joined, band });
      const campaign = (await campaigns?.list(session))?.find((one) => one.id === id);
      if (!campaign) throw new Error(`campaign ${id} is not listed`);
      return campaign;
    }
    async function openOne(title: string) {
      const [ad = ''] = await makeAds(title, 1);
      return { campaign: await open(title, [ad]), place: await placeOf(ad) };
    }
    async function adsOf(campaign: RemoteCampaign) {
      const found: RemoteCampaignAd[] = [];
      for await (const ads of campaigns?.ads(session, campaign) ?? []) found.push(...ads);
      return found;
    }
    const findAd = async (campaign: RemoteCampaign, { listing }: CampaignPlace) =>
      (await adsOf(campaign)).find((one) => one.listing === listing);
    const stateOf = async (campaign: RemoteCampaign, place: CampaignPlace) =>
      (await findAd(campaign, place))?.state ?? 'invited';
    /** What buyers pay now. */
    async function paid({ listing, variation }: CampaignPlace) {
      const read = await listings.read(session, listing);
      const unit = read.variations.find(({ id }) => id === variation) ?? read;
      return unit.promotion?.price ?? unit.price;
    }

    test('a running one is listed, and its invited ads with regular price and band', async () => {
      const { campaign, place } = await openOne('Semana da Louça');
      expect(campaign).toMatchObject({ state: 'running', canJoin: true, opensToAll: !stage.invites });
      if (stage.isNamed) {
        expect(campaign.name).toBe('Semana da Louça');
        expect(campaign.endsAt?.getTime()).toBeGreaterThan(systemClock.now().getTime());
      }
      if (stage.invites)
        expect(await findAd(campaign, place)).toMatchObject({
          ...{ state: 'invited', regular: 10_000, price: null },
          ...{ lowest: 5000, highest: 9500, suggested: 9000 },
        });
    });

    test('an ad joins at a price and leaves again, each twice with the effect of once', async () => {
      const { campaign, place } = await openOne('Semana do Café');
      for (const _ of [1, 2]) {
        const done = await campaigns.join(session, campaign, place, 8990);
        expect(done).toMatchObject({ ad: { listing: place.listing, state: 'running', price: 8990 } });
      }
      expect(await paid(place)).toBe(8990);
      expect(await findAd(campaign, place)).toMatchObject({ state: 'running', regular: 10_000, price: 8990 });
      for (const _ of [1, 2]) expect(await campaigns.leave(session, campaign, place)).toHaveProperty('ad');
      expect(await paid(place)).toBe(10_000);
      expect(await stateOf(campaign, place)).toBe('invited');
    });

    test('a joined ad gets another price', async () => {
      const { campaign, place } = await openOne('Semana do Chá');
      await campaigns.join(session, campaign, place, 8990);
      expect(await campaigns.join(session, campaign, place, 7990)).toMatchObject({ ad: { price: 7990 } });
      expect(await paid(place)).toBe(7990);
    });

    test('a price that is not accepted is refused with words, and the ad stays outside', async () => {
      const { campaign, place } = await openOne('Semana do Pão');
      const refused = await campaigns.join(session, campaign, place, 12_000);
      expect(refused).toMatchObject({ refused: 'price', words: expect.stringMatching(/\S/) });
      expect(await stateOf(campaign, place)).toBe('invited');
      expect(await paid(place)).toBe(10_000);
    });

    test('one ad leaves, and the others stay', async () => {
      const ads = await makeAds('Semana do Jantar', 3);
      const campaign = await open('Semana do Jantar', ads);
      const places = await Promise.all(ads.map(placeOf));
      for (const place of places) await campaigns.join(session, campaign, place, 9000);
      const [going, ...staying] = places;
      if (going) await campaigns.leave(session, campaign, going);
      for (const place of staying) expect(await paid(place)).toBe(9000);
    });

    const { end } = stage;
    if (end)
      test('nothing joins a campaign that has ended', async () => {
        const { campaign, place } = await openOne('Semana Passada');
        await end(campaign.id);
        expect(await campaigns.join(session, campaign, place, 8990)).toHaveProperty('refused');
        const listed = (await campaigns.list(session)).find(({ id }) => id === campaign.id);
        expect(listed?.state ?? 'ended').toBe('ended');
      });

    test('all ads of a campaign longer than a page are read', async () => {
      const ads = await makeAds('Semana Comprida', long);
      const campaign = await open('Semana Comprida', ads, 90);
      const found = new Map((await adsOf(campaign)).map((one) => [one.listing, one]));
      expect(ads.map((ad) => found.get(ad)?.price)).toEqual(Array(long).fill(9000));
    });

    test.each(Object.entries(stage.failures))('after %s the same call succeeds later', async (kind, fail) => {
      const { campaign, place } = await openOne(`Semana ${kind}`);
      await fail();
      const failed = await campaigns.join(session, campaign, place, 8990).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(Error);
      if (isMarketplaceError(failed)) expect(failed.retryable).toBe(true);
      expect(await campaigns.join(session, campaign, place, 8990)).toMatchObject({ ad: { price: 8990 } });
    });
  });
}
