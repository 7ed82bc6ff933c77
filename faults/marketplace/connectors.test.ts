import { describe, expect, test } from 'vitest';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { everyMarketplace } from './connectors.ts';
import { portCallsOf } from './port-calls.ts';
import { moments, startProxy, toxics } from './proxy.ts';
import { rehearsePort, strikePort } from './strike-port.ts';

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
      const { lines, seen } = await rehearsePort(met, proxy, call);
      for (const [index, line] of lines.entries()) {
        // The same request of another call would say the same.
        if (struck.has(line)) continue;
        struck.add(line);
        for (const [n, toxic] of toxics.entries()) {
          // In `npm run campaigns` each call meets every third of them, and each of them every third call.
          if (!isWhole && (n + struck.size) % 3 !== 0) continue;
          const moment = moments[(n + Math.floor(struck.size / 2)) % moments.length] ?? 'answer';
          const plan = { ordinal: index + 1, toxic, moment, meanwhile: async () => undefined };
          const verdict = await strikePort(met, proxy, call, seen, plan);
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
