import { expect } from '@playwright/test';
import { ask } from './screens.ts';
import { type Actor, button, expectText, expectToast, fill, go, press, row } from './verbs.ts';

/** A supplier sorts goods: a tag is typed and added to several at once, finds them, and is removed. */
export async function tagProducts(actor: Actor, names: readonly string[], other: string): Promise<void> {
  const { page } = actor;
  const { products, ui } = actor.words;
  const { tags } = products;
  const tag = 'Feira de domingo';
  for (const [nth, name] of names.entries())
    await ask(actor, 'POST', '/products', {
      name,
      variations: { create: [{ sku: `TAG-${nth}`, attributes: { Color: 'Preto' } }] },
    });

  await go(actor, '/products/product/list');
  await expect(row(actor, other)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(button(actor, ui.app.skip)).toBeFocused();
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await press(actor, tags.bulk);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: tags.add, exact: true }).fill(tag);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(tag, { exact: true })).toBeVisible();
  const submit = fill(ui.bulk.submit, { rows: fill(ui.rows.products_other, { total: names.length }) });
  await dialog.getByRole('button', { name: submit }).click();
  await expectToast(actor, products.successes['products.bulkUpdate']);
  for (const name of names) await expect(row(actor, name)).toContainText(tag);

  await button(actor, tags.title).click();
  await page.getByRole('checkbox', { name: tag, exact: true }).check();
  await expect(row(actor, other)).toHaveCount(0);
  for (const name of names) await expect(row(actor, name)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
  await press(actor, tags.bulk);
  await dialog.getByRole('combobox', { name: tags.takeOff, exact: true }).click();
  await page.getByRole('option', { name: tag, exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: submit }).click();
  await expectText(actor, ui.table.nothingFound);
  await go(actor, '/products/product/list');
  await expect(row(actor, other)).toBeVisible();
  await expect(page.getByText(tag)).toHaveCount(0);
}
