import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { buildWeb } from '../../tools/build-web.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import { openPlace } from '../place.ts';
import { startProduct } from '../product.ts';
import type { Measure, Row } from '../row.ts';
import { openBrowser, signedIn } from './open.ts';

const built = join(import.meta.dirname, '../../dist/web');

type Load = { firstRowMs: number; shift: number; failed: string[] };

/** Pages in a browser with an empty cache: transferred bytes, time until the first row is visible, layout shift. */
export const measure: Measure = async ({ quick }) => {
  buildWeb();
  const place = await openPlace({ rows: 1000 });
  const product = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir });
  const browser = await openBrowser();
  try {
    const url = product.url.replace('127.0.0.1', 'localhost');
    const login = await weigh(await browser.newContext({ locale: 'pt-BR' }), `${url}/auth/login`, 'form');
    const list = await weigh(await signedIn(browser, url, place), `${url}/products/product/list`, 'tbody a');
    const loads: Load[] = [];
    for (let round = 0; round < (quick ? 3 : 15); round += 1)
      loads.push(await load(await signedIn(browser, url, place), `${url}/products/product/list`));
    const failed = loads.flatMap((one) => one.failed);
    if (failed.length > 0) throw new Refused(`pages: ${failed.slice(0, 3).join(', ')}`);
    return rowsOf(login, list, loads);
  } finally {
    await browser.close();
    await product.stop();
    await place.stop();
  }
};

function rowsOf(login: number, list: number, loads: readonly Load[]): Row[] {
  const first = loads.map(({ firstRowMs }) => firstRowMs).sort((a, b) => a - b);
  const less = { better: 'lower' } as const;
  return [
    { line: 'JavaScript to the sign-in screen, gzip', value: login / 1000, goal: 150, unit: 'kB', ...less },
    { line: 'JavaScript to the first list, gzip', value: list / 1000, goal: 220, unit: 'kB', ...less },
    {
      line: 'first row visible after a cold navigation, median',
      value: percentile(first, 0.5),
      goal: 600,
      unit: 'ms',
      note: `${loads.length} loads, empty cache each`,
      ...less,
    },
    {
      line: 'layout shift until the list stands, worst',
      value: Math.max(...loads.map(({ shift }) => shift)),
      goal: 0,
      unit: 'CLS',
      ...less,
    },
  ];
}

/** Compressed bytes of every script that was loaded until a second after the page was complete. */
async function weigh(context: BrowserContext, address: string, stands: string): Promise<number> {
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(address);
  await page.locator(stands).first().waitFor();
  await page.waitForTimeout(1000);
  await context.close();
  return [...scripts].reduce((sum, path) => sum + sizeOf(path), 0);
}

function sizeOf(path: string): number {
  try {
    return readFileSync(join(built, `${path}.gz`)).length;
  } catch {
    return readFileSync(join(built, path)).length;
  }
}

/** Runs in the page: notes when the first row is painted and adds up what moved. */
function watch(): void {
  Object.assign(window, { shift: 0, firstRowMs: 0 });
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries())
      if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('tbody a')?.textContent)
      requestAnimationFrame(() => Object.assign(window, { firstRowMs: performance.now() }));
    else requestAnimationFrame(look);
  };
  look();
}

async function load(context: BrowserContext, address: string): Promise<Load> {
  const page: Page = await context.newPage();
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForFunction(() => Number(Reflect.get(window, 'firstRowMs')) > 0);
  await page.waitForTimeout(500);
  const read = (name: string) => page.evaluate((key) => Number(Reflect.get(window, key)), name);
  const seen = { firstRowMs: await read('firstRowMs'), shift: await read('shift'), failed };
  await context.close();
  return seen;
}
