import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { openFloor, sellByHand } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { catalogue } from './import-story.ts';
import { whileClockIsHeld } from './outside.ts';
import { ask } from './screens.ts';
import { acceptAndCredit, closeDay, disputeLine, packAtOnce, readStatements } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectAfterPassword,
  expectText,
  expectToast,
  go,
  origin,
  press,
  row,
  type,
} from './verbs.ts';

/** An external system on this machine: refuses twice, then accepts. */
async function startReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(bodies.length <= 2 ? 500 : 200).end(bodies.length <= 2 ? 'broken' : 'taken');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { bodies, url: `http://127.0.0.1:${port}/easy`, close: () => server.close() };
}

/** The secret of a dialog that shows it once. */
async function readSecret(actor: Actor, title: string, done: string): Promise<string> {
  const dialog = actor.page.getByRole('dialog', { name: title });
  await expectAfterPassword(actor, dialog);
  const secret = (await dialog.locator('code, pre').first().innerText()).trim();
  await expectAccessible(actor);
  await dialog.getByRole('button', { name: done }).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

/** A shop with one product in stock, made by the API. */
async function stockShelf(actor: Actor, sku: string): Promise<number> {
  const make = async (path: string, body: object) => (await ask(actor, 'POST', path, body)) as { id: number };
  const product = (await make('/products', {
    name: `Caneca ${sku}`,
    variations: { create: [{ sku, attributes: { Color: 'Azul' } }] },
  })) as { id: number; variations?: { id: number }[] };
  const variationId = product.variations?.[0]?.id ?? 0;
  const { id: warehouseId } = await make('/warehouses', { name: `Galpão ${sku}` });
  const places = (await ask(actor, 'POST', '/inventory-locations', {
    warehouseId,
    prefix: 'A',
    initialIndex: 1,
    finalIndex: 1,
  })) as { items: { id: number }[] };
  const volume = (await make('/volumes', {
    warehouseId,
    reason: 'opening',
    lines: [{ variationId, quantity: 5 }],
  })) as { id: number; code?: string };
  await ask(actor, 'POST', `/volumes/${volume.id}/tag`, { code: volume.code });
  await ask(actor, 'POST', `/volumes/${volume.id}/launch`, { positionId: places.items[0]?.id });
  return (await make('/dropship-items', { variationId, warehouseId, quantityCap: 5, price: 2990 })).id;
}

test('a key calls and is revoked, a webhook is refused twice, delivered and replayed @campaign', async ({
  browser,
}) => {
  const receiver = await startReceiver();
  const owner = await enter(browser, 'en', 'portas@example.com');
  const { keys, webhooks, roles } = owner.words.business;
  const sku = 'PORTA-1';
  await givenBusiness(owner, {
    type: 'sales',
    business: 'Loja das Portas',
    document: '12.ABC.345/01DE-35',
    name: 'Paula Portas',
  });
  const offer = await stockShelf(owner, sku);

  const key = await test.step('a key is created and shown once', async () => {
    await go(owner, '/business/keys');
    await expectText(owner, keys.empty);
    await press(owner, keys.create);
    await type(owner, keys.name, 'ERP');
    await owner.page.getByRole('combobox', { name: keys.role }).click();
    await owner.page.getByRole('option', { name: roles.seller, exact: true }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: keys.create }).click();
    return readSecret(owner, keys.shownTitle, keys.done);
  });
  expect(key).toMatch(/^easy_key_/);
  const call = (method: string, path: string, body?: object) =>
    fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  await test.step('a webhook is created, and receives a sale that the key creates', async () => {
    await go(owner, '/business/webhooks');
    await press(owner, webhooks.create);
    await type(owner, webhooks.url, receiver.url);
    for (const topic of [webhooks.topicNames.stock, webhooks.topicNames.invoices])
      await owner.page.getByRole('checkbox', { name: topic }).uncheck();
    await owner.page.getByRole('dialog').getByRole('button', { name: webhooks.create }).click();
    expect(await readSecret(owner, webhooks.shownTitle, webhooks.done)).toMatch(/^easy_hook_/);
    const sold = await call('POST', '/orders', {
      buyerName: 'Carla',
      paid: true,
      lines: [{ dropshipItemId: offer, quantity: 1, unitPriceCentavos: 8990 }],
    });
    expect(sold.status, await sold.clone().text()).toBe(201);
    await expect(async () => expect(receiver.bodies.length).toBeGreaterThan(2)).toPass();
    expect(new Set(receiver.bodies.slice(0, 3)).size).toBe(1);
  });

  await test.step('the log shows it and sends it again', async () => {
    const told: { id: string; type: string } = JSON.parse(receiver.bodies[0] ?? '');
    expect(told.type).toBe('sale.created');
    await go(owner, `/business/webhooks?query=${encodeURIComponent(`type:${told.type}`)}`);
    await expectText(owner, webhooks.deliveryStates.delivered);
    await expectAccessible(owner);
    await expect(row(owner, told.type)).toContainText('3');
    const before = receiver.bodies.length;
    await button(owner, webhooks.replay).first().click();
    await expectToast(owner, owner.words.business.successes['webhookDeliveries.replay']);
    await expect(async () => expect(receiver.bodies.slice(before)).toContain(receiver.bodies[0])).toPass();
  });

  await test.step('a revoked key opens nothing from that moment on', async () => {
    expect((await call('GET', '/api-keys/current')).status).toBe(200);
    await go(owner, '/business/keys');
    await expectText(owner, keys.lastUse);
    await expectAccessible(owner);
    await press(owner, keys.revoke);
    await owner.page.getByRole('dialog').getByRole('button', { name: keys.revoke }).click();
    await expectText(owner, keys.states.revoked);
    expect((await call('GET', '/api-keys/current')).status).toBe(401);
  });
  receiver.close();
  await owner.context.close();
});

test('a disputed line, its credit and a manual credit are on the statements of both sides', {
  tag: '@campaign',
}, async ({ browser }) => {
  const goods: Goods = {
    product: 'Vaso de Cerâmica',
    sku: 'VAS-2',
    gtin: '7891000315507',
    quantity: 10,
    price: '31,50',
  };
  const { supplier, seller } = await openFloor(browser, 'extrato', [goods]);
  await test.step('two sales are packed, and the day closes', async () => {
    // On one day, which no other story ends meanwhile.
    await whileClockIsHeld(async () => {
      for (let sale = 0; sale < 2; sale += 1)
        await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);
    });
    await closeDay();
  });
  await test.step('the seller disputes a line', async () => {
    await go(seller, '/business');
    await disputeLine(seller, 'Veio riscado');
  });
  await test.step('the supplier credits it, and adds a manual credit', async () => {
    await go(supplier, '/business');
    await acceptAndCredit(supplier, '5,00', 'Atraso no envio');
  });
  await test.step('the next day closes, and both sides read the same', async () => {
    await closeDay();
    const { kinds } = seller.words.dropshipping.statements;
    await expect(async () => {
      const lines = await readStatements(seller);
      for (const kind of [kinds.dispute, kinds.hand_credit]) expect(lines.join()).toContain(kind);
    }).toPass();
    expect(await readStatements(supplier)).toEqual(await readStatements(seller));
  });
});

test('imports 2,000 products from a spreadsheet with ten wrong rows @campaign', async ({ browser }) => {
  const owner = await enter(browser, 'pt', 'planilha@example.com', {});
  const { imports } = owner.words.business;
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Casa das Planilhas',
    document: '12.ABC.345/01DE-35',
    name: 'Pilar Planilha',
  });
  await go(owner, '/business/imports/create/products');
  await owner.page.locator('input[type=file]').setInputFiles({
    name: 'catalogo.csv',
    mimeType: 'text/csv',
    buffer: catalogue(2000, 10),
  });

  await test.step('a column with an unknown title is assigned by hand', async () => {
    await expectText(owner, imports.columnsTitle);
    await expectAccessible(owner);
    await expect(button(owner, imports.check)).toBeDisabled();
    await owner.page.getByRole('combobox', { name: imports.columns.products.name.label }).click();
    await owner.page.getByRole('option', { name: /Descrição do item/ }).click();
    await press(owner, imports.check);
  });

  await test.step('every row has an outcome, and a wrong cell shows its error', async () => {
    await expectText(owner, owner.words.fields.not_a_number);
    // Rows are filtered by outcome; there is no text search.
    await expect(owner.page.getByRole('searchbox')).toHaveCount(0);
    await expectAccessible(owner);
    await expect(button(owner, imports.apply_other.replace('{{count}}', '1.990'))).toBeDisabled();
    const download = owner.page.waitForEvent('download');
    await press(owner, imports.wrongRows);
    expect((await download).suggestedFilename()).toContain(imports.wrongRowsName);
  });

  await test.step('the right rows are imported and are in the list', async () => {
    await owner.page
      .getByRole('checkbox', { name: imports.skipWrong_other.replace('{{count}}', '10') })
      .check();
    await press(owner, imports.apply_other.replace('{{count}}', '1.990'));
    const dialog = owner.page.getByRole('dialog', { name: imports.sureSkip });
    await dialog.getByRole('button', { name: imports.apply_other.replace('{{count}}', '1.990') }).click();
    await expectText(owner, imports.done.replace('{{n:done}}', '1.990'));
    await expectAccessible(owner);
    await go(owner, `/products/product/list?query=${encodeURIComponent('sku:IMP-1999')}`);
    await expectText(owner, 'Produto importado 1999');
  });
});
