import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '../answer.ts';
import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import { textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { AuthorizationCode, Market } from './market.ts';
import type { Seller } from './people.ts';

const CODE_LIFE_MS = 10 * 60_000;
const REFRESH_LIFE_MS = 180 * 24 * 3_600_000;

const oauthError = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error_description: description, error, status, cause: [] },
});

const invalidGrant = (): Answer =>
  oauthError(
    400,
    'invalid_grant',
    'Error validating grant. Your authorization code or refresh token may be expired or it was already used',
  );

export const issueCode = (
  world: World,
  seller: Seller,
  request: { redirectUri: string; challenge: string | null; method: string },
): string => {
  const code = `TG-${randomBytes(12).toString('hex')}-${seller.id}`;
  world.market.codes[code] = {
    user_id: seller.id,
    redirect_uri: request.redirectUri,
    challenge: request.challenge,
    method: request.method,
    expires_at: later(world.clock.now(), CODE_LIFE_MS).toISOString(),
    used: false,
  };
  world.changed();
  return code;
};

const challengeHolds = (code: AuthorizationCode, verifier: string | null): boolean => {
  if (code.challenge === null) return true;
  if (verifier === null) return false;
  if (code.method === 'plain') return verifier === code.challenge;
  return createHash('sha256').update(verifier).digest('base64url') === code.challenge;
};

const issuePair = (world: World, userId: number): Answer => {
  const { market, clock, application } = world;
  const now = clock.now();
  const stamp = now.toISOString().slice(5, 16).replaceAll(/\D/g, '');
  const accessToken = `APP_USR-${application.clientId}-${stamp}-${randomBytes(16).toString('hex')}-${userId}`;
  const refreshToken = `TG-${randomBytes(12).toString('hex')}-${userId}`;
  // Only the last refresh token issued is good; older access tokens live out their time.
  for (const token of Object.values(market.refreshTokens)) {
    if (token.user_id === userId) token.live = false;
  }
  market.accessTokens[accessToken] = {
    user_id: userId,
    expires_at: later(now, market.accessTokenSeconds * 1000).toISOString(),
  };
  market.refreshTokens[refreshToken] = {
    user_id: userId,
    expires_at: later(now, REFRESH_LIFE_MS).toISOString(),
    live: true,
  };
  if (!market.grants.includes(userId)) market.grants.push(userId);
  world.changed();
  return {
    status: 200,
    body: {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: market.accessTokenSeconds,
      scope: 'offline_access read write',
      user_id: userId,
      refresh_token: refreshToken,
    },
  };
};

const exchangeCode = (world: World, form: Fields): Answer => {
  const code = world.market.codes[textOf(form.code) ?? ''];
  const redirectUri = textOf(form.redirect_uri);
  if (code === undefined || code.used || new Date(code.expires_at) <= world.clock.now())
    return invalidGrant();
  if (redirectUri !== code.redirect_uri) return invalidGrant();
  code.used = true;
  world.changed();
  if (!challengeHolds(code, textOf(form.code_verifier))) {
    return oauthError(400, 'invalid_grant', 'Error validating grant. The code_verifier does not match');
  }
  return issuePair(world, code.user_id);
};

const rotate = (world: World, form: Fields): Answer => {
  const token = world.market.refreshTokens[textOf(form.refresh_token) ?? ''];
  if (token === undefined || !token.live || new Date(token.expires_at) <= world.clock.now())
    return invalidGrant();
  return issuePair(world, token.user_id);
};

/** `POST /oauth/token`, a form. */
export const answerTokenCall = (world: World, form: Fields): Answer => {
  const { clientId, clientSecret } = world.application;
  const grantType = textOf(form.grant_type);
  if (grantType === null) return oauthError(400, 'invalid_request', 'grant_type is a required parameter');
  if (textOf(form.client_id) !== clientId || textOf(form.client_secret) !== clientSecret) {
    return oauthError(400, 'invalid_client', 'invalid client_id or client_secret.');
  }
  if (grantType === 'authorization_code') return exchangeCode(world, form);
  if (grantType === 'refresh_token') return rotate(world, form);
  return oauthError(400, 'unsupported_grant_type', `grant_type ${grantType} is not supported`);
};

export const callerOf = (world: World, authorization: string | undefined): number | null => {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  const held = token === undefined ? undefined : world.market.accessTokens[token];
  if (held === undefined || new Date(held.expires_at) <= world.clock.now()) return null;
  return held.user_id;
};

/** The seller removes the application or changes the password: every token ends at once. */
export const revokeGrant = (market: Market, userId: number): void => {
  const keep = <T extends { user_id: number }>(tokens: Record<string, T>) =>
    Object.fromEntries(Object.entries(tokens).filter(([, token]) => token.user_id !== userId));
  market.accessTokens = keep(market.accessTokens);
  market.refreshTokens = keep(market.refreshTokens);
  market.grants = market.grants.filter((granted) => granted !== userId);
};

export const expireAccessTokens = (world: World, userId: number | null): void => {
  const now = world.clock.now().toISOString();
  for (const token of Object.values(world.market.accessTokens)) {
    if (userId === null || token.user_id === userId) token.expires_at = now;
  }
};
