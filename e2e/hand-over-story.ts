import { expect } from '@playwright/test';
import type { Floor } from './floor-story.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { tap } from './touch.ts';
import { type Actor, button, expectAccessible, expectText, field, fill, go, scan } from './verbs.ts';

/** Hands parcels over with a phone: wrong ones are red and say what they are, and the driver gets the manifest. */
export async function handOverPile(
  clerk: Actor,
  floor: Floor,
  pile: readonly number[],
  goods: Goods,
): Promise<void> {
  const { page } = clerk;
  const { orders, inventory, ui } = clerk.words;
  const { handOver, bench } = orders.bench;
  const card = page.locator('[data-pile]').filter({ hasText: floor.warehouse });
  const [first = 0, second = 0, last = 0] = pile;
  const { piles } = (await ask(clerk, 'GET', '/orders-supplier/piles')) as { piles: { waiting: number }[] };
  const all = piles[0]?.waiting ?? 0;
  const count = (done: number) =>
    card.getByRole('progressbar', { name: fill(handOver.progress, { done, all }) });

  await tap(button(clerk, ui.menu.open));
  await page.locator('#menu').getByRole('link', { name: ui.menu.checkout, exact: true }).tap();
  await expect(field(clerk, bench.collectScan)).toBeFocused();
  await expect(count(0)).toBeAttached();
  await scan(clerk, `VENDA-${first}`);
  await expect(count(1)).toBeAttached();
  await scan(clerk, goods.gtin);
  const kind = inventory.passport.aKind.product;
  // The accessible name continues with the colour.
  const [isProduct = ''] = fill(handOver.isOther, { kind, name: goods.product }).split('.');
  await expectText(clerk, isProduct);
  await scan(clerk, `VENDA-${second}`);
  await expect(count(2)).toBeAttached();
  await tap(card.getByRole('button', { name: handOver.missing }));
  await expect(
    card.getByRole('link', { name: fill(clerk.words.orders.saleNumber, { number: last }) }),
  ).toBeVisible();
  await scan(clerk, `VENDA-${last}`);
  await expect(count(3)).toBeAttached();
  await expectText(clerk, fill(handOver.last, { count: 3 }));
  await scan(clerk, `VENDA-${first}`);
  await expectText(clerk, fill(handOver.already, { id: first }));
  await scan(clerk, 'VENDA-999999');
  await expectText(clerk, handOver.unknown);
  await expectAccessible(clerk);
  await printManifest(clerk, pile, card);
}

async function printManifest(
  clerk: Actor,
  pile: readonly number[],
  card: ReturnType<Actor['page']['locator']>,
): Promise<void> {
  const { page } = clerk;
  const { bench, manifests } = clerk.words.orders;
  await tap(card.getByRole('button', { name: bench.handOver.print }));
  await tap(page.getByRole('dialog').getByRole('button', { name: bench.handOver.print }));
  await expect(page.getByRole('heading', { name: fill(manifests.one, { number: 1 }) })).toBeVisible();
  for (const id of pile) await expectText(clerk, `VENDA-${id}`);
  await expectText(clerk, fill(manifests.total, { parcels: 3, sales: 3 }));
  await expectText(clerk, manifests.signature);
  await expectAccessible(clerk);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await tap(button(clerk, manifests.print));
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(button(clerk, manifests.print)).toBeHidden();
  await page.emulateMedia({ media: null });
  await go(clerk, '/checkout/manifest/list');
  await page
    .getByRole('link', { name: fill(manifests.one, { number: 1 }) })
    .first()
    .tap();
  await expectText(clerk, manifests.received);
  const left = (await ask(clerk, 'GET', '/orders-supplier?query=status:collected')) as {
    items: { id: number }[];
  };
  expect(left.items.map(({ id }) => id).toSorted()).toEqual(pile.toSorted());
}

/** The dashboard at a desk updates the number of waiting parcels while somebody else hands them over. */
export async function watchDashboard({ supplier }: Floor): Promise<(gone: number) => Promise<void>> {
  const { dashboard } = supplier.words.inventory;
  const waiting = (count: number) =>
    supplier.page.getByRole('link', { name: new RegExp(`^${dashboard.packed} ?${count}$`) });
  await go(supplier, '/inventory/dashboard');
  const { piles } = (await ask(supplier, 'GET', '/orders-supplier/piles')) as {
    piles: { waiting: number }[];
  };
  const before = piles[0]?.waiting ?? 0;
  await expect(waiting(before)).toBeVisible();
  await expectAccessible(supplier);
  return (gone) => expect(waiting(before - gone)).toBeVisible();
}
