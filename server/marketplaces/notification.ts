import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { hashToken } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/worker.ts';
import { holderOfRemoteUser } from './marketplace-account.queries.ts';
import { topics } from './topics.ts';

const maxBytes = 65_536;
const maxText = 300;

const text = z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, maxText));
/** Only what is needed to find the resource later; anything may be missing or of another type. */
const envelope = z.object({
  topic: text.catch(''),
  resource: text.catch(''),
  user_id: text.catch(''),
  application_id: text.catch(''),
});

/** Mercado Livre does not sign: the path holds a secret, compared in constant time. */
export function checkSecret(given: string, expected: string): void {
  if (!timingSafeEqual(hashToken(given), hashToken(expected))) fail('not_found');
}

/**
 * Keeps a notification and the job that will look at it, in one transaction: 200 means it cannot be lost.
 * Repeats of one resource that wait together are looked at once.
 */
export async function storeNotification(
  tx: Tx,
  marketplace: string,
  body: Record<string, unknown>,
): Promise<void> {
  const json = JSON.stringify(storable(body));
  if (Buffer.byteLength(json) > maxBytes) fail('payload_too_large');
  const { topic, resource, user_id } = envelope.parse(JSON.parse(json));
  const { rows } = await sql<{ id: number }>`
    insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
    values (${marketplace}, ${user_id}, ${topic}, ${resource}, ${json}::jsonb, ${tx.now()}) returning id`.execute(
    tx.db,
  );
  if (!Object.hasOwn(topics, topic)) return;
  tx.enqueue({
    task: 'notification.process',
    payload: { notificationId: rows[0]?.id ?? 0 },
    key: `notice:${marketplace}:${user_id}:${topic}:${resource}`,
  });
}

/** PostgreSQL takes neither NUL nor half a surrogate pair in JSON. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]));
}

const payload = z.object({ notificationId: z.number() });

/** Nothing in the body is believed: whose account it is comes from our table, what happened from the marketplace. */
export async function processNotification(job: JobContext, input: unknown): Promise<void> {
  const { notificationId } = payload.parse(input);
  const found = await job.unscoped(async (tx) => {
    const row = await tx.db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', notificationId)
      .executeTakeFirst();
    const holder = row && (await holderOfRemoteUser(tx, row.marketplace, row.remote_user_id));
    return row && holder && { row, holder };
  });
  if (!found) return;
  const { row, holder } = found;
  const { application_id } = envelope.parse(row.body);
  if (application_id !== job.env.mercadoLivre.clientId) return;
  const handle = Object.hasOwn(topics, row.topic) ? topics[row.topic] : undefined;
  await handle?.(job, {
    notificationId,
    marketplace: row.marketplace,
    topic: row.topic,
    resource: row.resource,
    businessId: holder.business_id,
    accountId: holder.account_id,
  });
}
