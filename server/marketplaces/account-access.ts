import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail } from '#server/fault.ts';
import { type BatchScope, createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { Resting, restOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import { renewTokens, type TokenPair } from '#server/outside/marketplaces/mercado-livre/authorization.ts';
import {
  type CallAnswer,
  type CallOptions,
  MercadoLivreError,
} from '#server/outside/marketplaces/mercado-livre/client.ts';
import { readMissed } from '#server/outside/marketplaces/mercado-livre/missed-feeds.ts';
import { parcelCalls } from '#server/outside/marketplaces/mercado-livre/parcel-calls.ts';
import { orderCalls } from '#server/outside/marketplaces/mercado-livre/sale-calls.ts';
import type { MissedNews, OrderCalls, ParcelCalls } from '#server/outside/marketplaces/sales-port.ts';
import type { Outside } from '#server/outside/outside.ts';
import { seal, unseal } from '#server/seal.ts';
import {
  claimRenewal,
  disconnectAccount,
  findTokens,
  releaseRenewal,
  storeTokens,
  type TokenRow,
} from './account-tokens.queries.ts';

/** Where calls on behalf of an account are made from: a remote handler's call, or a job of one business. */
export type AccountContext = BatchScope & {
  /** Of a job. */
  businessId?: number;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  outside: Outside;
  env: Environment;
  clock: Clock;
};

export function jobAccountContext(job: JobContext, businessId: number): AccountContext {
  return { ...job, businessId, transact: (work) => job.inBusiness(businessId, work) };
}

export type AccountSession = {
  readonly accountId: number;
  readonly remoteUserId: string;
  readonly siteId: string;
  readonly tags: readonly string[];
  readonly marketplace: Marketplace;
  /** Calls the marketplace as the seller. A rejected token is renewed once; rejected again, the account is disconnected. */
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
  download(path: string): Promise<{ bytes: Buffer; contentType: string }>;
  readonly orders: OrderCalls;
  readonly parcels: ParcelCalls;
  readMissed(): Promise<MissedNews>;
  /** Something was answered about something else, and has not been answered rightly since. */
  readonly hasParkedAnswers: boolean;
};

/** Renewed a little before the marketplace would refuse it. */
const spareSeconds = 60;
const renewalSeconds = 30;
/** A 429 that does not say how long to wait. */
const tooManySeconds = 10;
const pollMs = 50;
const polls = 200;

/** Works as the seller of an account with a valid token; `account_disconnected` where there is none to be had. */
export async function withAccount<T>(
  context: AccountContext,
  accountId: number,
  work: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const { row, token } = await validToken(context, accountId);
  const client = context.outside.marketplaces[row.marketplace as MarketplaceId];
  let current = token;
  const authorized = async <R>(send: (accessToken: string) => Promise<R>): Promise<R> => {
    try {
      return await send(current);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      current = (await validToken(context, accountId, current)).token;
    }
    try {
      return await send(current);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await context.transact((tx) => disconnectAccount(tx, accountId, 'revoked'));
      return fail('account_disconnected', { cause: error });
    }
  };
  const calls = {
    remoteUserId: row.remote_user_id,
    siteId: row.site_id,
    tags: row.tags,
    call: (path: string, options?: CallOptions) =>
      authorized((accessToken) => client.call(path, { ...options, accessToken, account: accountId })),
    download: (path: string) =>
      authorized((accessToken) => client.download(path, { accessToken, account: accountId })),
  };
  return work({
    ...calls,
    accountId,
    marketplace: client,
    orders: orderCalls(calls),
    parcels: parcelCalls(calls),
    readMissed: () => readMissed(calls, context.env.mercadoLivre.clientId),
    hasParkedAnswers: row.has_parked,
  });
}

const isUnauthorized = (error: unknown) => error instanceof MercadoLivreError && error.status === 401;

type Held = { row: TokenRow; token: string };

/** Jobs for the same account at the same time read its tokens once; each names the business it works for. */
const readTokens = createBatcher<AccountContext, number | undefined, TokenRow | undefined>(
  100,
  async (context, accountId, businesses) => {
    const row = await context.transact((tx) => findTokens(tx, accountId));
    return businesses.map((id) => (id === context.businessId ? row : undefined));
  },
);

/** The account's token, renewed by exactly one of those who find it expired (or rejected); the others wait for it. */
async function validToken(context: AccountContext, accountId: number, rejected?: string): Promise<Held> {
  for (let n = 0; n < polls; n++) {
    const row = await readTokens(context, accountId, context.businessId);
    if (!row) fail('not_found');
    const held = heldToken(context, row, rejected);
    if (held) return held;
    const now = context.clock.now();
    if (row.renewal_retry_at && row.renewal_retry_at > now) throw renewalRests(row.renewal_retry_at, now);
    const claimed = await context.transact((tx) =>
      claimRenewal(tx, accountId, now, new Date(now.getTime() + renewalSeconds * 1000)),
    );
    if (claimed) return renew(context, { ...claimed, has_parked: row.has_parked }, rejected);
    await wait(pollMs);
  }
  throw new RemoteFailure(`renewal of the tokens of account ${accountId} takes too long elsewhere`);
}

const renewalRests = (until: Date, now: Date) => new Resting('renewal of tokens', until, now);

function heldToken(context: AccountContext, row: TokenRow, rejected: string | undefined): Held | null {
  if (row.state !== 'connected' || !row.access_token || !row.token_expires_at) fail('account_disconnected');
  if (row.token_expires_at.getTime() - spareSeconds * 1000 <= context.clock.now().getTime()) return null;
  const token = unseal(context.env.secretKey, 'marketplace-tokens', row.access_token);
  return token === rejected ? null : { row, token };
}

async function renew(context: AccountContext, row: TokenRow, rejected: string | undefined): Promise<Held> {
  // Somebody may have finished between our look and our claim.
  const already = heldToken(context, row, rejected);
  if (already) {
    await context.transact((tx) => releaseRenewal(tx, row.id));
    return already;
  }
  const refreshToken = unseal(context.env.secretKey, 'marketplace-tokens', row.refresh_token ?? '');
  try {
    const pair = await renewTokens(
      context.outside.marketplaces['mercado-livre'],
      context.env.mercadoLivre,
      refreshToken,
      row.id,
    );
    await context.transact((tx) => storeTokens(tx, row.id, sealTokens(context, pair)));
    return { row, token: pair.accessToken };
  } catch (error) {
    return endRenewal(context, row.id, error);
  }
}

/** Refused for good, the account is disconnected; refused for now, everybody who needs the tokens waits together. */
async function endRenewal(context: AccountContext, accountId: number, error: unknown): Promise<never> {
  const reason = endOfGrant(error);
  if (reason) {
    await context.transact((tx) => disconnectAccount(tx, accountId, reason));
    fail('account_disconnected', { cause: error });
  }
  const now = context.clock.now();
  const isTooMany = error instanceof MercadoLivreError && error.status === 429;
  const until = isTooMany ? (restOf(error)?.until ?? new Date(now.getTime() + tooManySeconds * 1000)) : null;
  await context.transact((tx) => releaseRenewal(tx, accountId, until));
  if (until) throw renewalRests(until, now);
  // What else went wrong on the way is an outage, to people and to jobs.
  if (error instanceof MercadoLivreError)
    throw new RemoteFailure(`renewal of tokens: ${error.status}`, { cause: error });
  throw error;
}

/** Answers after which no try will ever succeed: the seller has to connect again. */
function endOfGrant(error: unknown): 'invalid_grant' | 'revoked' | null {
  if (!(error instanceof MercadoLivreError) || error.retryable) return null;
  if (error.code === 'invalid_grant') return 'invalid_grant';
  return /^unauthorized_(application|client)$/.test(error.code) ? 'revoked' : null;
}

export type SealedTokens = { accessToken: string; refreshToken: string; expiresAt: Date };

export function sealTokens(context: { env: Environment; clock: Clock }, pair: TokenPair): SealedTokens {
  const key = context.env.secretKey;
  return {
    accessToken: seal(key, 'marketplace-tokens', pair.accessToken),
    refreshToken: seal(key, 'marketplace-tokens', pair.refreshToken),
    expiresAt: new Date(context.clock.now().getTime() + pair.expiresInSeconds * 1000),
  };
}
