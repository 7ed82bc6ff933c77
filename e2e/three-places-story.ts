import { expect } from '@playwright/test';
import { countActs, expectAtMost } from './acts.ts';
import { control, sandbox } from './outside.ts';
import { connectAccount, connectOther, publish } from './seller-story.ts';
import { setFloor } from './seller-watch-story.ts';
import { type Actor, button, expectText, expectToast, field, fill, go, press } from './verbs.ts';

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
export type Mug = { product: string; sku: string; title: string; brand: string };

/** Consent pages of the other two, each confirmed by the owner of the account. */
async function connectOthers(actor: Actor, { shop, store }: Accounts): Promise<void> {
  await connectOther(actor, 'Shopee', shop, 'Confirmar autorização');
  await connectOther(actor, 'Nuvemshop', store, 'Aceitar e começar a usar');
}

/** What is reached is kept; from the catalogue to the third ad, without the consents of the accounts. */
const mostActs = 20;

/**
 * One product in three places, each by the form, the first account with a floor. Returns the page of the first ad.
 */
export async function publishThree(actor: Actor, accounts: Accounts, mug: Mug): Promise<string> {
  const { nickname, shop, store } = accounts;
  await connectAccount(actor, nickname);
  await setFloor(actor, nickname);
  const acts = await countActs(actor);
  const link = await publish(actor, { nickname, margin: '25', ...mug });
  const [page, soFar] = [actor.page.url(), acts.length];
  await connectOthers(actor, accounts);
  acts.length = soFar;
  const begun = Date.now();
  await publishAlsoOn(actor, page, shop, { unlistedBrand: mug.brand });
  await publishAlsoOn(actor, page, store, { hasCategories: false });
  expectAtMost(mostActs, acts, begun, 'three marketplaces, seconds of the last two');
  return link;
}

/** From the page of the advertisement to its ad in another account; what the product does not say is filled in. */
async function publishAlsoOn(
  actor: Actor,
  advertisement: string,
  account: string,
  { hasCategories = true, unlistedBrand = '' } = {},
): Promise<void> {
  const { page, words } = actor;
  const { page: here, publish: form, publications } = words.advertisements;
  await go(actor, advertisement);
  const elsewhere = here.publishElsewhere;
  await page.getByRole('link', { name: elsewhere }).or(button(actor, elsewhere)).first().click();
  await page.getByRole('combobox', { name: form.account, exact: true }).click();
  await page.getByRole('option', { name: account }).click();
  // A suggested category is chosen by the form; a store without categories sells without one.
  if (!hasCategories) await press(actor, form.noCategory);
  const submit = button(actor, form.submit);
  await expect(submit).toBeVisible();
  const attributes = page.getByRole('region', { name: form.attributes });
  if (unlistedBrand !== '') {
    await expectText(actor, fill(form.unlisted, { value: unlistedBrand }));
    await press(actor, fill(form.useListed, { name: 'Sem marca' }));
  }
  for (const box of await attributes.getByRole('combobox').all()) {
    if ((await box.getAttribute('required')) === null || (await box.inputValue()) !== '') continue;
    await box.click();
    await page.getByRole('option').first().click();
  }
  // No fee is known of these accounts, so that no margin leads to a price.
  await field(actor, form.price).fill('59,90');
  const description = field(actor, form.description);
  if ((await description.inputValue()) === '')
    await description.fill('Caneca esmaltada de 350 ml, resistente e leve.');
  await submit.click();
  await expectToast(actor, words.advertisements.successes['advertisementsPublications.create']);
  const region = page.getByRole('region', { name: publications.title });
  await expect(region).toContainText(account);
}

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
