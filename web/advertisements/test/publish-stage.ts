import { api } from '#contract/index.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { searchPrice } from '#contract/price-search.ts';
import { paths } from '../../paths.ts';
import { sampleOf } from '../../test/sample.ts';
import { type Answer, type Asked, renderScreen } from '../../ui/render-screen.tsx';
import PublishPage from '../publications/PublishPage.tsx';

export const at = '2026-11-20T12:00:00.000Z';
export const offer = { id: 9, name: 'Caneca Esmaltada · Azul' };
export const mug = sampleOf(api.advertisements.detail.response, {
  id: 5,
  product: 'Caneca Esmaltada',
  brand: 'Aurora',
  description: '',
  archived: false,
  quantity: 8,
  asVariations: false,
  sku: '',
  weight: 0.3,
  width: 12,
  height: 10,
  depth: 9,
  cost: 2990,
  components: [
    {
      ...{ id: 1, offer, sku: 'CAN-AZ', supplier: { id: 2, name: 'Aurora' }, warehouseId: 3 },
      ...{ quantity: 1, price: 2990, available: 8, active: true, held: false },
    },
  ],
  images: [{ id: 31, name: 'Frente' }],
  createdAt: at,
  updatedAt: at,
  version: 1,
});
const capabilities: AccountCapabilities = {
  ...{ listingTypes: ['classic', 'premium'], mostPictures: 12, quotesFee: true, quotesFreight: true },
  ...{
    adExample: '123456789',
    campaignKinds: 'both',
    makesLabels: true,
    takesQuestions: true,
    tellsReputation: true,
    pricesDiffer: false,
    packagesDiffer: false,
    sharesCategories: true,
    takesVideo: true,
    originStock: false,
    fulfillment: 'Full',
    wholesale: null,
  },
  ...{ longestDescription: 50_000, conditions: ['new', 'used'], warranties: ['seller', 'none'] },
  ...{ handlingDays: { fewest: 1, most: 60 }, freeShipping: { obligedFrom: 7900 } },
};
export const account = {
  ...{ id: 4, name: 'CASA.DAS.CANECAS', pricePerVariation: false },
  capabilities,
};
export const category = sampleOf(api.marketplacesCategories.attributes.response, {
  ...{ id: 'C1', name: 'Canecas', leaf: true, path: [{ id: 'C1', name: 'Canecas' }] },
  ...{ maxTitleLength: 60, maxVariations: 10, maxPictures: 10, minimumPrice: 800, attributes: [] },
});

const stepped = (price: number) => ({ basisPoints: 1200, fixed: price < 7900 ? 600 : 0 });

/** Twelve per cent of any price, and R$ 6,00 below R$ 79,00. */
function quote({ url }: Pick<Asked, 'url'>, { quotesFee, quotesFreight }: AccountCapabilities): Answer {
  const price = Number(url.searchParams.get('price'));
  const freight = quotesFreight ? 0 : null;
  const untold = sampleOf(api.marketplacesCategories.fees.response, {
    ...{ price, feeFrom: 'unknown', freight, taxBasisPoints: 0 },
  });
  const { fixed } = stepped(price);
  const total = Math.round(price * 0.12) + fixed;
  return {
    body: quotesFee ? { ...untold, basisPoints: 1200, fixed, total, feeFrom: 'marketplace' } : untold,
  };
}

/** The price that leaves a margin, by the same steps. */
async function priceOf({ url }: Asked, able: AccountCapabilities): Promise<Answer> {
  const [marginBasisPoints, cost] = ['margin', 'cost'].map((name) => Number(url.searchParams.get(name)));
  const fee = (price: number) => ({
    ...(able.quotesFee ? stepped(price) : { basisPoints: 0, fixed: null }),
    freight: able.quotesFreight ? 0 : null,
    taxBasisPoints: 0,
  });
  const price = await searchPrice(fee, {
    ...{ marginBasisPoints: marginBasisPoints ?? 0, cost: cost ?? 0 },
    from: Math.max(cost ?? 0, 100),
  });
  if (price === null) return { body: { quote: null, refused: 'too_big' } };
  url.searchParams.set('price', String(price));
  return { body: { quote: quote({ url }, able).body, refused: null } };
}

export const listOf = (...items: object[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });

export const publishServer = (
  connected = account,
  maxPictures = category.maxPictures,
  advertisement = mug,
  publication: { id: number } | null = null,
): Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)> => ({
  'advertisements.detail': { body: advertisement },
  'dropshipping.detail': {
    body: { ...offer, gtin: '', attributes: {}, images: [], siblings: [], width: 12, height: 10, depth: 9 },
  },
  'publications.detail': { body: publication },
  'marketplaceAccounts.list': listOf(connected),
  'marketplacesCategories.list': { body: { items: [] } },
  'marketplacesCategories.predict': { body: { items: [category] } },
  'marketplacesCategories.attributes': { body: { ...category, maxPictures } },
  'marketplacesCategories.fees': (asked) => quote(asked, connected.capabilities),
  'marketplacesCategories.price': (asked) => priceOf(asked, connected.capabilities),
});

/** The form of an advertisement on the only account, or of its `publication` there. */
export const openPublish = (
  connected = account,
  maxPictures = category.maxPictures,
  advertisement = mug,
  publication: { id: number } | null = null,
  otherwise: ReturnType<typeof publishServer> = {},
) =>
  renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: `${paths.advertisements.publish(5)}${publication ? `?publication=${publication.id}` : ''}`,
    server: { ...publishServer(connected, maxPictures, advertisement, publication), ...otherwise },
  });
