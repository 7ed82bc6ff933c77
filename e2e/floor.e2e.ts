import { expect, test } from '@playwright/test';
import { type Floor, hire, openFloor, sellByHand } from './floor-story.ts';
import type { Goods } from './supplier-story.ts';
import { tap } from './touch.ts';
import { type Actor, button, expectText, field, go, scan } from './verbs.ts';

const kettle: Goods = {
  product: 'Chaleira Esmaltada',
  sku: 'CHA-7',
  gtin: '7891000315507',
  quantity: 40,
  price: '39,90',
};
const mug: Goods = {
  product: 'Caneca Esmaltada',
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

test('every button of the bench does what it says at the first tap', async () => {
  const { orders, ui } = packer.words;
  const { bench } = orders.bench;
  const id = await sellByHand(floor.seller, [[kettle.sku, 1]]);
  const dialog = packer.page.getByRole('dialog');
  await go(packer, `/checkout/${id}`);

  await test.step('before the start', async () => {
    await expect(field(packer, orders.bench.board.scan)).toBeFocused();
    for (const [off, on] of [
      [ui.scan.soundOff, ui.scan.soundOn],
      [ui.scan.keyboardOn, ui.scan.keyboardOff],
    ] as const) {
      await tap(button(packer, off));
      await tap(button(packer, on));
    }
    await tap(button(packer, bench.start));
    await expect(button(packer, bench.cancel)).toBeVisible();
  });

  await test.step('with a red answer on the screen', async () => {
    await scan(packer, 'OUTRO-9');
    await expectText(packer, packer.words.errors.code_not_in_sale);
    await tap(button(packer, bench.reset));
    await tap(dialog.getByRole('button', { name: ui.act.cancel }));
    await expect(dialog).toBeHidden();
    await tap(button(packer, bench.cancel));
    await tap(dialog.getByRole('button', { name: bench.cancel }));
    await tap(button(packer, bench.start));
    await expect(field(packer, bench.beep)).toBeFocused();
  });

  await test.step('when everything is in the parcel', async () => {
    await scan(packer, kettle.gtin);
    await tap(button(packer, bench.confirm));
    await expectText(packer, orders.statuses.waiting_collect);
    await tap(button(packer, bench.print));
    await expectText(packer, bench.labelStates.printed);
    await tap(button(packer, bench.reset));
    await tap(dialog.getByRole('button', { name: ui.act.cancel }));
  });
});
