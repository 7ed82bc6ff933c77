import { type Browser, expect, test } from '@playwright/test';
import { type Floor, hireFor, phone } from './floor-story.ts';
import type { Leavings } from './list-story.ts';
import { ask } from './screens.ts';
import { type Actor, button, expectAccessible, expectText, field, go, scan } from './verbs.ts';

/**
 * Counts what a list left behind: a volume that was said not to be empty is empty, and the short one is counted by
 * two people and corrected to zero. An unpicked sale then waits for approval.
 */
export async function countByTwo(
  browser: Browser,
  floor: Floor,
  { emptied, lacking }: Leavings,
): Promise<void> {
  const { volume, goods, sale } = lacking;
  const first = await hireFor(browser, floor.supplier, 'stockist', 'pt', phone);
  const second = await hireFor(browser, floor.supplier, 'administrator', 'en');
  const countNothing = async (actor: Actor, { sku }: { sku: string }) => {
    const number = field(actor, `${actor.words.inventory.balances.counted} ${sku}`);
    await expect(number).toBeFocused();
    await number.fill('0');
    await number.press('Enter');
  };
  const { balances } = first.words.inventory;

  await test.step('a volume that was said not to be empty is found empty, and nothing is corrected', async () => {
    await go(first, '/inventory/balance/list');
    await expectText(first, balances.origins.zero_check);
    await scan(first, emptied.volume);
    await countNothing(first, emptied.goods);
    await expectText(first, balances.result.checked);
  });

  await test.step('on a phone a scan opens the count and a number ends it, without showing the ledger', async () => {
    await go(first, '/inventory/balance/list');
    await expectText(first, balances.origins.short);
    await scan(first, volume);
    await expect(first.page).toHaveURL(/\/inventory\/balance\/\d+$/);
    await expectText(first, balances.blind);
    await expectAccessible(first);
    await countNothing(first, goods);
    await expectText(first, balances.yours);
    await expect(first.page.getByText(balances.difference)).toHaveCount(1);
    await expectText(first, balances.hidden);
  });

  await test.step('another person counts again, at a desk in English', async () => {
    const { balances: english } = second.words.inventory;
    await go(second, '/inventory/balance/list');
    await scan(second, volume);
    await expectText(second, english.second);
    await countNothing(second, goods);
    await expectText(second, english.waiting);
  });

  await test.step('the owner, who did not count, corrects the stock; the sale waits for approval', async () => {
    const statusOf = async () =>
      ((await ask(floor.seller, 'GET', `/orders/${sale}`)) as { status: string }).status;
    expect(await statusOf()).toBe('pending');
    await go(floor.supplier, new URL(second.page.url()).pathname);
    await button(floor.supplier, balances.approve).click();
    const dialog = floor.supplier.page.getByRole('dialog');
    await dialog.getByRole('button', { name: balances.approve }).click();
    await expectText(floor.supplier, balances.result.corrected);
    expect(await statusOf()).toBe('waiting_approval');
    await go(floor.supplier, '/inventory/balance/list');
    await expectText(floor.supplier, balances.alarms);
  });
  for (const { context } of [first, second]) await context.close();
}
