import { expect, type Request, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type Locale, localeCookie, messages } from '#contract/messages/index.ts';
import { hireFor, openFloor } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { turnClock, turnOwnClock, whileClockIsHeld } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, fillPublication, publish, type Sale, submitPublication } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectText,
  expectToast,
  fill,
  go,
  origin,
  password,
  press,
  row,
  soon,
  type,
  type Words,
} from './verbs.ts';

/** The code of a person's authenticator app at the product's time. */
async function codeOf(secret: string): Promise<string> {
  const offset = await turnOwnClock(0);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset });
}

/** Types codes until one is accepted, because another story may turn the clock in between. */
async function giveCode(actor: Actor, secret: string, submit: string, after: string): Promise<void> {
  await expect(async () => {
    await turnClock(1);
    await type(actor, actor.words.account.fields.code, await codeOf(secret));
    await button(actor, submit).last().click();
    await expect(actor.page.getByText(after).first()).toBeVisible(soon);
  }).toPass();
}

/** From the open set-up dialog to its ten codes. */
async function finishSetUp(actor: Actor): Promise<{ secret: string; lifeline: string[] }> {
  const { twoStep } = actor.words.account;
  const dialog = actor.page.getByRole('dialog');
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await giveCode(actor, secret, twoStep.confirmSubmit, twoStep.codesTitle);
  const lifeline = await dialog.locator('code').allInnerTexts();
  expect(lifeline).toHaveLength(10);
  return { secret, lifeline };
}

/** A virtual authenticator that always agrees. */
async function plugInAuthenticator({ page, context }: Actor): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Repeats until it succeeds, because another story may turn the clock past the life of the challenge. */
async function addPasskey(actor: Actor, name: string): Promise<void> {
  const { account } = actor.words;
  await expect(async () => {
    await go(actor, '/user?tab=security');
    const made = actor.page.getByText(name, { exact: true });
    await expect(made.or(actor.page.getByText(account.passkeys.none))).toBeVisible();
    if (await made.isVisible()) return;
    await press(actor, account.passkeys.add);
    await type(actor, account.passkeys.name, name);
    await press(actor, account.passkeys.create);
    await expect(made).toBeVisible(soon);
  }).toPass();
}

const isAtSignIn = ({ page }: Actor) => new URL(page.url()).pathname === '/auth/login';

async function signInByPassword(actor: Actor): Promise<void> {
  const { account } = actor.words;
  await go(actor, '/user?tab=security');
  await type(actor, account.fields.email, actor.email);
  await type(actor, account.fields.password, password);
  await press(actor, account.login.submit);
}

test('two-step sign-in: from the set-up to a lost phone @campaign', async ({ browser }) => {
  const email = 'duas-etapas@easy.example';
  const desk = await enter(browser, 'pt', email);
  const { account } = desk.words;
  const business = { business: 'Loja de Duas Etapas', document: '52998224725', name: 'Dora Lima' };
  await givenBusiness(desk, { type: 'sales', ...business });
  let secret = '';
  let lifeline: string[] = [];

  await test.step('set-up: the key as QR code and text, one code, ten recovery codes', async () => {
    await go(desk, '/user?tab=security');
    await press(desk, account.twoStep.activate);
    await expectText(desk, account.twoStep.setupTitle);
    await expectAccessible(desk);
    ({ secret, lifeline } = await finishSetUp(desk));
    await expectAccessible(desk);
    await press(desk, account.twoStep.codesDone);
    await expectText(desk, fill(account.twoStep.codesLeft_other, { count: 10 }));
  });

  await test.step('a passkey is added and renamed, and replaces a code at sign-in', async () => {
    await plugInAuthenticator(desk);
    await addPasskey(desk, 'Notebook da Dora');
    await press(desk, account.passkeys.rename);
    await desk.page.getByRole('dialog').getByRole('textbox').fill('Digital da Dora');
    await expectAccessible(desk);
    await press(desk, account.passkeys.save);
    await expectText(desk, 'Digital da Dora');
    await desk.context.clearCookies({ name: /easy-(access|refresh)/ });
    await expect(async () => {
      await go(desk, '/user?tab=security');
      if (!isAtSignIn(desk)) return;
      await signInByPassword(desk);
      await expectText(desk, account.passkeys.stepTitle);
      await press(desk, account.passkeys.use);
      await expect(desk.page).toHaveURL(/\/user\?tab=security/, soon);
    }).toPass();
    await expectText(desk, account.passkeys.used);
  });

  const phone = await enter(browser, 'en', email, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { account: words } = phone.words;
  await test.step('sign-in on another device asks for the code, and continues to its target', async () => {
    await signInByPassword(phone);
    await expectText(phone, words.passkeys.stepTitle);
    await expectAccessible(phone);
    await phone.page.goto('/orders/list');
    await expect(phone.page).toHaveURL(/\/auth\/login/);
    await signInByPassword(phone);
    await giveCode(phone, secret, words.twoStep.stepSubmit, words.twoStep.on);
    await expect(phone.page).toHaveURL(/\/user\?tab=security/);
  });

  const colleague = await hireFor(browser, desk, 'seller', 'pt');
  let theirs = '';
  await test.step('the owner requires it: a colleague can do nothing until it is set up', async () => {
    const { twoStep } = desk.words.business;
    const { twoStepDue } = desk.words.ui;
    await go(desk, '/user?tab=business');
    await desk.page.getByRole('combobox', { name: twoStep.days, exact: true }).click();
    await desk.page.getByRole('option', { name: twoStep.now }).click();
    await press(desk, twoStep.require);
    await expectText(desk, twoStep.from);
    await go(colleague, '/orders/list');
    await expectText(colleague, twoStepDue.title);
    await expectAccessible(colleague);
    await colleague.page.getByRole('link', { name: twoStepDue.action }).click();
    await press(colleague, account.twoStep.activate);
    ({ secret: theirs } = await finishSetUp(colleague));
    await press(colleague, account.twoStep.codesDone);
    await go(colleague, '/orders/list');
    await expect(colleague.page.getByRole('heading', { level: 1 })).not.toHaveText(twoStepDue.title);
    await press(desk, twoStep.release);
    await expectText(desk, twoStep.off);
  });

  await test.step('the colleague deletes the account with password and code, and cannot sign in any more', async () => {
    const { removal } = account;
    await go(colleague, '/user?tab=security');
    await press(colleague, removal.open);
    const dialog = colleague.page.getByRole('dialog');
    await expect(dialog).toContainText(removal.stays);
    await expectAccessible(colleague);
    await expect(async () => {
      if (isAtSignIn(colleague)) return;
      await turnClock(1);
      await dialog.getByRole('textbox', { name: account.fields.currentPassword }).fill(password);
      await dialog.getByRole('textbox', { name: account.fields.code }).fill(await codeOf(theirs));
      await dialog.getByRole('button', { name: removal.submit }).click();
      await expect(colleague.page).toHaveURL(/\/auth\/login/, soon);
    }).toPass();
    await go(desk, '/business/staff');
    await expect(row(desk, email).first()).toBeVisible();
    await expect(row(desk, colleague.email)).toHaveCount(0);
  });

  await test.step('the phone is lost: a recovery code signs in, and turns the second step off', async () => {
    const other = await enter(browser, 'pt', email);
    await whileClockIsHeld(async () => {
      await signInByPassword(other);
      await type(other, account.fields.code, lifeline[0] ?? '');
      await press(other, account.twoStep.stepSubmit);
      await expectText(other, fill(account.twoStep.codesLeft_other, { count: 9 }));
    });
    await press(other, account.twoStep.deactivate);
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: account.fields.code }).fill(lifeline[1] ?? '');
    await dialog.getByRole('textbox', { name: account.fields.currentPassword }).fill(password);
    await dialog.getByRole('button', { name: account.twoStep.deactivate }).click();
    await expectText(other, account.twoStep.off);
    await expect(other.page.getByText('Digital da Dora')).toBeHidden();
  });

  await test.step('the audit trail shows it; a second business is founded and left again', async () => {
    const { audit, mine } = desk.words.business;
    await signInByPassword(desk);
    await expect(desk.page).toHaveURL(/\/user\?tab=security/);
    await go(desk, '/business/audit');
    await expectText(desk, audit.acts.disableOtp);
    await expectAccessible(desk);
    await go(desk, '/user?tab=business');
    await press(desk, mine.found);
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: account.register.supply }).check({ force: true });
    await dialog.getByRole('textbox', { name: account.fields.businessName }).fill('Fábrica da Dora');
    await dialog.getByRole('textbox', { name: account.fields.document }).fill('529.982.247-25');
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: mine.submit }).click();
    await expect(desk.page).toHaveURL(/\/business$/);
    await go(desk, '/user?tab=business');
    await expectText(desk, mine.current);
    await press(desk, `${mine.switch}: ${business.business}`);
    await expect(desk.page).toHaveURL(/\/business$/);
  });
});

test('a plan with five publications, up and down again', {
  tag: '@campaign',
}, async ({ browser }) => {
  const product = 'Caneca do Plano';
  const goods: Goods = {
    product,
    sku: 'PLANO-5',
    gtin: '7891000315507',
    quantity: 9,
    price: '24,90',
  };
  const nickname = marketplaceAccounts.plan;
  const sale: Sale = { nickname, product, title: `${product} Azul`, sku: goods.sku, margin: '25' };
  const { seller: atDesk } = await openFloor(browser, 'plano', [goods]);

  const path = await test.step('five publications are the limit of the plan', async () => {
    await connectAccount(atDesk, nickname);
    const requests: Request[] = [];
    atDesk.page.on('request', (one) => {
      if (one.method() === 'POST' && /\/publications$/.test(one.url())) requests.push(one);
    });
    await publish(atDesk, sale);
    const [request] = requests;
    if (!request) throw new Error('The publication was not sent by this page.');
    const { pathname } = new URL(request.url());
    for (let nth = 2; nth <= 5; nth++)
      await ask(atDesk, 'POST', pathname.slice('/api'.length), request.postDataJSON() as object);
    return pathname.replace('/api', '').replace('/publications', '/publish');
  });

  const seller = await speak(atDesk, 'en', 390);
  const { billing, errors, advertisements } = seller.words;
  const [pro, free] = [billing.names.pro, billing.names.free];
  const office: Actor = { ...seller, page: await seller.context.newPage() };
  await test.step('the sixth is refused, with what to do', async () => {
    await go(office, '/plans/manager');
    await expectText(office, fill(billing.plan.of, { used: '5', limit: '5' }));
    await expectText(office, billing.plan.full);
    await expectAccessible(office);
    await go(seller, path);
    await fillPublication(seller, sale);
    await press(seller, advertisements.publish.submit);
    await expectToast(seller, errors.plan_full);
  });

  await test.step('a larger plan applies at once', async () => {
    await choosePlan(office, pro);
    await expectText(office, fill(billing.plan.of, { used: '5', limit: '1,000' }));
    await submitPublication(seller);
  });

  await test.step('a smaller one applies next month, and is undone until then', async () => {
    await choosePlan(office, free);
    const waiting = billing.plan.next.split('{{day}}')[0] ?? '';
    await expectText(office, waiting);
    await press(office, fill(billing.plan.keep, { plan: pro }));
    await expect(office.page.getByText(waiting)).toHaveCount(0);
    await go(office, '/billing/seller');
    await expectAccessible(office);
  });
});

/** The same person from now on with this language and width. */
async function speak(actor: Actor, locale: Locale, width: number): Promise<Actor> {
  await actor.context.addCookies([{ name: localeCookie, value: locale, url: origin }]);
  await actor.page.setViewportSize({ width, height: 900 });
  return { ...actor, locale, words: messages[locale] as Words };
}

async function choosePlan(actor: Actor, name: string): Promise<void> {
  const { billing } = actor.words;
  const choose = fill(billing.plan.choose, { plan: name });
  await press(actor, choose);
  await actor.page.getByRole('dialog').getByRole('button', { name: choose, exact: true }).click();
  await expectToast(actor, billing.successes['plans.choose']);
}
