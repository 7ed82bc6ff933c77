import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { hashToken } from '#server/http/session.ts';
import { createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { keepTold } from './inbox.ts';
import { topics } from './topics.ts';

const maxBytes = 65_536;
const maxText = 300;
const maxId = 40;

const text = z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, maxText));
/** Only what is needed to find the resource later; anything may be missing or of another type. */
const envelope = z.object({
  topic: text.catch(''),
  resource: text.catch(''),
  user_id: text.transform((id) => id.slice(0, maxId)).catch(''),
  application_id: text.catch(''),
});

const handledTopics = Object.keys(topics);

/** Mercado Livre does not sign: the path holds a secret, compared in constant time. */
export function checkSecret(given: string, expected: string): void {
  if (!timingSafeEqual(hashToken(given), hashToken(expected))) fail('not_found');
}

/**
 * Keeps a notification and the job that will look at it, in one statement: 200 means it cannot be lost.
 * Repeats of one resource that wait together are looked at once.
 */
export async function storeNotification(
  database: Database,
  marketplace: string,
  applicationId: string,
  body: Record<string, unknown>,
): Promise<void> {
  const json = JSON.stringify(storable(body));
  if (Buffer.byteLength(json) > maxBytes) fail('payload_too_large');
  const kept: unknown = JSON.parse(json);
  const { topic, resource, user_id, application_id } = envelope.parse(kept);
  // What waits together is looked at once, for the last of it: one of a stranger would stand for the true ones.
  const ours = application_id === applicationId;
  const told = { marketplace, remote_user_id: user_id, topic, resource, body: kept, ours };
  await keepTold(database, told, handledTopics);
}

/** PostgreSQL takes neither NUL nor half a surrogate pair in JSON. */
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
  account_id: number;
  business_id: number;
};

const payload = z.object({ notificationId: z.number() });

/** Looked up together: what is asked of many at once is one round trip. */
const findNotification = createBatcher<JobContext, number, Found | undefined>(100, (job, _, ids) =>
  job.unscoped(async (tx) => {
    const { rows } = await sql<Found & { id: number }>`
      select n.id, n.marketplace, n.topic, n.resource, n.body, a.account_id, a.business_id
      from notifications n, account_of_remote_user(n.marketplace, n.remote_user_id) a
      where n.id = any (${ids}::bigint[])`.execute(tx.db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }),
);

/** Nothing in the body is believed: whose account it is comes from our table, what happened from the marketplace. */
export async function processNotification(job: JobContext, input: unknown): Promise<void> {
  const { notificationId } = payload.parse(input);
  const found = await findNotification(job, 0, notificationId);
  if (!found) return;
  const { application_id } = envelope.parse(found.body);
  if (application_id !== job.env.mercadoLivre.clientId) return;
  const handle = Object.hasOwn(topics, found.topic) ? topics[found.topic] : undefined;
  await handle?.(job, {
    notificationId,
    marketplace: found.marketplace,
    topic: found.topic,
    resource: found.resource,
    businessId: found.business_id,
    accountId: found.account_id,
  });
}
