import { expect } from '@playwright/test';
import { parseMoney } from '#contract/money.ts';
import { mailToken } from './outside.ts';
import { ask } from './screens.ts';
import { type Goods, picture, type Registration } from './supplier-story.ts';
import { type Actor, go, password } from './verbs.ts';

// Initial data for stories about something else, created by the product's API in a tenth of the time. The stories of
// newcomers and of the whole line use the screens.

type Row = { id: number };
const make = async <T = Row>(actor: Actor, path: string, body: object) =>
  (await ask(actor, 'POST', path, body)) as T;

/** A business whose owner is signed in and sees the home screen. */
export async function givenBusiness(actor: Actor, { type, business, ...owner }: Registration): Promise<void> {
  await go(actor, '/auth/login');
  await make(actor, '/auth/register-business', {
    ...owner,
    businessType: type,
    businessName: business,
    email: actor.email,
    password,
    passwordConfirmation: password,
  });
  const token = await mailToken(actor.email);
  await make(actor, '/auth/activation-account', { token, password });
  await go(actor, '/business');
}

/**
 * A warehouse with three positions; each of the goods in a volume at the first one, and offered. Returns the volumes'
 * codes.
 */
export async function givenShelf(
  actor: Actor,
  warehouse: string,
  goods: readonly Goods[],
): Promise<string[]> {
  const address = { zip: '01001-000', street: 'Praça da Sé', number: '100', city: 'São Paulo', state: 'SP' };
  const { id: warehouseId } = await make(actor, '/warehouses', { name: warehouse, ...address });
  const { items: positions } = await make<{ items: Row[] }>(actor, '/inventory-locations', {
    ...{ warehouseId, prefix: 'R', initialIndex: 1, finalIndex: 3 },
  });
  const codes: string[] = [];
  for (const one of goods) {
    const variationId = await givenProduct(actor, one);
    const lines = [{ variationId, quantity: one.quantity }];
    const { id, code } = await make<Row & { code: string }>(actor, '/volumes', {
      ...{ warehouseId, reason: 'estoque inicial', lines },
    });
    await make(actor, `/volumes/${id}/tag`, { code });
    await make(actor, `/volumes/${id}/launch`, { positionId: positions[0]?.id });
    const price = parseMoney(one.price);
    await make(actor, '/dropship-items', { variationId, warehouseId, quantityCap: 100, price });
    codes.push(code);
  }
  return codes;
}

/** Returns the id of its only variation. */
async function givenProduct(actor: Actor, { product, sku, gtin, brand = 'Aurora' }: Goods): Promise<number> {
  const image = await uploadPicture(actor);
  const { variations } = await make<{ variations: Row[] }>(actor, '/products', {
    ...{ name: product, brand, weight: 0.42, width: 12, height: 12, depth: 12 },
    images: { add: [image] },
    variations: { create: [{ sku, gtin, attributes: { Color: 'Preto' } }] },
  });
  return variations[0]?.id ?? 0;
}

/** Returns the id of a picture of the business. */
export async function uploadPicture(actor: Actor): Promise<number> {
  const file = { name: 'caneca.png', mimeType: 'image/png', buffer: await picture() };
  const send = () => actor.page.request.post('/api/images', { multipart: { file }, maxRetries: 1 });
  let answer = await send();
  if (answer.status() === 401) {
    // Another story has turned the clock past the life of the token; a call from the page renews it.
    await ask(actor, 'GET', '/business');
    answer = await send();
  }
  expect(answer.status()).toBeLessThan(300);
  return ((await answer.json()) as { items: Row[] }).items[0]?.id ?? 0;
}
