import { expect, test } from '@playwright/test';
import { hireFor, openShelf, phone } from './floor-story.ts';
import { ask } from './screens.ts';
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
  scan,
} from './verbs.ts';

const goods = (product: string, sku: string, gtin: string): Goods => ({
  ...{ product, sku, gtin },
  ...{ quantity: 8, price: '30,00' },
});
const shelf = [
  goods('Jarra Trincada', 'JAR-D', '7891000315545'),
  goods('Prato Lascado', 'PRA-D', '7891000315552'),
];

const fits = ({ page }: Actor) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

async function scanned(actor: Actor, code: string, said: string, tone: string): Promise<void> {
  await scan(actor, code);
  await expect(actor.page.locator(`[data-tone=${tone}] output`).last()).toHaveText(said);
}

test('blocked volumes go back to the vendor: begun on a laptop, scanned on a phone, credited in English', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { supplier: owner, volumes } = await openShelf(browser, 'devolver', shelf);
  const [first = '', second = ''] = volumes;
  const { page } = owner;
  const { vendorReturns, successes, volumes: words } = owner.words.inventory;
  await page.setViewportSize({ width: 1366, height: 768 });
  const idOf = async (code: string) => {
    const list = (await ask(owner, 'GET', `/volumes?query=${code}`)) as { items: { id: number }[] };
    return list.items[0]?.id ?? 0;
  };
  const returnId = async () => {
    const list = (await ask(owner, 'GET', '/vendor-returns')) as { items: { id: number }[] };
    return list.items[0]?.id ?? 0;
  };
  const block = async (code: string) =>
    ask(owner, 'POST', `/volumes/${await idOf(code)}/block`, { cause: 'damaged', reason: 'trincou' });
  await block(first);

  await test.step('the owner is led from the empty list to the volumes and selects a blocked one', async () => {
    await go(owner, '/inventory/vendor-return/list');
    await expectText(owner, vendorReturns.empty);
    await expectAccessible(owner);
    await go(owner, '/inventory/volume/list?query=state:blocked');
    await page.locator('tr[data-row]').first().getByRole('checkbox').check({ force: true });
    await press(owner, vendorReturns.fromVolumes);
    await expectText(owner, fill(vendorReturns.numbered, { number: 1 }));
    await expect(page.getByRole('row').filter({ hasText: first })).toContainText(
      vendorReturns.reasons.damaged,
    );
    await expect(page.getByRole('button', { name: vendorReturns.pack })).toContainText(vendorReturns.pack);
    await expectAccessible(owner);
  });

  await test.step('the vendor is typed, and a wrong key of the NF-e stays with its error', async () => {
    await field(owner, vendorReturns.vendorName).fill('Louças do Sul Ltda');
    await field(owner, vendorReturns.invoiceKey).fill('1234');
    await press(owner, owner.words.ui.act.save);
    await expect(field(owner, vendorReturns.invoiceKey)).toHaveAttribute('aria-invalid', 'true');
    await field(owner, vendorReturns.invoiceKey).fill('');
    await press(owner, owner.words.ui.act.save);
    await expectToast(owner, successes['vendorReturns.update']);
  });

  const stockist = await hireFor(browser, owner, 'stockist', 'pt', phone);
  const told = stockist.words.inventory.vendorReturns;
  await test.step('a stockist scans a volume on a phone; a sellable one is red and changes nothing', async () => {
    await go(stockist, '/inventory/vendor-return/list');
    await fits(stockist);
    await go(stockist, `/inventory/vendor-return/${await returnId()}`);
    await scanned(stockist, second, fill(stockist.words.errors.volume_not_blocked, { code: second }), 'bad');
    await scanned(
      stockist,
      first,
      fill(stockist.words.errors.volume_on_vendor_return, { code: first, number: 1 }),
      'bad',
    );
    await block(second);
    await scanned(stockist, second, fill(told.added, { code: second, units: 8 }), 'good');
    await fits(stockist);
    await expectAccessible(stockist);
  });

  await test.step('a part of the second volume goes back, and the return is packed and handed over', async () => {
    await stockist.page
      .getByRole('button', { name: fill(told.editLine, { sku: 'PRA-D', volume: second }) })
      .tap();
    await field(stockist, told.quantity).fill('3');
    await stockist.page.getByRole('dialog').getByRole('button', { name: stockist.words.ui.act.save }).tap();
    await expectToast(stockist, stockist.words.inventory.successes['vendorReturns.changeLine']);
    await press(stockist, told.pack);
    await expectToast(stockist, stockist.words.inventory.successes['vendorReturns.pack']);
    await press(stockist, told.handOver);
    await stockist.page.getByRole('dialog').getByRole('button', { name: told.handOver }).tap();
    await expectText(stockist, told.states.handed_over);
    await fits(stockist);
    await expectAccessible(stockist);
  });

  await test.step('the rest stays blocked, and the history of the volume leads to the return', async () => {
    await go(owner, `/inventory/volume/list?volume=${await idOf(second)}`);
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('region', { name: words.lines })).toContainText('5');
    await drawer
      .getByRole('link', { name: fill(vendorReturns.openOf, { number: 1 }) })
      .first()
      .click();
    await expectText(owner, vendorReturns.states.handed_over);
  });

  await test.step('the credit is recorded in English and dark, and the list shows it', async () => {
    await inLocale(owner, 'en');
    await page.emulateMedia({ colorScheme: 'dark' });
    const english = owner.words.inventory.vendorReturns;
    await go(owner, `/inventory/vendor-return/${await returnId()}`);
    await press(owner, english.creditAct);
    await field(owner, english.credit).fill('123,45');
    await page.getByRole('dialog').getByRole('button', { name: english.creditAct }).click();
    await expectToast(owner, owner.words.inventory.successes['vendorReturns.credit']);
    await expect(page.getByText('123,45')).toBeVisible();
    await go(owner, '/inventory/vendor-return/list');
    await expect(page.locator('tr[data-row]').first()).toContainText(english.states.credited);
    await fits(owner);
    await expectAccessible(owner);
  });
});
