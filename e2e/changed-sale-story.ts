import { expect } from '@playwright/test';
import type { Floor } from './floor-story.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { openPublication } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  expectToast,
  field,
  go,
  press,
  row,
  scan,
  soon,
} from './verbs.ts';

const nothing = {
  ...{ edits: false, refundsPart: false, cancelsUnits: false, asksToCancel: false },
  ...{ cancelsOfPack: false, mediates: false },
};

/** What a marketplace lets happen to a paid sale that has not left. */
export const changesAt = {
  nuvemshop: { ...nothing, edits: true, refundsPart: true },
  shopee: { ...nothing, cancelsUnits: true, asksToCancel: true },
  mercadoLivre: { ...nothing, refundsPart: true, cancelsOfPack: true, mediates: true },
} satisfies Record<string, typeof nothing>;
export type Place = keyof typeof changesAt;

/** The names of one product on sale at the marketplaces. */
export type OnSale = { title: string; item: string; shopItem: number; storeProduct: number };

type Row = { id: number; name: string };
type Listed = {
  ads: { id: string; title: string }[];
  shopee: { item_id: number; item_name: string }[];
  store: { id: number; name: { pt?: string } }[];
};

const listed = async (): Promise<Listed> => ({
  ads: (await control('GET', '/items')) as Listed['ads'],
  shopee: (await control('GET', '/shopee/items')) as Listed['shopee'],
  store: (await control('GET', '/nuvemshop/products')) as Listed['store'],
});

const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' };
const material = { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' };

/** One advertisement of the supplier's product, published at accounts of the seller. */
export async function publishAt(
  seller: Actor,
  { product, sku }: Goods,
  title: string,
  accounts: Partial<Record<Place, string>>,
): Promise<OnSale> {
  await openPublication(seller, { nickname: '', product, title, sku, margin: '25' });
  const id = Number(/advertisements\/(\d+)/.exec(seller.page.url())?.[1]);
  const { components, images } = (await ask(seller, 'GET', `/advertisements/${id}`)) as {
    components: { offer: { id: number }; quantity: number }[];
    images: Row[];
  };
  const { items: known } = (await ask(seller, 'GET', '/marketplace-accounts?size=100')) as { items: Row[] };
  const places: [Place, string, object[]][] = [
    ['mercadoLivre', 'MLB269653', [brand]],
    ['shopee', '101202', [material, brand]],
    ['nuvemshop', '0', []],
  ];
  for (const [place, category, attributes] of places.filter(([one]) => accounts[one] !== undefined))
    await ask(seller, 'POST', `/advertisements/${id}/publications`, {
      ...{ account: known.find(({ name }) => name === accounts[place])?.id, name: title, category },
      ...{ type: 'classic', attributes, weight: 0.42, width: 12, height: 12, depth: 12 },
      description: 'Caneca esmaltada de 350 ml, resistente e leve.',
      images: images.map((image) => image.id),
      variations: [
        {
          ...{ name: '', sku: `${sku}-${place.slice(0, 2)}`, gtin: '', attributes: [] },
          ...{ price: 7990, active: true },
          components: components.map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
        },
      ],
    });
  return findOnSale(title, accounts);
}

/** Once all of them have it. */
async function findOnSale(title: string, accounts: Partial<Record<Place, string>>): Promise<OnSale> {
  let found: OnSale = { title, item: '', shopItem: 0, storeProduct: 0 };
  await expect(async () => {
    const now = await listed();
    found = {
      title,
      item: now.ads.find((one) => one.title.startsWith(title))?.id ?? '',
      shopItem: now.shopee.find((one) => one.item_name === title)?.item_id ?? 0,
      storeProduct: now.store.find((one) => one.name.pt === title)?.id ?? 0,
    };
    const isThere = {
      mercadoLivre: found.item !== '',
      shopee: found.shopItem > 0,
      nuvemshop: found.storeProduct > 0,
    };
    expect(Object.keys(accounts).filter((place) => !isThere[place as Place])).toEqual([]);
  }).toPass();
  return found;
}

export type StoreOrder = { id: number; lines: { id: number; product_id: number; quantity: number }[] };

export async function storeOrder(id: number): Promise<StoreOrder> {
  const orders = (await control('GET', '/nuvemshop/orders')) as StoreOrder[];
  const found = orders.find((one) => one.id === id);
  if (!found) throw new Error('no order');
  return found;
}

/** Begins a sale at the bench. */
export async function beginAtBench(packer: Actor, sale: number): Promise<void> {
  const { bench } = packer.words.orders.bench;
  await go(packer, `/checkout/${sale}`);
  await press(packer, bench.start);
  await expect(field(packer, bench.beep)).toBeFocused();
}

/**
 * The red page names the change. Surplus units are scanned into the volumes named by product; a scan of a product is
 * ignored before. Then the packer goes on with the new order.
 */
export async function followChange(
  packer: Actor,
  lines: readonly string[],
  back: readonly (readonly [product: string, volume: string])[],
): Promise<void> {
  const { bench, change } = packer.words.orders;
  const stop = packer.page.getByRole('alertdialog');
  await expect(stop).toContainText(change.title);
  for (const line of lines) await expect(stop).toContainText(line);
  await expectAccessible(packer);
  for (const [product, volume] of back) {
    await expect(stop).toContainText(product);
    const volumeField = stop.getByRole('textbox', { name: new RegExp(product) });
    await expect(volumeField).toBeFocused();
    await scan(packer, volume);
  }
  await stop.getByRole('button', { name: change.acknowledge }).click();
  await expect(stop).toBeHidden();
  const again = button(packer, bench.bench.start);
  const beep = field(packer, bench.bench.beep);
  await expect(again.or(beep).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(beep).toBeFocused();
}

/** The red page of a canceled sale, acknowledged by a press. */
export async function stopCanceled(packer: Actor): Promise<void> {
  const { bench } = packer.words.orders.bench;
  const stop = packer.page.getByRole('alertdialog');
  await expect(stop).toContainText(bench.canceledTitle);
  await expectAccessible(packer);
  await stop.getByRole('button', { name: bench.understood }).click();
  await expect(stop).toBeHidden();
}

/** Scans a label at the hand-over. */
export async function scanAtHandOver(clerk: Actor, code: string): Promise<void> {
  const { bench, handOver } = clerk.words.orders.bench;
  await go(clerk, '/checkout');
  await clerk.page.getByText(handOver.title, { exact: true }).click();
  await expect(field(clerk, bench.collectScan)).toBeFocused();
  await scan(clerk, code);
}

/** The link in the pile that leads to the parcels to open; then the parcel of the sale is opened. */
export async function reopenFromPile(clerk: Actor, sale: number): Promise<void> {
  const { orders } = clerk.words;
  const count = orders.bench.handOver.changedCount_one.replace('{{count}}', '1');
  await clerk.page.getByRole('link', { name: count }).click();
  await row(clerk, String(sale)).getByRole('link').first().click();
  await expectText(clerk, orders.change.packedTitle);
  await expectText(clerk, orders.change.packedText);
  await expectAccessible(clerk);
  await press(clerk, orders.change.reopen);
}

/** The entry of the inbox with these words; it appears once the marketplace's notification is processed. */
async function openInInbox(seller: Actor, words: string) {
  const { page } = seller;
  const { chats } = seller.words.marketplaces;
  const entry = page
    .getByRole('list', { name: chats.list })
    .getByRole('link', { name: new RegExp(words) })
    .first();
  await expect(async () => {
    await go(seller, '/chats/list');
    await expect(entry).toBeVisible(soon);
  }).toPass();
  await entry.click();
  const thread = page.getByRole('region', { name: chats.one, exact: true });
  await expect(thread).toContainText(words);
  return thread;
}

/** A buyer complains about a sale that has not left, and the marketplace decides for the buyer. */
export async function complain(seller: Actor, orderId: number, text: string): Promise<void> {
  const claim = (await control('POST', '/claims', { orderId, reasonId: 'PNR3430', text })) as { id: number };
  const thread = await openInInbox(seller, text);
  const { chats } = seller.words.marketplaces;
  await expectAccessible(seller);
  await control('POST', `/claims/${claim.id}/dispute`);
  await expect(thread.getByText(chats.mediated).first()).toBeVisible();
  await control('POST', `/claims/${claim.id}/for-buyer`);
}

/** Accepts or refuses a buyer's request to cancel in the inbox. */
export async function answerCancellation(
  seller: Actor,
  reason: string,
  act: 'accept_cancellation' | 'refuse_cancellation',
): Promise<void> {
  const { page, words } = seller;
  const { chats, successes } = words.marketplaces;
  const thread = await openInInbox(seller, reason);
  await expectAccessible(seller);
  const panel = thread.getByRole('region', { name: chats.whatToDo });
  await panel.getByRole('button', { name: chats.acts[act], exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(chats.sure[act]);
  await dialog.getByRole('button', { name: chats.decide }).click();
  await expect(dialog).toBeHidden();
  await expectToast(seller, successes['postsales.decide']);
  await expect(thread).toContainText(chats.done[act]);
}

/** The sale's page has every version of its lines. */
export async function expectVersions(seller: Actor, sale: number, lines: readonly string[]): Promise<void> {
  await go(seller, `/orders/${sale}`);
  for (const line of lines) await expectText(seller, line);
}

const seen = new Set<number>();

/** The newest sale of a title that waits for its picking, which no step of these stories has had yet. */
export async function saleOf(seller: Actor, title: string): Promise<number> {
  let id = 0;
  await expect(async () => {
    const path = `/orders?query=${encodeURIComponent(title)}`;
    const { items } = (await ask(seller, 'GET', path)) as { items: { id: number; status: string }[] };
    // The supplier sees it once it is paid.
    id = items.find((one) => !seen.has(one.id) && one.status === 'pending')?.id ?? 0;
    expect(id).toBeGreaterThan(0);
  }).toPass();
  seen.add(id);
  return id;
}

/** The first two products of the floor with the volume of each. */
export function twoOf({ goods, volumes }: Pick<Floor, 'goods' | 'volumes'>) {
  const [mug, plate] = goods as readonly [Goods, Goods];
  const [mugVolume = '', plateVolume = ''] = volumes;
  return { mug, plate, mugVolume, plateVolume };
}
