import { sql } from 'kysely';
import type { Database } from '#server/db/transaction.ts';

/** A notification as it is stored: what finds the resource later, and the whole body. */
export type InboundNotification = {
  marketplace: string;
  remote_user_id: string;
  topic: string;
  resource: string;
  body: unknown;
  /** For our application and of a topic that is processed: only these get a job. */
  due: boolean;
};

type Waiting = { notification: InboundNotification; stored: () => void; failed: (error: unknown) => void };
type Inbox = { waiting: Waiting[]; writing: number };

/** Two writers: while one commits, the other collects the next batch. */
const writers = 2;
const mostAtOnce = 200;

const inboxes = new WeakMap<Database, Inbox>();

/**
 * Returns when the notification and its job, if one is due, are on disk. Notifications that arrive during a write form
 * the next batch, regardless of their marketplace: one statement and one flush for all of them.
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
