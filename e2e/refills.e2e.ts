import { expect, test } from '@playwright/test';
import { hireFor, openShelf, phone } from './floor-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  inLocale,
  press,
  pressAct,
  scan,
} from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Bule Reposto', sku: 'BUL-R', gtin: '7891000315514' },
  ...{ quantity: 30, price: '30,00' },
};

const fits = ({ page }: Actor) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

test('a pick face is set on a laptop and refilled on a phone by scanner, in both languages', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { supplier: owner, volumes } = await openShelf(browser, 'reposicao', [goods]);
  const [source = ''] = volumes;
  const { page } = owner;
  const { pickFaces, refills, successes } = owner.words.inventory;
  await page.setViewportSize({ width: 1366, height: 768 });

  await test.step('the owner is led from the empty screen to the pick faces', async () => {
    await go(owner, '/inventory/refill/list');
    await expectText(owner, refills.noFaces);
    await expectAccessible(owner);
    await page.getByRole('link', { name: refills.faces }).first().click();
    await expectText(owner, pickFaces.emptyHint);
  });

  await test.step('a maximum below the minimum is refused beside its field, and nothing is lost', async () => {
    await press(owner, pickFaces.new);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox', { name: pickFaces.position })).toBeFocused();
    for (const [name, text] of [
      [pickFaces.position, 'R02'],
      [pickFaces.product, goods.sku],
    ] as const) {
      await dialog.getByRole('combobox', { name }).fill(text);
      await page.getByRole('option').filter({ hasText: text }).click();
    }
    await field(owner, pickFaces.minimum).fill('12');
    await field(owner, pickFaces.maximum).fill('10');
    await dialog.getByRole('button', { name: pickFaces.add }).click();
    await expect(field(owner, pickFaces.maximum)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(owner, pickFaces.minimum)).toHaveValue('12');
    await expectAccessible(owner);
    await field(owner, pickFaces.maximum).fill('20');
    await dialog.getByRole('button', { name: pickFaces.add }).click();
    await expectToast(owner, successes['pickFaces.create']);
    await expect(page.locator('tr[data-row]').filter({ hasText: 'R02' })).toContainText(goods.product);
    await fits(owner);
  });

  const stockist = await hireFor(browser, owner, 'stockist', 'pt', phone);
  const words = stockist.words.inventory.refills;

  await test.step('a stockist begins with the volume; other codes change nothing', async () => {
    await go(stockist, '/inventory/refill/list');
    await expectText(stockist, fill(words.to, { place: 'R02' }));
    await fits(stockist);
    await expectAccessible(stockist);
    await scan(stockist, 'R03');
    await expectText(stockist, fill(words.notHere, { code: 'R03' }));
    await scan(stockist, source);
    await expectText(stockist, fill(words.began, { units: 20, place: 'R02' }));
    await stockist.page.keyboard.press('Enter');
    await expect(field(stockist, fill(words.scanFace, { place: 'R02' }))).toBeFocused();
    await expectAccessible(stockist);
  });

  await test.step('the owner sees who brings the units, and cannot begin the same refill', async () => {
    await go(owner, '/inventory/refill/list');
    await expectText(owner, fill(refills.takenBy, { name: '' }).trim());
    await scan(owner, source);
    await expectText(owner, fill(refills.notHere, { code: source }));
  });

  await test.step('a wrong position is named; fewer units end in a new volume at the face', async () => {
    await scan(stockist, 'R03');
    await expectText(stockist, fill(words.wrong, { code: 'R03', wanted: 'R02' }));
    await field(stockist, words.quantity).fill('15');
    await field(stockist, fill(words.scanFace, { place: 'R02' })).focus();
    await scan(stockist, 'R02');
    await expect(stockist.page.getByRole('status').filter({ hasText: 'R02' })).toContainText('15');
    await expectText(stockist, words.none);
    await expectAccessible(stockist);
    await stockist.page.getByRole('link', { name: fill(words.label, { volume: 'V' }) }).tap();
    await press(stockist, stockist.words.inventory.volumes.label);
    await expect(stockist.page.getByRole('dialog').locator('div[data-label]')).toContainText('15 × BUL-R');
  });

  await test.step('the pick face shows its units, in English and dark', async () => {
    await inLocale(owner, 'en');
    await page.emulateMedia({ colorScheme: 'dark' });
    await go(owner, '/inventory/pick-face/list');
    await expect(page.locator('tr[data-row]').filter({ hasText: 'R02' })).toContainText('15');
    await expectAccessible(owner);
    await pressAct(owner, owner.words.inventory.pickFaces.edit);
    await expect(field(owner, owner.words.inventory.pickFaces.minimum)).toBeFocused();
  });
});
