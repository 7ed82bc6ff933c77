import { expect } from '@playwright/test';
import { uploadPicture } from './given.ts';
import { brand, material } from './locations-story.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { type Actor, expectAccessible, expectToast } from './verbs.ts';

type Row = { id: number; name: string };
type Offer = { id: number; sku: string };

/** A listing with two variations of this SKU, and its page in the form. */
export async function publishTwoSizes(seller: Actor, shop: string, sku: string) {
  const { items: offers } = (await ask(seller, 'GET', '/dropship-items?size=100')) as { items: Offer[] };
  const { items: accounts } = (await ask(seller, 'GET', '/marketplace-accounts?size=100')) as {
    items: Row[];
  };
  const components = [{ offer: offers.find((one) => one.sku === sku)?.id, quantity: 1 }];
  const ad = (await ask(seller, 'POST', '/advertisements', {
    ...{ product: `Camiseta ${sku}`, brand: 'Simula', components },
  })) as Row;
  const variation = (size: string) => ({
    ...{ name: size, sku: `${sku}-${size}`, gtin: '', price: 7990, active: true, components },
    attributes: [{ id: 'Tamanho', name: 'Tamanho', valueId: null, valueName: size }],
  });
  const { id } = (await ask(seller, 'POST', `/advertisements/${ad.id}/publications`, {
    account: accounts.find((one) => one.name === shop)?.id,
    ...{ name: `Camiseta básica ${sku}`, category: '101202', type: 'classic', attributes: [material, brand] },
    ...{ weight: 0.4, width: 12, height: 12, depth: 12, images: [await uploadPicture(seller)] },
    description: 'Camiseta básica de algodão, leve e resistente.',
    variations: [variation('P'), variation('GG')],
  })) as Row;
  return { publication: id, form: `/advertisements/${ad.id}/publish?publication=${id}` };
}

type Parcel = { weight: number; dimension: { package_width: number } };
type Item = Parcel & { item_id: number; models: { [part in keyof Parcel]: Parcel[part] | null }[] };

/** Weight and width of each variation at the marketplace: its own, or those of the item. */
export async function packagesThere(seller: Actor, publication: number) {
  const { remoteItem } = (await ask(seller, 'GET', `/publications/${publication}`)) as {
    remoteItem: string | null;
  };
  const items = (await control('GET', '/shopee/items')) as Item[];
  const item = items.find(({ item_id: id }) => String(id) === remoteItem);
  return item?.models.map(({ weight, dimension }) => [
    weight ?? item.weight,
    (dimension ?? item.dimension).package_width,
  ]);
}

/** In the form: a package for each variation, that of the larger one by hand. */
export async function packEach(seller: Actor, form: string): Promise<void> {
  const { page, words } = seller;
  const { publish, successes } = words.advertisements;
  await page.goto(form);
  const own = page.getByRole('switch', { name: publish.ownPackages });
  await own.click();
  const row = page.getByRole('group', { name: `${publish.package}: GG` });
  await expect(row.getByRole('textbox', { name: publish.weight })).toHaveValue(/^0[.,]4$/);
  await row.getByRole('textbox', { name: publish.weight }).fill('3');
  await row.getByRole('textbox', { name: publish.width }).fill('30');
  await expectAccessible(seller);
  await page.getByRole('button', { name: publish.save }).click();
  await expectToast(seller, successes['publications.update']);
}
