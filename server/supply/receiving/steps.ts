import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Advance, GoBack } from '#contract/supply/receiving.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { revertReceived } from '#server/inventory/volume/received-volumes.ts';
import { unlaunchVolume } from '#server/inventory/volume/volume-launch.ts';
import { recordRequest } from '#server/supply/request/supply-request-history.ts';
import { lockReceiving } from './receiving-lock.ts';
import { closeRest, reopenRest } from './rest.ts';
import { assertComplete } from './step-checks.ts';

const next = {
  in_transport: 'check_volumes',
  check_volumes: 'register_volumes',
  register_volumes: 'tag_volumes',
  tag_volumes: 'stock_up',
  stock_up: 'attended',
} as const satisfies Record<Advance['from'], SupplyRequestState>;

const former = {
  check_volumes: 'in_transport',
  register_volumes: 'check_volumes',
  tag_volumes: 'register_volumes',
  stock_up: 'tag_volumes',
  attended: 'stock_up',
} as const satisfies Record<GoBack['from'], SupplyRequestState>;

/** Completes the current step of a request, or says what is missing. */
export async function advance(tx: Tx, actor: Actor, id: number, body: Advance): Promise<void> {
  const request = await lockReceiving(tx, actor, id, body.from, 'alone');
  await assertComplete(tx, actor, id, body);
  if (body.from === 'stock_up') await closeRest(tx, actor, request, body);
  const arrived = body.from === 'in_transport' && {
    arrived_at: sql<Date>`coalesce(arrived_at, ${tx.now()})`,
  };
  const attended = body.from === 'stock_up' && { attended_at: tx.now() };
  await enterState(tx, id, next[body.from], { ...arrived, ...attended });
  const detail = { from: body.from, to: next[body.from], ...(body.reason && { reason: body.reason }) };
  await recordRequest(tx, actor.userId, id, 'advanced', detail);
  changed(tx, actor);
}

const reopenedWithin = 7 * 24 * 60;

/** Goes one step back and undoes its results: volumes are voided, labels invalidated, launches undone. */
export async function goBack(tx: Tx, actor: Actor, id: number, body: GoBack): Promise<void> {
  const request = await lockReceiving(tx, actor, id, body.from, 'alone');
  const lines = await lineIds(tx, id);
  if (body.from === 'register_volumes') await revertReceived(tx, actor, lines, 'voided');
  if (body.from === 'tag_volumes') await revertReceived(tx, actor, lines, 'registered');
  if (body.from === 'stock_up') {
    if (!actorCan(actor, 'receiving.undo')) fail('forbidden');
    for (const volumeId of await launchedVolumes(tx, lines))
      await unlaunchVolume(tx, actor, volumeId, body.reason || `#${request.number}`);
  }
  if (body.from === 'attended') {
    if (!actorCan(actor, 'receiving.reopen')) fail('forbidden');
    const { attended_at: at } = request;
    if (!body.reason?.trim()) fail('reason_required');
    if (!at || addMinutes(at, reopenedWithin) < tx.now()) fail('too_late');
    await reopenRest(tx, actor, request);
  }
  await enterState(tx, id, former[body.from], body.from === 'attended' ? { attended_at: null } : {});
  const detail = { from: body.from, to: former[body.from], ...(body.reason && { reason: body.reason }) };
  await recordRequest(tx, actor.userId, id, 'returned', detail);
  changed(tx, actor);
}

async function enterState(tx: Tx, id: number, state: SupplyRequestState, more: object): Promise<void> {
  await tx.db
    .updateTable('supply_requests')
    .set({ ...more, state, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

async function lineIds(tx: Tx, requestId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('supply_request_lines')
    .select('id')
    .where('request_id', '=', requestId)
    .execute();
  return rows.map((row) => row.id);
}

async function launchedVolumes(tx: Tx, lines: readonly number[]): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('volumes')
    .select('id')
    .where(sql<boolean>`request_line_id = any(${[...lines]}::bigint[])`)
    .where('state', 'not in', ['registered', 'tagged', 'voided'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

function changed(tx: Tx, actor: Actor): void {
  for (const entity of ['supplyRequestsOngoing', 'volumes', 'stock', 'dashboard'])
    tx.changed(actor.businessId, entity);
}
