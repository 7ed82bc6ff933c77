import { expect, test } from '@playwright/test';
import { hireFor, phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { tap } from './touch.ts';
import {
  type Actor,
  enter,
  expectAccessible,
  expectPrinted,
  expectText,
  expectToast,
  fill,
  go,
  press,
  row,
  scan,
} from './verbs.ts';

const goods = {
  product: 'Lanterna de Cabeça',
  sku: 'LAN-2M',
  gtin: '',
  quantity: 6,
  price: '39,90',
};

/** Labels of two positions, with arrows by level, are handed to the printer. */
async function printPositions(owner: Actor): Promise<void> {
  const { placeLabels } = owner.words.inventory;
  await go(owner, '/inventory/location/list');
  for (const code of ['R01', 'R02']) await row(owner, code).getByRole('checkbox').check();
  await press(owner, placeLabels.act);
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: placeLabels.arrows }).click();
  await owner.page.getByRole('option', { name: placeLabels.arrow.level }).click();
  await expectAccessible(owner);
  await dialog.getByRole('button', { name: placeLabels.print }).click();
  await expectPrinted(owner, 1);
}

/** A cart gets its code, and labels for itself and its places. */
async function labelCart(owner: Actor): Promise<void> {
  const { carts, placeLabels, successes } = owner.words.inventory;
  await go(owner, '/inventory/cart/list');
  await press(owner, carts.new);
  const form = owner.page.getByRole('dialog');
  await form.getByRole('textbox', { name: carts.name }).fill('Carrinho azul');
  await form.getByRole('button', { name: carts.add }).click();
  await expectToast(owner, successes['carts.create']);
  await expect(owner.page.getByRole('heading', { name: 'CAR-1 · Carrinho azul' })).toBeVisible();
  await press(owner, carts.labels);
  await owner.page.getByRole('dialog').getByRole('button', { name: placeLabels.print }).click();
  await expectPrinted(owner, 1);
}

test('positions and a cart are labelled and printed, and their codes are known wherever they are scanned', async ({
  browser,
}) => {
  const owner = await enter(browser, 'pt', 'etiquetas-de-lugares@example.com');
  await givenBusiness(owner, {
    ...{
      type: 'supply',
      business: 'Estoque Etiquetado',
      document: '12.ABC.345/01DE-35',
      name: 'Rui Lanternas',
    },
  });
  await givenShelf(owner, 'Galpão das Lanternas', [goods]);

  await test.step('labels of positions are printed', () => printPositions(owner));
  await test.step('a cart and its places are labelled', () => labelCart(owner));

  const stockist = await hireFor(browser, owner, 'stockist', 'pt', phone, 'Lia Etiquetas');
  const { page } = stockist;
  const { inventory, orders } = stockist.words;

  await test.step('a position opens its contents on a screen that takes no codes', async () => {
    await go(stockist, '/inventory/location/list');
    await scan(stockist, 'R01');
    const passport = page.getByRole('region', { name: `${inventory.passport.kinds.position} R01` });
    await expect(passport.getByText(goods.product, { exact: false }).first()).toBeVisible();
    await expectAccessible(stockist);
    await tap(passport.getByRole('button', { name: inventory.passport.acts.volumes, exact: true }));
    await expectText(stockist, goods.product);
  });

  await test.step('so does the place of a cart', async () => {
    await scan(stockist, 'CAR-1-12');
    const passport = page.getByRole('region', { name: `${inventory.passport.kinds.cart} CAR-1-12` });
    await tap(passport.getByRole('button', { name: inventory.passport.open }));
    await expect(page.getByRole('heading', { name: 'CAR-1 · Carrinho azul' })).toBeVisible();
  });

  await test.step('the bench says that a position is one', async () => {
    await go(stockist, '/checkout');
    await scan(stockist, 'R02');
    const said = { kind: inventory.passport.aKind.position, name: 'R02' };
    await expectText(stockist, fill(orders.bench.board.isOther, said));
  });
  await stockist.context.close();
});
