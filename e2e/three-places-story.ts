import { expect } from '@playwright/test';
import { control, sandbox } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, leaveFor, publish } from './seller-story.ts';
import { setFloor } from './seller-watch-story.ts';
import { type Actor, go, row } from './verbs.ts';

/** Accounts of one seller, one name per marketplace; the store is found by its handle. */
export type Accounts = {
  nickname: string;
  sellerId: number;
  shop: string;
  shopId: number;
  store: string;
  storeId: number;
  storeHandle: string;
};
export type Mug = { product: string; sku: string; title: string };

/** Consent pages of the other two, each confirmed by the owner of the account. */
async function connectOthers(actor: Actor, { shop, store }: Accounts): Promise<void> {
  const { page, words } = actor;
  const isBack = (name: string) =>
    expect(row(actor, name)).toContainText(words.marketplaces.states.connected);
  await go(actor, '/marketplaces/account/list');
  for (const [marketplace, name, agree] of [
    ['Shopee', shop, 'Confirmar autorização'],
    ['Nuvemshop', store, 'Aceitar e começar a usar'],
  ] as const) {
    await leaveFor(actor, marketplace);
    await page.getByRole('radio', { name }).check();
    await page.getByRole('button', { name: agree }).click();
    await isBack(name);
  }
}

/**
 * One advertisement in three places: the first, whose account has a floor, by its form, the others by the API.
 * Returns the page of the first one.
 */
export async function publishThree(actor: Actor, accounts: Accounts, mug: Mug): Promise<string> {
  const { nickname, shop, store } = accounts;
  await connectAccount(actor, nickname);
  await setFloor(actor, nickname);
  const link = await publish(actor, { nickname, margin: '25', ...mug });
  const id = Number(/advertisements\/(?:advertisement\/)?(\d+)/.exec(actor.page.url())?.[1]);
  await connectOthers(actor, accounts);
  const read = async <T>(path: string) => (await ask(actor, 'GET', path)) as T;
  const advertisement = await read<Advertisement>(`/advertisements/${id}`);
  const known = await read<{ items: { id: number; name: string }[] }>('/marketplace-accounts?size=100');
  const accountOf = (name: string) => known.items.find((account) => account.name === name)?.id;
  const variation = {
    name: '',
    sku: `${mug.sku}-A`,
    gtin: '',
    attributes: [],
    components: advertisement.components.map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
    price: 5990,
    active: true,
  };
  const asked = {
    name: mug.title,
    type: 'classic',
    description: 'Caneca esmaltada de 350 ml, resistente e leve.',
    ...{ weight: 0.42, width: 12, height: 12, depth: 12 },
    images: advertisement.images.map((image) => image.id),
    variations: [variation],
  };
  const material = { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' };
  const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' };
  const shopee = { category: '101202', attributes: [material, brand] };
  for (const more of [
    { account: accountOf(shop), ...shopee },
    { account: accountOf(store), category: '0', attributes: [] },
  ])
    await ask(actor, 'POST', `/advertisements/${id}/publications`, { ...asked, ...more });
  return link;
}

type Advertisement = {
  components: { offer: { id: number }; quantity: number }[];
  images: { id: number }[];
};

/** Each marketplace applies its next quantity late, so that its shop still sells what was sold elsewhere. */
async function delayQuantities({ sellerId, shopId, storeId }: Accounts): Promise<void> {
  const late = { kind: 'slow', delayMs: 3000, times: 1 };
  await control('POST', '/faults', { ...late, seller: sellerId, method: 'PUT' });
  await control('POST', '/shopee/faults', { ...late, shop: shopId, path: '*/update_stock' });
  await control('POST', '/nuvemshop/faults', { ...late, store: storeId, method: 'PATCH' });
}

/** Three buyers, each in another shop, buy the last unit at once. */
export async function buyTheLastThrice(actor: Actor, accounts: Accounts, title: string): Promise<void> {
  const shops = await Promise.all(
    ['mercado-livre', 'shopee', accounts.storeHandle].map(async (where) => {
      const shop = await actor.context.newPage();
      await expect(async () => {
        await shop.goto(`${sandbox}/shop?where=${where}`);
        await shop.getByRole('link', { name: title }).first().click({ timeout: 3000 });
      }).toPass();
      await expect(shop.getByRole('heading', { level: 1, name: title })).toBeVisible();
      return shop;
    }),
  );
  await delayQuantities(accounts);
  await Promise.all(
    shops.map((shop) => shop.getByRole('button', { name: 'Comprar e pagar com PIX' }).click()),
  );
  for (const shop of shops) {
    await expect(shop).toHaveURL(/\/orders\//);
    await shop.close();
  }
}
