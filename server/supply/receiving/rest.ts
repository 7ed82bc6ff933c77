import { sql } from 'kysely';
import type { Advance } from '#contract/supply/receiving.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { newPrintKey } from '#server/supply/print-link.ts';
import { nextNumber } from '#server/supply/request/request-number.ts';
import { recordRequest } from '#server/supply/request/supply-request-history.ts';
import { storeTotals } from '#server/supply/request/supply-request-lines.ts';
import { closeExpected, expectAgain, expectLines } from './expected.ts';

type Ended = { id: number; number: number; supplier_id: number; warehouse_id: number; version: number };

/**
 * Gives up the missing goods, or moves them to a new request in transit. Their price was agreed with this request and is in
 * the price history once.
 */
export async function closeRest(tx: Tx, actor: Actor, request: Ended, { rest }: Advance): Promise<void> {
  const missing = await tx.db
    .selectFrom('supply_request_lines')
    .select('id')
    .where('request_id', '=', request.id)
    .where('inbound', '>', 0)
    .execute();
  if (missing.length === 0) return;
  const childId = rest === 'child' ? await makeChild(tx, actor, request) : null;
  await tx.db
    .updateTable('supply_request_lines')
    .set({ closed_units: sql<number>`closed_units + inbound` })
    .where('request_id', '=', request.id)
    .execute();
  await closeExpected(tx, actor, request.id, request.warehouse_id, `attended:${request.version}`);
  if (childId === null) return;
  await expectLines(tx, actor, childId, request.warehouse_id);
}

/** A request for the missing goods, approved like its parent and at the same prices. */
async function makeChild(tx: Tx, actor: Actor, parent: Ended): Promise<number> {
  const number = await nextNumber(tx, actor.businessId);
  const { rows } = await sql<{ id: number }>`
    insert into supply_requests (business_id, number, supplier_id, warehouse_id, state, notes, locale, shows_prices,
      created_by, created_at, approved_by, approved_at, parent_id, print_key)
    select business_id, ${number}, supplier_id, warehouse_id, 'in_transport', notes, locale, shows_prices,
      ${actor.userId}::bigint, ${tx.now()}, approved_by, ${tx.now()}, id, ${newPrintKey()}::uuid
    from supply_requests where id = ${parent.id} returning id`.execute(tx.db);
  const childId = rows[0]?.id ?? fail('internal');
  await sql`insert into supply_request_lines (business_id, request_id, variation_id, supplier_sku, quantity,
      quantity_per_volume, price_centavos, total_centavos)
    select business_id, ${childId}, variation_id, supplier_sku, inbound, quantity_per_volume, price_centavos,
      case inbound when quantity then total_centavos else price_centavos * inbound end
    from supply_request_lines where request_id = ${parent.id} and inbound > 0 order by id`.execute(tx.db);
  await storeTotals(tx, childId);
  await recordRequest(tx, actor.userId, childId, 'split', { parent: parent.number });
  await recordRequest(tx, actor.userId, parent.id, 'rest', { child: number });
  return childId;
}

/** Given-up goods are expected again; goods moved to another request stay there. */
export async function reopenRest(tx: Tx, actor: Actor, request: Ended): Promise<void> {
  const child = await tx.db
    .selectFrom('supply_requests')
    .select('id')
    .where('parent_id', '=', request.id)
    .executeTakeFirst();
  if (!child) await expectAgain(tx, actor, request.id, request.warehouse_id, `reopened:${request.version}`);
}
