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

/** For the sweep: it runs after everything that is due, and does not delay a read that somebody requested. */
export function enqueueSweepRead(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'read', businessId, publicationId, {
    key: `sweep-read:${publicationId}`,
    priority: 10,
    runAt,
  });
}

/** For the daily check of fees: likewise. */
export function enqueueSweepGuard(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'guard', businessId, publicationId, {
    key: `sweep-guard:${publicationId}`,
    priority: 10,
    runAt,
  });
}

/** For the end of a promotion: it does not delay a read that is due. */
export function enqueueLateRead(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'read', businessId, publicationId, { key: `late-read:${publicationId}`, runAt });
}

/** A push that does not delay one that is due: it has a key of its own. */
export function enqueueLatePush(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'push', businessId, publicationId, { key: `late-push:${publicationId}`, runAt });
}
