import { type Browser, expect } from '@playwright/test';
import { type Floor, hireFor, phone, sellByHand } from './floor-story.ts';
import { ask } from './screens.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { tap } from './touch.ts';
import { type Actor, button, expectPrinted, expectText, field, fill, go } from './verbs.ts';

type Bench = { floor: Floor; hand: Actor; goods: Goods };

/** Types the line of a dialog and presses its button. */
async function answer({ page }: Actor, act: string, line: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(line);
  await tap(dialog.getByRole('button', { name: act, exact: true }));
  await expect(dialog).toBeHidden();
}

/** Presses each button of the bench for manual sales with a finger; the sales are created by the API. */
export async function pressBench(browser: Browser, floor: Floor, goods: Goods): Promise<void> {
  await ask(floor.supplier, 'PATCH', '/business/by-hand', { allowed: true });
  const hand = await hireFor(browser, floor.supplier, 'administrator', 'pt', phone, 'Ada Gerente');
  const bench: Bench = { floor, hand, goods };
  await acceptAndRefuse(bench);
  const packed = await packByHand(bench);
  await takeFiles(bench, packed);
  await collectUnread(bench);
}

/** A sale that waits for approval is accepted, and one that waits for picking is refused. */
async function acceptAndRefuse({ floor, hand, goods }: Bench): Promise<void> {
  const { orders } = hand.words;
  const { bench } = orders.bench;
  // The first sale links the two partners.
  const first = await sellByHand(floor.seller, [[goods.sku, 1]]);
  await ask(floor.seller, 'POST', `/orders/${first}/cancel`, { reason: 'desistiu' });
  const links = (await ask(floor.supplier, 'GET', '/companies')) as { items: { id: number }[] };
  const acceptBy = (acceptMode: 'auto' | 'manual') =>
    ask(floor.supplier, 'PATCH', `/companies/${links.items[0]?.id}`, { acceptMode });
  await acceptBy('manual');
  const id = await sellByHand(floor.seller, [[goods.sku, 1]]);
  await go(hand, `/checkout/${id}`);
  await tap(button(hand, bench.accept));
  await expect(button(hand, bench.start)).toBeVisible();
  await tap(button(hand, bench.refuse));
  await answer(hand, bench.refuse, 'veio quebrado');
  await expectText(hand, orders.refusedSales.bench);
  await acceptBy('auto');
}

/** Two units with unreadable codes; while the label prints another sale arrives, which is the next one. */
async function packByHand({ floor, hand, goods }: Bench): Promise<number> {
  const { bench } = hand.words.orders.bench;
  const id = await sellByHand(floor.seller, [[goods.sku, 2]]);
  await go(hand, `/checkout/${id}`);
  await tap(button(hand, bench.start));
  await expect(field(hand, bench.beep)).toBeFocused();
  await tap(button(hand, bench.byHand));
  await answer(hand, bench.byHand, 'código rasgado');
  await expectText(hand, bench.complete);
  await tap(button(hand, bench.confirm));
  await expectText(hand, bench.packedPrinted);
  await expectText(hand, bench.labelStates.printed);
  await expectPrinted(hand, 1);
  return id;
}

/** Document and parcel; continues with the next sale. */
async function takeFiles({ floor, hand, goods }: Bench, id: number): Promise<void> {
  const { page, words } = hand;
  const { bench } = words.orders.bench;
  const saved = page.waitForEvent('download');
  await tap(button(hand, bench.zpl));
  expect((await saved).suggestedFilename()).toBe(`etiqueta-${id}.zpl`);
  const { number } = (await ask(floor.seller, 'POST', '/content-declarations', { orderId: id })) as {
    number: number;
  };
  await tap(button(hand, fill(words.orders.declarations.one, { number })));
  await expect(page).toHaveURL(/\/orders\/declaration\/\d+$/);
  await tap(page.getByRole('link', { name: words.orders.declarations.backToBench }));
  await expect(page).toHaveURL(new RegExp(`/checkout/${id}$`));
  const next = await sellByHand(floor.seller, [[goods.sku, 1]]);
  await tap(button(hand, bench.send));
  await answer(hand, bench.send, 'AA123456785BR');
  await expectText(hand, words.orders.statuses.sent);
  await tap(button(hand, bench.next));
  await expect(page).toHaveURL(new RegExp(`/checkout/${next}$`));
  // No other story finds it waiting.
  await ask(floor.seller, 'POST', `/orders/${next}/cancel`, { reason: 'desistiu' });
}

/** The driver takes a parcel with an unreadable label. */
async function collectUnread({ floor, hand, goods }: Bench): Promise<void> {
  const { bench } = hand.words.orders.bench;
  const id = await sellByHand(floor.seller, [[goods.sku, 1]]);
  await packAtOnce(floor.supplier, id, goods.sku);
  await go(hand, `/checkout/${id}`);
  await tap(button(hand, bench.collectByHand));
  await answer(hand, bench.collectByHand, 'etiqueta molhada');
  await expectText(hand, hand.words.orders.statuses.collected);
}

/** NF-e of a packed marketplace sale: uploaded from the device and downloaded again. */
export async function exchangeInvoice(hand: Actor, id: number, xml: Buffer): Promise<void> {
  const { page, words } = hand;
  const { bench } = words.orders.bench;
  await go(hand, `/checkout/${id}`);
  const chooser = page.waitForEvent('filechooser');
  await tap(button(hand, bench.upload));
  await (await chooser).setFiles({ name: 'nfe.xml', mimeType: 'application/xml', buffer: xml });
  await expectText(hand, bench.documentStates.accepted);
  const saved = page.waitForEvent('download');
  await tap(button(hand, bench.nfe));
  expect((await saved).suggestedFilename()).toMatch(/\.xml$/);
}
