import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { connectAccount, connectOther } from './seller-story.ts';
import { type Actor, go, row } from './verbs.ts';

/** How each marketplace names an account, lists an ad by hand, and gives consent. */
export type OldShop = { name: string; path: string; seller: object; consent: string | null };

export const oldShops = (nickname: string): readonly [OldShop, OldShop, OldShop] => [
  { name: nickname, path: '/items', seller: { sellerId: 918_240_120 }, consent: null },
  {
    ...{ name: 'brecho.da.bia', path: '/shopee/items', seller: { shopId: 71_330_902 } },
    consent: 'Confirmar autorização',
  },
  {
    ...{ name: 'Outlet do Lar', path: '/nuvemshop/products', seller: { storeId: 4_118_037 } },
    consent: 'Aceitar e começar a usar',
  },
];

export async function connectOldShops(actor: Actor, shops: readonly OldShop[]): Promise<void> {
  const marketplaces = ['Mercado Livre', 'Shopee', 'Nuvemshop'];
  for (const [index, { name, consent }] of shops.entries()) {
    if (consent === null) await connectAccount(actor, name);
    else await connectOther(actor, marketplaces[index] ?? '', name, consent);
  }
}

export type OldGoods = { product: string; sku: string; gtin: string; quantity: number };

/** Ten ads of our goods: four with EAN, four with SKU, two with a title only; and one of another product. */
export async function listBefore(shop: OldShop, goods: readonly OldGoods[]): Promise<void> {
  const ads = goods.map(({ product, sku, gtin }, index) => ({
    title: index < 8 ? `Anúncio antigo de número ${index + 1}` : `${product} Original`,
    ...(index < 4 && { gtin }),
    ...(index >= 4 && index < 8 && { sku }),
  }));
  for (const ad of [...ads, { title: 'Violão Folk de Aço Usado' }])
    await control('POST', shop.path, { ...shop.seller, price: 59.9, quantity: 1, ...ad });
}

/** The screen that links ads of one of the accounts, after its ads were read. */
export async function openOldShop(actor: Actor, { name }: OldShop, ads: number): Promise<void> {
  await go(actor, '/stepper/add-existing-publication');
  await actor.page.getByRole('button', { name }).click();
  await expect(row(actor, 'Violão Folk de Aço Usado')).toBeVisible();
  await expect(actor.page.getByRole('table').getByRole('row')).toHaveCount(ads + 1);
}
