import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { PrintableRequest, VendorAnswer } from '#contract/supply/printable.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField, refusePast } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type OpenedRequest, readPrintable } from './printable.ts';
import { expectConfirmed } from './receiving/expected.ts';
import { findRequest } from './request/supply-request.queries.ts';
import { readRequest } from './request/supply-request.ts';
import { recordRequest } from './request/supply-request-history.ts';

/** Answers are kept beside the lines until the buyer decides; of several for a line the newest counts. */
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

/**
 * Decides each answer once. An accepted answer changes its line: quantity and day become the confirmed ones, the stock
 * level expects the difference, and the request shows the last day of its lines.
 */
export async function decideAnswers(
  tx: Tx,
  actor: Actor,
  id: number,
  { answerIds, taken }: Decision,
): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  const { state } = await tx.db
    .selectFrom('supply_requests')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Arrived goods are counted: an answer no longer applies.
  if (taken && state !== 'in_transport') fail('state_conflict', { facts: { state } });
  const wanted = [...new Set(answerIds)];
  if (taken) await refuseSuperseded(tx, wanted);
  const decided = await tx.db
    .updateTable('supply_request_answers')
    .set({ taken })
    .where('request_id', '=', id)
    .where(sql<boolean>`id = any(${wanted}::bigint[])`)
    .where('taken', 'is', null)
    .returning(['id', 'line_id', 'quantity', 'delivery_on'])
    .execute();
  if (decided.length < wanted.length) fail('state_conflict', { facts: { state } });
  if (taken) {
    await expectConfirmed(tx, actor, found.warehouse_id, decided);
    await storeDelivery(tx, id);
    for (const entity of ['supplyRequestsOngoing', 'stock']) tx.changed(actor.businessId, entity);
  }
  await recordRequest(tx, actor.userId, id, taken ? 'answers_taken' : 'answers_declined', {
    count: decided.length,
  });
  return readRequest(tx, actor, id);
}

/** The vendor has sent a newer answer: the former one can no longer be accepted. */
async function refuseSuperseded(tx: Tx, answerIds: readonly number[]): Promise<void> {
  const { rows } = await sql`select from supply_request_answers x
    join supply_request_answers newer on newer.line_id = x.line_id and newer.id > x.id
    where x.id = any(${[...answerIds]}::bigint[]) limit 1`.execute(tx.db);
  if (rows.length > 0) fail('answer_superseded');
}

/** The last day of lines that are still expected; a line without a confirmed day uses that of the approval. */
async function storeDelivery(tx: Tx, requestId: number): Promise<void> {
  await sql`update supply_requests r set version = version + 1, estimated_delivery = coalesce(
      (select max(coalesce(l.confirmed_on, r.ordered_delivery)) from supply_request_lines l
        where l.business_id = r.business_id and l.request_id = r.id and coalesce(l.confirmed_quantity, l.quantity) > 0),
      r.estimated_delivery)
    where r.id = ${requestId}`.execute(tx.db);
}
