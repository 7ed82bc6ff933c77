import { availableParallelism } from 'node:os';
import type { Algorithm } from '@node-rs/argon2';
import type { FieldError } from '#contract/errors.ts';
import { fail, invalidField } from '#server/fault.ts';
import { isGuessable } from './password-strength.ts';

/** OWASP's floor for Argon2id: 19 MiB, two passes, one lane. About 30 ms. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of random bytes that were discarded: an unknown e-mail costs the same time as a known one. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$JASqcZ45tMUO1nk55RrZMw$oHfPx/wJ+krx29v1hLL/kZMG1jjpKx2ivCPgjWv+qlU';

/** Loaded for a sign-in. */
const load = () => import('@node-rs/argon2');

/** Two processors stay free for signed-in people and the database. */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 2));
/** About a second's work. */
const longestQueue = 100;
let running = 0;
const waiting: (() => void)[] = [];

let expected = 0;

/**
 * Reserves a place in the queue for hashes before running the function, or refuses it at once if the queue is full, so
 * that a flood costs nothing.
 */
export async function keepPlace<T>(work: () => Promise<T>): Promise<T> {
  if (expected >= longestQueue) fail('too_many_requests');
  expected += 1;
  try {
    return await work();
  } finally {
    expected -= 1;
  }
}

/** Hashing is the most expensive operation without a session: few run at once, and the queue is limited. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= 2 * longestQueue) fail('too_many_requests');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // A waiting call takes over the place, so that no other call can get in between.
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await load()).hash(password, cost));
}

/** `stored` null (no such person) takes as long as a wrong password. */
export async function isPasswordRight(stored: string | null, password: string): Promise<boolean> {
  const usable = stored?.startsWith('$argon2id$') ? stored : null;
  const right = await inTurn(async () => (await load()).verify(usable ?? nobody, password));
  return usable !== null && right;
}

/** Answers 422 at `field` if the password is on the blocklist or consists of the person's own words. */
export function refuseGuessable(field: string, password: string, ownWords: readonly string[]): void {
  const code: FieldError = 'password_common';
  if (isGuessable(password, ownWords)) invalidField(field, code);
}
