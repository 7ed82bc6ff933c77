import { sql } from 'kysely';
import type { Database } from '#server/db/transaction.ts';

/** A notification as it is stored: what is needed to find the resource later, and all that was said. */
export type InboundNotification = {
  marketplace: string;
  remote_user_id: string;
  topic: string;
  resource: string;
  body: unknown;
  /** For our application, and of a topic that something is done about: the others take no place in the queue. */
  due: boolean;
};

type Waiting = { notification: InboundNotification; stored: () => void; failed: (error: unknown) => void };
type Inbox = { waiting: Waiting[]; writing: number };

/** Two writers: while one commits, the other collects. */
const writers = 2;
const mostAtOnce = 200;

const inboxes = new WeakMap<Database, Inbox>();

/**
 * Answers when the notification is on the disk, together with the job that will look at it where one is due. Those that
 * come while others are being written are written together, of whatever marketplace: one statement and one flush for all.
 */
export function enqueueNotification(database: Database, notification: InboundNotification): Promise<void> {
  const inbox = inboxes.get(database) ?? { waiting: [], writing: 0 };
  inboxes.set(database, inbox);
  return new Promise((stored, failed) => {
    inbox.waiting.push({ notification, stored, failed });
    if (inbox.writing < writers) void write(database, inbox);
  });
}

async function write(database: Database, inbox: Inbox): Promise<void> {
  inbox.writing++;
  while (inbox.waiting.length > 0) {
    const batch = inbox.waiting.splice(0, mostAtOnce);
    try {
      await store(database, batch);
      for (const { stored } of batch) stored();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
  inbox.writing--;
}

async function store(database: Database, batch: readonly Waiting[]): Promise<void> {
  const all = batch.map(({ notification }) => notification);
  const due = all.filter((notification) => notification.due);
  const others = all.filter((notification) => !notification.due);
  if (due.length > 0) await insert(database, due, [...new Set(due.map(({ topic }) => topic))]);
  if (others.length > 0) await insert(database, others, []);
}

async function insert(
  database: Database,
  notifications: readonly InboundNotification[],
  handled: readonly string[],
): Promise<void> {
  const list = JSON.stringify(notifications);
  await sql`select store_notifications(${list}::jsonb, ${handled}, ${database.clock.now()})`.execute(
    database.kysely,
  );
  database.wake();
}
