import { expect, test } from '@playwright/test';
import { hireFor, openFloor, phone, sellByHand } from './floor-story.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  field,
  fill,
  go,
  inLocale,
  press,
  scan,
} from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Furadeira de Impacto', sku: 'FUR-I', gtin: '7891000315538' },
  ...{ quantity: 3, price: '90,00' },
};

/** The scan field shows the result of the code. */
async function scanned(actor: Actor, code: string, said: string, tone: string): Promise<void> {
  await scan(actor, code);
  await expect(actor.page.locator(`[data-tone=${tone}] output`).last()).toHaveText(said);
}

async function productOf(actor: Actor, sku: string): Promise<number> {
  const list = (await ask(actor, 'GET', `/products?query=sku:${sku}`)) as { items: { id: number }[] };
  return list.items[0]?.id ?? 0;
}

test('serial numbers are recorded, packed at the bench with a scanner and returned, at a desk and on a phone', {
  tag: '@campaign',
}, async ({ browser }) => {
  const floor = await openFloor(browser, 'series', [goods]);
  const { supplier, seller } = floor;
  const { page, words } = supplier;
  const { serials } = words.inventory;
  await page.setViewportSize({ width: 1366, height: 768 });
  const id = await sellByHand(seller, [[goods.sku, 2]]);
  const product = await productOf(supplier, goods.sku);

  await test.step('the product is switched on with stock in place, and one number is recorded', async () => {
    await go(supplier, `/products/product/${product}`);
    await page.getByRole('switch', { name: words.products.form.asksSerials }).check({ force: true });
    await press(supplier, words.ui.act.save);
    const row = page.locator(`tr[data-serials="${goods.sku}"]`);
    await expect(row.getByRole('cell')).toHaveText([goods.sku, '3', '0', '3', '0']);
    await press(supplier, serials.record);
    await expect(field(supplier, serials.scan)).toBeFocused();
    await scanned(supplier, goods.gtin, words.errors.serial_is_code, 'bad');
    await scanned(supplier, 'fi-001', fill(serials.recorded, { code: 'FI-001', missing: '2' }), 'good');
    await scanned(supplier, 'fi-001', words.errors.serial_exists, 'bad');
    await expectAccessible(supplier);
    await page.keyboard.press('Escape');
    await expect(row.getByRole('cell')).toHaveText([goods.sku, '3', '1', '2', '0']);
  });

  const packer = await hireFor(browser, supplier, 'packer', 'pt', phone);
  await test.step('the bench asks for the number of each unit, and refuses a wrong one', async () => {
    const { bench } = packer.words.orders;
    await go(packer, `/checkout/${id}`);
    await press(packer, bench.bench.start);
    await expect(field(packer, bench.bench.beep)).toBeVisible();
    await scanned(packer, 'FI-001', packer.words.errors.serial_out_of_turn, 'bad');
    const asked = fill(serials.awaited, { product: `${goods.product} Preto` });
    await scanned(packer, goods.sku, asked, 'attention');
    await expect(field(packer, asked)).toBeVisible();
    await scanned(packer, goods.gtin, packer.words.errors.serial_is_code, 'bad');
    await scanned(packer, 'FI-001', fill(bench.bench.beeped, { done: '1', all: '2' }), 'good');
    await scanned(packer, goods.sku, asked, 'attention');
    await scanned(packer, 'FI-001', packer.words.errors.serial_repeated, 'bad');
    await expect(packer.page.getByRole('button', { name: bench.bench.confirm })).toBeDisabled();
    // Its unit had no number: it is recorded, and the parcel is packed with it.
    await scanned(packer, 'FI-002', bench.bench.packedLast, 'done');
    await expect(packer.page.locator('[data-serial-numbers]')).toHaveText(
      fill(serials.numberOf, { codes: 'FI-001, FI-002' }),
    );
    await expectAccessible(packer);
    await expectText(packer, packer.words.orders.statuses.waiting_collect);
  });

  await test.step('the seller sees the numbers of the sale in English', async () => {
    await inLocale(seller, 'en');
    await seller.page.setViewportSize({ width: 1366, height: 768 });
    await go(seller, `/orders/${id}`);
    await expectText(seller, fill(seller.words.orders.detail.serials, { codes: 'FI-001, FI-002' }));
    await expectAccessible(seller);
  });

  await test.step('a returned unit is scanned by its number', async () => {
    await ask(supplier, 'POST', `/orders-supplier/${id}/collect-by-hand`, { reason: 'etiqueta molhada' });
    await ask(supplier, 'POST', '/returns', { code: `VENDA-${id}` });
    const { returns } = words.orders;
    await go(supplier, `/checkout/return/${id}`);
    await scanned(supplier, goods.sku, words.errors.serial_required, 'bad');
    await scanned(supplier, 'FI-999', words.errors.code_not_in_sale, 'bad');
    await scan(supplier, 'fi-001');
    await expectText(supplier, fill(returns.serials, { codes: 'FI-002' }));
    await scan(supplier, 'FI-002');
    const what = returns.conditions.good;
    await expect(field(supplier, fill(returns.scanVolume, { sku: goods.sku, what }))).toBeFocused();
    await scan(supplier, floor.volumes[0] ?? '');
    await button(supplier, returns.close).click();
    await page.getByRole('dialog').getByRole('button', { name: returns.close }).click();
    await expectText(supplier, returns.states.closed);
    await expectAccessible(supplier);
  });

  await test.step('the number is found by a scan anywhere, with its history', async () => {
    await go(supplier, '/inventory/serial/list');
    const listed = page.getByRole('row', { name: 'FI-001' });
    await expect(listed).toContainText(serials.states.in_stock);
    await page.getByRole('link', { name: 'FI-001' }).click();
    const drawer = page.getByRole('dialog');
    for (const kind of ['recorded', 'packed', 'returned', 'stored'] as const)
      await expect(drawer.getByText(serials.events[kind]).first()).toBeVisible();
    await expectAccessible(supplier);
    await drawer.getByRole('button', { name: serials.markGone }).click();
    await page.getByRole('textbox', { name: serials.reason }).fill('caiu do carrinho');
    await page.getByRole('dialog').last().getByRole('button', { name: serials.markGone }).click();
    await expect(drawer.getByText('caiu do carrinho')).toBeVisible();
  });
});
