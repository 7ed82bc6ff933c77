import { expect } from '@playwright/test';
import sharp from 'sharp';
import { mailLink } from './outside.ts';
import {
  type Actor,
  choose,
  expectText,
  expectToast,
  field,
  fill,
  go,
  password,
  press,
  type,
} from './verbs.ts';

export type Registration = { type: 'sales' | 'supply'; business: string; document: string; name: string };

/** Registers a business and activates it by mail, which signs this browser in; ends on the home screen. */
export async function register(actor: Actor, data: Registration): Promise<void> {
  const { account } = actor.words;
  await go(actor, '/auth/register-business');
  await actor.page.getByRole('radio', { name: account.register[data.type] }).check({ force: true });
  await type(actor, account.fields.businessName, data.business);
  await type(actor, account.fields.document, data.document);
  await type(actor, account.fields.name, data.name);
  await type(actor, account.fields.email, actor.email);
  await type(actor, account.fields.password, password);
  await press(actor, account.register.submit);
  await expectText(actor, account.register.sentTitle);
  await go(actor, await mailLink(actor.email));
  await expect(actor.page).toHaveURL(/\/business$/);
}

export type Goods = {
  product: string;
  sku: string;
  gtin: string;
  quantity: number;
  price: string;
  /** Chooses Aurora if nothing depends on it. */
  brand?: string;
};

export async function createProduct(actor: Actor, goods: Goods): Promise<void> {
  const { products, ui } = actor.words;
  await go(actor, '/products/product/create');
  await type(actor, products.name, goods.product);
  await type(actor, products.brand, goods.brand ?? 'Aurora');
  await field(actor, products.weight).pressSequentially('0,420');
  await field(actor, products.weight).blur();
  await expect(field(actor, products.weight)).toHaveValue(/0[.,]42/);
  for (const side of [products.width, products.height, products.depth]) await type(actor, side, '12');
  // The picture is uploaded with the product, in one request.
  await actor.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'caneca.png', mimeType: 'image/png', buffer: await picture() });
  await expectText(actor, ui.images.cover);
  const cell = (column: string) => field(actor, fill(products.table.cell, { column, row: 1 }));
  await cell(products.types.Color).fill('Preto');
  await cell(products.sku).fill(goods.sku);
  await cell(products.gtin).fill(goods.gtin);
  await press(actor, ui.act.save);
  await expectToast(actor, products.successes['products.create']);
}

export async function createWarehouse(actor: Actor, name: string): Promise<void> {
  const { inventory, ui } = actor.words;
  const { warehouses, locations } = inventory;
  await go(actor, '/supply/warehouse/create');
  await type(actor, warehouses.name, name);
  await type(actor, warehouses.zip, '01001-000');
  await expect(field(actor, warehouses.city)).toHaveValue('São Paulo');
  await type(actor, warehouses.number, '100');
  await press(actor, ui.act.save);
  await expectToast(actor, inventory.successes['warehouses.create']);
  await go(actor, '/inventory/location/list');
  await press(actor, locations.new);
  const dialog = actor.page.getByRole('dialog');
  await choose(actor, locations.warehouse, name, dialog);
  await dialog.getByRole('textbox', { name: locations.prefix, exact: true }).fill('R');
  await dialog.getByRole('textbox', { name: locations.initialIndex }).fill('1');
  await dialog.getByRole('textbox', { name: locations.finalIndex }).fill('3');
  await dialog.getByRole('button', { name: locations.new, exact: true }).click();
  await expectToast(actor, inventory.successes['inventoryLocations.create']);
}

/** Registers a volume, scans its label and launches it; returns its code. */
export async function launchVolume(actor: Actor, warehouse: string, goods: Goods): Promise<string> {
  const { inventory } = actor.words;
  const { volumes } = inventory;
  await go(actor, '/inventory/volume/list');
  await press(actor, volumes.new);
  const dialog = actor.page.getByRole('dialog').last();
  await choose(actor, volumes.warehouse, warehouse, dialog);
  await dialog.getByRole('textbox', { name: volumes.reason }).fill('estoque inicial');
  const product = dialog.getByRole('combobox', { name: volumes.product, exact: true });
  await product.fill(goods.sku);
  await actor.page.getByRole('option').filter({ visible: true, hasText: goods.product }).first().click();
  await dialog.getByRole('textbox', { name: volumes.quantity, exact: true }).fill(String(goods.quantity));
  await dialog.getByRole('button', { name: volumes.registerAndPrint, exact: true }).click();
  await expectToast(actor, inventory.successes['volumes.create']);
  const code = await readVolumeCode(actor);
  // The list behind may have a filter of the same name.
  const drawer = actor.page.getByRole('dialog').last();
  await drawer.getByRole('button', { name: volumes.launch, exact: true }).first().click();
  const label = actor.page.getByRole('textbox', { name: volumes.launchScanLabel });
  await label.fill(code);
  await label.press('Enter');
  await expectText(actor, volumes.launchTagged);
  await choose(actor, volumes.launchScanPosition, 'R');
  await actor.page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: volumes.launch, exact: true })
    .click();
  await expectToast(actor, inventory.successes['volumes.launch']);
  return code;
}

async function readVolumeCode(actor: Actor): Promise<string> {
  // In the title of the drawer, because the list behind names other volumes.
  const title = actor.page
    .getByRole('dialog')
    .last()
    .getByRole('heading', { name: /V[A-Z0-9-]{4,}$/ });
  await expect(title).toBeVisible();
  return /V[A-Z0-9-]{4,}$/.exec((await title.innerText()).trim())?.[0] ?? '';
}

export async function createOffer(actor: Actor, warehouse: string, goods: Goods): Promise<void> {
  const { dropshipping, ui } = actor.words;
  const { offers } = dropshipping;
  await go(actor, '/dropship-item/create');
  const product = actor.page.getByRole('combobox', { name: offers.name, exact: true });
  await product.fill(goods.sku);
  await actor.page.getByRole('option').filter({ visible: true, hasText: goods.product }).first().click();
  await choose(actor, offers.warehouse, warehouse);
  await type(actor, offers.price, goods.price);
  await type(actor, offers.cap, '100');
  await press(actor, ui.act.save);
  await expectToast(actor, dropshipping.successes['dropshipItems.create']);
}

/** A generated picture with the size that marketplaces require. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 800, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer();
}
