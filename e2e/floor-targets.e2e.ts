import { expect, test } from '@playwright/test';
import { addGoods, hireFor, openFloor, phone, sellByHand } from './floor-story.ts';
import { createVendor, receiptPath, writeRequest } from './receiving-story.ts';
import { ask, settle } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, go } from './verbs.ts';

const goods: Goods = {
  product: 'Jarra de Ágata',
  sku: 'JAR-168',
  gtin: '7891000315507',
  quantity: 1690,
  price: '39,90',
};

/** Targets smaller than 44 px in either direction; text fields are measured by their own box. */
function smallTargets({ page }: Actor): Promise<string[]> {
  return page.evaluate(() => {
    const pressed =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=checkbox], summary';
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const seen = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
      if (!seen || element.closest('[aria-hidden=true], [inert]')) return [];
      const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
      const box =
        label && /checkbox|radio/.test(element.getAttribute('type') ?? '')
          ? label.getBoundingClientRect()
          : null;
      const [wide, high] = [Math.max(width, box?.width ?? 0), Math.max(height, box?.height ?? 0)];
      if (wide >= 43.5 && high >= 43.5) return [];
      const name = element.ariaLabel ?? element.textContent ?? '';
      return [`${element.tagName} ${name.trim().slice(0, 40)} ${Math.round(wide)} × ${Math.round(high)}`];
    });
  });
}

/** Figures and number fields whose content overflows. */
function cutFigures({ page }: Actor): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'input[inputmode=numeric], input[inputmode=decimal], [data-figure]',
      ),
    ].flatMap((element) =>
      element.checkVisibility() && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
        ? [`${element.ariaLabel ?? element.textContent}: ${element.scrollWidth} in ${element.clientWidth} px`]
        : [],
    ),
  );
}

/** Checkboxes and radio buttons whose drawn box is as large as their target. */
function largeBoxes({ page }: Actor): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input[type=checkbox]:not([role=switch])')].flatMap(
      (input) => {
        const { width } = getComputedStyle(input, '::before');
        return !input.checkVisibility() || width === '20px' ? [] : [`${input.ariaLabel} drawn with ${width}`];
      },
    ),
  );
}

/** Titles of rows whose parts are not separated by a space on the screen. */
function joinedTitles({ page }: Actor): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[data-row-link]')].flatMap((title) =>
      getComputedStyle(title).display.includes('flex') ? [`${title.textContent} drops its spaces`] : [],
    ),
  );
}

test('on a phone every target of the floor is at least 44 px, and no quantity is truncated', async ({
  browser,
}) => {
  const floor = await openFloor(browser, 'alvos', [goods]);
  const { supplier, seller, warehouse } = floor;
  const administrator = await hireFor(browser, supplier, 'administrator', 'pt', phone);
  await createVendor(supplier, 'Metalúrgica dos Alvos Ltda', '11222333000181');
  const request = await writeRequest(supplier, {
    vendor: 'Metalúrgica dos Alvos Ltda',
    warehouse,
    goods,
    quantity: 3360,
    perVolume: 1680,
  });
  await ask(supplier, 'POST', `/supply-requests/${request}/approve`, {});
  const first = await sellByHand(seller, [[goods.sku, 1680]]);
  const second = await sellByHand(seller, [[goods.sku, 1]]);
  const { id: list } = (await ask(supplier, 'POST', '/picking', { ids: [second] })) as { id: number };
  await ask(supplier, 'POST', `/picking/${list}/start`, {});
  const { items } = (await ask(supplier, 'GET', '/warehouses')) as { items: { id: number }[] };
  const [place] = items;
  const spare = { product: 'Bule de Ágata', sku: 'BUL-1234', gtin: '', quantity: 1234 };
  const [counted] = await addGoods(floor, [spare]);
  const { started } = (await ask(supplier, 'POST', '/volumes/in-balance', { code: counted })) as {
    started: { id: number }[];
  };
  const routes = [
    '/checkout',
    '/checkout/list',
    `/checkout/warehouse/${place?.id}`,
    `/checkout/${first}`,
    '/checkout/return/list',
    '/checkout/manifest/list',
    '/picking',
    `/picking/${list}`,
    '/inventory/dashboard',
    '/inventory/volume/list',
    '/inventory/location/list',
    '/inventory/batch/list',
    '/inventory/balance/list',
    `/inventory/balance/${started[0]?.id}`,
    '/inventory/receive-supply-request/list',
    receiptPath(request),
    `${receiptPath(request)}/report`,
  ];
  const problems: string[] = [];
  const measure = async (path: string) => {
    await go(administrator, path);
    await settle(administrator);
    const checks = [smallTargets, cutFigures, largeBoxes, joinedTitles];
    const found: string[] = [];
    for (const check of checks) found.push(...(await check(administrator)));
    problems.push(...found.map((one) => `${path}: ${one}`));
  };
  for (const path of routes) await measure(path);
  // Each step of receiving has other fields; quantities have four digits.
  const acts = { params: `/supply-requests/${request}` };
  const advance = (from: string) => ask(supplier, 'POST', `${acts.params}/advance`, { from });
  const { lines } = (await ask(supplier, 'GET', `/supply-requests-ongoing/${request}`)) as {
    lines: { id: number }[];
  };
  const lineId = lines[0]?.id;
  await advance('in_transport');
  await measure(receiptPath(request));
  await ask(supplier, 'POST', `${acts.params}/count`, { lineId, total: 2 });
  await advance('check_volumes');
  await measure(receiptPath(request));
  await ask(supplier, 'POST', `${acts.params}/volumes`, { lineId, copies: 2, units: 1680 });
  await advance('register_volumes');
  await measure(receiptPath(request));
  expect(problems).toEqual([]);
});
