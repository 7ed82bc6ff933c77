import type { FastifyRequest } from 'fastify';
import type { RecordedReading } from '#contract/business/audit-names.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { addressOf } from './address-key.ts';
import type { SecurityEvent } from './security-log.ts';
import type { Actor } from './session.ts';

type AuditEntry = {
  business: number;
  user: number;
  key: number | null;
  endpoint: string;
  entity: string | null;
  request: string;
  address: string | null;
  /** JSON. */
  changes: string | null;
  now: Date;
};
const insertAudit = prepared(
  (db, { business, user, key, endpoint, entity, request, address, changes, now }: AuditEntry) =>
    db.insertInto('audit_entries').values({
      business_id: business,
      user_id: user,
      api_key_id: key,
      endpoint,
      entity_id: entity,
      request_id: request,
      address,
      changes,
      at: now,
    }),
);

type AuditEvent = {
  business: number;
  user: number;
  key?: number | null;
  event: SecurityEvent;
  entity: string | null;
  request?: string;
  address?: string | null;
};

/** An entry without a successful call: a refusal, or an event that the product detected. */
export function auditEvent(tx: Tx, found: AuditEvent) {
  const { event: endpoint, request = '-', address = null, key = null, ...rest } = found;
  return insertAudit(tx, { ...rest, key, endpoint, request, address, changes: null, now: tx.now() });
}

/** A reading of personal data, which is no change and is recorded all the same. */
export function auditReading(
  tx: Tx,
  actor: Actor,
  endpoint: RecordedReading,
  entity: number,
  address: string,
) {
  return insertAudit(tx, {
    ...{ business: actor.businessId, user: actor.userId, key: actor.keyId },
    ...{ endpoint, entity: String(entity), request: '-', address, changes: null, now: tx.now() },
  });
}

/** An operation within another call, in a business of its own. */
export function auditAct(
  tx: Tx,
  act: { business: number; user: number; endpoint: 'apiKeys.revoke'; entity: string },
) {
  return insertAudit(tx, { ...act, key: null, request: '-', address: null, changes: null, now: tx.now() });
}

/**
 * Records who did what to which entity; a bulk operation names every row it changed, and a bulk run every row it was
 * started for.
 */
export function writeAudit(tx: Tx, endpoint: string, actor: Actor, request: FastifyRequest, answer: unknown) {
  const params = request.params as Record<string, string>;
  const { id, done } =
    answer && typeof answer === 'object' ? (answer as { id?: unknown; done?: unknown }) : {};
  const records = tx.notedRecords ?? (Array.isArray(done) ? done : id === undefined ? [] : [id]);
  return insertAudit(tx, {
    business: actor.businessId,
    user: actor.userId,
    key: actor.keyId,
    endpoint,
    entity: params.id ?? (records.length > 0 ? records.join(' ') : null),
    request: request.id,
    address: addressOf(request),
    changes: tx.noted.size > 0 ? JSON.stringify(Object.fromEntries(tx.noted)) : null,
    now: tx.now(),
  });
}
