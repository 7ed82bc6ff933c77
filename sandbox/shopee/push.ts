import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { later } from '../clock.ts';
import { strike } from '../control/faults.ts';
import type { Fields } from '../reading.ts';
import { listOf, numberOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { bare, invalid, ok, open } from './endpoint.ts';
import { shopeePushFaults } from './faults.ts';
import type { Push } from './market.ts';
import { nextId, secondsOf } from './market.ts';
import { hmac } from './signing.ts';

/** The receiver has three seconds to answer 2XX with an empty body. */
const ANSWER_WITHIN_MS = 3_000;
const MINUTE = 60_000;
const WAITS = [5 * MINUTE, 30 * MINUTE, 180 * MINUTE];
const KEPT_PUSHES = 5_000;
const LOST_PAGE = 100;
const LOST_LIFE_MS = 3 * 24 * 60 * MINUTE;
const SPAN_MS = 6 * 60 * MINUTE;
const MANY = 600;
const POOR = 0.3;
const WARNED = 0.7;

/** About no shop in particular: they go out whether or not one is authorised. */
const partnerCodes = [0, 1, 2, 12];

const signatureFor = (world: World, { body, signature }: Push): string | null => {
  if (signature === 'none') return null;
  const { partnerKey, notifyUrl } = world.shopeeApplication;
  return hmac(signature === 'right' ? partnerKey : `not-${partnerKey}`, `${notifyUrl}|${body}`);
};

const send = async (world: World, entry: Push): Promise<string> => {
  const authorization = signatureFor(world, entry);
  try {
    const response = await fetch(world.shopeeApplication.notifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== null && { authorization }) },
      body: entry.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const bytes = await response.arrayBuffer();
    if (response.ok && bytes.byteLength > 0) return `${response.status} with a body`;
    return String(response.status);
  } catch (failed) {
    return failed instanceof Error ? failed.name : 'failed';
  }
};

const EARLY_MS = 5;

const schedule = (world: World, entry: Push, waitMs: number): void => {
  entry.due = later(world.clock.now(), waitMs).toISOString();
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    // When the clock was turned, another timer has already been here and put it off.
    const early = Date.parse(entry.due) - world.clock.now().getTime() > EARLY_MS;
    if (!early) void attempt(world, entry);
  }, waitMs);
  timer.unref();
  world.timers.add(timer);
};

type Rate = { sent: number; share: number };

/** Of the last six hours, counted by push. */
const rateOf = (world: World): Rate => {
  const since = later(world.clock.now(), -SPAN_MS).toISOString();
  const tried = world.shopee.pushes.filter(({ sent }) => sent !== null && sent > since);
  const good = tried.filter(({ state }) => state === 'delivered').length;
  return { sent: tried.length, share: tried.length === 0 ? 1 : good / tried.length };
};

const onTheWay = new WeakSet<Push>();

const attempt = async (world: World, entry: Push): Promise<void> => {
  if (world.shopeeApplication.notifyUrl === '' || entry.state !== 'waiting' || onTheWay.has(entry)) return;
  const before = entry.attempts;
  entry.attempts += 1;
  entry.sent = world.clock.now().toISOString();
  onTheWay.add(entry);
  const answer = await send(world, entry);
  onTheWay.delete(entry);
  entry.answer = answer;
  // After a reset this push is no longer expected.
  if (!world.shopee.pushes.includes(entry)) return;
  const wait = (world.shopeeRetries ?? WAITS)[before];
  if (/^2\d\d$/.test(answer)) entry.state = 'delivered';
  else if (wait === undefined) lose(world, entry);
  else schedule(world, entry, wait);
  const { sent, share } = rateOf(world);
  if (sent > MANY && share < POOR) world.shopee.push_suspended = true;
  world.changed();
};

const lose = (world: World, entry: Push): void => {
  entry.state = 'lost';
  entry.lost_at = world.clock.now().toISOString();
};

const keep = (
  world: World,
  message: Pick<Push, 'code' | 'shop_id' | 'body' | 'signature'>,
  state: Push['state'],
): Push => {
  const { pushes } = world.shopee;
  const entry: Push = {
    id: randomUUID(),
    sequence: nextId(world.shopee, 'push'),
    ...message,
    attempts: 0,
    state,
    due: world.clock.now().toISOString(),
    sent: null,
    lost_at: null,
    answer: null,
  };
  pushes.push(entry);
  if (pushes.length > KEPT_PUSHES) pushes.splice(0, pushes.length - KEPT_PUSHES);
  world.changed();
  return entry;
};

const states: Record<string, Push['state']> = { 'notify-lost': 'swallowed', 'notify-hold': 'held' };

/** Notifies the one address of the application; about a shop only while it is authorized. */
export const push = (world: World, code: number, shopId: number | null, data: Fields): void => {
  const market = world.shopee;
  if (market.push_suspended) return;
  if (!partnerCodes.includes(code) && market.grants[String(shopId)] === undefined) return;
  const fault = strike(market.faults, shopeePushFaults, {
    seller: shopId ?? numberOf(data.shop_id),
    topic: String(code),
  });
  const body = JSON.stringify({
    data,
    ...(shopId !== null && { shop_id: shopId }),
    ...((code === 1 || code === 2) && { partner_id: Number(world.shopeeApplication.partnerId) }),
    code,
    timestamp: secondsOf(world.clock.now().toISOString()),
  });
  const signature =
    fault?.kind === 'notify-unsigned' ? 'none' : fault?.kind === 'notify-forged' ? 'wrong' : 'right';
  const message = { code, shop_id: shopId, body, signature } as const;
  if (fault?.kind === 'notify-missed') {
    lose(world, keep(world, message, 'waiting'));
    return;
  }
  const set = states[fault?.kind ?? ''];
  if (set !== undefined) {
    keep(world, message, set);
    return;
  }
  const copies = fault?.kind === 'notify-duplicate' ? fault.copies : 1;
  const wait = fault?.kind === 'notify-late' ? fault.delayMs : 0;
  for (let copy = 0; copy < copies; copy += 1) schedule(world, keep(world, message, 'waiting'), wait);
};

/** Sends held pushes one after the other, so that they arrive in the requested order. */
export const releasePushes = async (world: World, order: 'sent' | 'reverse'): Promise<number> => {
  const held = world.shopee.pushes.filter(({ state }) => state === 'held');
  for (const entry of order === 'reverse' ? held.toReversed() : held) {
    entry.state = 'waiting';
    await attempt(world, entry);
  }
  return held.length;
};

export const resendPush = async (world: World, id: string): Promise<Push | null> => {
  const found = world.shopee.pushes.find((entry) => entry.id === id);
  if (found === undefined) return null;
  const { code, shop_id, body, signature } = found;
  const again = keep(world, { code, shop_id, body, signature }, 'waiting');
  await attempt(world, again);
  return again;
};

/** After a restart, or when the clock was set: sends pending pushes that are due. */
export const resumePushes = (world: World): void => {
  const now = world.clock.now().getTime();
  for (const entry of world.shopee.pushes)
    if (entry.state === 'waiting') schedule(world, entry, Math.max(0, Date.parse(entry.due) - now));
};

/** As the console does when an address is set. */
export const verifyAddress = async (world: World): Promise<string> => {
  const info = 'This is a Verification message.Please respond in the certain format.';
  const body = JSON.stringify({ code: 0, data: { verify_info: info } });
  const entry = keep(world, { code: 0, shop_id: null, body, signature: 'right' }, 'waiting');
  await attempt(world, entry);
  return entry.answer ?? '';
};

const lostOnes = (world: World): Push[] => {
  const oldest = later(world.clock.now(), -LOST_LIFE_MS).toISOString();
  return world.shopee.pushes.filter(
    ({ state, lost_at: at }) => state === 'lost' && at !== null && at > oldest,
  );
};

const listLost = (call: Call): Answer => {
  const lost = lostOnes(call.world);
  const page = lost.slice(0, LOST_PAGE);
  return ok({
    push_message_list: page.map((entry) => ({
      ...(entry.shop_id !== null && { shop_id: entry.shop_id }),
      code: entry.code,
      timestamp: secondsOf(entry.lost_at),
      // The whole message, as text.
      data: entry.body,
    })),
    has_next_page: lost.length > LOST_PAGE,
    last_message_id: page.at(-1)?.sequence ?? 0,
  });
};

/** Everything up to there, regardless of the result. */
const confirmLost = (call: Call): Answer => {
  const last = numberOf(call.body.last_message_id);
  if (last === null) throw invalid('last_message_id is a required field.');
  for (const entry of lostOnes(call.world)) if (entry.sequence <= last) entry.state = 'confirmed';
  call.world.changed();
  return bare({});
};

const showConfig = (call: Call): Answer => {
  const { sent, share } = rateOf(call.world);
  const poor = sent > MANY && share < WARNED;
  return ok({
    callback_url: call.world.shopeeApplication.notifyUrl,
    live_push_status: call.market.push_suspended ? 'Suspended' : poor ? 'Warning' : 'Normal',
    push_config_on_list: [1, 2, 3, 4, 12, 15, 29],
    push_config_off_list: [],
    blocked_shop_id_list: [],
  });
};

/** Enabled again; pushes missed meanwhile are not sent. */
const setConfig = (call: Call): Answer => {
  if (listOf(call.body.set_push_config_on).length > 0) {
    call.market.push_suspended = false;
    call.world.changed();
  }
  return ok({ result: 'success' });
};

export const pushEndpoints: Endpoint[] = [
  open('GET', '/push/get_lost_push_message', listLost),
  open('POST', '/push/get_lost_push_message', listLost),
  open('POST', '/push/confirm_consumed_lost_push_message', confirmLost),
  open('GET', '/push/get_app_push_config', showConfig),
  open('POST', '/push/set_app_push_config', setConfig),
];
