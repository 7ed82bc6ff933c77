import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RemoteFailure } from '#server/outside/http.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { everyMarketplace, type Met } from './connectors.ts';
import { type PortCall, portCallsOf } from './port-calls.ts';
import { moments, type Strike, startProxy, toxics, type Wire } from './proxy.ts';

/** So that silence costs little; a call of a busy machine that is too slow by itself is an outage as well. */
const shortMs = 400;
const limitMs = 5000;

const sandbox = await startSandboxProcess();
const address = new URL(sandbox.url);

/** Every request that a connector makes, with each of eight things that a network does to it: one table for all. */
describe.each([...everyMarketplace(sandbox)])('$name, whatever the network does', (met) => {
  test('each outgoing call fails honestly or not at all, and goes well the next time', {
    timeout: 400_000,
  }, async () => {
    const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
    const calls = await portCallsOf(met, sandbox.url);
    const struck = new Set<string>();
    const faults: string[] = [];
    let strikes = 0;
    let longest = 0;
    for (const call of calls) {
      const { lines, seen } = await rehearse(met, proxy, call);
      for (const [index, line] of lines.entries()) {
        // The same request of another call would say the same.
        if (struck.has(line)) continue;
        struck.add(line);
        for (const [n, toxic] of toxics.entries()) {
          // In `npm run campaigns` each call meets every other of them, and each of them every other call.
          if (!isWhole && (n + struck.size) % 2 === 1) continue;
          const moment = moments[(n + Math.floor(struck.size / 2)) % moments.length] ?? 'answer';
          const plan = { ordinal: index + 1, toxic, moment, meanwhile: async () => undefined };
          const verdict = await strike(met, proxy, call, seen, plan);
          strikes++;
          longest = Math.max(longest, verdict.ms);
          faults.push(...verdict.faults.map((fault) => `${line}, ${toxic} at the ${moment}: ${fault}`));
        }
      }
    }
    await proxy.close();
    report({
      fault: `${met.name}, network: ${struck.size} calls`,
      times: strikes,
      note: `longest ${Math.round(longest)} ms`,
    });
    expect(faults).toEqual([]);
    expect(struck.size).toBeGreaterThan(10);
  });
});

async function rehearse(met: Met, proxy: Wire, call: PortCall) {
  await met.rest();
  await proxy.arm(null);
  const first = await undisturbed(met, proxy, call);
  const lines = proxy.lines.map(nameOf);
  return { lines, seen: viewOf(first) };
}

/** A connection that was kept from before may have gone with what was armed: then it is asked once more. */
async function undisturbed(met: Met, proxy: Wire, call: PortCall): Promise<unknown> {
  try {
    return await call.ask(met.make(proxy.url, limitMs));
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    await proxy.arm(null);
    return call.ask(met.make(proxy.url, limitMs));
  }
}

/** Method and path, without what tells one thing from another of its kind. */
function nameOf(line: string): string {
  const [method = '', target = ''] = line.split(' ');
  const [path = ''] = target.split('?');
  return `${method} ${path.replaceAll(/\/[A-Z]*\d[\w-]*/g, '/…')}`;
}

async function strike(met: Met, proxy: Wire, call: PortCall, before: unknown, plan: Strike) {
  const faults: string[] = [];
  await met.rest();
  await proxy.arm(plan);
  const since = performance.now();
  try {
    const seen = await call.ask(met.make(proxy.url, shortMs));
    if (!isIncomplete(seen) && !isDeepStrictEqual(viewOf(seen), before))
      faults.push(`answered ${JSON.stringify(viewOf(seen))?.slice(0, 200)}`);
  } catch (error) {
    if (!isHonest(error)) faults.push(`failed with ${String(error)}`);
  }
  const ms = performance.now() - since;
  if (ms > limitMs) faults.push(`took ${Math.round(ms)} ms`);
  await proxy.arm(null);
  try {
    const again = viewOf(await undisturbed(met, proxy, call));
    if (!isDeepStrictEqual(again, before))
      faults.push(`then answered ${JSON.stringify(again)?.slice(0, 200)}`);
  } catch (error) {
    faults.push(`then failed with ${String(error)}`);
  }
  return { faults, ms };
}

/** To be tried again: nothing is taken for a refusal, for an end of the grant, or for not being there. */
const isHonest = (error: unknown): boolean =>
  error instanceof RemoteFailure || (error instanceof MarketplaceError && error.retryable);

/** It says of itself that parts are missing. */
function isIncomplete(seen: unknown): boolean {
  const { missing, failures } = (seen ?? {}) as { missing?: unknown[]; failures?: unknown[] };
  return (missing ?? []).length > 0 || (failures ?? []).length > 0;
}

/** What was seen, without what the clock and the number of tries change in it. */
function viewOf(seen: unknown): unknown {
  return JSON.parse(
    JSON.stringify(seen ?? null, (key, value: unknown) =>
      [
        'raw',
        'rawSla',
        'updatedAt',
        'quantity',
        'sold',
        'price',
        'missing',
        'pictureIds',
        'status',
        'subStatus',
      ].includes(key)
        ? undefined
        : value,
    ),
  );
}
