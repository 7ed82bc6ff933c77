import { describe, expect, test } from 'vitest';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { everyMarketplace } from './connectors.ts';
import { aboutAnother, lies } from './lies.ts';
import { portCallsOf } from './port-calls.ts';
import type { Outgoing } from './port-methods.ts';
import { startProxy } from './proxy.ts';
import { everyRequest, strikePort } from './strike-port.ts';

const sandbox = await startSandboxProcess();
const address = new URL(sandbox.url);
const met = everyMarketplace(sandbox);
const tooMany = '429 with Retry-After';

/** Every request that a connector makes, with each answer that is none: one table for all. */
describe.each(met.map((one, place) => ({ name: one.name, one, place })))(
  '$name, for every kind of false answer',
  ({ name, one, place }) => {
    test('accepts no answer about another resource, and treats no invalid answer as a refusal', {
      timeout: 400_000,
    }, async () => {
      const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
      const faults: string[] = [];
      const { calls } = await portCallsOf(one, sandbox.url);
      const asked = new Set<Outgoing>();
      let [requests, told] = [0, 0];
      for await (const made of everyRequest(one, proxy, calls, asked)) {
        const { call, request, serial, isNew } = made;
        requests = serial;
        // In `npm run campaigns` each request gets two of them, similar requests one, different ones at each
        // marketplace.
        const every = isNew ? 8 : 16;
        const some = Object.entries(lies).filter((_, n) => isWhole || (n + serial + place) % every === 0);
        const another = call.about.length > 0 ? [['another', aboutAnother(call.about)] as const] : [];
        for (const [what, lie] of [...some, ...another]) {
          // An empty list may be correct; an effect is visible after every false answer.
          const mayDiffer = !call.acts && (call.about.length === 0 || what === 'empty list');
          const { faults: found, error } = await strikePort(one, proxy, made, { lie }, mayDiffer);
          told++;
          faults.push(...found.map((fault) => `${request}, ${what}: ${fault}`));
          if (what === tooMany && error && (circuitOpenErrorOf(error)?.waitMs ?? 0) < 25_000)
            faults.push(`${request}: too soon again after a 429: ${String(error)}`);
        }
      }
      await proxy.close();
      report({ fault: `${name}, lying answers: ${requests} requests`, times: told });
      expect(faults).toEqual([]);
      expect(requests).toBeGreaterThan(30);
    });
  },
);
