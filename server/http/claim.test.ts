import { expect, test } from 'vitest';
import { createLivenessLock } from '#server/db/liveness-lock.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import { testApp } from '#server/test/app.ts';
import { type Claim, claimKey, releaseKey, releaseSoon, storeAnswer } from './idempotency.ts';

const app = await testApp();
const person = await app.join('supply');
let serial = 0;
const newKey = () => `claim-${++serial}`;

const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.transact(person, work);
const claimAs = (holder: string, key: string) =>
  inScope((tx) => claimKey(tx, 'images.create', key, { a: 1 }, undefined, async () => holder));
const taken = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toSatisfy(
    (error: unknown) => error instanceof Fault && error.code === 'in_progress',
  );

async function claim(holder: string, key: string): Promise<Claim> {
  const made = await claimAs(holder, key);
  if (!made) throw new Error('no key');
  return made;
}

test('a claim of a living process is left to it; one of a dead process is free at once', async () => {
  const livenessLock = createLivenessLock(app.loginUrl, () => undefined);
  await livenessLock.hold('one');
  const key = newKey();
  const made = await claim('one', key);
  await taken(claim('two', key));
  await livenessLock.close();
  expect(await claim('two', key)).toEqual({ id: made.id, holder: 'two' });
});

test('of twenty that find a dead claim, one takes it over', async () => {
  const livenessLock = createLivenessLock(app.loginUrl, () => undefined);
  await livenessLock.hold('heir');
  const key = newKey();
  await claim('dead', key);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => claim('heir', key)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await livenessLock.close();
});

test('a key that is released between the conflict and the read is claimed', async () => {
  const key = newKey();
  const met = await claim('one', key);
  let released: Promise<void> | undefined;
  const made = await inScope((tx) => {
    const db = tx.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        released ??= inScope((other) => releaseKey(other, met));
        await released;
        return result;
      },
    });
    return claimKey({ ...tx, db }, 'images.create', key, { a: 1 }, undefined, async () => 'two');
  });
  expect(made).toMatchObject({ holder: 'two' });
  expect(made?.id).not.toBe(met.id);
});

test('a process that was taken for dead neither stores an answer nor releases the key of its successor', async () => {
  const key = newKey();
  const late = await claim('late', key);
  const heir = await claim('heir', key);
  await taken(inScope((tx) => storeAnswer(tx, late, 200, { from: 'late' })));
  await inScope((tx) => releaseKey(tx, late));
  await inScope((tx) => storeAnswer(tx, heir, 200, { from: 'heir' }));
  expect(await claim('third', key)).toMatchObject({ stored: { status: 200, response: { from: 'heir' } } });
});

test('a key is released although the database is unreachable at that moment', async () => {
  const key = newKey();
  const made = await claim('one', key);
  let away = 2;
  await releaseSoon(async () => {
    if (away-- > 0) throw new Error('Connection terminated unexpectedly');
    await inScope((tx) => releaseKey(tx, made));
  });
  await expect
    .poll(() => inScope((tx) => tx.db.selectFrom('idempotency_keys').where('id', '=', made.id).execute()))
    .toEqual([]);
});
