import { expect, test } from '@playwright/test';
import type { Floor } from './floor-story.ts';
import { ask } from './screens.ts';
import { type Actor, choose, expectAccessible, expectText, expectToast, go, press } from './verbs.ts';

type Volume = {
  id: number;
  code: string;
  warehouse: { id: number };
  position: { id: number };
  lines: { variation: { id: number } }[];
};

/** One more like it, whose label is there at once. */
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

/** One that no sale has taken from: five more of what is in another. */
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

/** A code that is read anywhere opens a volume: it goes to another warehouse with its paper, arrives by its label, fails a test and is written off. */
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

  await test.step('it leaves for the other warehouse, and its paper is there', async () => {
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
