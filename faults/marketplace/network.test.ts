import { expect, test } from 'vitest';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { report } from '#server/test/fault-report.ts';
import { accountCalls } from './account-calls.ts';
import { judge, rehearse, type Verdict } from './judge.ts';
import { openLanes } from './lanes.ts';
import { moments, toxics } from './proxy.ts';
import { publicationCalls } from './publication-calls.ts';
import { saleCalls } from './sale-calls.ts';

const calls = [...publicationCalls, ...saleCalls, ...accountCalls];
const lanes = await openLanes(5);

const verdicts: (Verdict & { name: string })[] = [];

test.concurrent.each(calls)('$name, for every fault of the network', { timeout: 120_000 }, async (call) => {
  const faults = await lanes.take(async (lane) => {
    const rehearsal = await rehearse(lane, call);
    const found: string[] = [];
    for (const toxic of toxics)
      for (const moment of moments) {
        const verdict = await judge(lane, call, rehearsal, { toxic, moment });
        verdicts.push({ ...verdict, name: toxic });
        found.push(...verdict.faults.map((fault) => `${toxic} at the ${moment}: ${fault}`));
      }
    return found;
  });
  expect(faults).toEqual([]);
});

test('after all network faults every invariant holds', { timeout: 120_000 }, async () => {
  expect(verdicts).toHaveLength(calls.length * toxics.length * moments.length);
  for (const lane of lanes.all) expect(await checkInvariants(lane.app.databaseUrl)).toEqual([]);
  for (const toxic of toxics) {
    const mine = verdicts.filter(({ name }) => name === toxic);
    const longest = Math.max(...mine.map(({ longestMs }) => longestMs));
    const note = `${mine.filter(({ failed }) => failed).length} calls failed at first; longest call ${Math.round(longest)} ms`;
    report({ fault: `marketplace, network: ${toxic}`, times: mine.length, note });
  }
});
