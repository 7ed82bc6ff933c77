import { addMinutes } from '#contract/dates.ts';
import {
  type AccountDoctor,
  type accountDoctors,
  type sweptThings,
  watchedTopics,
} from '#contract/marketplaces/account-doctor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import { type AccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { enqueueChatSweep } from '#server/marketplaces/chats/sweep-chats.ts';
import { readAccount } from '#server/marketplaces/marketplace-account.ts';
import { enqueueQuestionSweep } from '#server/marketplaces/questions/sweep-questions.ts';
import { writeCalls } from '#server/marketplaces/recent-calls.ts';
import { enqueueReputation } from '#server/marketplaces/reputation/read-reputation.ts';
import { enqueueReviewSweep } from '#server/marketplaces/reviews/sweep-reviews.ts';
import { enqueueSubscribe } from '#server/marketplaces/subscribe.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { Outside } from '#server/outside/outside.ts';
import {
  failedAds,
  findHealth,
  type Health,
  lastCalls,
  lastNotifications,
  newestOf,
  waitingPushes,
} from './doctor.queries.ts';
import { findingsOf } from './findings.ts';
import { readPaidFees } from './paid-fees.ts';

/** How late a notification may arrive after its event. */
const graceMinutes = 15;
/** Between the receipt of a notification and the time that the marketplace gives for its event. */
const slackMinutes = 2;
/** Somewhat more than twice the interval of a sweep. */
const lateAfterMinutes: Record<(typeof sweptThings)[number], number> = {
  orders: 20,
  questions: 30,
  chats: 30,
  reviews: 49 * 60,
  reputations: 13 * 60,
  listings: 49 * 60,
};

const iso = (at: Date | null) => at?.toISOString() ?? null;

export async function readDoctor(tx: Tx, accountId: number, outside: Outside): Promise<AccountDoctor> {
  const health = (await findHealth(tx, accountId)) ?? fail('not_found');
  const account = await readAccount(tx, accountId, outside);
  const marketplace = outside.marketplaces[health.marketplace];
  const { accessEnds } = marketplace.capabilities([]);
  const [topics, ads, pushes, { calls, ahead }, fees] = await Promise.all([
    readTopics(tx, accountId, health, marketplace),
    failedAds(tx, accountId),
    waitingPushes(tx, accountId),
    lastCalls(tx, accountId),
    account.rates?.kind === 'typed' ? readPaidFees(tx, accountId) : null,
  ]);
  const facts: Omit<AccountDoctor, 'findings'> = {
    account,
    token: health.token_expires_at && {
      issuedAt: iso(health.token_issued_at),
      expiresAt: accessEnds ? health.token_expires_at.toISOString() : null,
    },
    topics,
    sweeps: sweepsOf(health, marketplace, tx.now()),
    missed: marketplace.inbox.readMissed && { count: health.missed, at: iso(health.missed_at) },
    failedAds: ads,
    waitingPushes: { count: pushes.count, oldestAt: iso(pushes.oldest) },
    clockAheadMilliseconds: ahead,
    calls,
    fees,
  };
  return { ...facts, findings: findingsOf(facts, tx.now()) };
}

/** A topic is silent if a known event should have caused a notification by now. */
async function readTopics(tx: Tx, accountId: number, health: Health, { inbox }: Marketplace) {
  const [reported, newest] = await Promise.all([
    lastNotifications(tx, health, inbox.topics),
    newestOf(tx, accountId),
  ]);
  const heard = reported.map((one) => ({ what: inbox.concernOf(one)?.what, at: one.received_at }));
  return watchedTopics
    .map((what) => {
      const times = heard.filter((one) => one.what === what).map(({ at }) => at.getTime());
      const heardAt = times.length > 0 ? new Date(Math.max(...times)) : null;
      const since = health.connected_at;
      const happenedAt = since && newest[what] && newest[what] > since ? newest[what] : null;
      return {
        what,
        heardAt: iso(heardAt),
        happenedAt: iso(happenedAt),
        isSilent: isSilent(heardAt, happenedAt, tx.now()),
      };
    })
    .filter(({ heardAt, happenedAt }) => heardAt !== null || happenedAt !== null);
}

function isSilent(heardAt: Date | null, happenedAt: Date | null, now: Date): boolean {
  if (happenedAt === null || happenedAt > addMinutes(now, -graceMinutes)) return false;
  return heardAt === null || addMinutes(heardAt, slackMinutes) < happenedAt;
}

function sweepsOf(
  health: Health,
  { conversations, reputation }: Marketplace,
  now: Date,
): AccountDoctor['sweeps'] {
  const all = [
    { what: 'orders', at: health.swept_at, is: true },
    { what: 'questions', at: health.questions_swept_at, is: conversations.questions !== null },
    { what: 'chats', at: health.chats_swept_at, is: Boolean(conversations.messages ?? conversations.claims) },
    { what: 'reviews', at: health.reviews_swept_at, is: conversations.reviews !== null },
    { what: 'reputations', at: health.reputation_read_at, is: reputation !== null },
    { what: 'listings', at: health.listings_found_at, is: health.listings_found_at !== null },
  ] as const;
  return all
    .filter(({ is }) => is)
    .map(({ what, at }) => {
      const due = addMinutes(at ?? health.connected_at ?? now, lateAfterMinutes[what]);
      return { what, at: iso(at), isLate: health.state === 'connected' && due < now };
    });
}

/** Makes one call now. In any case the answer is the state after it. */
export async function checkConnection(call: RemoteCall<typeof accountDoctors.check>): Promise<AccountDoctor> {
  const { params, outside } = call;
  const context: AccountContext = { ...call, businessId: call.actor.businessId };
  try {
    await withAccount(context, params.id, (session) => session.marketplace.listings.readTags(session));
  } catch (error) {
    const isAnswer = error instanceof RemoteFailure || isMarketplaceError(error);
    const isDead = error instanceof Fault && error.code === 'account_disconnected';
    if (!isAnswer && !isDead) throw error;
  }
  await writeCalls(context, params.id, 'at_once');
  return call.conclude((tx) => readDoctor(tx, params.id, outside));
}

/** Subscribes again and enqueues one sweep of everything that may have been missed. */
export async function catchUp(
  tx: Tx,
  actor: Actor,
  accountId: number,
  outside: Outside,
): Promise<AccountDoctor> {
  const health = (await findHealth(tx, accountId)) ?? fail('not_found');
  if (health.state !== 'connected') fail('account_disconnected');
  const { inbox, conversations, reputation } = outside.marketplaces[health.marketplace];
  const account = { businessId: actor.businessId, accountId };
  if (inbox.subscribe) enqueueSubscribe(tx, account);
  await tx.publish('account.catching-up', account);
  if (conversations.questions) enqueueQuestionSweep(tx, account);
  if (conversations.messages || conversations.claims) enqueueChatSweep(tx, account);
  if (conversations.reviews) enqueueReviewSweep(tx, account);
  if (reputation) enqueueReputation(tx, account);
  return readDoctor(tx, accountId, outside);
}
