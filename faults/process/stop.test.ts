import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestOf } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import type { KillableServer } from '#server/test/kill.ts';
import { openHouse } from './house.ts';

const house = await openHouse();
const { line, work } = house;

/** Asks again and again on connections that are kept, until the port is closed; answers how often it was let down. */
async function ask(server: KillableServer, seen: { answered: number; failed: string[] }): Promise<void> {
  const { method, url, headers } = requestOf(api.products.list, {}, work.stage.supplier.token);
  for (;;) {
    try {
      const answer = await fetch(`${server.url}${String(url)}`, {
        method: String(method),
        headers: headers as Record<string, string>,
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) seen.failed.push(String(answer.status));
      seen.answered++;
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {};
      // Nobody took the request: the proxy in front asks another process.
      if (code === 'ECONNREFUSED') return;
      seen.failed.push(code ?? String(error));
    }
  }
}

test('INV-54: told to end under load, it fails no request and is gone within ten seconds', async () => {
  const times = sized(3, 30);
  let slowest = 0;
  let answered = 0;
  for (let n = 0; n < times; n++) {
    const server = await line.beside([]);
    const seen = { answered: 0, failed: [] };
    const asking = Array.from({ length: 16 }, () => ask(server, seen));
    await delay(700);
    const since = performance.now();
    server.signal('SIGTERM');
    await server.ended();
    slowest = Math.max(slowest, Math.round(performance.now() - since));
    await Promise.all(asking);
    expect(seen.failed).toEqual([]);
    expect(seen.answered).toBeGreaterThan(50);
    answered += seen.answered;
  }
  expect(slowest).toBeLessThan(10_000);
  report({
    fault: 'SIGTERM under load',
    times,
    backMs: slowest,
    note: `${answered} requests, 0 failed; time to drain`,
  });
}, 900_000);
