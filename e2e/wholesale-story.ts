import { expect } from '@playwright/test';
import { z } from 'zod';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { type Actor, expectAccessible, expectToast, fill, go } from './verbs.ts';

type Listed = { id: number; remoteItem: string | null; advertisement: { id: number } };

const shopItems = z.array(
  z.looseObject({
    item_id: z.union([z.string(), z.number()]).transform(String),
    wholesales: z.array(z.looseObject({ min_count: z.number(), unit_price: z.number() })).default([]),
  }),
);

/** The seller gives an ad of a shop two wholesale prices: first one that costs too much, then a lower one. */
export async function setWholesalePrices(seller: Actor, remoteItem: string): Promise<void> {
  const { page, words } = seller;
  const { wholesale } = words.advertisements;
  const { items } = (await ask(seller, 'GET', '/publications?size=100')) as { items: Listed[] };
  const ad = items.find((one) => one.remoteItem === remoteItem)?.advertisement.id;
  await go(seller, `/advertisements/${ad}`);
  const section = page.getByRole('region', { name: wholesale.title, exact: true });
  await expect(section.getByText(wholesale.none)).toBeVisible();
  await section.getByRole('button', { name: wholesale.add }).click();
  const dialog = page.getByRole('dialog');
  const bands = [
    ['2', '85,00'],
    ['5', '59,90'],
  ] as const;
  for (const [index, [from, price]] of bands.entries()) {
    await dialog.getByRole('button', { name: wholesale.addBand }).click();
    const band = dialog.getByRole('group', { name: fill(wholesale.band, { n: String(index + 1) }) });
    await band.getByLabel(wholesale.from).fill(from);
    await band.getByLabel(wholesale.unitPrice).fill(price);
  }
  await expectAccessible(seller);
  await dialog.getByRole('button', { name: wholesale.submit }).click();
  await expect(dialog.getByText(words.fields.above_price)).toBeVisible();
  await dialog.getByLabel(wholesale.unitPrice).first().fill('69,90');
  await dialog.getByRole('button', { name: wholesale.submit }).click();
  await expectToast(seller, words.advertisements.successes['publications.updateWholesale']);
  await expect(section.getByText(/69,90/)).toBeVisible();
  await expect(section.getByText(/59,90/)).toBeVisible();
  await expect
    .poll(async () => {
      const shown = shopItems.parse(await control('GET', '/shopee/items'));
      const { wholesales } = shown.find((one) => one.item_id === remoteItem) ?? { wholesales: [] };
      return wholesales.map(({ min_count: from, unit_price: price }) => [from, price]);
    })
    .toEqual([
      [2, 69.9],
      [5, 59.9],
    ]);
}
