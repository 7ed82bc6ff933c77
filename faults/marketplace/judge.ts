import { isDeepStrictEqual } from 'node:util';
import { RemoteFailure } from '#server/outside/http.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import { RefusedCall } from '#server/test/app.ts';
import type { OutgoingCall } from './call.ts';
import type { Lane } from './lane.ts';
import type { Strike } from './proxy.ts';

/** A fault, before it is known which request it affects. */
export type Planned = Strike extends infer S
  ? S extends Strike
    ? Omit<S, 'ordinal' | 'meanwhile'>
    : never
  : never;

export type Verdict = { faults: string[]; failed: boolean; longestMs: number };

/** Time limit of undisturbed calls: being slow on a busy machine is not a fault. */
const patientMs = 30_000;
/** So that silence costs little; an act that is too slow by itself is begun again. */
const shortMs = 400;
const begins = 5;
/** The product's own limit plus the delay of a busy machine. */
const callLimitMs = 5000;

/** The undisturbed course and result of an act, and which of its requests is meant. */
export async function rehearse(lane: Lane, call: OutgoingCall) {
  lane.setClient(patientMs);
  const act = await call.prepare(lane);
  await lane.proxy.arm(null);
  await act.run();
  const ordinal = lane.proxy.lines.findIndex((line) => call.line.test(line)) + 1;
  if (ordinal === 0) throw new Error(`${call.name}: none of ${lane.proxy.lines.join(', ')}`);
  await (act.again ?? act.run)();
  return { ordinal, end: await act.state() };
}

type Rehearsal = Awaited<ReturnType<typeof rehearse>>;

/** One act with one fault, and the same act once more without. */
export async function judge(
  lane: Lane,
  call: OutgoingCall,
  rehearsal: Rehearsal,
  planned: Planned,
  /** Codes that a false answer may cause, in addition to those that mean: later. */
  refusals: readonly string[] = [],
): Promise<Verdict> {
  const faults: string[] = [];
  const meanwhile = async () => {
    for (const query of await lane.openTransactions()) faults.push(`a transaction was open: ${query}`);
  };
  const { act, error } = await disturb(lane, call, { ...planned, ordinal: rehearsal.ordinal, meanwhile });
  if (error !== null && !isKnown(error, refusals)) faults.push(`failed with ${wordsOf(error)}`);
  const longestMs = lane.longestCall();
  if (longestMs > callLimitMs) faults.push(`a call took ${Math.round(longestMs)} ms`);
  await lane.proxy.arm(null);
  lane.setClient(patientMs);
  const harm = await act.harm?.();
  if (harm) faults.push(`afterwards ${harm}`);
  try {
    await (act.again ?? act.run)();
    const end = await act.state();
    if (!isDeepStrictEqual(end, rehearsal.end))
      faults.push(`ends in ${JSON.stringify(end)}, not in ${JSON.stringify(rehearsal.end)}`);
  } catch (again) {
    faults.push(`the second time it failed with ${wordsOf(again)}`);
  }
  lane.longestCall();
  return { faults, failed: error !== null, longestMs };
}

/** Until what was planned has happened: on a busy machine a request before it may be too slow by itself. */
async function disturb(lane: Lane, call: OutgoingCall, strike: Strike) {
  for (let n = 1; ; n++) {
    lane.setClient(patientMs);
    await lane.proxy.arm(null);
    const act = await call.prepare(lane);
    lane.setClient(shortMs * n);
    // Undisturbed preparation is not judged by its duration.
    lane.longestCall();
    await lane.proxy.arm(strike);
    const error = await act.run().then(
      () => null,
      (caught: unknown) => caught,
    );
    if (lane.proxy.hasStruck()) return { act, error };
    if (n === begins)
      throw new Error(`${call.name} was not reached: ${lane.proxy.lines.join(', ')}`, { cause: error });
  }
}

function isKnown(error: unknown, refusals: readonly string[]): boolean {
  if (error instanceof RefusedCall)
    return error.problem.status === 503 || refusals.includes(error.problem.code);
  return error instanceof RemoteFailure || (error instanceof MercadoLivreError && error.retryable);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
}
