import type { Locale } from '#contract/messages/index.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';

type Prices = { price: number; paid: number };

/** A marketplace as the stories about promotions use it: what its seller and its buyers do there. */
export type CampaignPlace = {
  marketplace: string;
  accounts: Record<Locale, { name: string; id: number }>;
  /** The button of its consent page; null: that of `connectAccount`. */
  consent: string | null;
  /** It invites ads, with a price each. Elsewhere every ad may join, at a price of the seller. */
  invites: boolean;
  /** Without a quote of the fee, the margins are computed with the rates that the seller typed. */
  quotesFees: boolean;
  /** Its promotions have a name and an end; the only one of the others is shown by its kind and never ends. */
  names: boolean;
  list(account: number, title: string): Promise<string>;
  /** Regular and current prices of ads, in their order. */
  prices(ads: readonly string[]): Promise<Prices[]>;
  buy(ad: string): Promise<unknown>;
  /** Returns its id. */
  open(account: number, name: string, ads: readonly string[]): Promise<string>;
  end(campaign: string, ads: readonly string[]): Promise<unknown>;
};

const made = async (path: string, body: object): Promise<string> =>
  String(((await control('POST', path, body)) as { id: number | string }).id);

const inOrder = <T extends Prices>(found: readonly (T & { ad: string })[], ads: readonly string[]) =>
  ads.map((ad) => {
    const { price = Number.NaN, paid = Number.NaN } = found.find((one) => one.ad === ad) ?? {};
    return { price, paid };
  });

const goods = (title: string) => ({ title, price: 120, quantity: 6 });

const mercadoLivre: CampaignPlace = {
  marketplace: 'Mercado Livre',
  accounts: {
    pt: { name: marketplaceAccounts.campaigns, id: 655_310_976 },
    en: { name: marketplaceAccounts.campaignsInEnglish, id: 655_310_977 },
  },
  ...{ consent: null, invites: true, quotesFees: true, names: true },
  list: (sellerId, title) => made('/items', { sellerId, ...goods(title) }),
  async prices(ads) {
    const items = (await control('GET', '/items')) as ({ id: string } & Prices)[];
    return inOrder(
      items.map((item) => ({ ...item, ad: item.id })),
      ads,
    );
  },
  buy: (itemId) => control('POST', '/purchases', { itemId }),
  open: (sellerId, name, ads) =>
    made('/campaigns', { sellerId, name, items: ads.map((itemId) => ({ itemId })) }),
  end: (campaign) => control('POST', `/campaigns/${campaign}/end`, {}),
};

type Discount = { status: string; items: { itemId: number; price: number }[] };

/** The shop's own discount. The marketplace's campaigns have no public call. */
const shopee: CampaignPlace = {
  marketplace: 'Shopee',
  accounts: {
    pt: { name: 'semana.de.descontos', id: 81_220_416 },
    en: { name: 'mes.de.descontos', id: 81_220_417 },
  },
  ...{ consent: 'Confirmar autorização', invites: false, quotesFees: false, names: true },
  list: (shopId, title) => made('/shopee/items', { shopId, ...goods(title) }),
  async prices(ads) {
    const items = (await control('GET', '/shopee/items')) as { item_id: number; original_price: number }[];
    const discounts = (await control('GET', '/shopee/discounts')) as Discount[];
    const discounted = discounts.filter(({ status }) => status === 'ongoing').flatMap((one) => one.items);
    return inOrder(
      items.map(({ item_id: id, original_price: price }) => {
        const paid = discounted.find(({ itemId }) => itemId === id)?.price ?? price;
        return { ad: String(id), price, paid };
      }),
      ads,
    );
  },
  buy: (itemId) => control('POST', '/shopee/purchases', { itemId: Number(itemId) }),
  // Other stories may turn the clock past the end of a week.
  open: (shopId, name) => made('/shopee/discounts', { shopId, name, finish: inDays(120) }),
  end: (discount) => control('POST', `/shopee/discounts/${discount}/end`),
};

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

type Product = { id: number; variants: { price: string | null; promotional_price: string | null }[] };

/** A promotional price, which lasts until the merchant takes it away. */
const nuvemshop: CampaignPlace = {
  marketplace: 'Nuvemshop',
  accounts: {
    pt: { name: 'Semana de Preços', id: 4_870_217 },
    en: { name: 'Mês de Preços', id: 4_870_218 },
  },
  ...{ consent: 'Aceitar e começar a usar', invites: false, quotesFees: false, names: false },
  list: (storeId, title) => made('/nuvemshop/products', { storeId, ...goods(title) }),
  async prices(ads) {
    const products = (await control('GET', '/nuvemshop/products')) as Product[];
    return inOrder(
      products.map(({ id, variants: [one] }) => {
        const price = Number(one?.price);
        return { ad: String(id), price, paid: Number(one?.promotional_price ?? price) };
      }),
      ads,
    );
  },
  buy: (productId) =>
    control('POST', '/nuvemshop/purchases', { productId: Number(productId), quantity: 1, freight: 0 }),
  open: async () => '',
  async end(_, ads) {
    for (const ad of ads)
      await control('PATCH', `/nuvemshop/products/${ad}`, { variant: { promotional_price: null } });
  },
};

export const campaignPlaces = [mercadoLivre, shopee, nuvemshop] as const;
