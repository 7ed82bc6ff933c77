import { expect, test } from '@playwright/test';
import { sendStatement } from './bank-story.ts';
import { givenCampaign } from './campaign-story.ts';
import { walkDialogs } from './dialogs.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { checkSheet } from './import-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, mailLink, mailToken } from './outside.ts';
import { bringBack } from './return-story.ts';
import { slowDown, watchScreen } from './screen-watch.ts';
import { ask, type Look, walk } from './screens.ts';
import { connectAccount, publish } from './seller-story.ts';
import { closeDay } from './settlement-story.ts';
import { launchVolume } from './supplier-story.ts';
import { type Actor, enter, expectAccessible, go, password } from './verbs.ts';
import { type Facts, type Side, visits } from './visits.ts';

const goods = {
  product: 'Garrafa Térmica Serra',
  sku: 'GAR-500',
  gtin: '7891000315507',
  quantity: 10,
  price: '49,90',
};
const warehouse = 'Galpão das telas';

/** Delay of every response in ms, so that late content is visible. */
const latency = 60;

// Every screen in two languages and widths, half of it axe: 6 minutes alone on two slow processors.
test.describe.configure({ timeout: 2_400_000 });

/** Covers each language, width and scheme. */
const looks: readonly Look[] = [
  { locale: 'en', width: 1366, scheme: 'light', fits: [390] },
  { locale: 'pt', width: 390, scheme: 'dark', fits: [1024, 1366] },
];

test('screens fit, do not shift, log nothing and are accessible, in each language, width and scheme', {
  tag: '@campaign',
}, async ({ browser }) => {
  const actors: Record<Side, Actor> = {
    guest: await enter(browser, 'pt', 'visitante-telas@example.com'),
    supplier: await enter(browser, 'pt', 'fornecedor-telas@example.com'),
    seller: await enter(browser, 'pt', 'vendedor-telas@example.com'),
  };
  const facts = await test.step('there are records to see', () => prepare(actors));
  for (const { context, page } of Object.values(actors)) {
    await context.addInitScript(watchScreen);
    await slowDown(page, latency);
  }
  for (const look of looks) {
    await test.step(`${look.locale}, ${look.width} px, ${look.scheme}`, async () => {
      const problems = await Promise.all(
        Object.entries(actors).map(([side, actor]) =>
          walk(
            actor,
            visits.filter((visit) => visit[1] === side),
            facts,
            look,
          ),
        ),
      );
      expect.soft(problems.flat()).toEqual([]);
    });
    await test.step(`overlays of a screen, ${look.width} px`, async () => {
      expect.soft(await walkDialogs(actors, facts, look)).toEqual([]);
    });
  }
  await test.step('the menu on a phone', () => openMenu(actors.seller));
});

async function openMenu(seller: Actor): Promise<void> {
  await seller.page.setViewportSize({ width: 390, height: 844 });
  await go(seller, '/business');
  await seller.page.getByRole('button', { name: /^(Abrir menu|Open menu)$/ }).click();
  await expect(seller.page.getByRole('navigation').first()).toBeVisible();
  await expectAccessible(seller);
  await seller.page.keyboard.press('Escape');
}

async function prepare({ guest, supplier, seller }: Record<Side, Actor>): Promise<Facts> {
  await Promise.all([
    givenBusiness(supplier, {
      type: 'supply',
      business: 'Serra',
      document: '12.ABC.345/01DE-35',
      name: 'Ana Fornecedora',
    }).then(() => givenShelf(supplier, warehouse, [goods])),
    givenBusiness(seller, {
      type: 'sales',
      business: 'Loja das Telas',
      document: '529.982.247-25',
      name: 'Beto Vendedor',
    }).then(() => connectAccount(seller, marketplaceAccounts.screens)),
  ]);
  const first = async (actor: Actor, path: string) => {
    const { items } = (await ask(actor, 'GET', path)) as { items: { id: number }[] };
    return items[0]?.id ?? 0;
  };
  const offer = await first(seller, `/dropshipping?query=${encodeURIComponent(goods.product)}`);
  const advertisement = (await ask(seller, 'POST', '/advertisements', {
    product: goods.product,
    components: [{ offer, quantity: 1 }],
  })) as { id: number };
  const kit = (await ask(seller, 'POST', '/virtual-products', {
    name: goods.product,
    components: [{ offer, quantity: 2 }],
  })) as { id: number };
  const sell = async () =>
    (await ask(seller, 'POST', '/orders', {
      buyerName: 'Carla Compradora',
      paid: true,
      lines: [{ advertisementId: advertisement.id, quantity: 2, unitPriceCentavos: 8990 }],
    })) as { id: number };
  const [order, walked, back] = [await sell(), await sell(), await sell()];
  await bringBack(supplier, back.id, goods.sku);
  const picking = (await ask(supplier, 'POST', '/picking', { ids: [walked.id] })) as { id: number };
  await ask(supplier, 'POST', `/picking/${picking.id}/start`);
  // The pick is moved to the second volume, and the first is counted.
  await launchVolume(supplier, warehouse, goods);
  const volumes = (await ask(supplier, 'GET', '/volumes?sort=created')) as { items: { id: number }[] };
  const { started } = (await ask(supplier, 'POST', '/volumes/in-balance', {
    volumeId: volumes.items[0]?.id,
  })) as { started: { id: number }[] };
  const declaration = (await ask(seller, 'POST', '/content-declarations', { orderId: order.id })) as {
    id: number;
  };
  const question = await askQuestion(seller);
  const statement = await closeStatement(supplier, seller);
  const category = (await ask(supplier, 'POST', '/categories', { description: 'Cozinha' })) as { id: number };
  const vendorReturn = (await ask(supplier, 'POST', '/vendor-returns', {
    warehouseId: await first(supplier, '/warehouses'),
  })) as { id: number };
  return {
    product: String(await first(supplier, '/products')),
    category: String(category.id),
    warehouse: String(await first(supplier, '/warehouses')),
    location: String(await first(supplier, '/inventory-locations')),
    ...(await purchase(
      supplier,
      await first(supplier, '/products-variations'),
      await first(supplier, '/warehouses'),
    )),
    offer: String(offer),
    advertisement: String(advertisement.id),
    kit: String(kit.id),
    order: String(order.id),
    picking: String(picking.id),
    balance: String(started[0]?.id),
    question: String(question),
    importKind: 'products',
    import: String(await checkSheet(supplier, 'TELA')),
    chat: await firstChat(seller),
    account: String(await first(seller, '/marketplace-accounts')),
    campaign: await givenCampaign(seller, `Caneca ${goods.product}`),
    statement: String(statement),
    bankStatement: String(await sendStatement(supplier, 'extrato-telas.ofx', [5990, 12_345])),
    pair: String(await giveCredit(supplier, seller)),
    return: String(back.id),
    vendorReturn: String(vendorReturn.id),
    manifest: String(await first(supplier, '/manifests')),
    declaration: String(declaration.id),
    ...(await invite(guest, supplier)),
  };
}

/** A manual credit, so that partners have a balance. */
async function giveCredit(supplier: Actor, seller: Actor): Promise<number> {
  const { id: sellerId } = (await ask(seller, 'GET', '/business')) as { id: number };
  const credit = { sellerId, amountCentavos: 500_000, reason: 'Atraso no envio' };
  const { id } = (await ask(supplier, 'POST', '/pair-balances/credits', credit)) as { id: number };
  return id;
}

/** The day of the first packed sale closes, so that partners have a statement. */
async function closeStatement(supplier: Actor, seller: Actor): Promise<number> {
  await closeDay();
  let id = 0;
  await expect(async () => {
    // A day later the product renews both authorizations by itself.
    for (const actor of [supplier, seller]) await go(actor, '/business');
    const { items } = (await ask(seller, 'GET', '/statements')) as { items: { id: number }[] };
    id = items[0]?.id ?? 0;
    expect(id).toBeGreaterThan(0);
  }).toPass();
  return id;
}

/** The thread of that question in the inbox. */
async function firstChat(seller: Actor): Promise<string> {
  const { items } = (await ask(seller, 'GET', '/chats')) as { items: { id: number }[] };
  return String(items[0]?.id ?? 0);
}

/** A buyer asks about what the seller has published. */
async function askQuestion(seller: Actor): Promise<number> {
  const link = await publish(seller, {
    nickname: marketplaceAccounts.screens,
    product: goods.product,
    title: `Caneca ${goods.product}`,
    sku: goods.sku,
    margin: '25',
  });
  const itemId = /MLB-?\d+/.exec(link)?.[0].replace('-', '');
  await control('POST', '/questions', { itemId, text: 'Tem em outra cor?' });
  let id = 0;
  await expect(async () => {
    const { items } = (await ask(seller, 'GET', '/presales')) as { items: { id: number }[] };
    id = items[0]?.id ?? 0;
    expect(id).toBeGreaterThan(0);
  }).toPass();
  return id;
}

async function purchase(
  supplier: Actor,
  variationId: number,
  warehouseId: number,
): Promise<Pick<Facts, 'supplier' | 'request' | 'receipt' | 'printable'>> {
  const { id } = (await ask(supplier, 'POST', '/suppliers', {
    name: 'Cerâmica Vale Ltda',
    contacts: { create: [{ name: 'Vera', phone: '(47) 3322-1040' }] },
  })) as { id: number };
  const body = {
    supplierId: id,
    warehouseId,
    lines: { create: [{ variationId, quantity: 24, quantityPerVolume: 12, priceCentavos: 1490 }] },
  };
  const make = async () => (await ask(supplier, 'POST', '/supply-requests', body)) as { id: number };
  const [request, receipt] = [await make(), await make()];
  const { printKey } = (await ask(supplier, 'POST', `/supply-requests/${receipt.id}/approve`, {})) as {
    printKey: string;
  };
  const [own, received] = [String(request.id), String(receipt.id)];
  return { supplier: String(id), request: own, receipt: received, printable: printKey };
}

/** Mails whose links were not used yet. */
async function invite(
  guest: Actor,
  supplier: Actor,
): Promise<Pick<Facts, 'activation' | 'reset' | 'invitation'>> {
  const colleague = 'colega-telas@example.com';
  await go(guest, '/auth/login');
  // In another browser than the guest's, which would activate by opening the link.
  await ask(supplier, 'POST', '/auth/register-business', {
    businessType: 'sales',
    businessName: 'Visita',
    document: '529.982.247-25',
    name: 'Vera Visitante',
    email: guest.email,
    password,
    passwordConfirmation: password,
  });
  await ask(supplier, 'POST', '/staff', { email: colleague, roles: ['packer'] });
  const activation = await mailToken(guest.email);
  const invitation = await mailToken(colleague);
  await ask(guest, 'POST', '/auth/forgot-password', { email: supplier.email });
  let reset = '';
  await expect(async () => {
    const link = await mailLink(supplier.email);
    expect(link).toContain('/auth/reset-password/');
    reset = link.split('/').at(-1) ?? '';
  }).toPass();
  return { activation, invitation, reset };
}
