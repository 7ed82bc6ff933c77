import { expect, test } from '@playwright/test';
import { hireFor, phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { completeStep, labelsOf, receiptPath, scanned } from './receiving-story.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, enter, expectText, fill, go, press } from './verbs.ts';
import { arrangeByFinger, arrangeByKeys, makeRows, walkOf } from './walk-story.ts';

const warehouse = 'Galpão das chegadas';
const volumes = 40;
const goods: Goods = {
  product: 'Caneca de Ágata',
  sku: 'AGA-1',
  gtin: '7891000315507',
  quantity: 1,
  price: '19,90',
};
const shown = `${goods.product} · Preto`;

test.describe.configure({ mode: 'serial' });

type Listed = { items: { id: number }[] };
type Receipt = { state: string; lines: { id: number }[]; volumes: { id: number; code: string }[] };

let owner: Actor;
let order: (quantity: number) => Promise<number>;

test.beforeAll(async ({ browser }) => {
  owner = await enter(browser, 'pt', 'fornecedor-chegadas@example.com');
  const registration = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };
  await givenBusiness(owner, { type: 'supply', business: 'Aurora Chegadas', ...registration });
  await givenShelf(owner, warehouse, [goods]);
  const first = async (path: string) => ((await ask(owner, 'GET', path)) as Listed).items[0]?.id ?? 0;
  const [variationId, warehouseId] = [await first('/products-variations'), await first('/warehouses')];
  const body = { name: 'Esmaltados do Sul', document: '11222333000181' };
  const { id: supplierId } = (await ask(owner, 'POST', '/suppliers', body)) as { id: number };
  order = async (quantity) => {
    const line = { variationId, quantity, quantityPerVolume: 1, priceCentavos: 990 };
    const made = (await ask(owner, 'POST', '/supply-requests', {
      supplierId,
      warehouseId,
      lines: { create: [line] },
    })) as { id: number };
    await ask(owner, 'POST', `/supply-requests/${made.id}/approve`, {});
    return made.id;
  };
});

test('a receipt of forty volumes is counted, labelled and stored by scanner, on a phone @campaign', async ({
  browser,
}) => {
  const id = await order(volumes);
  const stockist = await hireFor(browser, owner, 'stockist', 'pt', phone);
  const { receiving } = stockist.words.supply;
  await go(stockist, receiptPath(id));
  await completeStep(stockist, 'in_transport', 'check_volumes');
  const { countedNow_one, countedNow_other } = receiving;
  for (let count = 1; count <= volumes; count++)
    await scanned(
      stockist,
      goods.gtin,
      fill(count === 1 ? countedNow_one : countedNow_other, { name: shown, count }),
    );
  await expectText(stockist, fill(receiving.countedOf_other, { done: volumes, count: volumes }));
  await completeStep(stockist, 'check_volumes', 'register_volumes');
  await scanned(stockist, goods.gtin, fill(receiving.scanAgain, { name: shown }), 'attention');
  await scanned(
    stockist,
    goods.gtin,
    fill(receiving.registeredNow_other, { name: shown, count: volumes, units: 1 }),
  );
  await completeStep(stockist, 'register_volumes', 'tag_volumes');
  const { codes, place } = await labelsOf(stockist, id);
  expect(codes).toHaveLength(volumes);
  for (const code of codes) await scanned(stockist, code, fill(receiving.taggedNow, { code }));
  await completeStep(stockist, 'tag_volumes', 'stock_up');
  for (let first = 0; first < codes.length; first += 8) {
    const carried = codes.slice(first, first + 8);
    for (const code of carried)
      await scanned(stockist, code, fill(receiving.samePlace, { code, place, name: shown }));
    const said = { count: carried.length, place, warehouse, code: carried.join(', ') };
    await scanned(stockist, place, fill(receiving.storeMany_other, said), 'attention');
    await scanned(stockist, place, fill(receiving.storedNow_other, said));
  }
  await expectText(stockist, receiving.allStored);
  await press(stockist, receiving.complete.stock_up);
  const dialog = stockist.page.getByRole('dialog');
  await dialog.getByRole('button', { name: receiving.complete.stock_up }).click();
  await expect(dialog).toBeHidden();
  const { total } = (await ask(owner, 'GET', '/volumes?query=state:active')) as { total: number };
  expect(total).toBe(volumes + 1);
});

test('the walk of a warehouse is arranged by keys at a desk and by finger on a phone @campaign', async ({
  browser,
}) => {
  const { items } = (await ask(owner, 'GET', '/warehouses')) as Listed;
  const id = items[0]?.id ?? 0;
  await makeRows(owner, id, 'W', 3);
  await arrangeByKeys(owner, id, 'W01');
  expect(await walkOf(owner, id)).toEqual(['W02', 'W01', 'W03']);
  const administrator = await hireFor(browser, owner, 'administrator', 'en', phone);
  await arrangeByFinger(administrator, id, ['W03', 'W02']);
  expect(await walkOf(owner, id)).toEqual(['W03', 'W02', 'W01']);
});

const steps = ['in_transport', 'check_volumes', 'register_volumes', 'tag_volumes', 'stock_up'] as const;

test('a request can be canceled at each step until something of it is stored @campaign', async () => {
  const { requests, requestState } = owner.words.supply;
  for (const step of steps) {
    const id = await order(2);
    await bringTo(id, step);
    await go(owner, `/supply/request/${id}`);
    await expectText(owner, requestState[step]);
    await press(owner, requests.cancel);
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: requests.cancelReason }).fill('devolvido ao fornecedor');
    await dialog.getByRole('button', { name: requests.cancel }).click();
    await expectText(owner, requestState.canceled);
    const { items } = (await ask(owner, 'GET', '/supply-requests-ongoing')) as Listed;
    expect(items).toEqual([]);
  }
});

/** Acts of people up to a step, sent to the server. */
async function bringTo(id: number, step: (typeof steps)[number]): Promise<void> {
  const path = `/supply-requests/${id}`;
  const read = () => ask(owner, 'GET', `/supply-requests-ongoing/${id}`) as Promise<Receipt>;
  const work: Record<(typeof steps)[number], () => Promise<unknown>> = {
    in_transport: async () => undefined,
    check_volumes: async () => {
      const { lines } = await read();
      await ask(owner, 'POST', `${path}/count`, { lineId: lines[0]?.id, total: 2 });
    },
    register_volumes: async () => {
      const { lines } = await read();
      await ask(owner, 'POST', `${path}/volumes`, { lineId: lines[0]?.id, copies: 2, units: 1 });
    },
    tag_volumes: async () => {
      for (const { id: volume, code } of (await read()).volumes)
        await ask(owner, 'POST', `/volumes/${volume}/tag`, { code });
    },
    stock_up: async () => undefined,
  };
  for (const one of steps) {
    if (one === step) return;
    await work[one]();
    await ask(owner, 'POST', `${path}/advance`, { from: one });
  }
}
