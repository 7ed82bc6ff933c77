import { randomUUID } from 'node:crypto';
import { later } from '../clock.ts';
import { notificationFaults, strike } from '../control/faults.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, ok, pageOf, refuse } from './endpoint.ts';
import type { Notice } from './market.ts';

/** The receiver has half a second to answer 200. */
const ANSWER_WITHIN_MS = 500;
const KEPT_NOTICES = 5_000;
const FEED_LIFE_MS = 2 * 24 * 3_600_000;

const viewNotice = (world: World, notice: Notice) => ({
  _id: notice.id,
  resource: notice.resource,
  user_id: notice.user_id,
  topic: notice.topic,
  ...(notice.actions !== undefined && { actions: notice.actions }),
  application_id: Number(world.application.clientId) || world.application.clientId,
  attempts: notice.attempts,
  sent: notice.sent,
  received: notice.received,
});

const schedule = (world: World, notice: Notice, waitMs: number): void => {
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    void attempt(world, notice);
  }, waitMs);
  timer.unref();
  world.timers.add(timer);
};

const deliver = async (world: World, notice: Notice): Promise<string> => {
  try {
    const response = await fetch(world.application.notifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(viewNotice(world, notice)),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (failure) {
    return failure instanceof Error ? failure.name : 'failed';
  }
};

const attempt = async (world: World, notice: Notice): Promise<void> => {
  if (world.application.notifyUrl === '' || notice.state !== 'waiting') return;
  notice.attempts += 1;
  notice.sent = world.clock.now().toISOString();
  notice.answer = await deliver(world, notice);
  // After a reset this notification is no longer expected.
  if (!world.market.notices.includes(notice)) return;
  if (notice.answer === '200') {
    notice.state = 'delivered';
  } else {
    const wait = world.notifyRetries[notice.attempts - 1];
    if (wait === undefined) notice.state = 'missed';
    else schedule(world, notice, wait);
  }
  world.changed();
};

type NoticeFields = Pick<Notice, 'topic' | 'resource' | 'user_id' | 'actions'>;

const keep = (world: World, reported: NoticeFields, state: Notice['state']): Notice => {
  const { topic, resource, user_id, actions } = reported;
  const now = world.clock.now().toISOString();
  const notice: Notice = {
    id: randomUUID(),
    topic,
    resource,
    user_id,
    ...(actions !== undefined && { actions }),
    attempts: 0,
    state,
    sent: now,
    received: now,
    answer: null,
  };
  const { notices } = world.market;
  notices.push(notice);
  if (notices.length > KEPT_NOTICES) notices.splice(0, notices.length - KEPT_NOTICES);
  world.changed();
  return notice;
};

/** Tells the registered application, if this seller has authorised it, that a resource changed. */
export const notify = (
  world: World,
  topic: string,
  resource: string,
  userId: number,
  actions?: string[],
): void => {
  if (!world.market.grants.includes(userId)) return;
  const reported = { topic, resource, user_id: userId, ...(actions !== undefined && { actions }) };
  const fault = strike(world.faults, notificationFaults, { seller: userId, topic });
  if (fault?.kind === 'notify-lost') {
    keep(world, reported, 'lost');
    return;
  }
  if (fault?.kind === 'notify-missed') {
    keep(world, reported, 'missed');
    return;
  }
  if (fault?.kind === 'notify-hold') {
    keep(world, reported, 'held');
    return;
  }
  const copies = fault?.kind === 'notify-duplicate' ? fault.copies : 1;
  const wait = fault?.kind === 'notify-late' ? fault.delayMs : 0;
  for (let copy = 0; copy < copies; copy += 1) schedule(world, keep(world, reported, 'waiting'), wait);
};

/** Sends held notifications one after the other, so that they arrive in the requested order. */
export const releaseHeld = async (world: World, order: 'sent' | 'reverse'): Promise<number> => {
  const held = world.market.notices.filter((notice) => notice.state === 'held');
  for (const notice of order === 'reverse' ? held.toReversed() : held) {
    notice.state = 'waiting';
    await attempt(world, notice);
  }
  return held.length;
};

export const resendNotice = async (world: World, id: string): Promise<Notice | null> => {
  const found = world.market.notices.find((notice) => notice.id === id);
  if (found === undefined) return null;
  const again = keep(world, found, 'waiting');
  await attempt(world, again);
  return again;
};

/** After a restart: sends pending notifications again. */
export const resumeNotices = (world: World): void => {
  for (const notice of world.market.notices) {
    if (notice.state === 'waiting') schedule(world, notice, world.notifyRetries[notice.attempts] ?? 0);
  }
};

const listMissedFeeds = (call: Call) => {
  const { market, application, clock } = call.world;
  if (call.query.app_id === undefined) throw refuse(400, 'bad_request', 'app_id is required');
  if (call.query.app_id !== application.clientId) throw forbidden();
  const { offset, limit } = pageOf(call.query, 10, 100);
  const oldest = later(clock.now(), -FEED_LIFE_MS).toISOString();
  const missed = market.notices.filter(
    (notice) =>
      notice.state === 'missed' &&
      notice.received > oldest &&
      notice.user_id === call.caller.id &&
      (call.query.topic === undefined || notice.topic === call.query.topic),
  );
  return ok({
    messages: missed.slice(offset, offset + limit).map((notice) => ({
      ...viewNotice(call.world, notice),
      request: { url: application.notifyUrl, headers: {}, data: null },
      response: { http_code: Number(notice.answer) || null, req_time: ANSWER_WITHIN_MS, body: null },
    })),
  });
};

export const noticeEndpoints: Endpoint[] = [get('/missed_feeds', listMissedFeeds)];
