import type { Database, Tx } from '#server/db/transaction.ts';
import { type Actor, type Credential, scopeOf } from './session.ts';

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
 * The look-up of a session and what is asked for it travel together: the answer is prepared for whom the token was known
 * as, under the tenant that the database finds by itself, and leaves only if that is still who it is.
 */
export async function readForCaller<T>(
  database: Database,
  callers: Callers,
  credential: Credential | null,
  identify: (tx: Tx) => Promise<Actor | null>,
  work: (tx: Tx, actor: Actor | null) => Promise<T>,
): Promise<T> {
  if (!credential) return database.read(null, (tx) => work(tx, null));
  const known = callers.recall(credential.key);
  if (known) {
    try {
      return await database.read('by session', async (tx) => {
        const looked = identify(tx);
        tx.scope = scopeOf(known);
        const prepared = work(tx, known);
        prepared.catch(() => undefined);
        if (!isSameActor(await looked, known)) throw new CallerChanged();
        return prepared;
      });
    } catch (error) {
      if (!(error instanceof CallerChanged)) throw error;
    }
  }
  return database.read('by session', async (tx) => work(tx, await identify(tx)));
}

function isSameActor(one: Actor | null, other: Actor): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
