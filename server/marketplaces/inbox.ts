import { sql } from 'kysely';
import type { Database } from '#server/db/transaction.ts';

/** A notification as it is stored: what is needed to find the resource later, and all that was said. */
export type InboundNotification = {
  marketplace: string;
  remote_user_id: string;
  topic: string;
  resource: string;
  body: unknown;
  /** For our application: nothing is done about the others, and they take no place in the queue. */
  ours: boolean;
};

type Waiting = { notification: InboundNotification; stored: () => void; failed: (error: unknown) => void };
type Inbox = { waiting: Waiting[]; writing: number };

/** Two writers: while one commits, the other collects. */
const writers = 2;
const mostAtOnce = 200;

const inboxes = new WeakMap<Database, Inbox>();

/**
 * Answers when the notification is on the disk, together with the job that will look at it (for the `handled` topics).
 * Those that come while others are being written are written together: one statement and one flush for all of them.
 */
export function enqueueNotification(
  database: Database,
  notification: InboundNotification,
  handled: readonly string[],
): Promise<void> {
  const inbox = inboxes.get(database) ?? { waiting: [], writing: 0 };
  inboxes.set(database, inbox);
  return new Promise((stored, failed) => {
    inbox.waiting.push({ notification, stored, failed });
    if (inbox.writing < writers) void write(database, inbox, handled);
  });
}

async function write(database: Database, inbox: Inbox, handled: readonly string[]): Promise<void> {
  inbox.writing++;
  while (inbox.waiting.length > 0) {
    const batch = inbox.waiting.splice(0, mostAtOnce);
    try {
      await store(database, batch, handled);
      for (const { stored } of batch) stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
  inbox.writing--;
}

async function store(database: Database, batch: readonly Waiting[], handled: readonly string[]) {
  const all = batch.map(({ notification }) => notification);
  const ours = all.filter((notification) => notification.ours);
  const others = all.filter((notification) => !notification.ours);
  if (ours.length > 0) await insert(database, ours, handled);
  if (others.length > 0) await insert(database, others, []);
}

async function insert(
  database: Database,
  notification: readonly InboundNotification[],
  handled: readonly string[],
): Promise<void> {
  const list = JSON.stringify(notification);
  await sql`select store_notifications(${list}::jsonb, ${handled}, ${database.clock.now()})`.execute(
    database.kysely,
  );
  database.wake();
}
