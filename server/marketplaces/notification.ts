import { sql } from 'kysely';
import { z } from 'zod';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Database } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext, Task } from '#server/jobs/task.ts';
import type { Concern, Inbox } from '#server/outside/marketplaces/inbox.ts';
import { enqueueNotification } from './inbox.ts';
import type { NotificationHandler } from './notification-event.ts';
import { processPrivacy } from './privacy/privacy-request.ts';

const maxBytes = 65_536;

/**
 * Stores a notification and its job in one statement: a 200 means that it cannot be lost. Waiting repeats of one
 * resource are merged.
 */
export async function storeNotification(
  database: Database,
  marketplace: MarketplaceId,
  inbox: Inbox,
  body: Record<string, unknown>,
): Promise<void> {
  const json = JSON.stringify(storable(body));
  if (Buffer.byteLength(json) > maxBytes) fail('payload_too_large');
  const kept: Record<string, unknown> = JSON.parse(json);
  // Waiting repeats are merged into the last one: a notification for another application would replace genuine ones.
  const { remoteUserId, topic, resource, isOurs } = inbox.read(kept);
  const due = isOurs && (inbox.topics.includes(topic) || isPrivacy(inbox, kept));
  const reported = { marketplace, remote_user_id: remoteUserId, topic, resource, body: kept, due };
  await enqueueNotification(database, reported);
}

const isPrivacy = (inbox: Inbox, body: Record<string, unknown>) => (inbox.privacyOf?.(body) ?? null) !== null;

/** PostgreSQL accepts neither NUL nor unpaired surrogates in JSON. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]));
}

type Found = {
  marketplace: string;
  topic: string;
  resource: string;
  body: unknown;
  remote_user_id: string;
  /** Null: no account here has this user now. */
  account_id: number | null;
  business_id: number | null;
};

const payload = z.object({ notificationId: z.number() });
const notificationBody = z.record(z.string(), z.unknown());

/** SweepContext-ups of simultaneous jobs share one round trip. */
const findNotification = createBatcher<JobContext, number, Found | undefined>(100, (job, _, ids) =>
  job.unscoped(async (tx) => {
    const { rows } = await sql<Found & { id: number }>`
      select n.id, n.marketplace, n.remote_user_id, n.topic, n.resource, n.body, a.account_id, a.business_id
      from notifications n left join lateral account_of_remote_user(n.marketplace, n.remote_user_id) a on true
      where n.id = any (${ids}::bigint[])`.execute(tx.db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }),
);

/** One handler for each thing that a notification may concern; several belong to areas above this one. */
export type NotificationHandlers = Readonly<Record<Concern['what'], NotificationHandler>>;

/**
 * Task `notification.process`. The body is not trusted: our table says which account it is for, and the marketplace says
 * what happened.
 */
export const createNotificationTask =
  (handlers: NotificationHandlers): Task =>
  (job, input) =>
    processNotification(job, input, handlers);

async function processNotification(
  job: JobContext,
  input: unknown,
  handlers: NotificationHandlers,
): Promise<void> {
  const { notificationId } = payload.parse(input);
  const found = await findNotification(job, 0, notificationId);
  if (!found) return;
  const marketplace = found.marketplace as MarketplaceId;
  const { inbox } = job.outside.marketplaces[marketplace];
  const body = notificationBody.safeParse(found.body).data;
  if (!body || !inbox.read(body).isOurs) return;
  const asked = inbox.privacyOf?.(body);
  if (asked) return processPrivacy(job, asked, { ...found, notificationId });
  if (found.account_id === null || found.business_id === null) return;
  const concern = inbox.concernOf(found);
  if (!concern) return;
  await handlers[concern.what](job, {
    notificationId,
    marketplace,
    businessId: found.business_id,
    accountId: found.account_id,
    id: concern.id,
  });
}
