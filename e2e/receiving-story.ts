import { type Browser, expect } from '@playwright/test';
import { type SampleNfe, sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { phone } from './floor-story.ts';
import { ask } from './screens.ts';
import { type Goods, picture } from './supplier-story.ts';
import {
  type Actor,
  choose,
  enter,
  expectToast,
  field,
  go,
  password,
  press,
  pressAct,
  scan,
  type,
} from './verbs.ts';

/** Fills a vendor's form with name and CNPJ. */
export async function createVendor(actor: Actor, name: string, document: string): Promise<void> {
  const { supply, ui } = actor.words;
  await go(actor, '/supply/supplier/create');
  await type(actor, supply.suppliers.name, name);
  await type(actor, supply.suppliers.document, document);
  await press(actor, ui.act.save);
  await expectToast(actor, supply.successes['suppliers.create']);
}

/** Amount in reais above which another person approves. */
export async function limitPurchases(actor: Actor, limit: string): Promise<void> {
  const { supply, ui } = actor.words;
  await go(actor, '/supply/request/list');
  await press(actor, ui.act.more);
  await actor.page.getByRole('menuitem', { name: supply.settings.title }).click();
  const dialog = actor.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: supply.settings.limit }).fill(limit);
  await dialog.getByRole('button', { name: ui.act.save }).click();
  await expectToast(actor, supply.successes['purchasing.updateSettings']);
}

type Wanted = { vendor: string; warehouse: string; goods: Goods; quantity: number; perVolume: number };

/** A supply request of one line; returns its id. */
export async function writeRequest(actor: Actor, wanted: Wanted): Promise<number> {
  const { supply, ui } = actor.words;
  const { requests } = supply;
  await go(actor, '/supply/request/create');
  await choose(actor, requests.supplier, wanted.vendor);
  await choose(actor, requests.warehouse, wanted.warehouse);
  await actor.page.getByRole('combobox', { name: requests.addLine, exact: true }).fill(wanted.goods.sku);
  await actor.page.getByRole('option').filter({ visible: true }).first().click();
  await type(actor, requests.quantity, String(wanted.quantity));
  await type(actor, requests.perVolume, String(wanted.perVolume));
  await type(actor, requests.price, '9,90');
  await press(actor, ui.act.save);
  await expectToast(actor, supply.successes['supplyRequests.create']);
  await expect(actor.page).toHaveURL(/\/supply\/request\/\d+$/);
  return Number(actor.page.url().split('/').at(-1));
}

export const receiptPath = (id: number) => `/inventory/receive-supply-request/${id}`;

type Step = keyof Actor['words']['supply']['receiving']['completeSure'];

/** Completes a step: the button, and its question. */
export async function completeStep(actor: Actor, step: Step, next: Step | 'stock_up'): Promise<void> {
  const { receiving } = actor.words.supply;
  await press(actor, receiving.complete[step]);
  await actor.page.getByRole('dialog').getByRole('button', { name: receiving.complete[step] }).click();
  await expect(actor.page.getByRole('button', { name: receiving.complete[next] })).toBeVisible();
}

/** Goes one step back, after the question. */
export async function stepBack(actor: Actor, to: Step | 'stock_up'): Promise<void> {
  const { receiving } = actor.words.supply;
  await pressAct(actor, receiving.back);
  await actor.page.getByRole('dialog').getByRole('button', { name: receiving.back }).click();
  await expect(actor.page.getByRole('button', { name: receiving.complete[to] })).toBeVisible();
}

/** Selects the XML of an NF-e with its button. */
export async function uploadNfe(actor: Actor, label: string, nfe: SampleNfe): Promise<void> {
  const chooser = actor.page.waitForEvent('filechooser');
  await press(actor, label);
  const file = { name: `${nfe.number}.xml`, mimeType: 'application/xml', buffer: sampleNfe(nfe) };
  await (await chooser).setFiles(file);
}

/** The same person, signed in at another device on the same screen. */
export async function otherDevice(browser: Browser, actor: Actor): Promise<Actor> {
  const device = await enter(browser, actor.locale, actor.email, phone);
  const signedIn = await device.context.request.post('/api/auth/login', {
    data: { email: actor.email, password },
  });
  expect(signedIn.status()).toBe(200);
  await go(device, new URL(actor.page.url()).pathname);
  return device;
}

/** With a photo of the goods. */
export async function reportShortage(actor: Actor, id: number, goods: Goods, title: string): Promise<void> {
  const { problems } = actor.words.supply;
  await go(actor, `${receiptPath(id)}/report`);
  await actor.page.getByRole('combobox', { name: problems.line }).click();
  await actor.page.getByRole('option', { name: goods.sku }).click();
  await type(actor, problems.name, title);
  const photo = { name: 'pallet.png', mimeType: 'image/png', buffer: await picture() };
  await actor.page.locator('input[type=file]').first().setInputFiles(photo);
  await expect(actor.page.getByRole('img', { name: /^pallet/ })).toBeVisible();
  await field(actor, problems.name).press('Enter');
  await expectToast(actor, actor.words.supply.successes['reportedProblems.create']);
}

type Received = { volumes: { code: string }[]; lines: { place: { code: string } | null }[] };

/** Codes of the volumes of a receipt as on their labels, and their suggested location. */
export async function labelsOf(actor: Actor, id: number): Promise<{ codes: string[]; place: string }> {
  const receipt = (await ask(actor, 'GET', `/supply-requests-ongoing/${id}`)) as Received;
  return { codes: receipt.volumes.map(({ code }) => code), place: receipt.lines[0]?.place?.code ?? '' };
}

/** Scans one code and waits until the field shows its result. */
export async function scanned(actor: Actor, code: string, said: string, tone = 'good'): Promise<void> {
  await scan(actor, code);
  await expect(actor.page.locator(`[data-tone=${tone}] output`)).toHaveText(said);
}
