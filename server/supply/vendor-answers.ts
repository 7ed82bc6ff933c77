import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { PrintableRequest, VendorAnswer } from '#contract/supply/printable.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField, refusePast } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type OpenedRequest, readPrintable } from './printable.ts';
import { findRequest } from './request/supply-request.queries.ts';
import { readRequest } from './request/supply-request.ts';
import { recordRequest } from './request/supply-request-history.ts';

/** Kept beside the lines, which stay as they were approved; an answer to an answered line is the newest of several. */
export async function keepAnswers(
  tx: Tx,
  request: OpenedRequest,
  { name, lines }: VendorAnswer,
): Promise<PrintableRequest> {
  const { state } = await tx.db
    .selectFrom('supply_requests')
    .select('state')
    .where('id', '=', request.id)
    .forShare()
    .executeTakeFirstOrThrow();
  if (state !== 'in_transport') fail('state_conflict', { facts: { state } });
  await checkLines(tx, request, lines);
  await tx.db
    .insertInto('supply_request_answers')
    .values(
      lines.map((line) => ({
        business_id: request.businessId,
        request_id: request.id,
        line_id: line.lineId,
        name,
        quantity: line.quantity,
        delivery_on: line.deliveryOn ?? null,
        note: line.note ?? '',
        at: tx.now(),
      })),
    )
    .execute();
  await recordRequest(tx, null, request.id, 'answered', { name, count: lines.length });
  tx.changed(request.businessId, 'supplyRequests');
  return readPrintable(tx, request);
}

async function checkLines(tx: Tx, request: OpenedRequest, lines: VendorAnswer['lines']): Promise<void> {
  const rows = await tx.db
    .selectFrom('supply_request_lines')
    .select('id')
    .where('request_id', '=', request.id)
    .execute();
  const open = new Set(rows.map((row) => row.id));
  for (const [index, { lineId, deliveryOn }] of lines.entries()) {
    if (!open.delete(lineId)) invalidField(`lines.${index}.lineId`, 'not_found');
    refusePast(`lines.${index}.deliveryOn`, deliveryOn, tx.now());
  }
}

type Decision = BodyOf<typeof api.supplyRequests.decideAnswers>;

/** Each answer is decided once. What is taken of its dates moves the day the truck is expected. */
export async function decideAnswers(
  tx: Tx,
  actor: Actor,
  id: number,
  { answerIds, taken }: Decision,
): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  const wanted = [...new Set(answerIds)];
  const decided = await tx.db
    .updateTable('supply_request_answers')
    .set({ taken, decided_by: actor.userId, decided_at: tx.now() })
    .where('request_id', '=', id)
    .where(sql<boolean>`id = any(${wanted}::bigint[])`)
    .where('taken', 'is', null)
    .returning('delivery_on')
    .execute();
  if (decided.length < wanted.length) fail('state_conflict', { facts: { state: found.state } });
  const dates = decided.flatMap(({ delivery_on: day }) => (day === null ? [] : [String(day)]));
  const last = dates.toSorted().at(-1);
  if (taken && last !== undefined && found.state === 'in_transport')
    await tx.db
      .updateTable('supply_requests')
      .set({ estimated_delivery: last, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute();
  await recordRequest(tx, actor.userId, id, taken ? 'answers_taken' : 'answers_declined', {
    count: decided.length,
  });
  return readRequest(tx, actor, id);
}
