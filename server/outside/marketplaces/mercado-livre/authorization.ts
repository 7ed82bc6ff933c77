import { z } from 'zod';
import { understand } from '../../http.ts';
import type { Connect, RemoteUser, TokenPair } from '../connect.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { MercadoLivre } from './client.ts';
import type { SellerCalls } from './items.ts';

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  user_id: z.union([z.number(), z.string()]).transform(String),
});

const user = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  nickname: z.string().catch(''),
  email: z.string().catch(''),
  site_id: z.string().catch('MLB'),
  tags: z.array(z.string()).catch([]),
  user_type: z.string().catch(''),
});

/** As it is registered at the marketplace. */
export type Application = { clientId: string; clientSecret: string; redirectUri: string };

async function askForTokens(
  client: MercadoLivre,
  form: Record<string, string>,
  account?: number,
): Promise<TokenPair> {
  const { json } = await client.call('/oauth/token', { method: 'POST', form, account });
  const pair = understand(tokens, json, 'tokens');
  return {
    accessToken: pair.access_token,
    refreshToken: pair.refresh_token,
    expiresInSeconds: pair.expires_in,
    userId: pair.user_id,
  };
}

export function createConnect(client: MercadoLivre, authUrl: string, app: Application): Connect {
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  return {
    consentUrl: ({ state, challenge }) =>
      `${authUrl}/authorization?${new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })}`,
    exchange: (code, verifier) =>
      askForTokens(client, {
        grant_type: 'authorization_code',
        ...credentials,
        code,
        redirect_uri: app.redirectUri,
        code_verifier: verifier,
      }),
    renew: (refreshToken, account) =>
      askForTokens(
        client,
        { grant_type: 'refresh_token', ...credentials, refresh_token: refreshToken },
        account,
      ),
    async whoIs({ accessToken }) {
      const { json } = await client.call('/users/me', { accessToken });
      return viewUser(json);
    },
    readGrantEnd: null,
    isOperatorRefusal: (words) => /operator/.test(words),
    endOfGrant(error) {
      if (!isMarketplaceError(error, 'ended_grant')) return null;
      return error.code === 'invalid_grant' ? 'invalid_grant' : 'revoked';
    },
  };
}

/** The same for an account that is connected. */
export async function readSeller(calls: SellerCalls): Promise<RemoteUser> {
  const { json } = await calls.call('/users/me');
  return viewUser(json);
}

function viewUser(json: unknown): RemoteUser {
  const found = understand(user, json, 'user');
  return {
    id: found.id,
    nickname: found.nickname,
    email: found.email,
    siteId: found.site_id,
    tags: found.tags,
    grantEndsAt: null,
    operator: found.user_type === 'operator',
  };
}
