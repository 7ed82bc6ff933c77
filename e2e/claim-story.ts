import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { buy, issueInvoice, openSale, uploadInvoice } from './seller-story.ts';
import { packAtOnce, readFigures } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  press,
  row,
  scan,
} from './verbs.ts';

export type Parcel = { sale: number; remote: string; shipment: number };

/** Two units are bought, packed, get NF-e and label, and are handed over by that label. */
export async function sellAndSend(
  seller: Actor,
  supplier: Actor,
  link: string,
  goods: Goods & { title: string },
): Promise<Parcel> {
  const { orders } = supplier.words;
  const remote = await buy(seller, link, 2);
  const sale = await openSale(seller, goods.title);
  await packAtOnce(supplier, sale, goods.sku);
  const { shipment, xml } = await issueInvoice(remote);
  await go(supplier, `/checkout/${sale}`);
  await uploadInvoice(supplier, xml);
  await press(supplier, orders.bench.bench.print);
  await expectText(supplier, orders.bench.bench.labelStates.printed);
  await expect(field(supplier, orders.bench.bench.collectScan)).toBeFocused();
  await scan(supplier, String(shipment));
  await expectText(supplier, orders.statuses.collected);
  await control('POST', `/shipments/${shipment}/advance`, { status: 'delivered' });
  await expectText(supplier, orders.statuses.complete);
  return { sale, remote, shipment };
}

type RemoteClaim = { id: number; order_id: number; return: { shipment_id: number } | null };

/**
 * The buyer opens a claim on one of the two; the seller reads reason and deadline, and accepts the return in the
 * panel.
 */
export async function takeClaimBack(seller: Actor, remote: string, text: string): Promise<number> {
  const { page, words } = seller;
  const { chats, successes } = words.marketplaces;
  const complaint = { orderId: Number(remote), reasonId: 'PDD9549', quantity: 1, text, file: 'caixa.png' };
  const { id } = (await control('POST', '/claims', complaint)) as RemoteClaim;
  await go(seller, '/chats/list');
  const claim = page.getByRole('list', { name: chats.list }).getByRole('link', { name: new RegExp(text) });
  await claim.click();
  const thread = page.getByRole('region', { name: chats.one, exact: true });
  const panel = thread.getByRole('region', { name: chats.whatToDo });
  const [until = ''] = chats.dueIn.split('{{at}}');
  await expect(thread).toContainText(text);
  await expect(thread).toContainText(until);
  const photo = thread.getByRole('list', { name: chats.files }).getByRole('link', { name: /caixa\.png/ });
  await expect(photo.locator('img')).toHaveJSProperty('complete', true);
  await expect(photo.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expectAccessible(seller);
  await panel.getByRole('button', { name: chats.acts.accept_return, exact: true }).click();
  await decide(seller, chats.sure.accept_return);
  await expectToast(seller, successes['postsales.decide']);
  await expect(thread).toContainText(chats.returnSteps.agreed);
  return id;
}

async function decide(seller: Actor, sure: string): Promise<void> {
  const dialog = seller.page.getByRole('dialog');
  await expect(dialog).toContainText(sure);
  await dialog.getByRole('button', { name: seller.words.marketplaces.chats.decide }).click();
  await expect(dialog).toBeHidden();
}

/** The carrier returns it with another label, which opens the return of the claimed unit. */
export async function receiveClaimed(
  supplier: Actor,
  claim: number,
  { sale }: Parcel,
  goods: Goods,
  volume: string,
): Promise<void> {
  const { page, words } = supplier;
  const { returns } = words.orders;
  for (const act of ['ship', 'deliver']) await control('POST', `/claims/${claim}/${act}`);
  const label = await labelOfReturn(claim);
  await go(supplier, '/checkout/return/list');
  await expect(row(supplier, fill(supplier.words.orders.saleNumber, { number: sale }))).toContainText(
    returns.states.expected,
  );
  await expect(row(supplier, fill(supplier.words.orders.saleNumber, { number: sale }))).toContainText(label);
  await expectAccessible(supplier);
  await scan(supplier, label);
  await expect(page).toHaveURL(new RegExp(`/checkout/return/${sale}$`));
  await expectText(supplier, fill(returns.claimedOf, { count: 1, sent: 2 }));
  await expect(field(supplier, returns.scanUnit)).toBeFocused();
  await scan(supplier, goods.gtin);
  const what = returns.conditions.good;
  await expect(field(supplier, fill(returns.scanVolume, { sku: goods.sku, what }))).toBeFocused();
  await scan(supplier, volume);
  await press(supplier, returns.close);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: returns.close }).click();
  await expectText(supplier, returns.states.closed);
  await expectAccessible(supplier);
}

async function labelOfReturn(claim: number): Promise<string> {
  const claims = (await control('GET', '/claims')) as RemoteClaim[];
  const shipments = (await control('GET', '/shipments')) as { id: number; tracking_number: string }[];
  const parcel = claims.find(({ id }) => id === claim)?.return?.shipment_id;
  return shipments.find(({ id }) => id === parcel)?.tracking_number ?? '';
}

/**
 * The panel shows that the goods arrived; the seller's decision closes the claim, and its link leads to the invoice.
 */
export async function endClaim(seller: Actor): Promise<void> {
  const { page, words } = seller;
  const { chats } = words.marketplaces;
  const thread = page.getByRole('region', { name: chats.one, exact: true });
  await expect(thread).toContainText(chats.stockReturned);
  await thread.getByRole('button', { name: chats.acts.confirm_return, exact: true }).click();
  await decide(seller, chats.sure.confirm_return);
  await expect(thread).toContainText(chats.states.closed);
  await expectAccessible(seller);
  await thread.getByRole('link', { name: chats.openInvoices }).click();
  await expect(page).toHaveURL(/dropinvoice-seller/);
}

/** The newest invoice of one side: its value and its lines. */
export async function newestInvoice(actor: Actor, path: string) {
  await go(actor, path);
  // The chart above the list is a table too, without links.
  const link = actor.page.getByRole('link');
  await row(actor, 'R$').filter({ has: link }).first().getByRole('link').first().click();
  return readFigures(actor);
}
