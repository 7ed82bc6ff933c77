import { expect, test } from 'vitest';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { isWhole, report } from '#server/test/fault-report.ts';
import { accountCalls } from './account-calls.ts';
import { judge, rehearse, type Verdict } from './judge.ts';
import { openLanes } from './lanes.ts';
import { lies } from './lies.ts';
import { publicationCalls } from './publication-calls.ts';
import { saleCalls } from './sale-calls.ts';

const calls = [...publicationCalls, ...saleCalls, ...accountCalls];
const lanes = await openLanes(4);
/** In `npm run campaigns` each call gets every other false answer, and each false answer every other call. */
const plans = calls.map((call, place) => ({
  name: call.name,
  call,
  told: Object.entries(lies).filter((_, index) => isWhole || (index + place) % 2 === 0),
}));
const verdicts: Verdict[] = [];
/** A consent that another person seems to have given, and a label that does not exist. */
const refusals = ['authorization_denied', 'label_not_ready'];

test.concurrent.each(plans)('$name, for every false answer', { timeout: 120_000 }, async (plan) => {
  const faults = await lanes.take(async (lane) => {
    const { call, told } = plan;
    const rehearsal = await rehearse(lane, call);
    const found: string[] = [];
    for (const [name, lie] of told) {
      const verdict = await judge(lane, call, rehearsal, { lie }, refusals);
      verdicts.push(verdict);
      found.push(...verdict.faults.map((fault) => `${name}: ${fault}`));
    }
    return found;
  });
  expect(faults).toEqual([]);
});

test('after all false answers every invariant holds', { timeout: 120_000 }, async () => {
  expect(verdicts).toHaveLength(plans.flatMap(({ told }) => told).length);
  for (const lane of lanes.all) expect(await checkInvariants(lane.app.databaseUrl)).toEqual([]);
  const failed = verdicts.filter((verdict) => verdict.failed).length;
  const longest = Math.max(...verdicts.map(({ longestMs }) => longestMs));
  const note = `${failed} calls failed at first; longest call ${Math.round(longest)} ms`;
  report({ fault: 'marketplace, lying answers', times: verdicts.length, note });
});
