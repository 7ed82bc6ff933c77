import { sql } from 'kysely';
import type { ListQuery } from '#contract/primitives.ts';
import type { SupplyRequestEventKind } from '#contract/supply/supply-request-states.ts';
import { listPage } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { historySpec } from '#server/inventory/history.ts';

type Detail = Record<string, string | number | boolean | null>;

export async function recordRequest(
  tx: Tx,
  userId: number | null,
  requestId: number,
  kind: SupplyRequestEventKind,
  detail: Detail = {},
): Promise<void> {
  await tx.db
    .insertInto('supply_request_events')
    .values({
      business_id: sql<number>`app_business()`,
      request_id: requestId,
      at: tx.now(),
      user_id: userId,
      kind,
      detail: JSON.stringify(detail),
    })
    .execute();
}

export async function listRequestEvents(tx: Tx, requestId: number, query: ListQuery) {
  const base = tx.db
    .selectFrom('supply_request_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.at', 'e.kind', 'e.detail', 'u.name as author'])
    .where('e.request_id', '=', requestId);
  const page = await listPage(tx, base, historySpec, query);
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      kind: row.kind as SupplyRequestEventKind,
      detail: row.detail as Detail,
    })),
  };
}
