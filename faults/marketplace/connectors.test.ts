import { describe, expect, test } from 'vitest';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { everyMarketplace } from './connectors.ts';
import { portCallsOf } from './port-calls.ts';
import { type Outgoing, uncovered } from './port-methods.ts';
import { moments, startProxy, toxics } from './proxy.ts';
import { everyRequest, strikePort } from './strike-port.ts';

const sandbox = await startSandboxProcess();
const address = new URL(sandbox.url);

/** Every request of a connector with each of eight network faults, from one table. */
describe.each([...everyMarketplace(sandbox)])('$name, for every fault of the network', (met) => {
  test('each outgoing call reports its failure, succeeds at the next try, and every method of the port is covered', {
    timeout: 400_000,
  }, async () => {
    const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
    const { calls, methods } = await portCallsOf(met, sandbox.url);
    const asked = new Set<Outgoing>();
    const faults: string[] = [];
    let [requests, strikes, longest] = [0, 0, 0];
    for await (const made of everyRequest(met, proxy, calls, asked)) {
      const { request, serial, isNew } = made;
      requests = serial;
      for (const [n, toxic] of toxics.entries()) {
        // In `npm run campaigns` each request gets every third fault, similar requests a single one.
        const isMet = isNew ? (n + serial) % 3 === 0 : n === serial % toxics.length;
        if (!isWhole && !isMet) continue;
        const moment = moments[(n + Math.floor(serial / 2)) % moments.length] ?? 'answer';
        const verdict = await strikePort(met, proxy, made, { toxic, moment });
        strikes++;
        longest = Math.max(longest, verdict.ms);
        faults.push(...verdict.faults.map((fault) => `${request}, ${toxic} at the ${moment}: ${fault}`));
      }
    }
    await proxy.close();
    report({
      fault: `${met.name}, network: ${requests} requests`,
      times: strikes,
      note: `longest ${Math.round(longest)} ms`,
    });
    expect(faults).toEqual([]);
    expect(uncovered(met.make(sandbox.url, 5000), met.without, calls, asked, methods)).toEqual([]);
  });
});
