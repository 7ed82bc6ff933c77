import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail } from '#server/fault.ts';
import { type BatchScope, createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { CircuitOpenError, circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { TokenPair } from '#server/outside/marketplaces/connect.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { UnreadableAnswer } from '#server/outside/marketplaces/sale.ts';
import type { FileCall, SellerCall, SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Outside } from '#server/outside/outside.ts';
import { seal, unseal } from '#server/seal.ts';
import {
  claimRenewal,
  disconnectAccount,
  findTokens,
  releaseRenewal,
  type SealedTokens,
  storeTokens,
  type TokenRow,
} from './account-tokens.queries.ts';
import { parkAll } from './parked-answers.ts';
import { watchCall, writeCalls } from './recent-calls.ts';

/** The caller that works on behalf of an account: a remote handler, or a job of one business. */
export type AccountContext = BatchScope & {
  /** The context of a job. */
  businessId?: number;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  outside: Outside;
  env: Environment;
  clock: Clock;
};

export function jobAccountContext(job: JobContext, businessId: number): AccountContext {
  return { ...job, businessId, transact: (work) => job.inBusiness(businessId, work) };
}

/** A rejected token is renewed once; if the new one is rejected too, the account is disconnected. */
export type AccountSession = SellerSession & {
  readonly accountId: number;
  readonly marketplaceId: MarketplaceId;
  readonly marketplace: Marketplace;
  /** Whether an answer about another resource was parked and no correct answer has come since. */
  readonly hasParkedAnswers: boolean;
};

/** Tokens are renewed shortly before they expire. */
const spareSeconds = 60;
const renewalSeconds = 30;
/** Used for a 429 without a retry time. */
const tooManySeconds = 10;
const pollMs = 50;
const polls = 200;

/** Works as the seller of an account with a valid token; fails with `account_disconnected` if there is none. */
export async function withAccount<T>(
  context: AccountContext,
  accountId: number,
  work: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const { row, token } = await validToken(context, accountId);
  const marketplaceId = row.marketplace;
  const marketplace = context.outside.marketplaces[marketplaceId];
  let current = token;
  const unreadable: UnreadableAnswer[] = [];
  const disconnect = async (error: unknown): Promise<never> => {
    await context.transact((tx) => disconnectAccount(tx, accountId, 'revoked'));
    return fail('account_disconnected', { cause: error });
  };
  const authorized = async <R>(send: (accessToken: string) => Promise<R>): Promise<R> => {
    try {
      return await send(current);
    } catch (error) {
      // The marketplace may report the end of the grant in any call, not only when tokens are renewed.
      if (isMarketplaceError(error, 'ended_grant')) return disconnect(error);
      if (!isUnauthorized(error)) throw error;
      current = (await validToken(context, accountId, current)).token;
    }
    try {
      return await send(current);
    } catch (error) {
      if (isUnauthorized(error) || isMarketplaceError(error, 'ended_grant')) return disconnect(error);
      throw error;
    }
  };
  const session: AccountSession = {
    accountId,
    marketplaceId,
    marketplace,
    remoteUserId: row.remote_user_id,
    siteId: row.site_id,
    tags: row.tags,
    hasParkedAnswers: row.has_parked,
    setAside: (answer) => unreadable.push(answer),
    call: (path: string, options?: SellerCall) =>
      authorized((accessToken) =>
        watchCall(context, accountId, { method: options?.method ?? 'GET', path }, () =>
          marketplace.call(path, { ...options, accessToken, account: accountId }),
        ),
      ),
    download: (path: string, call?: FileCall) =>
      authorized((accessToken) => marketplace.download(path, { ...call, accessToken, account: accountId })),
  };
  try {
    return await work(session);
  } finally {
    await parkAll(context, accountId, unreadable);
    await writeCalls(context, accountId, 'now_and_then');
  }
}

const isUnauthorized = (error: unknown) => isMarketplaceError(error, 'unauthorized');

type Held = { row: TokenRow; token: string };

/** Simultaneous jobs of one account share one read of its tokens; each names its own business. */
const readTokens = createBatcher<AccountContext, number | undefined, TokenRow | undefined>(
  100,
  async (context, accountId, businesses) => {
    const row = await context.transact((tx) => findTokens(tx, accountId));
    return businesses.map((id) => (id === context.businessId ? row : undefined));
  },
);

/** The token of the account. Of all callers that find it expired or rejected exactly one renews it; the others wait. */
async function validToken(context: AccountContext, accountId: number, rejected?: string): Promise<Held> {
  for (let n = 0; n < polls; n++) {
    const row = await readTokens(context, accountId, context.businessId);
    if (!row) fail('not_found');
    const held = heldToken(context, row, rejected);
    if (held) return held;
    const now = context.clock.now();
    if (row.renewal_retry_at && row.renewal_retry_at > now) throw renewalPaused(row.renewal_retry_at, now);
    const claimed = await context.transact((tx) =>
      claimRenewal(tx, accountId, now, new Date(now.getTime() + renewalSeconds * 1000)),
    );
    if (claimed) return renew(context, { ...claimed, has_parked: row.has_parked }, rejected);
    await wait(pollMs);
  }
  throw new RemoteFailure(`renewal of the tokens of account ${accountId} takes too long elsewhere`);
}

const renewalPaused = (until: Date, now: Date) => new CircuitOpenError('renewal of tokens', until, now);

function heldToken(context: AccountContext, row: TokenRow, rejected: string | undefined): Held | null {
  if (row.state !== 'connected' || !row.access_token || !row.token_expires_at) fail('account_disconnected');
  if (row.token_expires_at.getTime() - spareSeconds * 1000 <= context.clock.now().getTime()) return null;
  const token = unseal(context.env.secretKey, 'marketplace-tokens', row.access_token);
  return token === rejected ? null : { row, token };
}

async function renew(context: AccountContext, row: TokenRow, rejected: string | undefined): Promise<Held> {
  // Another caller may have renewed between the read and the claim.
  const already = heldToken(context, row, rejected);
  if (already) {
    await context.transact((tx) => releaseRenewal(tx, row.id));
    return already;
  }
  const refreshToken = unseal(context.env.secretKey, 'marketplace-tokens', row.refresh_token ?? '');
  try {
    const pair = await connectOf(context, row).renew(refreshToken, row.id, row.remote_user_id);
    await context.transact((tx) => storeTokens(tx, row.id, sealTokens(context, pair)));
    return { row, token: pair.accessToken };
  } catch (error) {
    return endRenewal(context, row, error);
  }
}

/** A permanent refusal disconnects the account; after a temporary one all callers wait until the same time. */
async function endRenewal(context: AccountContext, row: TokenRow, error: unknown): Promise<never> {
  const reason = connectOf(context, row).endOfGrant(error);
  if (reason) {
    await context.transact((tx) => disconnectAccount(tx, row.id, reason));
    fail('account_disconnected', { cause: error });
  }
  const now = context.clock.now();
  const until = isMarketplaceError(error, 'retry')
    ? (circuitOpenErrorOf(error)?.until ?? new Date(now.getTime() + tooManySeconds * 1000))
    : null;
  await context.transact((tx) => releaseRenewal(tx, row.id, until));
  if (until) throw renewalPaused(until, now);
  // To people and jobs every other failure on the way is an outage.
  if (isMarketplaceError(error))
    throw new RemoteFailure(`renewal of tokens: ${error.code}`, { cause: error });
  throw error;
}

const connectOf = (context: AccountContext, row: TokenRow) =>
  context.outside.marketplaces[row.marketplace].connect;

export function sealTokens(context: { env: Environment; clock: Clock }, pair: TokenPair): SealedTokens {
  const key = context.env.secretKey;
  return {
    accessToken: seal(key, 'marketplace-tokens', pair.accessToken),
    refreshToken: seal(key, 'marketplace-tokens', pair.refreshToken),
    expiresAt: new Date(context.clock.now().getTime() + pair.expiresInSeconds * 1000),
  };
}
