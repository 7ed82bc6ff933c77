import { expect, test } from '@playwright/test';
import { packingConfirmCode } from '#contract/orders/parcel-label.ts';
import { exchangeInvoice } from './bench-touch-story.ts';
import { hireFor, phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { enterOn, expectNoPointer, jumpTo, putPointerAway, tabTo, typeInto } from './keyboard.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, mailLink } from './outside.ts';
import { ask } from './screens.ts';
import {
  buy,
  connectAccount,
  issueInvoice,
  openSale,
  publish,
  remoteQuantity,
  type Sale,
  uploadInvoice,
} from './seller-story.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectPrinted,
  expectText,
  field,
  fill,
  go,
  password,
  scan,
} from './verbs.ts';

const warehouse = 'Galpão da bancada';
const goods: Goods = {
  product: 'Chaleira Esmaltada',
  sku: 'CHA-1',
  gtin: '7891000315507',
  quantity: 20,
  price: '39,90',
};
const sale: Sale = {
  nickname: marketplaceAccounts.bench,
  product: goods.product,
  title: 'Chaleira Esmaltada Aurora',
  sku: goods.sku,
  margin: '25',
};
const marketSeller = 331705219;

test.describe.configure({ mode: 'serial' });

let supplier: Actor;
let seller: Actor;
let volume = '';
/** Of the publication at the marketplace. */
let link = '';

test.beforeAll(async ({ browser }) => {
  supplier = await enter(browser, 'pt', 'fornecedor-bancada@example.com');
  seller = await enter(browser, 'pt', 'vendedor-bancada@example.com');
  const registration = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };
  await givenBusiness(supplier, { type: 'supply', business: 'Aurora Bancada', ...registration });
  [volume = ''] = await givenShelf(supplier, warehouse, [goods]);
  await givenBusiness(seller, { type: 'sales', business: 'Loja Bancada', ...registration });
});

/** A manual sale that is ready for the bench. */
async function sellByHand(quantity: number): Promise<number> {
  const { items } = (await ask(seller, 'GET', `/dropshipping?query=${goods.sku}`)) as {
    items: { id: number }[];
  };
  const { id } = (await ask(seller, 'POST', '/orders', {
    buyerName: 'Carla Compradora',
    paid: true,
    lines: [{ dropshipItemId: items[0]?.id, quantity, unitPriceCentavos: 8990 }],
  })) as { id: number };
  return id;
}

test('a packer packs with keyboard and scanner only', async ({ browser }) => {
  const packer = await enter(browser, 'pt', 'embaladora-bancada@example.com');
  const { account, orders, ui, errors } = packer.words;
  const { bench } = orders.bench;
  const first = await sellByHand(2);
  const second = await sellByHand(1);
  await ask(supplier, 'POST', '/staff', { email: packer.email, roles: ['packer'] });
  await packer.page.setViewportSize({ width: 820, height: 1180 });
  await putPointerAway(packer);

  await test.step('accepts the invitation', async () => {
    await go(packer, await mailLink(packer.email));
    await typeInto(packer, field(packer, account.fields.name), 'Pia Embaladora');
    await typeInto(packer, field(packer, account.fields.password), password);
    await packer.page.keyboard.press('Enter');
    await expect(packer.page).not.toHaveURL(/register-staff/);
  });

  await test.step('opens the first sale and starts', async () => {
    await jumpTo(packer, ui.menu.checkout);
    await expect(packer.page).toHaveURL(/\/checkout$/);
    await tabTo(packer, packer.page.getByRole('switch', { name: bench.handsFree }));
    await packer.page.keyboard.press('Space');
    await expect(packer.page.getByRole('switch', { name: bench.handsFree })).not.toBeChecked();
    await tabTo(packer, field(packer, orders.bench.board.scan));
    await expect(field(packer, orders.bench.board.scan)).toBeFocused();
    await scan(packer, String(first));
    await expect(packer.page).toHaveURL(new RegExp(`/checkout/${first}$`));
    await enterOn(packer, button(packer, bench.start));
    await expect(field(packer, bench.beep)).toBeFocused();
  });

  await test.step('hears and reads what is wrong, and scans what is right', async () => {
    await scan(packer, 'OUTRO-9');
    await expectText(packer, errors.code_not_in_sale);
    await scan(packer, goods.sku);
    await expectText(packer, fill(bench.beeped, { done: 1, all: 2 }));
    await expect(packer.page.getByRole('button', { name: errors.unbeeped_items })).toBeDisabled();
    await scan(packer, volume);
    await expectText(packer, bench.complete);
    await scan(packer, goods.gtin);
    await expectText(packer, errors.line_full);
    await expectAccessible(packer);
  });

  await test.step('starts over', async () => {
    await enterOn(packer, button(packer, bench.reset));
    const dialog = packer.page.getByRole('dialog');
    await typeInto(packer, dialog.getByRole('textbox'), 'caixa errada');
    await enterOn(packer, dialog.getByRole('button', { name: bench.reset }));
    await expect(dialog).toBeHidden();
    await expect(field(packer, bench.beep)).toBeFocused();
  });

  await test.step('reads red without a network, and a repeated scan counts once', async () => {
    const { page, context } = packer;
    const lost = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/beep'));
    const red = page.locator('[data-tone=bad] input[data-scan]');
    await context.setOffline(true);
    await Promise.all([lost(), scan(packer, goods.gtin)]);
    await expect(red).toBeVisible();
    await expectText(packer, bench.notCounted);
    await context.setOffline(false);
    // The request arrives and counts, its response is lost.
    await page.route(
      '**/beep',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await Promise.all([lost(), scan(packer, goods.gtin)]);
    await scan(packer, goods.gtin);
    await expectText(packer, fill(bench.beeped, { done: 1, all: 2 }));
    await expect(red).toHaveCount(0);
  });

  await test.step('packs by the printed code, which does nothing before everything is in the parcel', async () => {
    await scan(packer, packingConfirmCode);
    await expectText(packer, errors.unbeeped_items);
    await scan(packer, goods.gtin);
    await expectText(packer, bench.complete);
    await scan(packer, packingConfirmCode);
    await expectText(packer, orders.statuses.waiting_collect);
  });

  await test.step('prints the label, and opens the next sale by scan', async () => {
    const saved = packer.page.waitForEvent('download');
    await enterOn(packer, button(packer, bench.pdf));
    expect((await saved).suggestedFilename()).toBe(`etiqueta-${first}.pdf`);
    await expectText(packer, bench.labelStates.printed);
    await expectPrinted(packer, 1);
    await tabTo(packer, field(packer, orders.bench.board.scan));
    await scan(packer, String(second));
    await expect(packer.page).toHaveURL(new RegExp(`/checkout/${second}$`));
    await expect(button(packer, bench.start)).toBeVisible();
  });
  await expectNoPointer(packer);
});

test('a sale canceled at the marketplace stops the bench in red: at start, at confirm, at print', async () => {
  const { orders } = supplier.words;
  const { bench } = orders.bench;
  await connectAccount(seller, sale.nickname);
  link = await publish(seller, sale);

  /** Bought, and canceled later without a notification: only a request to the marketplace reveals it. */
  const buyOne = async (): Promise<{ order: number; remote: string }> => {
    const remote = await buy(seller, link, 1);
    const order = await openSale(seller, remote);
    await go(supplier, `/checkout/${order}`);
    return { order, remote };
  };
  const cancelSilently = async (remote: string): Promise<void> => {
    const fault = (await control('POST', '/faults', {
      kind: 'notify-lost',
      seller: marketSeller,
    })) as { id: string };
    await control('POST', `/orders/${remote}/cancel`, { by: 'buyer', reason: 'desistiu' });
    await control('DELETE', `/faults/${fault.id}`);
  };
  const expectStop = async (): Promise<void> => {
    const stop = supplier.page.getByRole('alertdialog');
    await expect(stop).toContainText(bench.canceledTitle);
    await expect(stop).toBeFocused();
    await expectAccessible(supplier);
    await scan(supplier, volume);
    await expectText(supplier, bench.swallowed);
    await expect(stop).toBeVisible();
    await button(supplier, bench.understood).click();
    await expect(stop).toBeHidden();
  };

  /** Hands-free: after the goods are stored, the next sale opens. */
  const expectPutBack = async (id: number): Promise<void> => {
    const [back = ''] = bench.putBackNext.split('{{next}}');
    await expectText(supplier, fill(back.trim(), { id }));
  };

  await test.step('at start', async () => {
    const { remote } = await buyOne();
    await cancelSilently(remote);
    await button(supplier, bench.start).click();
    await expectText(supplier, bench.canceledTitle);
    await expectText(supplier, orders.statuses.canceled);
    await expect(button(supplier, bench.start)).toHaveCount(0);
  });

  await test.step('at confirm', async () => {
    const { order, remote } = await buyOne();
    await button(supplier, bench.start).click();
    await expect(field(supplier, bench.beep)).toBeFocused();
    await cancelSilently(remote);
    await scan(supplier, goods.sku);
    await expectStop();
    await expect(field(supplier, bench.putBackScan)).toBeFocused();
    await scan(supplier, volume);
    await expectPutBack(order);
  });

  await test.step('at print', async () => {
    const { order, remote } = await buyOne();
    await button(supplier, bench.start).click();
    await expect(field(supplier, bench.beep)).toBeFocused();
    await scan(supplier, goods.sku);
    await button(supplier, bench.ownLabelPrint).click();
    await expectText(supplier, bench.waitsForLabel);
    const { xml } = await issueInvoice(remote);
    await uploadInvoice(supplier, xml);
    await cancelSilently(remote);
    await button(supplier, bench.print).click();
    await expectStop();
    await scan(supplier, volume);
    await expectPutBack(order);
  });

  await test.step('no stock was consumed, and the marketplace sells all of it', async () => {
    const { items } = (await ask(seller, 'GET', `/dropshipping?query=${goods.sku}`)) as {
      items: { available: number }[];
    };
    const available = items[0]?.available;
    expect(available).toBe(goods.quantity - 3);
    await expect.poll(() => remoteQuantity(link)).toBe(available);
  });
});

test('the NF-e of a sale is uploaded and downloaded on a phone', async ({ browser }) => {
  const hand = await hireFor(browser, supplier, 'administrator', 'pt', phone, 'Ada Gerente');
  const remote = await buy(seller, link, 1);
  const order = await openSale(seller, remote);
  await packAtOnce(supplier, order, goods.sku);
  const { xml } = await issueInvoice(remote);
  await exchangeInvoice(hand, order, xml);
});
