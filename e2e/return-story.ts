import { expect } from '@playwright/test';
import type { Floor } from './floor-story.ts';
import { ask } from './screens.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, button, expectAccessible, expectText, field, fill, go, scan } from './verbs.ts';

/** A sale of one product is sent, and its parcel returns: the return is open. */
export async function bringBack(supplier: Actor, id: number, sku: string): Promise<void> {
  await packAtOnce(supplier, id, sku);
  await ask(supplier, 'POST', `/orders-supplier/${id}/collect-by-hand`, { reason: 'etiqueta molhada' });
  await ask(supplier, 'POST', '/returns', { code: `VENDA-${id}` });
}

/** The same by hand at a desk: the label opens the return of one unit, which is good and is stored in a volume. */
export async function takeBack(floor: Floor, id: number, goods: Goods, volume: string): Promise<void> {
  const { supplier } = floor;
  const { orders, errors } = supplier.words;
  const { returns } = orders;
  await go(supplier, '/checkout/return/list');
  await expect(field(supplier, returns.scan)).toBeFocused();
  await scan(supplier, 'outra-etiqueta');
  await expectText(supplier, fill(returns.unknown, { code: 'OUTRA-ETIQUETA' }));
  await scan(supplier, `VENDA-${id}`);
  await expect(supplier.page).toHaveURL(new RegExp(`/checkout/return/${id}$`));
  await expect(field(supplier, returns.scanUnit)).toBeFocused();
  await scan(supplier, 'outro-9');
  await expectText(supplier, fill(returns.notInParcel, { code: 'OUTRO-9' }));
  await scan(supplier, goods.gtin);
  const what = returns.conditions.good;
  await expect(field(supplier, fill(returns.scanVolume, { sku: goods.sku, what }))).toBeFocused();
  await scan(supplier, 'V999999');
  await expectText(supplier, errors.code_not_volume);
  await expectAccessible(supplier);
  await expect(field(supplier, fill(returns.scanVolume, { sku: goods.sku, what }))).toBeFocused();
  await scan(supplier, volume);
  await button(supplier, returns.close).click();
  const dialog = supplier.page.getByRole('dialog');
  await dialog.getByRole('button', { name: returns.close }).click();
  await expectText(supplier, returns.states.closed);
  await expect(supplier.page.locator('[data-unit=good]')).toContainText(volume);
}
