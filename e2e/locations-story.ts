import { expect } from '@playwright/test';
import { uploadPicture } from './given.ts';
import { marketplaceAccounts, type Shops } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { type Actor, expectAccessible, expectToast, fill, go, row } from './verbs.ts';

export const shopsOf = {
  pt: {
    ...{ nickname: marketplaceAccounts.locations, sellerId: 655_310_980 },
    ...{ shop: 'dois.galpoes', shopId: 81_220_413, store: 'Dois Galpões', storeId: 4_870_114 },
  },
  en: {
    ...{ nickname: marketplaceAccounts.locationsInEnglish, sellerId: 655_310_981 },
    ...{ shop: 'duas.docas', shopId: 81_220_414, store: 'Duas Docas', storeId: 4_870_115 },
  },
} as const satisfies Record<string, Shops>;

const first = 'Centro';
const second = 'Osasco';

/** Each account has two locations; a store has its first one from the beginning. */
export async function openLocations({ sellerId, shopId, storeId }: Shops): Promise<void> {
  for (const name of [first, second]) {
    await control('POST', `/sellers/${sellerId}/stores`, { description: name });
    await control('POST', `/shopee/shops/${shopId}/warehouses`, { name });
  }
  await control('POST', `/nuvemshop/stores/${storeId}/locations`, { name: second });
}

type Row = { id: number; name: string };
type Offer = { id: number; sku: string };
/** Ids of the ads at each marketplace, in the order of the SKUs. */
export type Ads = { mercadoLivre: string[]; shopee: string[]; nuvemshop: string[] };

export const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' };
export const material = { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' };

/** One ad of each SKU at each account. */
export async function publishEverywhere(seller: Actor, shops: Shops, skus: readonly string[]): Promise<Ads> {
  const { items: offers } = (await ask(seller, 'GET', '/dropship-items?size=100')) as { items: Offer[] };
  const { items: known } = (await ask(seller, 'GET', '/marketplace-accounts?size=100')) as { items: Row[] };
  const image = await uploadPicture(seller);
  const publishAt = async (name: string, category: string, attributes: object[]) => {
    const account = known.find((one) => one.name === name)?.id;
    const made: number[] = [];
    for (const sku of skus) {
      const offer = offers.find((one) => one.sku === sku)?.id;
      const components = [{ offer, quantity: 1 }];
      const ad = (await ask(seller, 'POST', '/advertisements', {
        ...{ product: `Caneca ${sku}`, brand: 'Simula', components },
      })) as Row;
      const { id } = (await ask(seller, 'POST', `/advertisements/${ad.id}/publications`, {
        ...{ account, name: `Caneca esmaltada ${sku}`, category, type: 'classic', attributes },
        ...{ weight: 0.42, width: 12, height: 12, depth: 12, images: [image] },
        description: 'Caneca esmaltada de 350 ml, resistente e leve.',
        variations: [{ name: '', sku, gtin: '', attributes: [], price: 7990, active: true, components }],
      })) as Row;
      made.push(id);
    }
    return Promise.all(made.map((id) => remoteIdOf(seller, id)));
  };
  return {
    mercadoLivre: await publishAt(shops.nickname, 'MLB269653', [brand]),
    shopee: await publishAt(shops.shop, '101202', [material, brand]),
    nuvemshop: await publishAt(shops.store, '0', []),
  };
}

/** Once the marketplace has it. */
async function remoteIdOf(seller: Actor, id: number): Promise<string> {
  let found = '';
  await expect(async () => {
    const { remoteItem } = (await ask(seller, 'GET', `/publications/${id}`)) as { remoteItem: string | null };
    found = remoteItem ?? '';
    expect(found).not.toBe('');
  }).toPass();
  return found;
}

/** In the account's dialog: the warehouse of each location. */
export async function chooseLocations(
  seller: Actor,
  account: string,
  warehouses: readonly string[],
): Promise<void> {
  const { page, words } = seller;
  const { locations } = words.marketplaces;
  await go(seller, '/marketplaces/account/list');
  await row(seller, account).getByRole('button', { name: words.ui.act.more }).click();
  await page.getByRole('menuitem', { name: locations.set, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: fill(locations.title, { name: account }) });
  const fields = dialog.getByRole('combobox');
  await expect(fields).toHaveCount(2);
  await expect(dialog.getByText(locations.none)).toBeVisible();
  for (const [n, name] of warehouses.entries()) {
    await fields.nth(n).click();
    await page.getByRole('option', { name, exact: true }).click();
  }
  await expect(dialog.getByText(locations.hint)).toBeVisible();
  await expectAccessible(seller);
  await dialog.getByRole('button', { name: locations.save }).click();
  await expectToast(seller, words.marketplaces.successes['accountLocations.update']);
  await expect(dialog).toBeHidden();
}

type Levels = Record<string, number>;
type Stock = { location_id: string; stock: number | null };

/** Units of an ad by location, read at the marketplaces. */
const levelsAt: { [At in keyof Ads]: (ad: string) => Promise<Levels> } = {
  async mercadoLivre(ad) {
    const items = (await control('GET', '/items')) as {
      id: string;
      locations: { storeId: string | null; quantity: number }[];
    }[];
    const found = items.find(({ id }) => id === ad)?.locations ?? [];
    return Object.fromEntries(found.map(({ storeId, quantity }) => [storeId, quantity]));
  },
  async shopee(ad) {
    const items = (await control('GET', '/shopee/items')) as { item_id: number; places?: Stock[] }[];
    return levelsOf(items.find(({ item_id: id }) => String(id) === ad)?.places ?? []);
  },
  async nuvemshop(ad) {
    const products = (await control('GET', '/nuvemshop/products')) as {
      id: number;
      variants: { inventory_levels: Stock[] }[];
    }[];
    return levelsOf(products.find(({ id }) => String(id) === ad)?.variants[0]?.inventory_levels ?? []);
  },
};

const levelsOf = (levels: readonly Stock[]): Levels =>
  Object.fromEntries(levels.map(({ location_id: id, stock }) => [id, stock ?? -1]));

/** Units at the default and the other location, of each ad at each marketplace. */
export async function expectLevels(
  seller: Actor,
  shops: Shops,
  ads: Ads,
  wanted: readonly number[][],
): Promise<void> {
  const { items: known } = (await ask(seller, 'GET', '/marketplace-accounts?size=100')) as { items: Row[] };
  const names = { mercadoLivre: shops.nickname, shopee: shops.shop, nuvemshop: shops.store };
  for (const place of ['mercadoLivre', 'shopee', 'nuvemshop'] as const) {
    const account = known.find(({ name }) => name === names[place])?.id;
    const { locations } = (await ask(seller, 'GET', `/marketplace-accounts/${account}/locations`)) as {
      locations: { id: string }[];
    };
    await expect(async () => {
      const shown = await Promise.all(ads[place].map((ad) => levelsAt[place](ad)));
      expect(shown.map((levels) => locations.map(({ id }) => levels[id] ?? 0))).toEqual(wanted);
    }, place).toPass();
  }
}
