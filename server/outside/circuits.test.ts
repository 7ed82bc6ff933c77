import { beforeEach, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '#server/test/app.ts';
import { CircuitOpenError } from './circuit.ts';
import { type Circuits, createCircuits } from './circuits.ts';
import { RemoteFailure } from './http.ts';
import { retryAfterOf, retryLater } from './retry-after.ts';

const outage = new RemoteFailure('no answer');
let clock: TestClock;
let circuits: Circuits;
beforeEach(() => {
  clock = testClock();
  circuits = createCircuits({ host: 'api.test', clock, isOutage: (error) => error === outage });
});

const works = (account: number) => circuits.run(account, async () => 'answer');
const fails = (account: number) =>
  circuits.run(account, () => Promise.reject(outage)).catch((caught: unknown) => caught);
async function failTimes(account: number, times: number) {
  for (let n = 0; n < times; n++) await fails(account);
}

test('pauses the failing account, and no other', async () => {
  await failTimes(1, 5);
  expect(await fails(1)).toBeInstanceOf(CircuitOpenError);
  expect(circuits.view(1).state).toBe('open');
  expect(await works(2)).toBe('answer');
  expect(circuits.view(2)).toMatchObject({ state: 'closed', until: null });
  expect(circuits.view().state).toBe('open');
});

describe('the host', () => {
  test('rests for all when three accounts in a row find the same, and a good probe ends it', async () => {
    await failTimes(1, 2);
    await failTimes(2, 2);
    expect(await works(9).catch((error: unknown) => error)).toBe('answer');
    await failTimes(1, 2);
    await failTimes(2, 2);
    expect(circuits.view(9).state).toBe('closed');
    await failTimes(3, 1);
    await expect(works(9)).rejects.toThrow(CircuitOpenError);
    clock.advance(1);
    expect(await works(9)).toBe('answer');
    expect(circuits.view(9)).toMatchObject({ state: 'closed', until: null });
  });

  test('an answer to any account in between shows that the host is up', async () => {
    for (let n = 0; n < 4; n++) {
      await failTimes(1, 1);
      await failTimes(2, 1);
      await works(9);
      await failTimes(3, 1);
    }
    expect(await works(9)).toBe('answer');
  });

  test('a pause of the host does not count as a failure of the account, whose own circuit stays closed', async () => {
    for (const account of [1, 2, 3]) await failTimes(account, 2);
    for (let n = 0; n < 6; n++) await works(9).catch(() => undefined);
    clock.advance(1);
    expect(await works(9)).toBe('answer');
  });

  test('an account that rests does not use up the host’s probe', async () => {
    await failTimes(1, 5);
    await failTimes(2, 1);
    await failTimes(3, 1);
    clock.advance(10 / 60);
    // The account's own probe is the host's as well, and fails.
    expect(await fails(1)).toBe(outage);
    await expect(works(9)).rejects.toThrow(CircuitOpenError);
    clock.advance(20 / 60);
    expect(await works(9)).toBe('answer');
  });
});

test('limits the concurrent calls of one account, and asks a call that waited too long to retry', async () => {
  const ends: (() => void)[] = [];
  const hanging = Array.from({ length: 16 }, () =>
    circuits.run(1, () => new Promise<void>((resolve) => void ends.push(resolve))),
  );
  const next = works(1);
  expect(await works(2)).toBe('answer');
  ends[0]?.();
  expect(await next).toBe('answer');
  await circuits.run(1, async () => 'one more');
  const late = circuits.run(1, () => new Promise<void>((resolve) => void ends.push(resolve)));
  await expect(works(1)).rejects.toThrow(CircuitOpenError);
  expect(await works(2)).toBe('answer');
  for (const end of ends) end();
  await Promise.all([...hanging, late]);
});

describe('Retry-After', () => {
  const refuses = (account: number, cause: Error | null) =>
    circuits
      .run(account, () => Promise.reject(new Error('too many calls', { cause })))
      .catch((caught: unknown) => caught);
  const hours = (n: number) => n * 3_600_000;

  test('the Retry-After of one call pauses the account’s other calls as long, and no other account', async () => {
    await refuses(1, retryLater('api.test', hours(3), clock.now()));
    clock.advance(2 * 60);
    await refuses(1, null);
    const until = new Date(clock.now().getTime() + hours(1));
    expect(circuits.view(1)).toMatchObject({ state: 'open', until });
    await expect(works(1)).rejects.toMatchObject({ until, waitMs: hours(1) });
    expect(await works(2)).toBe('answer');
    clock.advance(60);
    expect(await works(1)).toBe('answer');
    expect(circuits.view(1)).toMatchObject({ state: 'closed', until: null });
  });

  test('a Retry-After of a moment delays the next call, which is then sent', async () => {
    await refuses(1, retryLater('api.test', 30, clock.now()));
    expect(await works(1)).toBe('answer');
  });

  test('the Retry-After of a call with its own reason pauses no other call', async () => {
    await refuses(1, new CircuitOpenError('the calls of this day', new Date(0), clock.now()));
    expect(await works(1)).toBe('answer');
  });

  test.each([
    ['120', 120_000],
    ['Fri, 07 Aug 2026 10:00:30 GMT', 30_000],
    ['Fri, 07 Aug 2026 09:00:00 GMT', -hours(1)],
    ['soon', Number.NaN],
    ['', Number.NaN],
  ])('Retry-After %s', (said, ms) => {
    expect(retryAfterOf({ 'retry-after': said }, new Date('2026-08-07T10:00:00Z'))).toBe(ms);
  });

  test('a Retry-After is limited to a day, and ignored if it is in the past', () => {
    expect(retryLater('api.test', hours(99), clock.now())?.waitMs).toBe(hours(24));
    for (const ms of [0, -1, Number.NaN]) expect(retryLater('api.test', ms, clock.now())).toBeNull();
  });
});
