import { describe, expect, test } from 'vitest';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { everyMarketplace } from './connectors.ts';
import { aboutAnother, lies } from './lies.ts';
import { portCallsOf } from './port-calls.ts';
import { startProxy } from './proxy.ts';
import { rehearsePort, strikePort } from './strike-port.ts';

const sandbox = await startSandboxProcess();
const address = new URL(sandbox.url);
const met = everyMarketplace(sandbox);
const tooMany = '429 with Retry-After';

/** Every request that a connector makes, with each answer that is none: one table for all. */
describe.each(met.map((one, place) => ({ name: one.name, one, place })))(
  '$name, whatever is said',
  ({ name, one, place }) => {
    test('nothing that is not about what was asked is believed, and nothing is taken for a refusal', {
      timeout: 400_000,
    }, async () => {
      const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
      const faults: string[] = [];
      const struck = new Set<string>();
      let told = 0;
      for (const call of await portCallsOf(one, sandbox.url)) {
        const { lines, seen } = await rehearsePort(one, proxy, call);
        for (const [index, line] of lines.entries()) {
          if (struck.has(line)) continue;
          struck.add(line);
          // In `npm run campaigns` each lie meets some calls of each marketplace, others at each of them.
          const some = Object.entries(lies).filter((_, n) => isWhole || (n + struck.size + place) % 8 === 0);
          const another = call.about.length > 0 ? [['another', aboutAnother(call.about)] as const] : [];
          for (const [what, lie] of [...some, ...another]) {
            const plan = { ordinal: index + 1, lie, meanwhile: async () => undefined };
            // A list without anything may be the truth.
            const mayDiffer = call.about.length === 0 || what === 'empty list';
            const { faults: found, error } = await strikePort(one, proxy, call, seen, plan, mayDiffer);
            told++;
            faults.push(...found.map((fault) => `${call.name}: ${line}, ${what}: ${fault}`));
            if (what === tooMany && error && (circuitOpenErrorOf(error)?.waitMs ?? 0) < 25_000)
              faults.push(`${line}: too soon again after a 429: ${String(error)}`);
          }
        }
      }
      await proxy.close();
      report({ fault: `${name}, lying answers: ${struck.size} calls`, times: told });
      expect(faults).toEqual([]);
      expect(struck.size).toBeGreaterThan(10);
    });
  },
);
