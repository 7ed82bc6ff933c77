import type { Browser, Page } from '@playwright/test';
import { buildWeb } from '../../tools/build-web.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import { openPlace, type Place } from '../place.ts';
import { startProduct } from '../product.ts';
import type { Measure } from '../row.ts';
import { openBrowser, signedIn } from './open.ts';

const products = 10_000;
const pageSize = 100;

/**
 * Scrolling through ten thousand rows: pages of a hundred, from top to bottom in steps of a frame. In between a blank
 * page of the same height is scrolled, so that frames the machine itself misses are in both.
 */
export const measure: Measure = async ({ quick }) => {
  buildWeb();
  const place = await openPlace({ rows: products });
  const product = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir });
  const browser = await openBrowser();
  try {
    const list = await openList(browser, product.url.replace('127.0.0.1', 'localhost'), place);
    const blank = await openBlank(browser);
    const seen: Frames = { rows: [], blank: [] };
    const pages = quick ? 3 : products / pageSize;
    for (let page = 1; page <= pages; page += 1) {
      await list.bringToFront();
      seen.rows.push(...(await scrollThrough(list)));
      if (page % 10 === 1) {
        await blank.bringToFront();
        seen.blank.push(...(await scrollThrough(blank)));
        await list.bringToFront();
      }
      if (page < pages) await turnPage(list, page + 1);
    }
    return rowsOf(seen, pages * pageSize);
  } finally {
    await browser.close();
    await product.stop();
    await place.stop();
  }
};

/** Milliseconds between one frame and the next. */
type Frames = { rows: number[]; blank: number[] };

function rowsOf({ rows, blank }: Frames, count: number) {
  const rate = (frames: number[]) => (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
  const sorted = rows.toSorted((one, other) => one - other);
  const late = (frames: number[]) => (100 * frames.filter((frame) => frame > 25).length) / frames.length;
  const note = `${rows.length} frames, p99 ${percentile(sorted, 0.99).toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`;
  return [
    {
      line: `scrolling ${count.toLocaleString('en')} rows, ${pageSize} on a page`,
      value: Math.round(rate(rows)),
      goal: 60,
      better: 'higher' as const,
      unit: 'frames/s',
      note: `${note}; blank page ${rate(blank).toFixed(1)} frames/s`,
    },
    {
      line: 'frames that come late while scrolling',
      value: late(rows),
      goal: Math.round(100 * Math.max(1, late(blank) * 1.2)) / 100,
      better: 'lower' as const,
      unit: '%',
      note: `later than 25 ms; of a blank page ${late(blank).toFixed(2)} %`,
    },
  ];
}

async function openList(browser: Browser, url: string, place: Place): Promise<Page> {
  const page = await (await signedIn(browser, url, place)).newPage();
  await page.goto(`/products/product/list?size=${pageSize}`);
  await standing(page);
  return page;
}

async function openBlank(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<div style="height: 4200px">.</div>');
  return page;
}

async function turnPage(page: Page, to: number): Promise<void> {
  const before = await page.locator('tbody tr').first().getAttribute('data-row');
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await page.waitForFunction(
    (former) => document.querySelector('tbody tr')?.getAttribute('data-row') !== former,
    before,
  );
  await standing(page);
  if (!page.url().includes(`page=${to}`)) throw new Refused(`page ${to}: ${page.url()}`);
}

async function standing(page: Page): Promise<void> {
  await page.waitForFunction(
    (rows) =>
      document.querySelectorAll('tbody tr[data-row]').length === rows &&
      !document.querySelector('[aria-busy=true]'),
    pageSize,
  );
}

/** From top to bottom, 40 px in every frame: 2,400 px a second, like a fast wheel that does not stop. */
function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        let last = 0;
        scrollTo(0, 0);
        const step = (now: number) => {
          if (last > 0) frames.push(now - last);
          last = now;
          const before = scrollY;
          scrollBy(0, 40);
          if (frames.length > 1 && scrollY === before) resolve(frames.slice(1));
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
}
