import type { App } from '#server/app.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** One transaction of the demo's past: who acts, and when, changes from step to step. */
export type Stage = { tx: Tx; as(actor: Actor, at: Date): Promise<void> };

/**
 * Runs the product's rules at past times. Their effects on the outside are skipped: nobody gets a mail about last
 * month, and the shelves are pushed once, at the end.
 */
export function play<T>(app: App, act: (stage: Stage) => Promise<T>): Promise<T> {
  return app.database.transact(null, (real) => {
    let time = real.now();
    const clock = { now: () => time };
    const tx: Tx = { ...real, clock, now: () => time, enqueue: () => {}, changed: () => {} };
    return act({
      tx,
      as: async (actor, at) => {
        time = at;
        await setScope(tx, actor);
      },
    });
  });
}

export function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
