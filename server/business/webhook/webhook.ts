import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  previousSecretHours,
  type Webhook,
  type WebhookTopic,
  webhookDeliveryFilter,
  webhookDeliverySorts,
  type webhookStates,
} from '#contract/business/webhook.ts';
import { addMinutes } from '#contract/dates.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { WebhookClient } from '#server/outside/webhook-client.ts';

const newSecret = () => `easy_hook_${randomBytes(32).toString('base64url')}`;

export async function listWebhooks(tx: Tx): Promise<{ items: Webhook[] }> {
  const rows = await tx.db
    .selectFrom('webhooks as w')
    .selectAll('w')
    .select([
      sql<number>`(select count(*)::int from webhook_deliveries d
        where d.business_id = w.business_id and d.webhook_id = w.id and d.state = 'waiting')`.as('waiting'),
      sql<Date | null>`(select max(d.tried_at) from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'delivered')`.as('delivered_at'),
    ])
    .orderBy('w.id')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      url: row.url,
      topics: row.topics as WebhookTopic[],
      state: stateOf(row),
      failingSince: row.failing_since?.toISOString() ?? null,
      retryAt: row.active ? (row.retry_at?.toISOString() ?? null) : null,
      waiting: row.waiting,
      lastDeliveredAt: row.delivered_at?.toISOString() ?? null,
      previousSecretUntil:
        row.previous_until && row.previous_until > tx.now() ? row.previous_until.toISOString() : null,
      createdAt: row.created_at.toISOString(),
      version: row.version,
    })),
  };
}

function stateOf(row: { active: boolean; refused_at: Date | null; failing_since: Date | null }) {
  const states: Record<(typeof webhookStates)[number], boolean> = {
    refused: !row.active && row.refused_at !== null,
    off: !row.active && row.refused_at === null,
    failing: row.active && row.failing_since !== null,
    active: row.active && row.failing_since === null,
  };
  return (Object.keys(states) as (typeof webhookStates)[number][]).find((state) => states[state]) ?? 'active';
}

export async function createWebhook(
  tx: Tx,
  actor: Actor,
  { url, topics }: { url: string; topics: WebhookTopic[] },
  client: WebhookClient,
): Promise<{ id: number; secret: string }> {
  if (!client.accepts(url)) invalidField('url', 'address_refused');
  const secret = newSecret();
  const { id } = await tx.db
    .insertInto('webhooks')
    .values({
      business_id: actor.businessId,
      url,
      topics: [...new Set(topics)],
      secret: tx.sealer.seal('webhook-secret', secret),
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

/** When it is enabled again, waiting deliveries are sent at once. */
export async function updateWebhook(
  tx: Tx,
  id: number,
  { topics, active }: { topics?: WebhookTopic[]; active?: boolean },
  version: number | undefined,
): Promise<void> {
  const before = await lockWebhook(tx, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const begins = active === true && !before.active;
  await tx.db
    .updateTable('webhooks')
    .set({
      ...(topics && { topics: [...new Set(topics)] }),
      ...(active !== undefined && { active }),
      ...(begins && { refused_at: null, failures: 0, failing_since: null, retry_at: null }),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute();
  if (active !== undefined) tx.noteChange('active', before.active, active);
  if (begins) enqueueDelivery(tx, before.business_id, id);
}

export function enqueueDelivery(tx: Tx, businessId: number, webhookId: number, runAt?: Date): void {
  const name = `webhook:${webhookId}`;
  tx.enqueue({
    task: 'webhooks.deliver',
    payload: { businessId, webhookId },
    key: name,
    queue: name,
    priority: 2,
    ...(runAt && { runAt }),
  });
}

export async function renewSecret(tx: Tx, id: number): Promise<{ id: number; secret: string }> {
  const { secret: before } = await lockWebhook(tx, id);
  const secret = newSecret();
  await tx.db
    .updateTable('webhooks')
    .set({
      secret: tx.sealer.seal('webhook-secret', secret),
      previous_secret: before,
      previous_until: addMinutes(tx.now(), previousSecretHours * 60),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  return { id, secret };
}

export async function removeWebhook(tx: Tx, id: number): Promise<void> {
  await lockWebhook(tx, id);
  await tx.db.deleteFrom('webhooks').where('id', '=', id).execute();
}

export async function pingWebhook(tx: Tx, { businessId }: Actor, id: number): Promise<void> {
  if (!(await lockWebhook(tx, id)).active) fail('state_conflict');
  await tx.db
    .insertInto('webhook_deliveries')
    .values({ business_id: businessId, webhook_id: id, type: 'ping', entity_id: id, at: tx.now() })
    .execute();
}

async function lockWebhook(tx: Tx, id: number) {
  const webhook = await tx.db
    .selectFrom('webhooks')
    .select(['business_id', 'active', 'secret', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return webhook ?? fail('not_found');
}

const deliveries = listSpec({
  fields: webhookDeliveryFilter,
  sortedBy: webhookDeliverySorts,
  sql: { webhook: sql`d.webhook_id`, state: sql`d.state`, type: sql`d.type`, at: sql`d.at` },
  search: null,
  sorts: { id: sql`d.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`d.id`,
});

export async function listDeliveries(tx: Tx, { businessId }: Actor, query: ListQuery) {
  const rows = tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .selectAll('d')
    .select('w.url')
    .where('d.business_id', '=', businessId);
  const found = await listPage(tx, rows, deliveries, query);
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      webhook: { id: row.webhook_id, name: row.url },
      event: row.event_id,
      type: row.type,
      at: row.at.toISOString(),
      state: row.state,
      attempts: row.attempts,
      triedAt: row.tried_at?.toISOString() ?? null,
      tookMs: row.took_ms,
      answerStatus: row.answer_status,
      answer: row.answer,
      error: row.error,
      body: row.body,
    })),
  };
}

/** The same event with the same bytes; a receiver recognizes it by its id. */
export async function replayDelivery(tx: Tx, id: number): Promise<{ id: number }> {
  const told = await tx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .selectAll('d')
    .select('w.active')
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!told) fail('not_found');
  const { business_id, webhook_id, event_id, type, entity_id, at, body, state, active } = told;
  if (!active || state === 'waiting' || body === null) fail('state_conflict');
  return tx.db
    .insertInto('webhook_deliveries')
    .values({ business_id, webhook_id, event_id, type, entity_id, at, body })
    .returning('id')
    .executeTakeFirstOrThrow();
}
