import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestOf } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import type { KillableServer } from '#server/test/kill.ts';
import { openHouse } from './house.ts';

const house = await openHouse();
const { line, work } = house;

/** Requests continuously on a kept-alive connection, until none is accepted. */
async function ask(server: KillableServer, seen: { answered: number; failed: string[] }): Promise<void> {
  const { url, headers } = requestOf(api.products.list, {}, work.stage.supplier.token);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const asked = get(`${server.url}${String(url)}`, { agent, headers: headers as Record<string, string> });
    try {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      if (answer.statusCode !== 200) seen.failed.push(String(answer.statusCode));
      seen.answered++;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      // The port was closed before anybody took the connection: the proxy in front asks another process.
      if (code === 'ECONNREFUSED' || (code === 'ECONNRESET' && !asked.reusedSocket)) return agent.destroy();
      seen.failed.push(code);
    }
  }
}

test('INV-54: a SIGTERM under load fails no request and ends the process within ten seconds', async () => {
  const times = sized(2, 30);
  let slowest = 0;
  let answered = 0;
  for (let n = 0; n < times; n++) {
    const server = await line.beside([]);
    const seen = { answered: 0, failed: [] };
    const asking = Array.from({ length: 16 }, () => ask(server, seen));
    await expect.poll(() => seen.answered, { timeout: 180_000 }).toBeGreaterThan(64);
    const since = performance.now();
    server.signal('SIGTERM');
    await server.ended();
    slowest = Math.max(slowest, Math.round(performance.now() - since));
    await Promise.all(asking);
    expect(seen.failed).toEqual([]);
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
