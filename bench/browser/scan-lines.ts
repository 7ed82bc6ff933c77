import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import { buildWeb } from '../../tools/build-web.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import { openPlace, type Place } from '../place.ts';
import { startProduct } from '../product.ts';
import type { Measure } from '../row.ts';
import { supplierOf } from '../seed/plan.ts';
import { openBrowser, signedIn } from './open.ts';

type Sale = { id: number; codes: string[] };

/** The bench as the packer sees it: from the Enter that ends a code to the frame that shows the result. */
export const measure: Measure = async ({ quick }) => {
  buildWeb();
  const place = await openPlace({ rows: 1000, orders: 10_000 });
  const product = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir });
  const browser = await openBrowser();
  try {
    const page = await openBench(browser, product.url.replace('127.0.0.1', 'localhost'), place);
    const wanted = quick ? 20 : 200;
    const times: number[] = [];
    for (const sale of await waitingSales(place)) {
      if (times.length >= wanted) break;
      times.push(...(await scanSale(page, sale)));
    }
    if (times.length < wanted) throw new Refused(`only ${times.length} codes to scan`);
    times.sort((a, b) => a - b);
    return [
      {
        line: 'scan to painted feedback in the browser, p95',
        value: percentile(times, 0.95),
        goal: 100,
        better: 'lower',
        unit: 'ms',
        note: `${times.length} scans, p50 ${percentile(times, 0.5).toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await place.stop();
  }
};

/** Sales of the first supplier that wait for the bench and belong to no marketplace, a code for every unit. */
export async function waitingSales({ adminUrl }: Place): Promise<Sale[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; codes: string[] }>(
    `select o.id, array_agg(p.sku order by p.id) as codes
     from orders o join order_parts p on p.order_id = o.id cross join generate_series(1, p.quantity)
     where o.status = 'pending' and o.account_id is null and o.fulfiller_id = $1 group by o.id order by o.id limit 500`,
    [supplierOf(1)],
  );
  await client.end();
  return rows.map(({ id, codes }) => ({ id: Number(id), codes }));
}

export async function openBench(browser: Browser, url: string, place: Place): Promise<Page> {
  const page = await (await signedIn(browser, url, place)).newPage();
  await page.addInitScript(watch);
  return page;
}

/** Runs in the page: the time between Enter in the field and the end of the frame that counts one scan more. */
function watch(): void {
  let pressed = 0;
  const times: number[] = [];
  Object.assign(window, { scans: times });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') pressed = performance.now();
    },
    true,
  );
  new MutationObserver(() => {
    // A timer set in a frame runs when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)));
  }).observe(document, { subtree: true, attributeFilter: ['data-flash'] });
}

/** Types a code as a scanner does, and waits until the result is painted. */
export async function scanCode(page: Page, code: string): Promise<void> {
  const before = await page.evaluate(() => Reflect.get(window, 'scans').length);
  const field = page.locator('input[data-scan]');
  // The fastest a person scans two codes; the same code sooner would be the same scan.
  await field.pressSequentially(code, { delay: 12 });
  await field.press('Enter');
  await page.waitForFunction((count) => Reflect.get(window, 'scans').length > count, before);
}

export const scanTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => Array.from(Reflect.get(window, 'scans'), Number));

/** Takes a sale and scans all of it; each code waits for the answer to the one before it. */
async function scanSale(page: Page, { id, codes }: Sale): Promise<number[]> {
  const key = `bench-scan-${id}`;
  const taken = await page.request.post(`/api/orders-supplier/${id}/picking`, {
    headers: { 'idempotency-key': key },
    data: {},
  });
  if (!taken.ok()) throw new Refused(`picking: ${taken.status()} ${(await taken.text()).slice(0, 200)}`);
  await page.goto(`/checkout/${id}`);
  await page.locator('input[data-scan]').waitFor();
  for (const code of codes) await scanCode(page, code);
  if ((await page.locator('[data-tone=done] input[data-scan]').count()) === 0)
    throw new Refused(`scan: ${await page.locator('output').first().textContent()}`);
  return scanTimes(page);
}
