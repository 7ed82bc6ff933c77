import { type Browser, expect, test } from '@playwright/test';
import { type Floor, hireFor, phone, sellByHand } from './floor-story.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, button, expectAccessible, expectText, field, go, scan } from './verbs.ts';

/** The first volume of a floor is counted twice and corrected to nothing: a sale of it waits for approval. */
export async function countByTwo(browser: Browser, floor: Floor, goods: Goods): Promise<void> {
  const [volume = ''] = floor.volumes;
  const sale = await sellByHand(floor.seller, [[goods.sku, 1]]);
  const first = await hireFor(browser, floor.supplier, 'stockist', 'pt', phone);
  const second = await hireFor(browser, floor.supplier, 'administrator', 'en');
  const countNothing = async (actor: Actor) => {
    const number = field(actor, `${actor.words.inventory.balances.counted} ${goods.sku}`);
    await expect(number).toBeFocused();
    await number.fill('0');
    await number.press('Enter');
  };

  await test.step('on a phone a scan opens the count, the number ends it, and nothing is told', async () => {
    const { balances } = first.words.inventory;
    await go(first, '/inventory/balance/list');
    await scan(first, volume);
    await expect(first.page).toHaveURL(/\/inventory\/balance\/\d+$/);
    await expectText(first, balances.blind);
    await expectAccessible(first);
    await countNothing(first);
    await expectText(first, balances.yours);
    await expect(first.page.getByText(balances.difference)).toHaveCount(1);
    await expectText(first, balances.hidden);
  });

  await test.step('somebody else counts again, at a desk in English', async () => {
    const { balances } = second.words.inventory;
    await go(second, '/inventory/balance/list');
    await scan(second, volume);
    await expectText(second, balances.second);
    await countNothing(second);
    await expectText(second, balances.waiting);
  });

  await test.step('the owner, who did not count, corrects the shelf; the sale waits for approval', async () => {
    const { balances } = floor.supplier.words.inventory;
    await go(floor.supplier, new URL(second.page.url()).pathname);
    await button(floor.supplier, balances.approve).click();
    const dialog = floor.supplier.page.getByRole('dialog');
    await dialog.getByRole('button', { name: balances.approve }).click();
    await expectText(floor.supplier, balances.result.corrected);
    const { status } = (await ask(floor.seller, 'GET', `/orders/${sale}`)) as { status: string };
    expect(status).toBe('waiting_approval');
    await go(floor.supplier, '/inventory/balance/list');
    await expectText(floor.supplier, balances.alarms);
  });
}
