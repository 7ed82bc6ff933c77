import { expect, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { register } from './supplier-story.ts';
import {
  type Actor,
  button,
  controls,
  enter,
  expectAccessible,
  expectText,
  fill,
  go,
  password,
  press,
  turnClock,
  type,
} from './verbs.ts';

/** What the authenticator app of somebody shows at the product's time. */
async function codeOf({ page }: Actor, secret: string): Promise<string> {
  const offset = Number(await (await page.request.post(`${controls}/clock?minutes=0`)).text());
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset });
}

/** Types a code where it is asked for, until one is taken: another story may turn the clock between both. */
async function giveCode(actor: Actor, secret: string, submit: string, after: string): Promise<void> {
  await expect(async () => {
    await turnClock(actor, 1);
    await type(actor, actor.words.account.fields.code, await codeOf(actor, secret));
    await button(actor, submit).last().click();
    await expect(actor.page.getByText(after).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
}

/** An authenticator without a person: the browser asks it, and it says yes. */
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

/** Until it was made: another story may turn the clock past the life of what the authenticator has to sign. */
async function addPasskey(actor: Actor, name: string): Promise<void> {
  const { account } = actor.words;
  await expect(async () => {
    await go(actor, '/user?tab=security');
    await press(actor, account.passkeys.add);
    await type(actor, account.passkeys.name, name);
    await press(actor, account.passkeys.create);
    await expect(actor.page.getByText(account.successes['passkeys.create'])).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expectText(actor, name);
}

async function signInByPassword(actor: Actor): Promise<void> {
  const { account } = actor.words;
  await go(actor, '/user?tab=security');
  await type(actor, account.fields.email, actor.email);
  await type(actor, account.fields.password, password);
  await press(actor, account.login.submit);
}

test('two-step sign-in: from the set-up to a lost phone', async ({ browser }) => {
  const email = 'duas-etapas@easy.example';
  const desk = await enter(browser, 'pt', email);
  const { account } = desk.words;
  const business = { business: 'Loja de Duas Etapas', document: '52998224725', name: 'Dora Lima' };
  await register(desk, { type: 'sales', ...business });
  let secret = '';
  let lifeline: string[] = [];

  await test.step('set-up: the key as a picture and as text, one code, ten recovery codes', async () => {
    await go(desk, '/user?tab=security');
    await press(desk, account.twoStep.activate);
    await expectText(desk, account.twoStep.setupTitle);
    await expectAccessible(desk);
    const dialog = desk.page.getByRole('dialog');
    secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    await giveCode(desk, secret, account.twoStep.confirmSubmit, account.twoStep.codesTitle);
    lifeline = await dialog.locator('code').allInnerTexts();
    expect(lifeline).toHaveLength(10);
    await expectAccessible(desk);
    await press(desk, account.twoStep.codesDone);
    await expectText(desk, fill(account.twoStep.codesLeft_other, { count: 10 }));
  });

  await test.step('a passkey is added and renamed, and lets in instead of a code', async () => {
    await plugInAuthenticator(desk);
    await addPasskey(desk, 'Notebook da Dora');
    await press(desk, account.passkeys.rename);
    await desk.page.getByRole('dialog').getByRole('textbox').fill('Digital da Dora');
    await expectAccessible(desk);
    await press(desk, account.passkeys.save);
    await expectText(desk, 'Digital da Dora');
    await desk.context.clearCookies({ name: /easy-(access|refresh)/ });
    await expect(async () => {
      await signInByPassword(desk);
      await press(desk, account.passkeys.use);
      await expect(desk.page).toHaveURL(/\/user\?tab=security/, { timeout: 5000 });
    }).toPass();
    await expectText(desk, account.passkeys.used);
  });

  const phone = await enter(browser, 'en', email, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { account: words } = phone.words;
  await test.step('sign-in on another device asks for the code, and leads where it was going', async () => {
    await signInByPassword(phone);
    await expectText(phone, words.twoStep.stepTitle);
    await expectAccessible(phone);
    await phone.page.goto('/orders/list');
    await expect(phone.page).toHaveURL(/\/auth\/login/);
    await signInByPassword(phone);
    await giveCode(phone, secret, words.twoStep.stepSubmit, words.twoStep.on);
    await expect(phone.page).toHaveURL(/\/user\?tab=security/);
  });

  await test.step('the phone is lost: a recovery code lets in, and takes the second step away', async () => {
    const other = await enter(browser, 'pt', email);
    await signInByPassword(other);
    await type(other, account.fields.code, lifeline[0] ?? '');
    await press(other, account.twoStep.stepSubmit);
    await expectText(other, fill(account.twoStep.codesLeft_other, { count: 9 }));
    await press(other, account.twoStep.deactivate);
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: account.fields.code }).fill(lifeline[1] ?? '');
    await dialog.getByRole('textbox', { name: account.fields.currentPassword }).fill(password);
    await dialog.getByRole('button', { name: account.twoStep.deactivate }).click();
    await expectText(other, account.twoStep.off);
    await expect(other.page.getByText('Digital da Dora')).toBeHidden();
  });

  await test.step('the audit tells of it; a second business is founded and left again', async () => {
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
