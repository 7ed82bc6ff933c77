import { expect, test } from '@playwright/test';
import { addGoods, type Floor, sellByHand } from './floor-story.ts';
import { enterOn, expectNoPointer, putPointerAway, tabTo, typeInto, understandStop } from './keyboard.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, button, expectAccessible, expectText, field, fill, go, scan } from './verbs.ts';

type Stocked = Pick<Goods, 'product' | 'sku' | 'gtin' | 'quantity'>;
/** What a list of twelve leaves behind: volumes to count, and a sale that needs what one of them lacks. */
export type Leavings = {
  emptied: { goods: Stocked; volume: string };
  lacking: { goods: Stocked; volume: string; sale: number };
};

/** The list empties the bowls; the plates exist only in the ledger. */
const more: [Stocked, Stocked] = [
  { product: 'Tigela', sku: 'TIG-12', gtin: '7891000100110', quantity: 3 },
  { product: 'Prato', sku: 'PRA-12', gtin: '7891000100127', quantity: 6 },
];

/**
 * Twelve sales on one list without a pointer: wrong codes, one canceled by its buyer meanwhile, a volume that is
 * emptied and said not to be, a product that is not there; then the bench packs from the tote.
 */
export async function walkTwelve(picker: Actor, floor: Floor): Promise<Leavings> {
  const { page, words } = picker;
  const { picking, bench } = words.orders;
  const [kettle, mug] = floor.goods as readonly [Goods, Goods];
  const [kettleVolume = '', mugVolume = ''] = floor.volumes;
  const [bowl, plate] = more;
  const [bowlVolume = '', plateVolume = ''] = await addGoods(floor, [bowl, plate]);
  const inside = new Map<string, Stocked>([
    [kettleVolume, kettle],
    [mugVolume, mug],
    [bowlVolume, bowl],
    [plateVolume, plate],
  ]);
  const wanted = [
    [[kettle.sku, 1]],
    [[mug.sku, 1]],
    [[kettle.sku, 1]],
    [
      [kettle.sku, 1],
      [mug.sku, 1],
    ],
    [[mug.sku, 1]],
    [[bowl.sku, 1]],
    [[bowl.sku, 2]],
    [[kettle.sku, 2]],
    [[plate.sku, 1]],
    [[mug.sku, 2]],
    [[kettle.sku, 1]],
    [[mug.sku, 1]],
  ] as const;
  const sales: number[] = [];
  for (const lines of wanted) sales.push(await sellByHand(floor.seller, lines));
  const sale = (nth: number) => sales[nth - 1] ?? 0;
  const row = (nth: number) => page.locator(`[data-sale="${sale(nth)}"]`);
  await putPointerAway(picker);

  await test.step('one press makes a list of twelve, another begins it', async () => {
    await go(picker, '/picking');
    await enterOn(picker, picker.page.getByRole('button', { name: new RegExp(`^${picking.make}: `) }));
    await expect(page).toHaveURL(/\/picking\/\d+$/);
    await enterOn(picker, button(picker, picking.start));
    await expect(field(picker, picking.scanPlace)).toBeFocused();
    await expectText(picker, fill(picking.done, { done: 0, all: 16 }));
    // Its name says why not.
    await expect(page.getByRole('button', { name: picking.finish })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(picker);
  });
  const later = await sellByHand(floor.seller, [[plate.sku, 1]]);

  let [done, all] = [0, 16];
  const take = async (goods: Stocked, times = 1) => {
    for (let n = 0; n < times; n++) {
      await scan(picker, goods.gtin);
      done += 1;
      await expectText(picker, fill(picking.done, { done, all }));
    }
  };
  const stand = async (volume: string) => {
    await scan(picker, volume);
    await expectText(picker, fill(picking.atPlace, { place: volume }));
  };

  await test.step('a product before its place, a wrong one there, a code of nowhere: each is named', async () => {
    await scan(picker, kettle.gtin);
    await expectText(picker, fill(picking.wrongProductFirst, { sku: kettle.sku }));
    await stand(kettleVolume);
    await scan(picker, mug.gtin);
    await expectText(picker, fill(picking.wrongProduct, { sku: mug.sku, wanted: kettle.sku }));
    await scan(picker, 'outro-9');
    await expectText(picker, fill(picking.wrongUnknown, { code: 'OUTRO-9' }));
    await expect(field(picker, fill(picking.scanProduct, { place: kettleVolume }))).toBeFocused();
  });

  await test.step('each unit has its place on the cart; one sale is canceled by its buyer, which stops the walk until it is understood', async () => {
    await take(kettle);
    await expectText(picker, fill(picking.placedLast, { place: 1, order: sale(1) }));
    await take(kettle);
    await expectText(picker, fill(picking.placedLast, { place: 3, order: sale(3) }));
    await ask(floor.seller, 'POST', `/orders/${sale(3)}/cancel`, { reason: 'o comprador desistiu' });
    const stop = page.getByRole('alertdialog');
    await expect(stop).toContainText(fill(picking.stopTitle, { place: 3 }));
    await expect(stop).toContainText(kettleVolume);
    await expectAccessible(picker);
    await scan(picker, kettle.gtin);
    await expectText(picker, bench.bench.swallowed);
    await understandStop(picker);
    await expect(field(picker, fill(picking.scanProduct, { place: kettleVolume }))).toBeFocused();
    await expect(row(3)).toContainText(picking.left.canceled);
    [done, all] = [1, 15];
    await expectText(picker, fill(picking.done, { done, all }));
  });

  await test.step('where the screen sends, volume by volume; nothing is scanned over a question', async () => {
    const { volumes } = words.inventory;
    const units = new Map([
      [kettleVolume, 4],
      [mugVolume, 6],
      [bowlVolume, 3],
    ]);
    for (let places = 0; places < 4; places++) {
      const next = (await page.locator('[data-next]').getAttribute('data-next')) ?? '';
      const goods = inside.get(next);
      if (!goods) throw new Error(`${next} is no volume of the list`);
      if (next !== kettleVolume) await stand(next);
      if (next === plateVolume) {
        await declareShort(picker, 'a prateleira está vazia', goods.gtin);
        await expect(row(9)).toContainText(picking.left.short);
        all = 14;
        continue;
      }
      await take(goods, units.get(next));
      if (next !== bowlVolume) continue;
      const question = page.getByText(fill(volumes.zeroQuestion, { code: bowlVolume }));
      await expect(question).toBeVisible();
      // The question stands over the field.
      await tabTo(picker, button(picker, volumes.zeroNo), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
    }
    await expectText(picker, picking.allPicked);
  });

  await test.step('what the canceled sale had goes back, and the list ends', async () => {
    await expect(field(picker, picking.putBackProduct)).toBeFocused();
    await scan(picker, kettle.gtin);
    await expect(field(picker, fill(picking.putBackVolume, { sku: kettle.sku }))).toBeFocused();
    await scan(picker, kettleVolume);
    await expect(field(picker, picking.putBackAll)).toBeVisible();
    // The button stands over the field.
    await tabTo(picker, button(picker, picking.finish), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectText(picker, picking.states.finished);
  });

  await test.step('at the bench a product opens its sale, out of the tote', async () => {
    await go(picker, '/checkout');
    await scan(picker, bowl.gtin);
    await expectText(picker, fill(bench.bench.packedNext, { id: sale(6), next: later }));
  });
  await expectNoPointer(picker);
  const statusOf = async (id: number) =>
    ((await ask(floor.supplier, 'GET', `/orders-supplier/${id}`)) as { status: string }).status;
  expect(await statusOf(sale(6))).toBe('waiting_collect');
  expect(await statusOf(sale(9))).toBe('waiting_approval');
  return {
    emptied: { goods: bowl, volume: bowlVolume },
    lacking: { goods: plate, volume: plateVolume, sale: later },
  };
}

/**
 * The product is not at its place: the screen says so in words, and a press of the button declares it. A scan over the
 * question does not answer it.
 */
async function declareShort(picker: Actor, seen: string, code: string): Promise<void> {
  const { picking } = picker.words.orders;
  const { keyboard } = picker.page;
  const dialog = picker.page.getByRole('dialog');
  for (const act of [picking.cancel, picking.short]) {
    await enterOn(picker, button(picker, act));
    await expect(dialog).toBeVisible();
    await scan(picker, code);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await enterOn(picker, button(picker, picking.short));
  await typeInto(picker, dialog.getByRole('textbox'), seen);
  await enterOn(picker, dialog.getByRole('button', { name: picking.short }));
  await expect(dialog).toBeHidden();
}
