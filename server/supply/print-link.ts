import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findRequest } from './request/supply-request.queries.ts';
import { readRequest } from './request/supply-request.ts';
import { recordRequest } from './request/supply-request-history.ts';

/** 128 random bits, written as a UUID. */
export function newPrintKey(): string {
  const hex = randomBytes(16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Replaces the address of the printed request; the former one stops working. */
export async function renewLink(tx: Tx, actor: Actor, id: number): Promise<SupplyRequest> {
  const found = (await findRequest(tx, actor, id)) ?? fail('not_found');
  if (found.approved_at === null) fail('state_conflict', { facts: { state: found.state } });
  return setLink(tx, actor, id, newPrintKey());
}

export async function revokeLink(tx: Tx, actor: Actor, id: number): Promise<SupplyRequest> {
  if (!(await findRequest(tx, actor, id))) fail('not_found');
  return setLink(tx, actor, id, null);
}

async function setLink(tx: Tx, actor: Actor, id: number, key: string | null): Promise<SupplyRequest> {
  await tx.db
    .updateTable('supply_requests')
    .set({ print_key: key, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
  await recordRequest(tx, actor.userId, id, key === null ? 'link_revoked' : 'link_renewed');
  return readRequest(tx, actor, id);
}
