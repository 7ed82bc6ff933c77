import { expect, test } from '@playwright/test';
import { phone } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { loseNetwork } from './network.ts';
import { mailLink } from './outside.ts';
import {
  buy,
  connectHere,
  fillPublication,
  outAndBack,
  type Sale,
  submitPublication,
} from './seller-story.ts';
import { enterBankData } from './settlement-story.ts';
import {
  createOffer,
  createProduct,
  createWarehouse,
  type Goods,
  launchVolume,
  register,
} from './supplier-story.ts';
import { type Actor, enter, expectText, fill, go, password, press, row, type } from './verbs.ts';

/** From home to a publication at the marketplace, including the connection of the account. */
const mostActs = 8;

test('newcomers of both kinds reach the first sale: the supplier at a desk in pt, the seller on a phone in en', {
  tag: '@campaign',
}, async ({ browser }) => {
  const supplier = await enter(browser, 'pt', 'fornecedora-nova@example.com');
  const seller = await enter(browser, 'en', 'vendedora-nova@example.com', phone);
  const product = 'Caneca do Primeiro Dia';
  const goods: Goods = { product, sku: 'CAN-NOVA', gtin: '7891000315507', quantity: 5, price: '29,90' };
  const sale: Sale = {
    nickname: marketplaceAccounts.newcomer,
    ...{ product, title: `${product} Branca`, sku: goods.sku, margin: '25' },
  };
  const warehouse = 'Galpão dos novos';
  const { firstSteps } = seller.words.business.home;

  await test.step('the supplier: each first step ticks itself, up to the first sale', async () => {
    await register(supplier, {
      type: 'supply',
      business: 'Nova Distribuidora',
      document: '12.ABC.345/01DE-35',
      name: 'Nina Fornecedora',
    });
    await expectSteps(supplier, 0, 4);
    await createWarehouse(supplier, warehouse);
    await go(supplier, '/products/product/create');
    await createProduct(supplier, goods);
    await expectSteps(supplier, 1, 4);
    await launchVolume(supplier, warehouse, goods);
    await createOffer(supplier, warehouse, goods);
    await expectSteps(supplier, 2, 4);
    await enterBankData(supplier);
    await expectSteps(supplier, 3, 4);
  });

  await test.step('the seller corrects the e-mail, and the link signs in', async () => {
    await registerTwice(seller);
    await go(seller, '/business');
    for (const way of ['ownStock', 'catalogue'] as const) await expectText(seller, firstSteps.ways[way]);
    await expect(seller.page.getByText(seller.words.business.home.todo.nothing)).toHaveCount(0);
  });

  const acts = await countActs(seller);
  const begun = Date.now();
  const link = await test.step('publishes, connecting the account on the way', async () => {
    await go(seller, '/business');
    await seller.page.getByRole('link', { name: firstSteps.createAdvertisement }).click();
    await expectText(seller, product);
    // Other stories offer goods meanwhile, which may come first.
    const card = seller.page.getByRole('listitem').filter({ hasText: product });
    await card.getByRole('button', { name: seller.words.dropshipping.catalogue.publish }).click();
    await expect(seller.page).toHaveURL(/advertisements\/create/);
    await press(seller, seller.words.advertisements.list.create);
    await expectText(seller, seller.words.advertisements.publish.connectFirstTitle);
    const [place, before] = [seller.page.url(), acts.length];
    // Another story may turn the clock past the life of an authorization now; a person would start again.
    await expect(async () => {
      if (seller.page.url() !== place) await go(seller, place);
      acts.length = before;
      await connectHere(seller, sale.nickname);
      await expect(seller.page).toHaveURL(/\/publish/, outAndBack);
    }).toPass();
    await fillPublication(seller, sale);
    await loseNetwork(seller, seller.words.advertisements.publish.name, sale.title);
    return submitPublication(seller);
  });
  test.info().annotations.push({ type: 'acts to a publication', description: acts.join(' · ') });
  expect(acts.length, acts.join(' · ')).toBeLessThanOrEqual(mostActs);

  await test.step('the first sale arrives on both sides, and the first steps are gone', async () => {
    await buy(seller, link, 1);
    await go(seller, '/orders/list');
    await expect(row(seller, sale.title).first()).toBeVisible();
    await go(supplier, '/checkout/list');
    await expect(row(supplier, product).first()).toBeVisible();
    const seconds = Math.round((Date.now() - begun) / 1000);
    test.info().annotations.push({ type: 'seconds from home to the first sale', description: `${seconds}` });
    for (const { page, words } of [seller, supplier]) {
      await page.goto('/business');
      await expect(page.getByText(words.business.home.firstSteps.title)).toHaveCount(0);
    }
  });
});

test('the link activates with the password of the registration, in another browser too', async ({
  browser,
}) => {
  const first = await enter(browser, 'en', 'outro-navegador@example.com');
  const second = await enter(browser, 'en', first.email);
  const { account } = first.words;
  await fillRegistration(first, first.email);
  await press(first, account.register.submit);
  await expectText(first, account.register.sentTitle);
  await go(second, await mailLink(first.email));
  await type(second, account.fields.password, 'outra senha qualquer');
  await press(second, account.activation.submit);
  await expectText(second, second.words.errors.password_wrong);
  await type(second, account.fields.password, password);
  await press(second, account.activation.submit);
  await expect(second.page).toHaveURL(/\/business$/);
});

async function expectSteps(actor: Actor, done: number, total: number): Promise<void> {
  await go(actor, '/business');
  await expectText(actor, fill(actor.words.business.home.firstSteps.progress, { done, total }));
}

/** First with a wrong e-mail; other typed values are kept. */
async function registerTwice(actor: Actor): Promise<void> {
  const { account } = actor.words;
  await fillRegistration(actor, `errado-${actor.email}`);
  await press(actor, account.register.submit);
  await expectText(actor, account.register.sentTitle);
  await press(actor, account.register.correct);
  await expect(actor.page.getByLabel(account.fields.document)).toHaveValue('529.982.247-25');
  await type(actor, account.fields.email, actor.email);
  await press(actor, account.register.submit);
  await expectText(actor, actor.email);
  // The browser of the registration activates by the link alone.
  await go(actor, await mailLink(actor.email));
  await expect(actor.page).toHaveURL(/\/business$/);
}

async function fillRegistration(actor: Actor, email: string): Promise<void> {
  const { account } = actor.words;
  await go(actor, '/auth/register-business');
  await actor.page.getByRole('radio', { name: account.register.sales }).check({ force: true });
  await type(actor, account.fields.businessName, 'Loja Nova');
  await actor.page.getByLabel(account.fields.document).pressSequentially('52998224725');
  await type(actor, account.fields.name, 'Nara Vendedora');
  await type(actor, account.fields.email, email);
  await type(actor, account.fields.password, password);
}

/** Counts presses on any page, ours or the marketplace's, from here on. Typing is not counted. */
async function countActs({ context }: Actor): Promise<string[]> {
  const acts: string[] = [];
  await context.exposeFunction('countAct', (name: string) => void acts.push(name));
  await context.addInitScript(() => {
    addEventListener(
      'click',
      ({ target, isTrusted }) => {
        const name = target instanceof HTMLElement ? target.innerText || target.getAttribute('name') : '';
        const count: unknown = Reflect.get(window, 'countAct');
        if (isTrusted && typeof count === 'function') count(name?.slice(0, 30) ?? '');
      },
      true,
    );
  });
  return acts;
}
