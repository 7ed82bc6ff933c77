import { beforeEach, expect, test } from 'vitest';
import { type TestClock, testClock } from '#server/test/app.ts';
import { type Circuit, CircuitOpenError, circuitOpenErrorOf, createCircuit } from './circuit.ts';
import { RemoteFailure } from './http.ts';

const outage = new RemoteFailure('no answer');
const refusal = new Error('no such item');
let clock: TestClock;
let circuit: Circuit;
beforeEach(() => {
  clock = testClock();
  circuit = createCircuit({ what: 'api.test', clock, isOutage: (error) => error === outage });
});

const fails = (error: unknown = outage) =>
  circuit.run(() => Promise.reject(error)).catch((caught: unknown) => caught);
const works = () => circuit.run(async () => 'answer');
const failTimes = async (times: number) => {
  for (let n = 0; n < times; n++) await fails();
};

/** A call that is answered when the test decides. */
function pending() {
  let end: (error?: unknown) => void = () => undefined;
  const answered = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const done = circuit.run(() => answered).catch((caught: unknown) => caught);
  return { end, done };
}

test('opens at the fifth failure in a row and sends nothing after it', async () => {
  await failTimes(4);
  expect(circuit.view()).toMatchObject({ state: 'closed', until: null });
  expect(await fails()).toBe(outage);
  expect(circuit.view()).toMatchObject({ state: 'open', opened: 1 });
  let sent = false;
  const call = circuit.run(async () => {
    sent = true;
  });
  await expect(call).rejects.toMatchObject({
    until: new Date('2026-11-21T15:00:10.000Z'),
    waitMs: 10_000,
  });
  expect(sent).toBe(false);
  expect(circuit.view().refused).toBe(1);
});

test('a refusal by the host is an answer and resets the count', async () => {
  await failTimes(4);
  expect(await fails(refusal)).toBe(refusal);
  await failTimes(4);
  expect(circuit.view().state).toBe('closed');
  await works();
  await failTimes(4);
  expect(circuit.view().state).toBe('closed');
  await fails();
  expect(circuit.view().state).toBe('open');
});

test('after the pause one probe is sent while the others wait for its outcome, and a success lets all through', async () => {
  await failTimes(5);
  clock.advance(10 / 60);
  expect(circuit.view()).toMatchObject({ state: 'open', until: null });
  const probe = pending();
  expect(circuit.view().state).toBe('half-open');
  const other = works();
  probe.end();
  await probe.done;
  expect(await other).toBe('answer');
  expect(circuit.view()).toMatchObject({ state: 'closed', until: null });
  expect(await works()).toBe('answer');
  await failTimes(4);
  expect(circuit.view().state).toBe('closed');
});

test('calls wait for the probe only briefly, and are not sent if it failed', async () => {
  await failTimes(5);
  clock.advance(1);
  const silent = pending();
  const impatient = await fails();
  expect(impatient).toBeInstanceOf(CircuitOpenError);
  const other = works().catch((caught: unknown) => caught);
  silent.end(outage);
  expect(await silent.done).toBe(outage);
  expect(await other).toMatchObject({ waitMs: 20_000 });
});

test('a failed probe doubles the pause, up to a minute', async () => {
  await failTimes(5);
  for (const seconds of [10, 20, 40, 60, 60]) {
    expect(await fails()).toMatchObject({ waitMs: seconds * 1000 });
    clock.advance(seconds / 60);
    expect(await fails()).toBe(outage);
  }
  clock.advance(1);
  expect(await fails(refusal)).toBe(refusal);
  expect(circuit.view().state).toBe('closed');
});

test('calls sent before the circuit opened do not count', async () => {
  const early = pending();
  const late = pending();
  await failTimes(5);
  early.end();
  await early.done;
  expect(circuit.view().state).toBe('open');
  clock.advance(1);
  await works();
  late.end(outage);
  await late.done;
  await failTimes(4);
  expect(circuit.view().state).toBe('closed');
});

test('an open circuit is found in the causes of an error', async () => {
  await failTimes(5);
  const rest = await fails();
  expect(circuitOpenErrorOf(new Error('label', { cause: new Error('account', { cause: rest }) }))).toBe(rest);
  expect(circuitOpenErrorOf(outage)).toBeNull();
  expect(circuitOpenErrorOf('nothing')).toBeNull();
});
