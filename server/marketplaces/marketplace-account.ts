import { createHash } from 'node:crypto';
import { canAct } from '#contract/acts.ts';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import { addMinutes } from '#contract/dates.ts';
import { type MarketplaceId, marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import type { MarketplaceAccount, marketplaceAccounts } from '#contract/marketplaces/marketplace-account.ts';
import { accountActs } from '#contract/marketplaces/marketplace-account-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { violatedConstraint } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { type Actor, actorCan, hashToken, newToken } from '#server/http/session.ts';
import type { Connect, RemoteUser } from '#server/outside/marketplaces/connect.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { Outside } from '#server/outside/outside.ts';
import { seal, unseal } from '#server/seal.ts';
import { sealTokens } from './account-access.ts';
import { capabilitiesOf, floorOf, viewCapabilities } from './account-capabilities.ts';
import { disconnectAccount, type SealedTokens } from './account-tokens.queries.ts';
import { enqueueChatSweep } from './chats/sweep-chats.ts';
import { parseFeeRates } from './fee-rates.ts';
import {
  type AccountRow,
  countOpenSales,
  findAccount,
  findOwnByRemoteUser,
  holderOfRemoteUser,
  spendRequest,
} from './marketplace-account.queries.ts';
import { enqueueQuestionSweep } from './questions/sweep-questions.ts';
import { enqueueReputation } from './reputation/read-reputation.ts';
import { enqueueReviewSweep } from './reviews/sweep-reviews.ts';
import { enqueueSubscribe } from './subscribe.ts';

const requestMinutes = 10;

/** Another process may have opened the circuit: it is known by the jobs that were rescheduled. */
export function viewAccount(row: AccountRow, outside: Outside): MarketplaceAccount {
  const marketplace = row.marketplace;
  const until = outside.marketplaces[marketplace].circuit(row.id).until?.toISOString() ?? '';
  return {
    id: row.id,
    name: row.name,
    marketplace: { id: marketplace, name: marketplaceNames[marketplace] },
    user: row.nickname,
    email: row.email,
    state: row.state === 'connected' ? 'connected' : 'disconnected',
    stateReason: row.state_reason,
    retryAt: [until, row.retry_at ?? ''].sort().at(-1) || null,
    pricePerVariation: capabilitiesOf(outside, row).variations === 'price_each',
    capabilities: viewCapabilities(outside, row),
    publications: row.publications,
    floor: floorOf(row.floor_basis_points, row.floor_action),
    rates: parseFeeRates(row.fee_rates),
    fulfillmentDays: row.fulfillment_days,
    reputation: row.reputation_read_at && {
      ...{ level: row.level, risk: row.reputation_risk },
      readAt: row.reputation_read_at.toISOString(),
    },
    authorizationEndsAt: row.grant_ends_at?.toISOString() ?? null,
    connectedAt: row.connected_at?.toISOString() ?? null,
    parkedAnswers: row.parked.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    version: row.version,
  };
}

/** The margin floor for publications of the account that have none of their own. */
export async function updateAccountFloor(tx: Tx, id: number, floor: MarginFloor | null): Promise<void> {
  const changed = await tx.db
    .updateTable('marketplace_accounts')
    .set((set) => ({
      floor_basis_points: floor?.basisPoints ?? null,
      floor_action: floor?.action ?? null,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('business_id')
    .executeTakeFirst();
  if (!changed) fail('not_found');
  await tx.publish('account.floor-changed', { businessId: changed.business_id, accountId: id });
}

/** How long the units in the marketplace's own warehouse are to last. */
export async function updateFulfillmentDays(tx: Tx, id: number, days: number): Promise<void> {
  const changed = await tx.db
    .updateTable('marketplace_accounts')
    .set((set) => ({ fulfillment_days: days, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) fail('not_found');
}

export async function readAccount(tx: Tx, accountId: number, outside: Outside): Promise<MarketplaceAccount> {
  return viewAccount((await findAccount(tx, accountId)) ?? fail('not_found'), outside);
}

/** Address of the consent page. State and verifier are random, stored hashed and sealed, and bound to this session. */
export async function authorizeAccount(
  tx: Tx,
  actor: Actor,
  marketplace: MarketplaceId,
  context: { env: Environment; outside: Outside },
): Promise<string> {
  const { env, outside } = context;
  if (!env.offeredMarketplaces.includes(marketplace)) fail('marketplace_not_offered');
  const state = newToken();
  const verifier = newToken();
  await tx.db
    .insertInto('authorization_requests')
    .values({
      business_id: actor.businessId,
      session_id: actor.sessionId,
      marketplace,
      state_hash: hashToken(state),
      verifier: seal(env.secretKey, 'authorization-verifier', verifier),
      expires_at: addMinutes(tx.now(), requestMinutes),
    })
    .execute();
  return outside.marketplaces[marketplace].connect.consentUrl({
    state,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
}

type ConnectCall = RemoteCall<typeof marketplaceAccounts.connect>;

/**
 * Completes the round trip of the consent page: the code is exchanged for tokens, and the tokens identify the account.
 */
export async function connectAccount(call: ConnectCall): Promise<MarketplaceAccount> {
  const { actor, body, env, outside } = call;
  // The request is consumed first and permanently: a state is valid for one attempt.
  const request = await call.transact((tx) => spendRequest(tx, hashToken(body.state), actor.sessionId));
  if (!request) fail('authorization_expired');
  const marketplace = request.marketplace as MarketplaceId;
  const { connect } = outside.marketplaces[marketplace];
  if (!body.code)
    fail(connect.isOperatorRefusal(body.error ?? '') ? 'account_operator' : 'authorization_denied');
  const verifier = unseal(env.secretKey, 'authorization-verifier', request.verifier);
  const { user, tokens } = await asConnection(connect, async () => {
    const pair = await connect.exchange(body.code ?? '', verifier, body.said ?? {});
    const found = await connect.whoIs(pair);
    if (found.id !== pair.userId) fail('authorization_denied');
    return { user: found, tokens: sealTokens(call, pair) };
  });
  if (user.operator) fail('account_operator');
  return call.conclude((tx) => storeConnection(tx, outside, { actor, marketplace, user, tokens }));
}

async function asConnection<T>(connect: Connect, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isMarketplaceError(error)) throw error;
    if (error.retryable) fail('marketplace_unavailable', { cause: error });
    if (connect.isOperatorRefusal(`${error.code} ${error.message}`))
      fail('account_operator', { cause: error });
    const isOver = connect.endOfGrant(error) === 'invalid_grant';
    return fail(isOver ? 'authorization_expired' : 'authorization_denied', { cause: error });
  }
}

async function storeConnection(
  tx: Tx,
  outside: Outside,
  connection: { actor: Actor; marketplace: MarketplaceId; user: RemoteUser; tokens: SealedTokens },
): Promise<MarketplaceAccount> {
  const { actor, marketplace, user, tokens } = connection;
  const { businessId } = actor;
  const holder = await holderOfRemoteUser(tx, marketplace, user.id);
  if (holder && holder.business_id !== businessId) fail('account_of_other_business');
  const known = await findOwnByRemoteUser(tx, marketplace, user.id);
  // Only now the account is known. A removed one counts as new, because its owner gave it up.
  if (!(known && !known.removed_at) && !actorCan(actor, 'accounts.connect')) fail('forbidden');
  const facts = {
    nickname: user.nickname,
    email: user.email,
    site_id: user.siteId,
    tags: user.tags,
    grant_ends_at: user.grantEndsAt,
    state: 'connected' as const,
    state_reason: null,
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_expires_at: tokens.expiresAt,
    token_issued_at: tx.now(),
    renewing_until: null,
    connected_at: tx.now(),
    removed_at: null,
  };
  if (known) {
    await tx.db
      .updateTable('marketplace_accounts')
      .set((set) => ({ ...facts, version: set('version', '+', 1) }))
      .where('id', '=', known.id)
      .execute();
    await tx.publish('account.reconnected', { businessId, accountId: known.id });
    enqueueListening(tx, outside.marketplaces[marketplace], { businessId, accountId: known.id });
    return readAccount(tx, known.id, outside);
  }
  try {
    const made = await tx.db
      .insertInto('marketplace_accounts')
      .values({
        ...facts,
        business_id: businessId,
        marketplace,
        name: user.nickname || user.id,
        remote_user_id: user.id,
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    enqueueListening(tx, outside.marketplaces[marketplace], { businessId, accountId: made.id });
    return await readAccount(tx, made.id, outside);
  } catch (error) {
    if (violatedConstraint(error) === 'marketplace_accounts_remote') fail('account_of_other_business');
    throw error;
  }
}

/** Subscribes to notifications, and sweeps for what happened before. */
function enqueueListening(
  tx: Tx,
  { inbox, conversations, reputation }: Marketplace,
  account: { businessId: number; accountId: number },
): void {
  if (inbox.subscribe) enqueueSubscribe(tx, account);
  if (conversations.questions) enqueueQuestionSweep(tx, account);
  if (conversations.messages || conversations.claims) enqueueChatSweep(tx, account);
  if (conversations.reviews) enqueueReviewSweep(tx, account);
  if (reputation) enqueueReputation(tx, account);
}

/**
 * Deletes the tokens; publications stay as they are at the marketplace. Removing an account with open sales must be
 * confirmed.
 */
export async function removeAccount(tx: Tx, accountId: number, confirmed: boolean): Promise<void> {
  const account = (await findAccount(tx, accountId)) ?? fail('not_found');
  if (!canAct(accountActs, 'remove', account.state === 'connected' ? 'connected' : 'disconnected'))
    fail('state_conflict');
  const open = await countOpenSales(tx, accountId);
  if (open > 0 && !confirmed) fail('account_busy', { facts: { open } });
  await disconnectAccount(tx, accountId, 'removed');
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ removed_at: tx.now() })
    .where('id', '=', accountId)
    .execute();
}

/** A business ends: all of its accounts are disconnected and removed. */
export async function removeAccounts(tx: Tx, businessId: number): Promise<void> {
  const accounts = await tx.db
    .selectFrom('marketplace_accounts')
    .select('id')
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .execute();
  for (const { id } of accounts) await disconnectAccount(tx, id, 'removed');
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ removed_at: tx.now() })
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .execute();
}
