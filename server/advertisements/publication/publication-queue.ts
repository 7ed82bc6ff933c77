import type { Job, Tx } from '#server/db/transaction.ts';

type Act = 'publish' | 'push' | 'read' | 'guard' | 'measure';

function enqueueAct(
  tx: Tx,
  act: Act,
  businessId: number,
  publicationId: number,
  more: Partial<Job> = {},
): void {
  tx.enqueue({
    task: `publication.${act}`,
    payload: { businessId, publicationId },
    key: `${act}:${publicationId}`,
    // Acts of one publication run one after another.
    queue: `publication:${publicationId}`,
    ...more,
  });
}

export function enqueuePublish(tx: Tx, businessId: number, publicationId: number): void {
  enqueueAct(tx, 'publish', businessId, publicationId);
}

export function enqueuePush(tx: Tx, businessId: number, publicationId: number): void {
  enqueueAct(tx, 'push', businessId, publicationId);
}

export function enqueueRead(tx: Tx, businessId: number, publicationId: number): void {
  enqueueAct(tx, 'read', businessId, publicationId);
}

export function enqueueGuard(tx: Tx, businessId: number, publicationId: number): void {
  enqueueAct(tx, 'guard', businessId, publicationId);
}

export function enqueueMeasure(tx: Tx, businessId: number, publicationId: number): void {
  enqueueAct(tx, 'measure', businessId, publicationId);
}

/** Of the sweep: it waits behind all that is due, and puts off no read that somebody asked for. */
export function enqueueSweepRead(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'read', businessId, publicationId, {
    key: `sweep-read:${publicationId}`,
    priority: 10,
    runAt,
  });
}

/** Of the daily look at fees: likewise. */
export function enqueueSweepGuard(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'guard', businessId, publicationId, {
    key: `sweep-guard:${publicationId}`,
    priority: 10,
    runAt,
  });
}

/** When a promotion is over: it puts off no read that is due. */
export function enqueueLateRead(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'read', businessId, publicationId, { key: `late-read:${publicationId}`, runAt });
}

/** A push that does not put off one that is due: it has a key of its own. */
export function enqueueLatePush(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'push', businessId, publicationId, { key: `late-push:${publicationId}`, runAt });
}
