import { expect } from '@playwright/test';
import { countActs, expectAtMost } from './acts.ts';
import type { Shops } from './marketplace-accounts.ts';
import { control, sandbox } from './outside.ts';
import {
  chooseCategory,
  connectAccount,
  connectOther,
  fillRequired,
  openPublication,
} from './seller-story.ts';
import { setFloor } from './seller-watch-story.ts';
import { type Actor, expectToast, fill, press, type } from './verbs.ts';

/** The store is found by its handle. */
export type Accounts = Shops & { storeHandle: string };
export type Mug = { product: string; sku: string; title: string; brand: string };

/** Consent pages of the other two, each confirmed by the owner of the account. */
async function connectOthers(actor: Actor, { shop, store }: Accounts): Promise<void> {
  await connectOther(actor, 'Shopee', shop, 'Confirmar autorização');
  await connectOther(actor, 'Nuvemshop', store, 'Aceitar e começar a usar');
}

/** What is reached is kept; from the catalogue to the third ad, without the consents of the accounts. */
const mostActs = 11;

/**
 * One product in three places by one form, the first account with a floor. Returns the link of the first ad.
 */
export async function publishThree(actor: Actor, accounts: Accounts, mug: Mug): Promise<string> {
  const { nickname } = accounts;
  await connectAccount(actor, nickname);
  await setFloor(actor, nickname);
  await connectOthers(actor, accounts);
  const acts = await countActs(actor);
  const begun = Date.now();
  await openPublication(actor, { nickname, margin: '25', ...mug });
  await fillThree(actor, accounts, mug);
  const link = await submitThree(actor, nickname);
  expectAtMost(mostActs, acts, begun, 'three marketplaces');
  return link;
}

/** The form of the first account, and in the panels of the others what they ask for besides. */
async function fillThree(actor: Actor, accounts: Accounts, mug: Mug): Promise<void> {
  const { page, words } = actor;
  const { publish: form } = words.advertisements;
  const { nickname, shop, store } = accounts;
  for (const name of [nickname, shop, store]) await page.getByRole('checkbox', { name, exact: true }).click();
  await type(actor, form.name, mug.title);
  await chooseCategory(actor, /Canecas/);
  await fillRequired(actor);
  await type(actor, form.margin, '25');
  await type(actor, form.description, 'Caneca esmaltada de 350 ml, resistente e leve.');
  const shopPanel = page.getByRole('group', { name: shop, exact: true });
  await shopPanel.getByRole('button', { name: fill(form.useListed, { name: 'Sem marca' }) }).click();
  for (const box of await shopPanel.getByRole('combobox').all()) {
    if ((await box.getAttribute('required')) === null || (await box.inputValue()) !== '') continue;
    await box.click();
    await page.getByRole('option').first().click();
  }
  await expect(page.getByText(form.ready, { exact: true })).toHaveCount(2);
}

/** Sends all three, and returns the link of the first ad from the table of outcomes. */
async function submitThree(actor: Actor, nickname: string): Promise<string> {
  const { publish: form, outcomes, publications } = actor.words.advertisements;
  await press(actor, fill(form.submitAll_other, { count: '3' }));
  await expectToast(actor, fill(form.allSent_other, { count: '3' }));
  const table = actor.page.getByRole('table', { name: outcomes.title });
  await expect(table.getByRole('link', { name: publications.open })).toHaveCount(3);
  const link = table.getByRole('row', { name: nickname }).getByRole('link', { name: publications.open });
  return (await link.getAttribute('href')) ?? '';
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
