import type { Browser, BrowserContextOptions } from '@playwright/test';
import type { Locale } from '#contract/messages/index.ts';
import type { Role } from '#contract/permissions.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { mailLink } from './outside.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, enter, field, go, password, type } from './verbs.ts';

/** A supplier with two products, a seller, and a packer of the supplier. */
export type Floor = {
  supplier: Actor;
  seller: Actor;
  warehouse: string;
  goods: readonly Goods[];
  volumes: string[];
};

export async function openFloor(browser: Browser, name: string, goods: readonly Goods[]): Promise<Floor> {
  const seller = await enter(browser, 'pt', `vendedor-${name}@example.com`);
  const [shelf] = await Promise.all([
    openShelf(browser, name, goods),
    givenBusiness(seller, { type: 'sales', business: `Loja ${name}`, ...registration }),
  ]);
  return { ...shelf, seller, goods };
}

const registration = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };

/** A supplier with its offers. */
export async function openShelf(
  browser: Browser,
  name: string,
  goods: readonly Goods[],
): Promise<Pick<Floor, 'supplier' | 'warehouse' | 'volumes'>> {
  const supplier = await enter(browser, 'pt', `fornecedor-${name}@example.com`);
  const warehouse = `Galpão ${name}`;
  await givenBusiness(supplier, { type: 'supply', business: `Aurora ${name}`, ...registration });
  return { supplier, warehouse, volumes: await givenShelf(supplier, warehouse, goods) };
}

/** More goods at the same place, each in a volume of its own; returns their codes. */
export async function addGoods(
  { supplier, warehouse }: Floor,
  goods: readonly Pick<Goods, 'product' | 'sku' | 'gtin' | 'quantity'>[],
): Promise<string[]> {
  type Made = { id: number; code: string; variations: { id: number }[] };
  const make = async (path: string, body: object) => (await ask(supplier, 'POST', path, body)) as Made;
  const first = async (path: string) =>
    ((await ask(supplier, 'GET', path)) as { items: { id: number }[] }).items[0]?.id ?? 0;
  const warehouseId = await first(`/warehouses?query=${encodeURIComponent(`name:"${warehouse}"`)}`);
  const positionId = await first(`/inventory-locations?query=warehouse:${warehouseId}`);
  const codes: string[] = [];
  for (const { product: name, sku, gtin, quantity } of goods) {
    const create = [{ sku, gtin, attributes: { Color: 'Azul' } }];
    const { variations } = await make('/products', { name, variations: { create } });
    const variationId = variations[0]?.id ?? 0;
    const lines = [{ variationId, quantity }];
    const { id, code } = await make('/volumes', { warehouseId, reason: 'reforço', lines });
    await make(`/volumes/${id}/tag`, { code });
    await make(`/volumes/${id}/launch`, { positionId });
    await make('/dropship-items', { variationId, warehouseId, quantityCap: 100, price: 2990 });
    codes.push(code);
  }
  return codes;
}

/** A manual sale that is ready for the bench. */
export async function sellByHand(
  seller: Actor,
  wanted: readonly (readonly [sku: string, quantity: number])[],
): Promise<number> {
  const lines = [];
  for (const [sku, quantity] of wanted) {
    const { items } = (await ask(seller, 'GET', `/dropshipping?query=${sku}`)) as { items: { id: number }[] };
    lines.push({ dropshipItemId: items[0]?.id, quantity, unitPriceCentavos: 8990 });
  }
  const { id } = (await ask(seller, 'POST', '/orders', {
    buyerName: 'Carla Compradora',
    paid: true,
    lines,
  })) as {
    id: number;
  };
  return id;
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A person of the floor, signed in on a phone. */
export function hire(browser: Browser, floor: Floor, role: 'packer' | 'distributor'): Promise<Actor> {
  return hireFor(browser, floor.supplier, role, 'pt', phone);
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** A person with a role in a business, signed in on a device of their own. */
export async function hireFor(
  browser: Browser,
  employer: Actor,
  role: Role,
  locale: Locale,
  device?: BrowserContextOptions,
  name = 'Pia Embaladora',
): Promise<Actor> {
  const actor = await enter(browser, locale, `${role}-${slugOf(name)}-${employer.email}`, device);
  const { account } = actor.words;
  await ask(employer, 'POST', '/staff', { email: actor.email, roles: [role] });
  await go(actor, await mailLink(actor.email));
  await type(actor, account.fields.name, name);
  await type(actor, account.fields.password, password);
  await field(actor, account.fields.password).press('Enter');
  await actor.page.waitForURL((url) => !url.pathname.includes('register-staff'));
  return actor;
}
