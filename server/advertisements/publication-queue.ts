import type { Job, Tx } from '#server/db/transaction.ts';

type Act = 'publish' | 'push' | 'read';

/**
 * Jobs of one publication run one after another. The queue looks over all names each time it takes a job: publications
 * share a few.
 */
const queues = 32;

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
    queue: `publication:${publicationId % queues}`,
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

/** A push that does not put off one that is due: it has a key of its own. */
export function enqueueLatePush(tx: Tx, businessId: number, publicationId: number, runAt: Date): void {
  enqueueAct(tx, 'push', businessId, publicationId, { key: `late-push:${publicationId}`, runAt });
}
