import { type Browser, expect } from '@playwright/test';
import { type Floor, hireFor, phone, sellByHand } from './floor-story.ts';
import { byHand } from './keyboard.ts';
import { ask } from './screens.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectAfterPassword,
  expectText,
  fill,
  go,
  password,
  press,
  scan,
  type,
} from './verbs.ts';

const pins = { Pia: '7294', Rui: '58213' } as const;
const wrong = '8305';

/** Sets a PIN on the own page, after one that is too easy. */
async function choosePin(actor: Actor, pin: string): Promise<void> {
  const { pin: words } = actor.words.account;
  const field = actor.page.getByLabel(words.field);
  await go(actor, '/user?tab=security');
  await press(actor, words.choose);
  await field.fill('1234');
  await press(actor, words.save);
  await expectText(actor, actor.words.fields.pin_guessable);
  await field.fill(pin);
  await press(actor, words.save);
  await expectAfterPassword(actor, actor.page.getByText(words.since));
}

/** A browser of the floor, enrolled by the owner. */
async function enrol(browser: Browser, floor: Floor, name: string): Promise<Actor> {
  const at = await enter(browser, 'pt', floor.supplier.email, phone);
  const { account, inventory } = at.words;
  await go(at, '/auth/login');
  await type(at, account.fields.email, at.email);
  await type(at, account.fields.password, password);
  await at.page.keyboard.press('Enter');
  await at.page.waitForURL((url) => !url.pathname.includes('login'));
  await go(at, '/inventory/station/list');
  await expectAccessible(at);
  await press(at, inventory.stations.enrol);
  await type(at, inventory.stations.name, name);
  await at.page.getByLabel(inventory.stations.warehouse).first().click();
  await at.page.getByRole('option', { name: floor.warehouse }).first().click();
  await at.page.getByRole('dialog').getByRole('button', { name: inventory.stations.enrol }).click();
  await at.page.waitForURL('**/auth/station');
  return at;
}

async function come({ page, words }: Actor, name: string, pin: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByText(fill(words.account.station.pinOf, { name }))).toBeVisible();
  const [first = '', ...rest] = pin;
  await page.getByRole('button', { name: fill(words.account.station.digit, { digit: first }) }).click();
  await page.keyboard.type(rest.join(''), byHand);
  await page.keyboard.press('Enter');
}

/**
 * Two people change at one device by PIN; one packs there, money stays hidden, ten wrong PINs lock it, and it is
 * revoked.
 */
export async function shareStation(browser: Browser, floor: Floor): Promise<void> {
  const bench = 'Bancada 1';
  const staff = {
    Pia: await hireFor(browser, floor.supplier, 'packer', 'pt', undefined, 'Pia Packer'),
    Rui: await hireFor(browser, floor.supplier, 'stockist', 'pt', undefined, 'Rui Estoque'),
  };
  await choosePin(staff.Pia, pins.Pia);
  await choosePin(staff.Rui, pins.Rui);
  const at = await enrol(browser, floor, bench);
  const { account, errors, orders, ui } = at.words;
  const { goods, seller, supplier } = floor;
  const id = await sellByHand(seller, [[goods[0]?.sku ?? '', 1]]);

  await expectAccessible(at);
  await come(at, 'Pia Packer', pins.Pia);
  await at.page.waitForURL('**/checkout');
  await go(at, `/checkout/${id}`);
  await press(at, orders.bench.bench.start);
  await expect(button(at, orders.bench.bench.cancel)).toBeVisible();
  await scan(at, goods[0]?.gtin ?? '');
  await expect
    .poll(async () => ((await ask(supplier, 'GET', `/orders-supplier/${id}`)) as { status: string }).status)
    .toBe('waiting_collect');
  await go(supplier, `/checkout/${id}`);
  await expectText(supplier, `Pia Packer · ${bench}`);

  await at.page.goto('/dropship-item/dropinvoice-supplier');
  await expectText(at, ui.forbidden.title);
  await at.page.goto('/user');
  await expectText(at, ui.forbidden.title);

  await go(at, '/checkout');
  await at.page.getByRole('button', { name: `${bench} – ${ui.menu.changePerson}` }).click();
  await at.page.waitForURL('**/auth/station');
  await come(at, 'Rui Estoque', pins.Rui);
  await at.page.waitForURL('**/checkout');
  await at.page.getByRole('button', { name: `${bench} – ${ui.menu.changePerson}` }).click();
  await at.page.getByRole('button', { name: 'Pia Packer', exact: true }).click();
  for (let n = 0; n < 10; n++) {
    await at.page.keyboard.type(wrong, byHand);
    await at.page.keyboard.press('Enter');
    await expect(at.page.getByText(errors.pin_wrong)).toBeVisible();
  }
  await expectAccessible(at);
  await at.page.keyboard.type(pins.Pia, byHand);
  await at.page.keyboard.press('Enter');
  await expectText(at, account.station.lockedTitle);
  await expectAccessible(at);

  const supervisor = supplier.words.inventory.stations;
  await go(supplier, '/inventory/station/list');
  await expectText(supplier, supervisor.state.locked);
  await press(supplier, supervisor.unlock);
  await expect(supplier.page.getByText(supervisor.state.locked)).toBeHidden();
  await press(at, account.station.again);
  await expectText(at, fill(account.station.pinOf, { name: 'Pia Packer' }));
  await at.page.keyboard.type(pins.Pia, byHand);
  await at.page.keyboard.press('Enter');
  await at.page.waitForURL('**/checkout');

  await supplier.page.getByRole('button', { name: supplier.words.ui.act.more }).first().click();
  await supplier.page.getByRole('menuitem', { name: supervisor.revoke }).click();
  await supplier.page.getByRole('dialog').getByRole('button', { name: supervisor.revoke }).click();
  await expectText(supplier, supervisor.state.revoked);
  // Shown at once, over the open screen.
  await expectText(at, account.station.revokedTitle);
  for (const { context } of [at, staff.Pia, staff.Rui]) await context.close();
}
