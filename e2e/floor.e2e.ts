import { expect, test } from '@playwright/test';
import { packingConfirmCode } from '#contract/orders/parcel-label.ts';
import { pressBench } from './bench-touch-story.ts';
import { countByTwo } from './counting-story.ts';
import { type Floor, hire, openFloor, sellByHand } from './floor-story.ts';
import { handOverPile, watchDashboard } from './hand-over-story.ts';
import { walkTwelve } from './list-story.ts';
import { takeBack } from './return-story.ts';
import { ask } from './screens.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { tap } from './touch.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectPrinted,
  expectText,
  field,
  fill,
  go,
  scan,
} from './verbs.ts';
import { endVolume, moveByScan } from './volume-story.ts';

const kettle: Goods = {
  product: 'Chaleira de Ágata',
  sku: 'CHA-7',
  gtin: '7891000315507',
  quantity: 40,
  price: '39,90',
};
const mug: Goods = {
  product: 'Caneca de Ágata',
  sku: 'CAN-7',
  gtin: '7891000053508',
  quantity: 40,
  price: '19,90',
};

test.describe.configure({ mode: 'serial' });

let floor: Floor;
let packer: Actor;

test.beforeAll(async ({ browser }) => {
  floor = await openFloor(browser, 'piso', [kettle, mug]);
  packer = await hire(browser, floor, 'packer');
});

test('every button of the bench works with the first tap', async () => {
  const { orders, ui, errors } = packer.words;
  const { bench } = orders.bench;
  const id = await sellByHand(floor.seller, [[kettle.sku, 1]]);
  const dialog = packer.page.getByRole('dialog');
  const byHand = packer.page.getByRole('switch', { name: bench.handsFree });
  await go(packer, `/checkout/${id}`);

  await test.step('before the start', async () => {
    await expect(field(packer, bench.waitsScan)).toBeFocused();
    for (const [off, on] of [
      [ui.scan.soundOff, ui.scan.soundOn],
      [ui.scan.keyboardOn, ui.scan.keyboardOff],
    ] as const) {
      await tap(button(packer, off));
      await tap(button(packer, on));
    }
    await byHand.tap({ force: true });
    await expect(byHand).not.toBeChecked();
    await tap(button(packer, bench.confirmLabel));
    await expect(dialog.getByRole('img', { name: packingConfirmCode })).toBeVisible();
    await packer.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await scan(packer, kettle.sku);
    await expectText(packer, bench.startFirst);
    await tap(button(packer, bench.start));
    await expect(button(packer, bench.cancel)).toBeVisible();
    await expect(packer.page.getByText(bench.startFirst)).toHaveCount(0);
  });

  await test.step('with a red result on the screen', async () => {
    await scan(packer, 'outro-9');
    await expectText(packer, errors.code_not_in_sale);
    await expectText(packer, fill(ui.scan.read, { code: 'outro-9' }));
    await tap(button(packer, bench.reset));
    await tap(dialog.getByRole('button', { name: ui.act.back }));
    await expect(dialog).toBeHidden();
    await tap(button(packer, bench.cancel));
    await tap(dialog.getByRole('button', { name: bench.cancel }));
    await tap(button(packer, bench.start));
    await expect(field(packer, bench.beep)).toBeFocused();
  });

  await test.step('when everything is in the parcel', async () => {
    await scan(packer, kettle.gtin);
    await expectText(packer, bench.complete);
    await scan(packer, 'outro-9');
    await expectText(packer, errors.code_not_in_sale);
    await tap(button(packer, bench.confirm));
    await expectText(packer, bench.packedPrinted);
    await expect(packer.page.getByText(errors.code_not_in_sale)).toHaveCount(0);
    await expectAccessible(packer);
    // The history of the sale has an entry with the same name.
    const label = packer.page.locator('li[data-state]').filter({ hasText: bench.labelStates.printed });
    await expect(label).toHaveAttribute('data-state', 'done');
    const saved = packer.page.waitForEvent('download');
    await tap(button(packer, bench.pdf));
    expect((await saved).suggestedFilename()).toBe(`etiqueta-${id}.pdf`);
    await tap(button(packer, bench.reprint));
    await dialog.getByRole('textbox').fill('saiu borrada');
    await tap(dialog.getByRole('button', { name: bench.reprint }));
    await expect(dialog).toBeHidden();
    await expectPrinted(packer, 2);
    await tap(button(packer, bench.reset));
    await tap(dialog.getByRole('button', { name: ui.act.back }));
    await byHand.tap({ force: true });
    await expect(byHand).toBeChecked();
  });
});

test('every other button of the bench is pressed with a finger and works @campaign', ({ browser }) =>
  pressBench(browser, floor, mug));

test('ten sales by scanner only, with every exception of a day @campaign', async () => {
  const { page, context } = packer;
  const { orders, ui, errors } = packer.words;
  const { bench } = orders.bench;
  const kettles = (quantity: number) => [[kettle.sku, quantity]] as const;
  const both = [...kettles(1), [mug.sku, 1]] as const;
  const wanted = [kettles(2), [[mug.sku, 1]], both, kettles(2), kettles(2)] as const;
  const sales: number[] = [];
  for (const lines of [...wanted, ...Array.from({ length: 5 }, () => kettles(1))])
    sales.push(await sellByHand(floor.seller, lines));
  const sale = (nth: number) => sales[nth - 1] ?? 0;
  const expectAt = (nth: number) => expect(page).toHaveURL(new RegExp(`/checkout/${sale(nth)}$`));
  const expectNext = (nth: number) =>
    expectText(packer, fill(bench.packedNext, { id: sale(nth), next: sale(nth + 1) }));
  const [kettleVolume = '', mugVolume = ''] = floor.volumes;

  await test.step('1: a product opens and starts the most urgent sale that needs it; a wrong code counts nothing', async () => {
    await go(packer, '/checkout');
    await expect(field(packer, orders.bench.board.scan)).toBeFocused();
    await scan(packer, kettle.gtin);
    await expectAt(1);
    await expectText(packer, fill(bench.beeped, { done: 1, all: 2 }));
    await page.keyboard.press('Enter');
    await scan(packer, 'CHA-70');
    await expectText(packer, errors.code_not_in_sale);
    await expectText(packer, fill(ui.scan.read, { code: 'CHA-70' }));
    await scan(packer, kettle.gtin);
    await expectNext(1);
    await expectAt(2);
  });

  await test.step('2: the place is known before the start, and the volume’s code counts as well', async () => {
    await expectText(packer, mugVolume);
    await scan(packer, mugVolume.toLowerCase());
    await expectNext(2);
  });

  await test.step('3: the same unit twice is refused while the other product is missing', async () => {
    await scan(packer, kettle.sku);
    await scan(packer, kettle.sku);
    await expectText(packer, errors.line_full);
    await scan(packer, mug.gtin);
    await expectNext(3);
  });

  await test.step('4: twenty seconds without a network lose nothing, and nothing reloads', async () => {
    await scan(packer, kettle.gtin);
    await expectText(packer, fill(bench.beeped, { done: 1, all: 2 }));
    await page.evaluate(() => {
      document.body.dataset.kept = 'yes';
    });
    const line = packer.page.locator('[data-scan]');
    const placed = await line.boundingBox();
    await context.setOffline(true);
    const since = Date.now();
    await scan(packer, kettle.gtin);
    await expectText(packer, bench.notCounted);
    await expectText(packer, ui.connection.offline);
    // Nothing moves under the hand.
    expect(await line.boundingBox()).toEqual(placed);
    await expect.poll(() => Date.now() - since).toBeGreaterThan(20_000);
    await expectAt(4);
    await expect(field(packer, bench.beep)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(ui.connection.offline)).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
    await scan(packer, kettle.gtin);
    await expectNext(4);
  });

  await test.step('5: a sale canceled meanwhile blocks everything until it is acknowledged', async () => {
    const stop = page.getByRole('alertdialog');
    await scan(packer, kettle.gtin);
    await expectText(packer, fill(bench.beeped, { done: 1, all: 2 }));
    await ask(floor.seller, 'POST', `/orders/${sale(5)}/cancel`, { reason: 'desistiu' });
    await expect(stop).toBeFocused();
    await scan(packer, kettleVolume);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectText(packer, bench.swallowed);
    await expect(stop).toBeVisible();
    await expectAccessible(packer);
    await tap(button(packer, bench.understood));
    await expect(stop).toBeHidden();
    await expect(packer.page.getByText(bench.documents)).toHaveCount(0);
    for (const wrong of [kettle.gtin, 'V9999'])
      await scan(packer, wrong).then(() => expectText(packer, errors.code_not_volume));
    await scan(packer, mugVolume);
    await expectText(packer, fill(bench.unfitVolume.other_product, { volume: mugVolume }));
    await scan(packer, kettleVolume);
    await expectText(packer, fill(bench.putBackNext, { id: sale(5), next: sale(6) }));
    await expectAt(6);
  });

  await test.step('6: the next product continues with the next sale', async () => {
    await scan(packer, kettle.gtin);
    await expectNext(6);
  });

  await test.step('7 to 10: scans faster than the server answers', async () => {
    for (let nth = 7; nth <= 10; nth++) await scan(packer, kettle.gtin);
    // Four parcels in a row, allowed the time of four single ones.
    await expect(page).toHaveURL(new RegExp(`/checkout/${sale(10)}$`));
    await expectText(packer, bench.packedLast);
    await expectText(packer, orders.statuses.waiting_collect);
  });

  await test.step('nine parcels with their labels, and the remaining stock is right', async () => {
    await expectPrinted(packer, 9);
    const list = (await ask(floor.supplier, 'GET', '/orders-supplier?size=50')) as {
      items: { id: number; status: string }[];
    };
    const statusOf = (id: number) => list.items.find((row) => row.id === id)?.status;
    expect(sales.map(statusOf)).toEqual(sales.map((id) => (id === sale(5) ? 'canceled' : 'waiting_collect')));
  });
});

test('a distributor finds the bench in the menu, sees the goods, and scans parcels of a carrier', async ({
  browser,
}) => {
  const clerk = await hire(browser, floor, 'distributor');
  const pile: number[] = [];
  for (let nth = 0; nth < 3; nth++) {
    const id = await sellByHand(floor.seller, [[mug.sku, 1]]);
    await packAtOnce(floor.supplier, id, mug.sku);
    pile.push(id);
  }

  await test.step('sees the contents of a parcel', async () => {
    await go(clerk, `/checkout/${pile[0]}`);
    const image = clerk.page.locator('[data-part] img').first();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  });

  const watched = await watchDashboard(floor);
  await test.step('scans label after label, and the driver gets a manifest to sign', () =>
    handOverPile(clerk, floor, pile, mug));
  await test.step('the dashboard at the desk updates by itself', () => watched(pile.length));

  await test.step('a returned parcel: its label opens the return, each unit is inspected and stored', async () => {
    const [sent = 0] = pile;
    await ask(floor.supplier, 'POST', `/orders-supplier/${sent}/send`, { trackingCode: 'AA123456785BR' });
    await takeBack(floor, sent, mug, floor.volumes[1] ?? '');
  });
});

test('a list of twelve is picked with keyboard and scanner, on a phone in Portuguese; two people count what it left @campaign', async ({
  browser,
}) => countByTwo(browser, floor, await walkTwelve(packer, floor)));

test('a volume is sent to another warehouse, arrives, fails its test and is written off', () =>
  endVolume(floor));

test('a volume is moved from its passport with finger and scanner, on a phone', ({ browser }) =>
  moveByScan(browser, floor));
