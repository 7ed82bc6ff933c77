import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, callerFor, legacySeller, publish, singleDraft, startForTest } from '../testing.ts';
import { callerIn, mug, offer, simpleStore, storeControl } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let product: Fields;
let variant: Fields;

beforeAll(async () => {
  sandbox = await startForTest();
  call = await callerIn(sandbox, simpleStore);
  ({ product, variant } = await offer(call, mug()));
});
afterAll(() => sandbox.close());

const page = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text();
const press = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('the shop', () => {
  it('the shop shows all marketplaces side by side, or one of them', async () => {
    await publish(sandbox, await callerFor(sandbox, legacySeller), singleDraft());
    const all = await page('/shop');
    expect(all).toContain('Mercado Livre · CASA.DAS.CANECAS');
    expect(all).toContain('Nuvemshop · Casa das Canecas');
    const one = await page('/shop?where=casa-das-canecas&q=caneca');
    expect(one).not.toContain('Mercado Livre · ');
    expect(one).toContain('/shop/lojas/casa-das-canecas/caneca-esmaltada');
  });

  it('sells in a store, takes payment, and lists the order with the others', async () => {
    const shown = await page('/shop/lojas/casa-das-canecas/caneca-esmaltada');
    expect(shown).toMatch(/59,90.*49,90/s);
    const bought = await press('/shop/lojas/buy', {
      productId: String(product.id),
      variantId: String(variant.id),
      quantity: '2',
      act: 'later',
    });
    expect(bought.status).toBe(303);
    const path = bought.headers.get('location') ?? '';
    expect(await page(path)).toContain('Aguardando pagamento');
    await press(`${path}/pay`, {});
    expect(await page(path)).toContain('Pago, em preparação');
    expect(await page('/shop/orders')).toContain('pedido 100');
    await press(`${path}/cancel`, {});
    expect(await page(path)).toContain('Compra cancelada');
    const refused = await press('/shop/lojas/buy', {
      productId: String(product.id),
      quantity: '1',
      act: 'pay',
    });
    expect(refused.status).toBe(409);
  });

  it('the shop hides hidden products and unpaid stores', async () => {
    await call('PUT', `/products/${product.id}`, { visibility: 'unlisted' });
    expect(await page('/shop/lojas/casa-das-canecas')).not.toContain('Caneca Esmaltada');
    expect(await page('/shop/lojas/casa-das-canecas/caneca-esmaltada')).toContain('Comprar');
    await storeControl(sandbox, 'PATCH', `/stores/${simpleStore}`, { suspended: true });
    expect(await page('/shop/lojas/casa-das-canecas')).toContain('fora do ar');
  });

  it('the shop is controlled from the control page', async () => {
    const text = await page('/control');
    for (const words of ['Lojas Nuvemshop', 'Pedidos nas lojas Nuvemshop', 'Avisos da Nuvemshop']) {
      expect(text).toContain(words);
    }
    const act = await press('/control/do/store-uninstall', { id: String(simpleStore) });
    expect(act.headers.get('location')).toBe('/control#lojas');
    expect((await call('GET', '/store')).status).toBe(401);
  });
});
