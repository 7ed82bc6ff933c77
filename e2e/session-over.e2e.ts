import { expect, test } from '@playwright/test';
import { givenBusiness } from './given.ts';
import { ask } from './screens.ts';
import { type Actor, button, enter, expectText, field, go, password, press, soon, type } from './verbs.ts';

/** Removes the session cookies, as at the end of a session. */
async function endSession({ context }: Actor): Promise<void> {
  await context.clearCookies({ name: /^__Host-easy-(access|refresh)$/ });
}

const question = ({ page, words }: Actor) => page.getByRole('dialog', { name: words.account.again.title });

/** Signs in over the open screen. */
async function signInAgain(actor: Actor): Promise<void> {
  const dialog = question(actor);
  await dialog.getByLabel(actor.words.account.fields.password).first().fill(password);
  await dialog.getByRole('button', { name: actor.words.account.login.submit }).click();
  await expect(dialog).toBeHidden();
}

test('an expired session is renewed over a form or dialog, and no scanned code enters its password', async ({
  browser,
}) => {
  const owner = await enter(browser, 'pt', 'dona-sessao@example.com');
  const { account, products, business, ui } = owner.words;
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Sessão Curta',
    document: '12.ABC.345/01DE-35',
    name: 'Dora Dona',
  });
  await test.step('a form keeps typed data and is saved after the sign-in', async () => {
    await go(owner, '/products/product/create');
    await type(owner, products.name, 'Bule da Sessão');
    await field(owner, `${products.sku}, linha 1`).fill('BUL-1');
    await endSession(owner);
    await press(owner, ui.act.save);
    await expect(question(owner)).toBeVisible();
    const secret = question(owner).getByLabel(account.fields.password).first();
    await expect(secret).toBeFocused();
    // A machine that stalls between two keys splits the code, and its first part is like typed by hand.
    await expect(async () => {
      await secret.fill('');
      await owner.page.keyboard.type('7891000315507');
      await owner.page.keyboard.press('Enter');
      await expect(owner.page.getByText(ui.scan.notHere).first()).toBeVisible(soon);
      expect(await secret.inputValue()).toBe('');
    }).toPass();
    await signInAgain(owner);
    await expect(owner.page).toHaveURL(/\/products\/product\/(\d+|list)/);
    const { items } = (await ask(owner, 'GET', '/products?query=BUL-1')) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });
  await test.step('a dialog of a screen stays below the sign-in and continues', async () => {
    await go(owner, '/business/staff');
    await press(owner, business.staff.add);
    const dialog = owner.page.getByRole('dialog', { name: business.staff.add });
    await dialog.getByRole('textbox').first().fill('colega-sessao@example.com');
    await dialog.getByRole('checkbox', { name: business.roles.packer }).check();
    await endSession(owner);
    await dialog.locator('button[type=submit]').click();
    await expect(question(owner)).toBeVisible();
    await signInAgain(owner);
    await expect(dialog).toBeHidden();
    await owner.page.getByRole('tab', { name: business.invitations.tab }).click();
    await expectText(owner, 'colega-sessao@example.com');
  });
  await test.step('leaving leads to the sign-in page', async () => {
    await go(owner, '/business');
    await endSession(owner);
    await owner.page.goto('/products/product/create');
    await expect(button(owner, account.login.submit)).toBeVisible();
  });
});
