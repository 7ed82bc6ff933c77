import { expect, test } from '@playwright/test';
import { givenBusiness, givenShelf } from './given.ts';
import { runTask, turnClock } from './outside.ts';
import { enter, expectAccessible, expectToast, field, go, inLocale, press, pressAct, row } from './verbs.ts';

test('an owner sets the schedule of counts, and the next night the overdue volumes go into count', {
  tag: '@campaign',
}, async ({ browser }) => {
  const owner = await enter(browser, 'pt', 'contagens-programadas@example.com');
  const { page, words } = owner;
  await givenBusiness(owner, {
    ...{ type: 'supply', business: 'Contagens Programadas', document: '12.ABC.345/01DE-35', name: 'Ana' },
  });
  await givenShelf(owner, 'Galpão programado', [
    { product: 'Jarra contada', sku: 'JAR-PRG', gtin: '7896000000071', quantity: 12, price: '39,90' },
  ]);
  const { balances, successes } = words.inventory;
  await page.setViewportSize({ width: 1366, height: 768 });

  await test.step('a number that is too large is refused beside its field, and nothing is lost', async () => {
    await go(owner, '/inventory/balance/list');
    await pressAct(owner, balances.settings);
    await field(owner, balances.perDay).fill('500');
    await field(owner, balances.daysC).fill('1');
    await expectAccessible(owner);
    await press(owner, words.ui.act.save);
    await expect(field(owner, balances.perDay)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(owner, balances.daysC)).toHaveValue('1');
    await field(owner, balances.perDay).fill('5');
    await press(owner, words.ui.act.save);
    await expectToast(owner, successes['balances.updateSettings']);
  });

  await test.step('the volume is in the list after the night, in English on a phone', async () => {
    await turnClock(25 * 60);
    await runTask('balances.schedule');
    await inLocale(owner, 'en');
    await page.setViewportSize({ width: 390, height: 844 });
    const { origins } = owner.words.inventory.balances;
    await expect(async () => {
      await go(owner, '/inventory/balance/list?query=origin:schedule');
      await expect(row(owner, origins.schedule).or(page.getByText(origins.schedule)).first()).toBeVisible({
        timeout: 5_000,
      });
    }).toPass();
    await expectAccessible(owner);
  });
});
