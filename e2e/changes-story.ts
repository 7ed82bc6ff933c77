import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { connectOther, openSale } from './seller-story.ts';
import { type Actor, button, expectAccessible, expectText, expectToast, go, press, scan } from './verbs.ts';

type Item = { id: string; price: number; paid: number };

/** Prices of an ad at the marketplace: the regular one, and the current one. */
export async function remotePrices(link: string): Promise<Pick<Item, 'price' | 'paid'>> {
  const id = itemIdOf(link);
  const items = (await control('GET', '/items')) as Item[];
  const { price, paid } = items.find((item) => item.id === id) ?? { price: Number.NaN, paid: Number.NaN };
  return { price, paid };
}

const itemIdOf = (link: string) => /MLB-?\d+/.exec(link)?.[0].replace('-', '') ?? '';

/** The marketplace adds the ad to a campaign without an announced end. */
export async function startCampaign(link: string, name: string, price: number): Promise<void> {
  await control('PATCH', `/items/${itemIdOf(link)}`, { promotion: { name, price } });
}

/** The seller reads the ad again, sees the current price with its margin, and types another price, which waits. */
export async function repriceInCampaign(seller: Actor, campaign: string, price: string): Promise<void> {
  const { advertisements, ui } = seller.words;
  const { publications, publish, successes } = advertisements;
  const { page } = seller;
  const path = new URL(page.url()).pathname;
  const ad = page.getByRole('article').first();
  await ad.getByRole('button', { name: ui.act.more }).click();
  await page.getByRole('menuitem', { name: publications.sync }).click();
  await expect(ad).toContainText(campaign);
  await expect(ad).toContainText(publications.inPromotion);
  await expectAccessible(seller);
  await ad.getByRole('button', { name: publications.edit, exact: true }).click();
  await page.getByRole('textbox', { name: publish.price }).first().fill(price);
  await press(seller, publish.save);
  await expectToast(seller, successes['publications.update']);
  await go(seller, path);
  await expect(ad).toContainText(publications.priceWaits);
}

/** Connects an account of a store, with the consent of its owner. */
export function connectStore(seller: Actor, name: string): Promise<void> {
  return connectOther(seller, 'Nuvemshop', name, 'Aceitar e começar a usar');
}

type Advertisement = {
  components: { offer: { id: number }; quantity: number }[];
  images: { id: number }[];
};

/** The same advertisement in the store, published by the API; returns the product's id there. */
export async function publishInStore(seller: Actor, store: string, title: string): Promise<number> {
  const id = Number(/advertisements\/(\d+)/.exec(seller.page.url())?.[1]);
  const { components, images } = (await ask(seller, 'GET', `/advertisements/${id}`)) as Advertisement;
  const { items } = (await ask(seller, 'GET', '/marketplace-accounts?size=100')) as {
    items: { id: number; name: string }[];
  };
  const variation = {
    ...{ name: '', sku: `${title}-L`, gtin: '', attributes: [], price: 7990, active: true },
    components: components.map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
  };
  await ask(seller, 'POST', `/advertisements/${id}/publications`, {
    ...{ account: items.find(({ name }) => name === store)?.id, name: title, category: '0', type: 'classic' },
    ...{ description: 'Caneca esmaltada de 350 ml, resistente e leve.', attributes: [] },
    ...{ weight: 0.42, width: 12, height: 12, depth: 12, images: images.map((image) => image.id) },
    variations: [variation],
  });
  let product = 0;
  await expect(async () => {
    const found = (await control('GET', '/nuvemshop/products')) as { id: number; name: { pt?: string } }[];
    product = found.find(({ name }) => name.pt === title)?.id ?? 0;
    expect(product).toBeGreaterThan(0);
  }).toPass();
  return product;
}

type StoreOrder = { id: number; number: number; lines: { id: number }[] };

/** A buyer orders in the store with a note; returns the store's order. */
export async function orderInStore(productId: number, note: string): Promise<StoreOrder> {
  const bought = (await control('POST', '/nuvemshop/purchases', {
    ...{ productId, quantity: 1, freight: 12, freightCost: 21.5, note },
  })) as { order: { id: number } };
  const orders = (await control('GET', '/nuvemshop/orders')) as StoreOrder[];
  const found = orders.find(({ id }) => id === bought.order.id);
  if (!found) throw new Error('no order');
  return found;
}

export async function editOrder({ id, lines }: StoreOrder, quantity: number): Promise<void> {
  const body = { lines: [{ id: lines[0]?.id, quantity }] };
  expect(await control('POST', `/nuvemshop/orders/${id}/edit`, body)).not.toHaveProperty('refused');
}

/** The merchant edits the order during packing: the bench stops, and the packer completes the new order. */
export async function packThroughChange(
  supplier: Actor,
  sale: number,
  order: StoreOrder,
  { sku, quantity }: { sku: string; quantity: number },
): Promise<void> {
  const { bench, change, statuses } = supplier.words.orders;
  const { page } = supplier;
  await go(supplier, `/checkout/${sale}`);
  await press(supplier, bench.bench.start);
  await expect(page.getByRole('textbox', { name: bench.bench.beep, exact: true })).toBeFocused();
  await editOrder(order, quantity);
  const stop = page.getByRole('alertdialog');
  await expect(stop).toContainText(change.title);
  await expect(stop).toContainText(`1 para ${quantity}`);
  await expectAccessible(supplier);
  // Scans are ignored here.
  await scan(supplier, sku);
  await expect(stop).toBeVisible();
  await stop.getByRole('button', { name: change.acknowledge }).click();
  await expect(stop).toBeHidden();
  const again = button(supplier, bench.bench.start);
  const field = page.getByRole('textbox', { name: bench.bench.beep, exact: true });
  await expect(again.or(field).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(field).toBeFocused();
  for (let unit = 0; unit < quantity; unit++) await scan(supplier, sku);
  // The store requires no NF-e: the last scan prints the label and packs.
  await expectText(supplier, statuses.waiting_collect);
}

/** Opens the newest sale of a title and returns its number. */
export const saleOf = (seller: Actor, title: string): Promise<number> => openSale(seller, title);

type Money = {
  total: number;
  payout: number;
  cost: number;
  margin: number;
  parts: { name: string; amount: number | null }[];
};

/** The result of a sale on the seller's page. */
export async function resultOf(seller: Actor, sale: number): Promise<Money> {
  return ((await ask(seller, 'GET', `/orders/${sale}`)) as { money: Money }).money;
}

export const amountOf = ({ parts }: Money, named: string) => parts.find(({ name }) => name === named)?.amount;
