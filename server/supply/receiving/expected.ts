import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStocks } from '#server/inventory/ensure-stocks.ts';
import { postEntries } from '#server/inventory/ledger.ts';

/**
 * Expected units are in the bucket `inbound` of the stock level and in `inbound` of the line; both are changed together, and
 * only here.
 */
export async function expectLines(
  tx: Tx,
  actor: Actor,
  requestId: number,
  warehouseId: number,
): Promise<void> {
  const lines = await tx.db
    .updateTable('supply_request_lines')
    .set({ inbound: sql<number>`quantity` })
    .where('request_id', '=', requestId)
    .returning(['id', 'variation_id', 'quantity'])
    .execute();
  await postExpected(
    tx,
    actor,
    warehouseId,
    lines.map((line) => ({ ...line, cause: 'approved', units: line.quantity })),
  );
}

type Confirmed = { id: number; line_id: number; quantity: number; delivery_on: string | null };

/** Expects the quantity of each accepted vendor answer; an answer changes it once. */
export async function expectConfirmed(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  answers: readonly Confirmed[],
): Promise<void> {
  const { rows } = await sql<{ id: number; variation_id: number; answer: number; units: number }>`
    with was as (select l.id, x.id as answer, x.quantity as confirmed, x.delivery_on,
        coalesce(l.confirmed_quantity, l.quantity) as quantity
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as x (id bigint, line_id bigint, quantity integer, delivery_on date)
        join supply_request_lines l on l.id = x.line_id order by l.id for update of l)
    update supply_request_lines l set confirmed_quantity = was.confirmed,
      confirmed_on = coalesce(was.delivery_on, l.confirmed_on), inbound = l.inbound + was.confirmed - was.quantity
    from was where was.id = l.id
    returning l.id, l.variation_id, was.answer, was.confirmed - was.quantity as units`.execute(tx.db);
  const moved = rows.filter((row) => row.units !== 0);
  await postExpected(
    tx,
    actor,
    warehouseId,
    moved.map((line) => ({ ...line, cause: `answer:${line.answer}` })),
  );
}

/** Expects nothing more of a request; `cause` is the reason, and makes the call idempotent. */
export async function closeExpected(
  tx: Tx,
  actor: Actor,
  requestId: number,
  warehouseId: number,
  cause: string,
): Promise<void> {
  const { rows: lines } = await sql<{ id: number; variation_id: number; inbound: number }>`
    with was as (select id, variation_id, inbound from supply_request_lines
      where request_id = ${requestId} and inbound > 0 order by id for update)
    update supply_request_lines l set inbound = 0 from was where was.id = l.id
    returning was.id, was.variation_id, was.inbound`.execute(tx.db);
  if (lines.length === 0) return;
  await postExpected(
    tx,
    actor,
    warehouseId,
    lines.map((line) => ({ ...line, cause, units: -line.inbound })),
  );
}

/** Expects again what was given up when the request was attended. */
export async function expectAgain(
  tx: Tx,
  actor: Actor,
  requestId: number,
  warehouseId: number,
  cause: string,
): Promise<void> {
  const lines = await tx.db
    .updateTable('supply_request_lines')
    .set({ inbound: sql<number>`closed_units`, closed_units: 0 })
    .where('request_id', '=', requestId)
    .where('closed_units', '>', 0)
    .returning(['id', 'variation_id', 'inbound'])
    .execute();
  if (lines.length === 0) return;
  await postExpected(
    tx,
    actor,
    warehouseId,
    lines.map((line) => ({ ...line, cause, units: line.inbound })),
  );
}

type Line = { id: number; variation_id: number; units: number; cause: string };

/** One entry per line; a cause is posted once per line. */
async function postExpected(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  lines: readonly Line[],
): Promise<void> {
  const stocks = await ensureStocks(
    tx,
    warehouseId,
    lines.map((line) => line.variation_id),
  );
  await postEntries(
    tx,
    actor.userId,
    lines.map((line) => ({
      stockId: stocks.get(line.variation_id) ?? 0,
      kind: 'expected',
      source: 'supply_request_line',
      sourceId: `${line.id}:${line.cause}`,
      inbound: line.units,
    })),
  );
}
