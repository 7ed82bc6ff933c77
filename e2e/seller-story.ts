import { expect } from '@playwright/test';
import { control, nfeOf } from './outside.ts';
import {
  type Actor,
  button,
  expectPrinted,
  expectText,
  expectToast,
  field,
  fill,
  go,
  press,
  row,
  scan,
  soon,
  type,
} from './verbs.ts';

/** Timeout of the consent page and the return: four pages, and the calls that identify the account. */
export const outAndBack = { timeout: 45_000 };

/** Connects the account of a nickname through the consent page. */
export function connectAccount(actor: Actor, nickname: string): Promise<void> {
  return untilConnected(actor, nickname, () => connectHere(actor, nickname));
}

/** Connects an account of another marketplace, whose page of consent lists accounts and has this button. */
export function connectOther(actor: Actor, marketplace: string, name: string, agree: string): Promise<void> {
  return untilConnected(actor, name, async () => {
    await leaveFor(actor, marketplace);
    await actor.page.getByRole('radio', { name }).check();
    await actor.page.getByRole('button', { name: agree }).click();
  });
}

async function untilConnected(actor: Actor, name: string, connect: () => Promise<void>): Promise<void> {
  const { connected } = actor.words.marketplaces.states;
  // Another story may turn the clock past the life of an authorization now; a person would start again.
  await expect(async () => {
    await go(actor, '/marketplaces/account/list');
    await connect();
    await expect(row(actor, name)).toContainText(connected, outAndBack);
  }).toPass();
}

/** From a screen with the button to the consent page; the caller handles the return. */
export async function connectHere(actor: Actor, nickname: string): Promise<void> {
  await leaveFor(actor, 'Mercado Livre');
  await expect(actor.page).toHaveURL(/authorization/);
  await actor.page.getByRole('radio', { name: new RegExp(nickname.replaceAll('.', '\\.')) }).check();
  await actor.page.getByRole('button', { name: 'Permitir', exact: true }).click();
}

/** Opens the consent page of a marketplace. */
function leaveFor(actor: Actor, marketplace: string): Promise<void> {
  return press(actor, fill(actor.words.marketplaces.accounts.connect, { marketplace }));
}

export type Sale = { nickname: string; product: string; title: string; sku: string; margin: string };

/** From the supplier's offer to a published advertisement; returns its link at the marketplace. */
export async function publish(actor: Actor, sale: Sale): Promise<string> {
  await openPublication(actor, sale);
  await fillPublication(actor, sale);
  return submitPublication(actor);
}

/** From the supplier's offer to an advertisement of it, and to its publish form. */
export async function openPublication(actor: Actor, sale: Sale): Promise<void> {
  const { advertisements, dropshipping } = actor.words;
  await go(actor, `/dropshipping/products?query=${encodeURIComponent(sale.product)}`);
  await expectText(actor, sale.product);
  await press(actor, dropshipping.catalogue.publish);
  await expect(actor.page).toHaveURL(/advertisements\/create/);
  await expectText(actor, advertisements.page.compositionHint);
  await press(actor, advertisements.list.create);
  await expectToast(actor, advertisements.successes['advertisements.create']);
  await expect(actor.page).toHaveURL(/\/publish/);
}

/** The publish form of an advertisement. */
export async function fillPublication(actor: Actor, sale: Sale): Promise<void> {
  // The seller's only account is preselected.
  const { advertisements } = actor.words;
  const { publish: words } = advertisements;
  const account = actor.page.getByRole('combobox', { name: words.account, exact: true });
  await expect(account).toHaveValue(new RegExp(sale.nickname));
  await type(actor, words.name, sale.title);
  await chooseCategory(actor, /Canecas/);
  await fillRequired(actor);
  await type(actor, words.margin, sale.margin);
  await type(actor, words.description, 'Caneca esmaltada de 350 ml, resistente e leve.');
}

/** The first suggestion is taken by itself; another one is chosen instead of it. */
export async function chooseCategory(actor: Actor, name: RegExp): Promise<void> {
  const { publish: words } = actor.words.advertisements;
  const group = actor.page.getByRole('group', { name: words.category }).first();
  const change = group.getByRole('button', { name: words.change });
  await expect(change).toBeVisible();
  if (await group.getByText(name).first().isVisible()) return;
  await change.click();
  await group.getByRole('button', { name }).first().click();
}

/** Answers the link of the publication at the marketplace. */
export async function submitPublication(actor: Actor): Promise<string> {
  const { advertisements } = actor.words;
  await press(actor, advertisements.publish.submit);
  await expectToast(actor, advertisements.successes['advertisementsPublications.create']);
  const link = actor.page.getByRole('link', { name: advertisements.publications.open }).first();
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
}

/** Attributes that the category requires and the product does not provide. */
export async function fillRequired(actor: Actor): Promise<void> {
  const section = actor.page
    .getByRole('region', { name: actor.words.advertisements.publish.attributes })
    .first();
  await expect(section).toBeVisible();
  for (const box of await section.getByRole('textbox').all()) {
    if ((await box.getAttribute('required')) !== null && (await box.inputValue()) === '')
      await box.fill('Aurora');
  }
}

/** Buys in the marketplace's shop and pays; returns the marketplace's number of the order. */
export async function buy(actor: Actor, link: string, quantity: number): Promise<string> {
  const shop = await actor.context.newPage();
  await shop.goto(link);
  const variation = shop.locator('input[name=variationId]');
  if ((await variation.count()) > 0) await variation.first().check({ force: true });
  await shop.selectOption('select[name=quantity]', String(quantity));
  await shop.getByRole('button', { name: 'Comprar e pagar com PIX' }).click();
  await expect(shop).toHaveURL(/\/shop\/orders\/\d+/);
  const order = /orders\/(\d+)/.exec(shop.url())?.[1] ?? '';
  await shop.close();
  return order;
}

type RemoteItem = { id: string; available: number };

/** The quantity that the marketplace sells now of the publication behind a link. */
export async function remoteQuantity(link: string): Promise<number> {
  const id = /MLB-?\d+/.exec(link)?.[0].replace('-', '');
  const items = (await control('GET', '/items')) as RemoteItem[];
  return items.find((item) => item.id === id)?.available ?? Number.NaN;
}

/** Opens the newest sale of the seller and returns its number. */
export async function openSale(actor: Actor, title: string): Promise<number> {
  await expect(async () => {
    await go(actor, '/orders/list');
    await expect(row(actor, title).first()).toBeVisible(soon);
  }).toPass();
  await row(actor, title).first().getByRole('link').first().click();
  await expect(actor.page).toHaveURL(/\/orders\/\d+/);
  return Number(/\/orders\/(\d+)/.exec(actor.page.url())?.[1]);
}

type MarketplaceOrder = { id: number; pack_id: number | null; shipment_id: number };

/** The NF-e that the seller's billing program issued for the parcel of an order. */
export async function issueInvoice(order: string): Promise<{ shipment: number; xml: Buffer }> {
  const orders = (await control('GET', '/orders')) as MarketplaceOrder[];
  const found = orders.find(({ id, pack_id }) => [id, pack_id].includes(Number(order)));
  const shipment = found?.shipment_id ?? Number.NaN;
  return { shipment, xml: await nfeOf(shipment) };
}

/**
 * Packs with keyboard and scanner, confirmed by the last scan; our label replaces the channel's, which waits for the
 * NF-e.
 */
export async function packByScanner(actor: Actor, sale: number, codes: readonly string[]): Promise<void> {
  const { bench } = actor.words.orders;
  await go(actor, '/checkout');
  await scan(actor, String(sale));
  await expect(actor.page).toHaveURL(new RegExp(`/checkout/${sale}`));
  await button(actor, bench.bench.start).focus();
  await actor.page.keyboard.press('Enter');
  await expect(field(actor, bench.bench.beep)).toBeFocused();
  for (const code of codes) await scan(actor, code);
  await press(actor, bench.bench.ownLabelPrint);
  await expectText(actor, bench.bench.packedNoLabel);
  await expectText(actor, bench.bench.waitsForLabel);
}

export async function uploadInvoice(actor: Actor, xml: Buffer): Promise<void> {
  const { bench } = actor.words.orders;
  await actor.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'nfe.xml', mimeType: 'application/xml', buffer: xml });
  await expectText(actor, bench.bench.documentStates.accepted);
  await expect(button(actor, bench.bench.print)).toBeVisible();
}

export async function printLabel(actor: Actor): Promise<void> {
  const { bench } = actor.words.orders;
  await press(actor, bench.bench.print);
  await expectText(actor, bench.bench.labelStates.printed);
  // Our label before, the channel's now.
  await expectPrinted(actor, 2);
  const zpl = actor.page.waitForEvent('download');
  await press(actor, bench.bench.zpl);
  expect((await zpl).suggestedFilename()).toMatch(/\.zpl$/);
}
