import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { refusedDays } from '#contract/business/webhook.ts';
import { addMinutes, formatInstant } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { mailOwners } from '#server/account/owners-mail.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import type { WebhookAnswer } from '#server/outside/webhook-client.ts';
import { readDeliveryData } from './delivery-data.ts';
import { enqueueDelivery } from './webhook.ts';

/** After the first failure in a row, the second …; the last one from then on. */
const pausesSeconds = [1, 5, 30, 120, 600, 1800, 3600];
/** After that the delivery is given up, and the next one is sent. */
const mostAttempts = 8;
/** Of one run: a webhook with many deliveries lets other jobs run in between. */
const mostAtOnce = 50;

const payload = z.object({ businessId: z.number(), webhookId: z.number() });

/**
 * Task `webhooks.deliver`: sends the waiting deliveries of one webhook in their order; a failing one holds up the rest.
 */
export const deliverWebhook: Task = async (job, input) => {
  const { businessId, webhookId } = payload.parse(input);
  for (let n = 0; n < mostAtOnce; n++) {
    const next = await job.inBusiness(businessId, (tx) => takeNext(tx, businessId, webhookId));
    if (!next) return;
    const { url, headers, body, deliveryId } = next;
    const began = performance.now();
    const answer = await job.outside.webhooks.post(url, headers, body);
    const tookMs = Math.round(performance.now() - began);
    const goesOn = await job.inBusiness(businessId, (tx) =>
      settle(tx, { businessId, webhookId, deliveryId, answer, tookMs }, job.env.appUrl),
    );
    if (!goesOn) return;
  }
  await job.inBusiness(businessId, async (tx) => enqueueDelivery(tx, businessId, webhookId));
};

/**
 * The row is locked before the record is read: a change that uses this same row is either in the body or creates
 * another delivery.
 */
async function takeNext(tx: Tx, businessId: number, webhookId: number) {
  const webhook = await tx.db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'previous_secret', 'previous_until', 'retry_at'])
    .where('id', '=', webhookId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!webhook) return null;
  if (webhook.retry_at && webhook.retry_at > tx.now()) {
    enqueueDelivery(tx, businessId, webhookId, webhook.retry_at);
    return null;
  }
  const { rows } = await sql<{
    id: number;
    event_id: string;
    type: string;
    entity_id: number;
    at: Date;
    body: string | null;
  }>`
    update webhook_deliveries set attempts = attempts + 1, tried_at = ${tx.now()}
    where id = (select id from webhook_deliveries where business_id = ${businessId} and webhook_id = ${webhookId}
      and state = 'waiting' order by id limit 1)
    returning id, event_id, type, entity_id, at, body`.execute(tx.db);
  const [row] = rows;
  if (!row) return null;
  const body = row.body ?? (await compose(tx, businessId, row));
  if (body === null) {
    await tx.db.deleteFrom('webhook_deliveries').where('id', '=', row.id).execute();
    enqueueDelivery(tx, businessId, webhookId);
    return null;
  }
  await tx.db.updateTable('webhook_deliveries').set({ body }).where('id', '=', row.id).execute();
  const isKept = webhook.previous_until !== null && webhook.previous_until > tx.now();
  const secrets = [webhook.secret, ...(isKept && webhook.previous_secret ? [webhook.previous_secret] : [])];
  const signature = signatureOf(
    secrets.map((sealed) => tx.sealer.unseal('webhook-secret', sealed)),
    tx.now(),
    body,
  );
  return {
    url: webhook.url,
    body,
    deliveryId: row.id,
    headers: { 'easy-signature': signature, 'easy-event': row.type, 'easy-delivery': row.event_id },
  };
}

async function compose(
  tx: Tx,
  businessId: number,
  row: { event_id: string; type: string; entity_id: number; at: Date },
): Promise<string | null> {
  const data = await readDeliveryData(tx, businessId, row.type, row.entity_id);
  if (!data) return null;
  return JSON.stringify({
    id: row.event_id,
    type: row.type,
    at: row.at.toISOString(),
    business: businessId,
    data,
  });
}

/** `t=<seconds>,v1=<hex>`, one `v1` for each valid secret: HMAC-SHA256 over time, a dot, and the body as it is sent. */
export function signatureOf(secrets: readonly string[], at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signed].join(',');
}

type Tried = {
  businessId: number;
  webhookId: number;
  deliveryId: number;
  answer: WebhookAnswer;
  tookMs: number;
};

/** Records the result; true if the next one may be sent at once. */
async function settle(tx: Tx, tried: Tried, appUrl: string): Promise<boolean> {
  const { businessId, webhookId, deliveryId, answer, tookMs } = tried;
  const isTaken = answer.status !== null && answer.status >= 200 && answer.status < 300;
  // A webhook that was removed meanwhile took its log with it.
  const webhook = await tx.db
    .selectFrom('webhooks')
    .select(['failures', 'failing_since', 'active', 'url'])
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!webhook) return false;
  await tx.db
    .updateTable('webhook_deliveries')
    .set({
      state: isTaken
        ? 'delivered'
        : sql`case when attempts >= ${mostAttempts} then 'failed' else 'waiting' end`,
      took_ms: tookMs,
      answer_status: answer.status,
      answer: answer.text,
      error: answer.error,
    })
    .where('id', '=', deliveryId)
    .execute();
  tx.changed(businessId, 'webhooks');
  tx.changed(businessId, 'webhookDeliveries');
  if (isTaken) {
    if (webhook.failing_since)
      await tx.db
        .updateTable('webhooks')
        .set({ failures: 0, failing_since: null, retry_at: null })
        .where('id', '=', webhookId)
        .execute();
    return webhook.active;
  }
  const since = webhook.failing_since ?? tx.now();
  const isOver = since <= addMinutes(tx.now(), -refusedDays * 24 * 60);
  const pause = pausesSeconds[Math.min(webhook.failures, pausesSeconds.length - 1)] ?? 0;
  const retryAt = new Date(tx.now().getTime() + pause * 1000);
  await tx.db
    .updateTable('webhooks')
    .set({
      failures: webhook.failures + 1,
      failing_since: since,
      retry_at: retryAt,
      ...(isOver && webhook.active && { active: false, refused_at: tx.now(), version: sql`version + 1` }),
    })
    .where('id', '=', webhookId)
    .execute();
  if (webhook.active && isOver)
    await mailOwners(tx, businessId, {
      template: 'business.webhookRefused',
      values: {
        host: new URL(webhook.url).host,
        since: formatInstant(since),
        link: linkTo.webhooks(appUrl),
      },
    });
  else if (webhook.active) enqueueDelivery(tx, businessId, webhookId, retryAt);
  return false;
}
