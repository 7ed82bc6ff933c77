import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, scopeOf } from './session.ts';

const remembered = 20_000;

/**
 * Who a token was, the last time it was looked up. Only to prepare by: who it is now is read again for each request, and
 * what was prepared for somebody else is thrown away.
 */
export type Callers = Readonly<{
  recall(tokenKey: string): Actor | undefined;
  learn(tokenKey: string, actor: Actor): void;
}>;

export function createCallers(): Callers {
  const actors = new Map<string, Actor>();
  return {
    recall: (tokenKey) => actors.get(tokenKey),
    learn(tokenKey, actor) {
      if (actors.size >= remembered) actors.clear();
      actors.set(tokenKey, actor);
    },
  };
}

class CallerChanged extends Error {}

/**
 * The look-up of a session and what is asked for its caller travel together: what is prepared is for whom the token was
 * known as, under the tenant that the database finds by itself, and is given out only if that is still who it is.
 */
export async function lookUpAlong<T>(
  tx: Tx,
  lookUp: (tx: Tx) => Promise<Actor | null>,
  known: Actor,
  prepare: (actor: Actor) => Promise<T>,
): Promise<T> {
  const looked = lookUp(tx);
  tx.scope = scopeOf(known);
  const prepared = prepare(known);
  prepared.catch(() => undefined);
  if (!isDeepStrictEqual(await looked, known)) throw new CallerChanged();
  return prepared;
}

/** Runs with who the caller was; where that turned out to be wrong all of it is undone, and it runs without. */
export async function untilKnown<T>(
  known: Actor | undefined,
  run: (known: Actor | undefined) => Promise<T>,
): Promise<T> {
  if (!known) return run(undefined);
  try {
    return await run(known);
  } catch (error) {
    if (!(error instanceof CallerChanged)) throw error;
    return run(undefined);
  }
}
