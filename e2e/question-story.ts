import { expect } from '@playwright/test';
import type { Actor } from './verbs.ts';

/** A buyer on the item's page in the marketplace's shop. */
export async function askInShop(actor: Actor, link: string, text: string): Promise<void> {
  const shop = await actor.context.newPage();
  await shop.goto(link);
  await shop.getByRole('textbox', { name: 'Pergunte ao vendedor' }).fill(text);
  await shop.getByRole('button', { name: 'Perguntar', exact: true }).click();
  await expect(shop.locator('#perguntas')).toContainText(text);
  await shop.close();
}

/** Waits until the item's page shows it. */
export async function expectInShop(actor: Actor, link: string, text: string): Promise<void> {
  const shop = await actor.context.newPage();
  await expect(async () => {
    await shop.goto(link);
    await expect(shop.locator('#perguntas')).toContainText(text, { timeout: 3000 });
  }).toPass();
  await shop.close();
}
