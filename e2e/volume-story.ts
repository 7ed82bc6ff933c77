import { type Browser, expect, test } from '@playwright/test';
import { type Floor, hireFor, phone } from './floor-story.ts';
import { ask } from './screens.ts';
import { tap } from './touch.ts';
import {
  type Actor,
  choose,
  expectAccessible,
  expectText,
  expectToast,
  fill,
  go,
  press,
  scan,
} from './verbs.ts';

type Volume = {
  id: number;
  code: string;
  warehouse: { id: number };
  position: { id: number };
  lines: { variation: { id: number } }[];
};

/** One more of its kind, whose label is printed at once. */
async function printCopy(supplier: Actor, id: number, code: string): Promise<void> {
  const { volumes } = supplier.words.inventory;
  const dialog = supplier.page.getByRole('dialog').filter({ hasText: code }).last();
  await go(supplier, `/inventory/volume/list?volume=${id}`);
  await press(supplier, volumes.replicate);
  await dialog.getByRole('button', { name: volumes.replicate, exact: true }).last().click();
  const saved = supplier.page.waitForEvent('download');
  await press(supplier, volumes.copyLabels['100x50']);
  expect((await saved).suggestedFilename()).toBe('volumes.pdf');
}

/** One from which no sale was taken: five more of what another one has. */
async function makeVolume(supplier: Actor, like: string): Promise<{ id: number; code: string }> {
  const { items } = (await ask(supplier, 'GET', `/volumes?query=code:${like}`)) as { items: Volume[] };
  const { warehouse, position, lines } = (await ask(supplier, 'GET', `/volumes/${items[0]?.id}`)) as Volume;
  const body = {
    warehouseId: warehouse.id,
    reason: 'reforço',
    lines: [{ variationId: lines[0]?.variation.id, quantity: 5 }],
  };
  const { id, code } = (await ask(supplier, 'POST', '/volumes', body)) as Volume;
  await printCopy(supplier, id, code);
  await ask(supplier, 'POST', `/volumes/${id}/tag`, { code });
  await ask(supplier, 'POST', `/volumes/${id}/launch`, { positionId: position.id });
  return { id, code };
}

/**
 * A scanned code opens a volume: it is sent to another warehouse with its document, arrives by its label, fails a
 * test and is written off.
 */
export async function endVolume({ supplier, warehouse, volumes }: Floor): Promise<void> {
  const { id, code } = await makeVolume(supplier, volumes[1] ?? '');
  const { inventory } = supplier.words;
  const words = inventory.volumes;
  const other = `${warehouse} dois`;
  const { id: warehouseId } = (await ask(supplier, 'POST', '/warehouses', { name: other })) as { id: number };
  await ask(supplier, 'POST', '/inventory-locations', {
    warehouseId,
    prefix: 'Q',
    initialIndex: 1,
    finalIndex: 1,
  });
  const dialog = supplier.page.getByRole('dialog').filter({ hasText: code }).last();
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).last().click();
  const openMenu = async (act: string) => {
    await dialog.getByRole('button', { name: supplier.words.ui.act.more, exact: true }).click();
    await supplier.page.getByRole('menuitem', { name: act, exact: true }).click();
  };

  await test.step('it leaves for the other warehouse, with its document', async () => {
    await go(supplier, '/business');
    await supplier.page.keyboard.type(code.toLowerCase());
    await supplier.page.keyboard.press('Enter');
    const passport = supplier.page.getByRole('region', { name: code });
    await expect(passport.getByText(inventory.volumeState.active)).toBeVisible();
    await expectAccessible(supplier);
    await passport.getByRole('button', { name: inventory.passport.acts.transfer }).click();
    await expect(supplier.page).toHaveURL(new RegExp(`volume=${id}`));
    await choose(supplier, words.transferTo, other, dialog);
    await dialog.getByRole('textbox', { name: words.reason }).fill('reposição');
    await submit(words.transfer);
    await expectToast(supplier, inventory.successes['volumes.transfer']);
    await expectText(supplier, inventory.volumeState.in_transit);
    const saved = supplier.page.waitForEvent('download');
    await press(supplier, words.transferPaper);
    expect((await saved).suggestedFilename()).toBe(`${code}.pdf`);
  });

  await test.step('it arrives by its label', async () => {
    await press(supplier, words.arrive);
    await dialog.getByRole('textbox', { name: words.launchScanLabel }).fill(code.toLowerCase());
    await choose(supplier, words.launchScanPosition, 'Q', dialog);
    await submit(words.arrive);
    await expectToast(supplier, inventory.successes['volumes.arrive']);
  });

  await test.step('it fails its test and is written off', async () => {
    await openMenu(words.block);
    await dialog.getByRole('combobox', { name: words.blockCause }).click();
    await supplier.page.getByRole('option', { name: words.blockCauses.failed_test }).click();
    await dialog.getByRole('textbox', { name: words.reason }).fill('tomada solta');
    await submit(words.block);
    await expectText(supplier, words.blockCauses.failed_test);
    await press(supplier, words.writeOff);
    await dialog.getByRole('textbox', { name: words.reason }).fill('sem conserto');
    await submit(words.writeOff);
    await expectText(supplier, inventory.volumeState.archived);
  });
}

/**
 * A stockist with a phone and a scanner: the label of a volume opens its passport on any screen, *move* is pressed,
 * and the label of the position moves it, wherever the focus is.
 */
export async function moveByScan(browser: Browser, { supplier, volumes }: Floor): Promise<void> {
  const stockist = await hireFor(browser, supplier, 'stockist', 'pt', phone);
  const { page } = stockist;
  const { inventory, ui } = stockist.words;
  const { id, code } = await makeVolume(supplier, volumes[1] ?? '');
  const volume = (await ask(supplier, 'GET', `/volumes/${id}`)) as Volume;
  await ask(supplier, 'POST', '/inventory-locations', {
    warehouseId: volume.warehouse.id,
    prefix: 'MV',
    initialIndex: 1,
    finalIndex: 2,
  });
  const passport = page.getByRole('region', { name: code });
  const form = page.getByRole('dialog').filter({ hasText: inventory.volumes.moveTo }).last();
  const target = form.getByRole('combobox', { name: inventory.volumes.moveTo });
  const expectAt = (position: string) =>
    expect
      .poll(async () => ((await ask(supplier, 'GET', `/volumes/${id}`)) as Placed).position?.code)
      .toBe(position);

  await test.step('scanned on any screen, moved by finger and the label of a position', async () => {
    await go(stockist, '/inventory/location/list');
    await scan(stockist, code);
    await tap(passport.getByRole('button', { name: inventory.passport.acts.move, exact: true }));
    await expect(target).toBeVisible();
    // The focus is nowhere after the last touch.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(stockist, 'MV01');
    await expectToast(stockist, inventory.successes['volumes.move']);
    await expectAt('MV01');
  });

  await test.step('an unknown code is refused at the field, and the next one counts', async () => {
    await page.keyboard.press('Escape');
    await go(stockist, '/inventory/volume/list');
    await tap(page.getByRole('button', { name: ui.scan.anywhere }));
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await scan(stockist, code.toLowerCase());
    await tap(passport.getByRole('button', { name: inventory.passport.acts.move, exact: true }));
    await expect(target).toBeVisible();
    await scan(stockist, 'MV77');
    await expectText(stockist, fill(ui.field.unknownCode, { code: 'MV77' }));
    await expectAccessible(stockist);
    await scan(stockist, 'mv02');
    await expectAt('MV02');
  });
  await stockist.context.close();
}

type Placed = { position: { code: string } | null };
