import { expect } from '@playwright/test';
import { type Actor, expectText, field } from './verbs.ts';

const offlineMs = 20_000;

/** Twenty seconds without a network: the screen says so, stays, and continues without reloading. */
export async function withoutNetwork(actor: Actor, look: () => Promise<void>): Promise<void> {
  const { page, context, words } = actor;
  await page.evaluate(() => {
    document.body.dataset.kept = 'yes';
  });
  await context.setOffline(true);
  const since = Date.now();
  await expectText(actor, words.ui.connection.offline);
  await expect.poll(() => Date.now() - since).toBeGreaterThan(offlineMs);
  await look();
  await context.setOffline(false);
  await expect(page.getByText(words.ui.connection.offline)).toHaveCount(0);
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
}

/** The network fails while somebody types; typed data is kept. */
export async function loseNetwork(actor: Actor, name: string, value: string): Promise<void> {
  const box = field(actor, name).first();
  await box.fill(value);
  await withoutNetwork(actor, () => expect(box).toHaveValue(value));
  await expect(box).toHaveValue(value);
}
