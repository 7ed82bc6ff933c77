import type { APIResponse } from '@playwright/test';
import { z } from 'zod';
import { buildWeb } from '../../tools/build-web.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import { openPlace } from '../place.ts';
import { startProduct } from '../product.ts';
import type { Measure } from '../row.ts';
import { openBrowser } from './open.ts';
import { openBench, scanCode, scanTimes, waitingSales } from './scan-lines.ts';

const walk = z.object({
  id: z.number(),
  stops: z.array(z.object({ sku: z.string(), quantity: z.number(), volume: z.object({ name: z.string() }) })),
});

/** A list of 100 sales walked to its end in the browser: each place and each unit read, from Enter to the painted answer. */
export const measure: Measure = async ({ quick }) => {
  buildWeb();
  const place = await openPlace({ rows: 1000, orders: 10_000 });
  const product = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir });
  const browser = await openBrowser();
  try {
    const page = await openBench(browser, product.url.replace('127.0.0.1', 'localhost'), place);
    const size = quick ? 10 : 100;
    const ids = (await waitingSales(place)).slice(0, size).map((sale) => sale.id);
    if (ids.length < size) throw new Refused(`only ${ids.length} sales wait`);
    const send = async (path: string, data: object) => {
      const headers = { 'idempotency-key': `bench-list-${path}` };
      return answerOf(await page.request.post(`/api/picking${path}`, { headers, data }));
    };
    const { id } = await send('', { ids, places: size });
    const { stops } = await send(`/${id}/start`, {});
    await page.goto(`/picking/${id}`);
    await page.locator('input[data-scan]').waitFor();
    let from = '';
    for (const { sku, quantity, volume } of stops) {
      if (volume.name !== from) await scanCode(page, volume.name);
      from = volume.name;
      for (let unit = 0; unit < quantity; unit++) await scanCode(page, sku);
    }
    const times = (await scanTimes(page)).toSorted((a, b) => a - b);
    await send(`/${id}/finish`, {});
    return [
      {
        line: `scan in a list of ${size} sales, painted in the browser, p95`,
        value: percentile(times, 0.95),
        goal: 100,
        better: 'lower',
        unit: 'ms',
        note: `${times.length} scans over ${stops.length} stops, p50 ${percentile(times, 0.5).toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await place.stop();
  }
};

async function answerOf(answer: APIResponse) {
  if (!answer.ok()) throw new Refused(`${answer.status()} ${(await answer.text()).slice(0, 200)}`);
  return walk.parse(await answer.json());
}
